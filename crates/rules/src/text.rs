//! Moves and positions as text.

use thiserror::Error;

use crate::{Game, OptionError, Square, shorten};

/// A game whose moves and positions can be written and read. What is printed is what is read.
pub trait Text: Game {
    /// Appends the one canonical spelling of a move.
    fn write_move(&self, mv: Self::Move, out: &mut String);

    /// Reads a legal move from tidied text (see [`tidy`]), or says in a phrase why it is none.
    fn read_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, String>;

    /// Appends the position without its options, in letters, digits, `.`, `-` and `_`.
    fn write_position(&self, position: &Self::Position, out: &mut String);

    /// Reads what `write_position` writes, whether or not a game could come to it, or says in a
    /// phrase what is wrong with the text.
    fn read_draft(&self, text: &str) -> Result<Self::Position, String>;

    /// Makes a draft just read a position to play from, or says in a phrase why it is none. Only
    /// positions the game can go on from, or has ended in, are accepted.
    fn accept(&self, draft: Self::Position) -> Result<Self::Position, String>;

    /// Reads a position.
    fn read_position(&self, text: &str) -> Result<Self::Position, String> {
        self.accept(self.read_draft(text)?)
    }

    /// The canonical spelling of a move.
    fn move_text(&self, mv: Self::Move) -> String {
        let mut text = String::new();
        self.write_move(mv, &mut text);
        text
    }

    /// The text of a position with its options, which `read_full_position` reads.
    fn position_text(&self, position: &Self::Position) -> String {
        let mut text = self.options().text();
        text.push('_');
        self.write_position(position, &mut text);
        text
    }

    /// Reads a move as a person may type it: `C3-C4` and `c3 c4` for `c3c4`.
    fn parse_move(&self, position: &Self::Position, input: &str) -> Result<Self::Move, MoveError> {
        let refuse = |reason: String| MoveError { input: shorten(input.trim()), reason };
        let text = tidy(input).map_err(refuse)?;
        if self.outcome(position).is_some() {
            return Err(refuse("the game is over".to_owned()));
        }
        self.read_move(position, &text).map_err(refuse)
    }
}

/// Why a move was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{input}: {reason}")]
pub struct MoveError {
    /// What was typed.
    pub input: String,
    /// Why it is not a legal move.
    pub reason: String,
}

/// Why a position was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// The options in front are wrong.
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

/// The longest text that is looked at as a move. A Qawale sowing has at most 24 characters.
const MAX_MOVE_LENGTH: usize = 64;

/// The longest text that is looked at as a position.
pub const MAX_POSITION_LENGTH: usize = 4096;

/// Lower case without the separators that people put into moves.
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
        let behind = rest.trim_start_matches(is_separator);
        if behind.len() == rest.len() {
            text.extend(c.to_lowercase());
            rest = &rest[c.len_utf8()..];
            continue;
        }
        // Digits apart are not one number, and a dash behind = is a sign: these are kept, to be
        // refused.
        let joins_digits = text.ends_with(|c: char| c.is_ascii_digit())
            && behind.starts_with(|c: char| c.is_ascii_digit());
        let separator = &rest[..rest.len() - behind.len()];
        if joins_digits || (text.ends_with('=') && separator.contains('-')) {
            text.push_str(separator.trim());
            text.push_str(if separator.trim().is_empty() { " " } else { "" });
        }
        rest = behind;
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

/// The ranks of a board written from the top, as `(rank, text)`; their number must be `size`.
pub fn ranks(board: &str, size: usize) -> Result<impl Iterator<Item = (u8, &str)>, String> {
    match board.split('-').count() {
        count if count == size => Ok((0..size as u8).rev().zip(board.split('-'))),
        count => Err(format!("the board has {count} ranks joined by -, expected {size}")),
    }
}

/// Splits a decimal number without leading zeros off the front of `text`.
pub fn split_number(text: &str) -> Option<(u32, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = text.split_at(digits);
    if digits > 1 && number.starts_with('0') {
        return None;
    }
    number.parse().ok().map(|number| (number, rest))
}

/// Splits the name of a square of a `size`×`size` board off the front of a move.
pub fn split_square(text: &str, size: usize) -> Result<(Square, &str), String> {
    match Square::split_from(text) {
        Some((square, rest)) if square.is_on(size, size) => Ok((square, rest)),
        Some((square, _)) => Err(format!("{square} is not on the {size}×{size} board")),
        None => Err("expected a square such as c3".to_owned()),
    }
}

/// Reads a move that is two squares, which `expected` describes.
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

/// Reads a move that is two neighbouring squares.
pub fn read_step_move(text: &str, size: usize) -> Result<(Square, Square), String> {
    let (from, to) = read_two_squares(text, size, "two squares such as c3c4")?;
    if from.file.abs_diff(to.file) + from.rank.abs_diff(to.rank) != 1 {
        return Err(format!("{from} and {to} are not orthogonal neighbours"));
    }
    Ok((from, to))
}

/// Why `pass` is refused to somebody who has a move.
pub const PASS_REFUSED: &str = "pass is legal only without any other move";

/// Sorted numbers in words: "0 to 7, 9".
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
    fn runs_of_numbers_are_shortened() {
        assert_eq!(ranges(&[0, 1, 2, 7, 9, 10]), "0 to 2, 7, 9 to 10");
        assert_eq!(ranges(&[4]), "4");
    }

    #[test]
    fn friendly_moves_are_tidied() {
        for input in ["c3c4", "C3-C4", " c3 c4 ", "c3 → c4", "c3,c4"] {
            assert_eq!(tidy(input).as_deref(), Ok("c3c4"), "{input}");
        }
        assert_eq!(tidy("A1 = 12").as_deref(), Ok("a1=12"));
        for refused in ["a1=-12", "a1=1,2", "a1=1-2", "a1=1 2"] {
            assert_eq!(tidy(refused).as_deref(), Ok(refused), "kept as it is, to be refused");
        }
        assert!(tidy(&"a".repeat(65)).is_err());
        assert!(tidy("   ").is_err());
    }

    #[test]
    fn numbers_have_one_spelling() {
        assert_eq!(split_number("12x"), Some((12, "x")));
        assert_eq!(split_number("0"), Some((0, "")));
        for bad in ["", "x", "012", "99999999999"] {
            assert_eq!(split_number(bad), None, "{bad}");
        }
    }
}
