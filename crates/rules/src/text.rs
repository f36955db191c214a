//! Moves and positions as text.

use thiserror::Error;

use crate::{Game, OptionError, Square, shorten};

/// A game whose moves and positions can be formatted and parsed. Formatted text parses back.
pub trait Text: Game {
    /// Appends the canonical notation of a move.
    fn write_move(&self, mv: Self::Move, out: &mut String);

    /// Parses a legal move from normalised text (see [`tidy`]), or returns the reason why it is not
    /// one, as a phrase.
    fn read_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, String>;

    /// Appends the position without its options, using only letters, digits, `.`, `-` and `_`.
    fn write_position(&self, position: &Self::Position, out: &mut String);

    /// Parses the output of `write_position`, even if no game can reach it; or returns what is wrong
    /// with the text, as a phrase.
    fn read_draft(&self, text: &str) -> Result<Self::Position, String>;

    /// Turns a parsed draft into a position to play from, or returns the reason why it is not one, as
    /// a phrase. Accepts only positions from which the game can be played to an end, or has ended.
    fn accept(&self, draft: Self::Position) -> Result<Self::Position, String>;

    /// Appends the position as the player to move sees it, in a fixed number of bytes, for training an
    /// evaluation. Nothing if the game has no such form.
    fn write_sample(&self, _position: &Self::Position, _out: &mut Vec<u8>) {}

    /// Parses a position.
    fn read_position(&self, text: &str) -> Result<Self::Position, String> {
        self.accept(self.read_draft(text)?)
    }

    /// The canonical notation of a move.
    fn move_text(&self, mv: Self::Move) -> String {
        let mut text = String::new();
        self.write_move(mv, &mut text);
        text
    }

    /// The text of a position with its options.
    fn position_text(&self, position: &Self::Position) -> String {
        let mut text = self.options().text();
        text.push('_');
        self.write_position(position, &mut text);
        text
    }

    /// Parses a move typed by a person: `C3-C4` and `c3 c4` for `c3c4`.
    fn parse_move(&self, position: &Self::Position, input: &str) -> Result<Self::Move, MoveError> {
        let refuse = |reason: String| MoveError { input: shorten(input.trim()), reason };
        let text = tidy(input).map_err(refuse)?;
        if self.outcome(position).is_some() {
            return Err(refuse("the game is over".to_owned()));
        }
        self.read_move(position, &text).map_err(refuse)
    }
}

/// A move that was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{input}: {reason}")]
pub struct MoveError {
    /// The input.
    pub input: String,
    /// Why it is not a legal move.
    pub reason: String,
}

/// A position that was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// The options are wrong.
    #[error("position {text}: {error}")]
    Options {
        /// The position's text.
        text: String,
        /// What is wrong with its options.
        error: OptionError,
    },
    /// The position itself is wrong.
    #[error("position {text}: {reason}")]
    State {
        /// The position's text.
        text: String,
        /// What is wrong.
        reason: String,
    },
}

/// The maximum length of a move. The longest one, a sowing in Qawale, has 24 characters.
const MAX_MOVE_LENGTH: usize = 64;

/// The maximum length of a position text.
pub const MAX_POSITION_LENGTH: usize = 4096;

/// Normalises a typed move: lower case, without separators.
pub fn tidy(input: &str) -> Result<String, String> {
    let input = input.trim();
    if input.len() > MAX_MOVE_LENGTH {
        return Err(format!("a move has at most {MAX_MOVE_LENGTH} characters"));
    }
    if input.is_empty() {
        return Err("expected a move, found nothing".to_owned());
    }
    let is_separator =
        |c: char| c.is_whitespace() || matches!(c, '-' | ':' | ',' | '>' | '–' | '→');
    let mut text = String::with_capacity(input.len());
    let mut rest = input;
    while let Some(c) = rest.chars().next() {
        let after = rest.trim_start_matches(is_separator);
        if after.len() == rest.len() {
            text.push(c.to_ascii_lowercase());
            rest = &rest[c.len_utf8()..];
            continue;
        }
        // Separate digits are not one number, and a dash after = is a sign. Keep these separators,
        // so that the parser refuses them.
        let joins_digits = text.ends_with(|c: char| c.is_ascii_digit())
            && after.starts_with(|c: char| c.is_ascii_digit());
        let separator = &rest[..rest.len() - after.len()];
        if joins_digits || (text.ends_with('=') && separator.contains('-')) {
            text.push_str(separator.trim());
            text.push_str(if separator.trim().is_empty() { " " } else { "" });
        }
        rest = after;
    }
    Ok(text)
}

/// Splits a position text into exactly `COUNT` fields at `_`.
pub fn fields<const COUNT: usize>(text: &str, names: &str) -> Result<[String; COUNT], String> {
    let found: Vec<String> = text.split('_').take(COUNT + 1).map(str::to_owned).collect();
    found.try_into().map_err(|found: Vec<String>| {
        let count = text.split('_').count();
        debug_assert!(count != COUNT || found.len() != COUNT);
        format!("expected {COUNT} fields joined by _ ({names}), found {count}")
    })
}

/// The ranks of a board from top to bottom, as `(rank, text)`; there must be `size` of them.
pub fn ranks(board: &str, size: usize) -> Result<impl Iterator<Item = (u8, &str)>, String> {
    match board.split('-').count() {
        count if count == size => Ok((0..size as u8).rev().zip(board.split('-'))),
        count => {
            Err(format!("the board has {}, expected {size}, joined by -", counted(count, "rank")))
        }
    }
}

/// Parses a decimal number without leading zeros at the start of `text`; returns it and the rest.
pub fn split_number(text: &str) -> Option<(u32, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = text.split_at(digits);
    if digits > 1 && number.starts_with('0') {
        return None;
    }
    number.parse().ok().map(|number| (number, rest))
}

/// Parses a square of a `size`×`size` board at the start of a move; returns it and the rest.
pub fn split_square(text: &str, size: usize) -> Result<(Square, &str), String> {
    match Square::split_from(text) {
        Some((square, rest)) if square.is_on(size, size) => Ok((square, rest)),
        Some((square, _)) => Err(format!("{square} is not on the {size}×{size} board")),
        None => Err("expected a square such as c3".to_owned()),
    }
}

/// Parses a move that consists of two squares; `expected` describes it in errors.
pub fn read_two_squares(
    text: &str,
    size: usize,
    expected: &str,
) -> Result<(Square, Square), String> {
    let (from, rest) = split_square(text, size)?;
    if Square::split_from(rest).is_none() {
        return Err(format!("expected {expected}"));
    }
    let (to, rest) = split_square(rest, size)?;
    if !rest.is_empty() {
        return Err(format!("unexpected {} after {from}{to}", shorten(rest)));
    }
    Ok((from, to))
}

/// Parses a move that consists of two orthogonally adjacent squares.
pub fn read_step_move(text: &str, size: usize) -> Result<(Square, Square), String> {
    let (from, to) = read_two_squares(text, size, "two squares such as c3c4")?;
    if from.file.abs_diff(to.file) + from.rank.abs_diff(to.rank) != 1 {
        return Err(format!("{from} and {to} are not orthogonal neighbours"));
    }
    Ok((from, to))
}

/// The reason to refuse `pass` if there is another move.
pub const PASS_REFUSED: &str = "pass is legal only if there is no other move";

/// A character for an error message. (`{:?}` would need tables of all characters.)
pub fn quoted(letter: char) -> String {
    format!("'{}'", shorten(letter.encode_utf8(&mut [0; 4])))
}

/// A text with its first letter in upper case.
pub fn capitalise(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// A number with its noun, in the plural with "s" unless it is 1: "1 rank", "2 ranks".
pub fn counted(count: usize, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

/// Sorted numbers as ranges: "0 to 7, 9".
pub fn ranges(numbers: &[u32]) -> String {
    let runs: Vec<String> = numbers
        .chunk_by(|one, next| one + 1 == *next)
        .map(|run| match run {
            [first, .., last] => format!("{first} to {last}"),
            _ => run.iter().map(ToString::to_string).collect(),
        })
        .collect();
    runs.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn consecutive_numbers_become_ranges() {
        assert_eq!(ranges(&[0, 1, 2, 7, 9, 10]), "0 to 2, 7, 9 to 10");
        assert_eq!(ranges(&[4]), "4");
    }

    #[test]
    fn tidy_removes_separators_but_keeps_signs_and_split_numbers() {
        for input in ["c3c4", "C3-C4", " c3 c4 ", "c3 → c4", "c3,c4"] {
            assert_eq!(tidy(input).as_deref(), Ok("c3c4"), "{input}");
        }
        assert_eq!(tidy("A1 = 12").as_deref(), Ok("a1=12"));
        for refused in ["a1=-12", "a1=1,2", "a1=1-2", "a1=1 2"] {
            assert_eq!(
                tidy(refused).as_deref(),
                Ok(refused),
                "must stay as it is, so that it is refused"
            );
        }
        assert!(tidy(&"a".repeat(65)).is_err());
        assert!(tidy("   ").is_err());
    }

    #[test]
    fn split_number_refuses_leading_zeros_and_overflow() {
        assert_eq!(split_number("12x"), Some((12, "x")));
        assert_eq!(split_number("0"), Some((0, "")));
        for bad in ["", "x", "012", "99999999999"] {
            assert_eq!(split_number(bad), None, "{bad}");
        }
    }
}
