//! Formats records.

use std::fmt::Write;

use strata_rules::{AnyPosition, Player};

use crate::numbering::MoveNumber;
use crate::play_recorded;
use crate::record::{Played, Record};

/// The maximum line length of movetext.
const LINE_WIDTH: usize = 80;

impl Record {
    /// The text of the record, which reads back as the same record. Moves are numbered from
    /// `start`, the position before the first one.
    pub fn write(&self, start: &dyn AnyPosition) -> String {
        let mut players = Vec::new();
        find_players(&self.moves, start.boxed_clone(), &mut players);
        self.write_knowing(players)
    }

    /// The same for a caller who knows who made the moves, in the order of the text: a move, its
    /// variations, the next move. This is faster, because no move is played.
    pub fn write_knowing(&self, players: impl IntoIterator<Item = Player>) -> String {
        let mut out = String::new();
        for (name, value) in &self.tags {
            let value = value.replace(char::is_control, " ");
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            let _ = writeln!(out, "[{name} \"{value}\"]");
        }
        out.push('\n');
        let mut words = Vec::new();
        write_comments(&self.comments, &mut words);
        write_line(&self.moves, None, &mut players.into_iter(), &mut words);
        words.push(self.result.clone().unwrap_or_else(|| "*".to_owned()));
        write_wrapped(&words, &mut out);
        out
    }
}

/// A closing brace would end a comment early, so it becomes a parenthesis.
fn write_comments(comments: &[String], words: &mut Vec<String>) {
    for comment in comments {
        let safe = comment.replace('}', ")");
        let mut pieces: Vec<String> = safe.split_whitespace().map(str::to_owned).collect();
        match (pieces.len(), pieces.first_mut()) {
            (_, Some(first)) => first.insert(0, '{'),
            _ => pieces.push("{".to_owned()),
        }
        if let Some(last) = pieces.last_mut() {
            last.push('}');
        }
        words.extend(pieces);
    }
}

/// Finds out who makes the moves of a line, in the order of the text. A move that cannot be played
/// counts as one of the player to move.
fn find_players(moves: &[Played], mut position: Box<dyn AnyPosition>, players: &mut Vec<Player>) {
    for played in moves {
        let before = (!played.variations.is_empty()).then(|| position.boxed_clone());
        let found = play_recorded(&mut *position, &played.text);
        players.push(found.map_or(position.turn(), |(_, player)| player));
        for (variation, before) in played.variations.iter().zip(before.iter().cycle()) {
            find_players(&variation.moves, before.boxed_clone(), players);
        }
    }
}

/// Writes a line of moves, given the number of the move before it.
fn write_line(
    moves: &[Played],
    mut last: Option<MoveNumber>,
    players: &mut impl Iterator<Item = Player>,
    words: &mut Vec<String>,
) {
    let mut needs_number = true;
    for played in moves {
        let before = last;
        let number = MoveNumber::after(before, players.next().unwrap_or(Player(0)));
        last = Some(number);
        if number.player == Player(0) {
            words.push(format!("{}.", number.number));
        } else if needs_number || number.starts_row(before) {
            words.push(format!("{}...", number.number));
        }
        words.push(played.text.clone());
        words.extend(played.glyphs.iter().map(|glyph| format!("${glyph}")));
        write_comments(&played.comments, words);
        for variation in &played.variations {
            words.push("(".to_owned());
            write_comments(&variation.comments, words);
            write_line(&variation.moves, before, players, words);
            words.push(")".to_owned());
        }
        needs_number = !played.comments.is_empty() || !played.variations.is_empty();
    }
}

fn write_wrapped(words: &[String], out: &mut String) {
    let mut column = 0;
    for word in words {
        let length = word.chars().count();
        // A bracket at the start of a line could be mistaken for a tag.
        if column > 0 && column + 1 + length > LINE_WIDTH && !word.starts_with('[') {
            out.push('\n');
            column = 0;
        } else if column > 0 {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += length;
    }
    out.push('\n');
}
