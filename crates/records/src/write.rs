//! Formats records.

use std::fmt::Write;

use strata_rules::Player;

use crate::record::{Played, Record};

/// The maximum line length of movetext.
const LINE_WIDTH: usize = 80;

impl Record {
    /// The text of the record, which parses back to the same record. `players` is the number of
    /// players, who share a move number, and `first` the player who makes the first move.
    pub fn write(&self, players: usize, first: Player) -> String {
        let mut out = String::new();
        for (name, value) in &self.tags {
            let value = value.replace(char::is_control, " ");
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            let _ = writeln!(out, "[{name} \"{value}\"]");
        }
        out.push('\n');
        let mut words = Vec::new();
        write_comments(&self.comments, &mut words);
        write_line(&self.moves, first.index(), players.max(1), &mut words);
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

fn write_line(moves: &[Played], first_ply: usize, players: usize, words: &mut Vec<String>) {
    let mut needs_number = true;
    for (ply, played) in (first_ply..).zip(moves) {
        let (number, place) = (ply / players + 1, ply % players);
        if place == 0 {
            words.push(format!("{number}."));
        } else if needs_number {
            words.push(format!("{number}..."));
        }
        words.push(played.text.clone());
        words.extend(played.glyphs.iter().map(|glyph| format!("${glyph}")));
        write_comments(&played.comments, words);
        for variation in &played.variations {
            words.push("(".to_owned());
            write_comments(&variation.comments, words);
            write_line(&variation.moves, ply, players, words);
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
