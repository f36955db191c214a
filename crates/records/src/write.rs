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
        let mut out = String::new();
        for (name, value) in &self.tags {
            let value = value.replace(char::is_control, " ");
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            let _ = writeln!(out, "[{name} \"{value}\"]");
        }
        out.push('\n');
        let mut words = Vec::new();
        write_comments(&self.comments, &mut words);
        write_line(&self.moves, Cursor::new(start), &mut words);
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

/// The state of a line of moves: who moves next and which number comes next.
struct Cursor {
    position: Box<dyn AnyPosition>,
    last: Option<MoveNumber>,
}

impl Cursor {
    fn new(start: &dyn AnyPosition) -> Self {
        Self { position: start.boxed_clone(), last: None }
    }

    fn boxed_clone(&self) -> Self {
        Self { position: self.position.boxed_clone(), last: self.last }
    }

    /// Plays a word of movetext and returns its number. A move that cannot be played counts as
    /// one of the player to move.
    fn advance(&mut self, text: &str) -> MoveNumber {
        let played = play_recorded(&mut *self.position, text);
        let player = played.map_or(self.position.turn(), |(_, player)| player);
        let number = MoveNumber::after(self.last, player);
        self.last = Some(number);
        number
    }
}

fn write_line(moves: &[Played], mut cursor: Cursor, words: &mut Vec<String>) {
    let mut needs_number = true;
    for played in moves {
        let before = cursor.boxed_clone();
        let number = cursor.advance(&played.text);
        if number.player == Player(0) {
            words.push(format!("{}.", number.number));
        } else if needs_number || number.starts_row(before.last) {
            words.push(format!("{}...", number.number));
        }
        words.push(played.text.clone());
        words.extend(played.glyphs.iter().map(|glyph| format!("${glyph}")));
        write_comments(&played.comments, words);
        for variation in &played.variations {
            words.push("(".to_owned());
            write_comments(&variation.comments, words);
            write_line(&variation.moves, before.boxed_clone(), words);
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
