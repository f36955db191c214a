//! Reads the games of a file one by one.

use std::io::{self, BufRead, Read};

use thiserror::Error;

use crate::parse::{MoveBudget, SyntaxError, parse};
use crate::record::Record;

/// The maximum length of the text of one game.
const MAX_GAME_LENGTH: usize = 4 << 20;

/// A game that could not be read.
#[derive(Debug, Error)]
pub enum ReadError {
    /// The text is malformed.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// The text is too long.
    #[error("line {line}: the game that starts here is longer than {} MiB", MAX_GAME_LENGTH >> 20)]
    TooLong {
        /// The first line of the game.
        line: usize,
    },
    /// The bytes are not UTF-8.
    #[error("line {line} is not UTF-8 text")]
    NotText {
        /// The first line that is not UTF-8.
        line: usize,
    },
    /// The file could not be read.
    #[error("cannot read the records: {}", .0.kind())]
    Io(#[from] io::Error),
}

enum Line {
    Text(String),
    /// The text with invalid bytes replaced.
    NotText(String),
    TooLong,
}

/// Whether a line starts like a tag: `[Name "`.
fn looks_like_tag(line: &str) -> bool {
    let Some(name) = line.strip_prefix('[') else { return false };
    let rest = name.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
    rest.len() < name.len() && rest.trim_start().starts_with('"')
}

/// Reads games one by one; at most one of them is in memory.
#[derive(Debug)]
pub struct Reader<R> {
    source: R,
    /// The number of the next line.
    line: usize,
    /// The first line of the next game, already read.
    pending: Option<String>,
    budget: MoveBudget,
    ended: bool,
}

impl<R: BufRead> Reader<R> {
    /// Reads from `source`.
    pub const fn new(source: R) -> Self {
        let budget = MoveBudget { most: usize::MAX, left: usize::MAX };
        Self { source, line: 1, pending: None, budget, ended: false }
    }

    /// Limits the number of moves of all games together, including variations.
    #[must_use]
    pub fn with_at_most(self, moves: usize) -> Self {
        Self { budget: MoveBudget { most: moves, left: moves }, ..self }
    }

    /// The next line, including its line break.
    fn next_line(&mut self) -> io::Result<Option<Line>> {
        let mut bytes = Vec::new();
        let limit = MAX_GAME_LENGTH as u64 + 1;
        self.source.by_ref().take(limit).read_until(b'\n', &mut bytes)?;
        if bytes.is_empty() {
            return Ok(None);
        }
        self.line += 1;
        if bytes.len() > MAX_GAME_LENGTH {
            self.skip_line(bytes)?;
            return Ok(Some(Line::TooLong));
        }
        Ok(Some(String::from_utf8(bytes).map_or_else(
            |error| Line::NotText(String::from_utf8_lossy(error.as_bytes()).into_owned()),
            Line::Text,
        )))
    }

    /// Skips the rest of a line that starts with `bytes`.
    fn skip_line(&mut self, mut bytes: Vec<u8>) -> io::Result<()> {
        while !bytes.is_empty() && !bytes.ends_with(b"\n") {
            bytes.clear();
            self.source.by_ref().take(MAX_GAME_LENGTH as u64).read_until(b'\n', &mut bytes)?;
        }
        Ok(())
    }

    /// The text of the next game and its first line. A game that cannot be read is skipped to its
    /// end.
    fn next_game(&mut self) -> Result<Option<(String, usize)>, ReadError> {
        let mut text = self.pending.take().unwrap_or_default();
        let mut first_line = self.line - usize::from(!text.is_empty());
        let mut fault = None;
        let mut has_moves = false;
        while let Some(line) = self.next_line()? {
            let line = match line {
                Line::Text(line) => line,
                Line::NotText(line) => {
                    fault.get_or_insert(ReadError::NotText { line: self.line - 1 });
                    line
                }
                Line::TooLong => {
                    has_moves = true;
                    fault.get_or_insert(ReadError::TooLong { line: first_line });
                    continue;
                }
            };
            // A tag after moves starts the next game even inside a comment, so that one unclosed
            // comment does not swallow the rest of the file.
            let is_tag = looks_like_tag(&line);
            if is_tag && has_moves {
                self.pending = Some(line);
                break;
            }
            let is_blank = line.trim().is_empty();
            has_moves |= !is_tag && !is_blank && !line.starts_with([';', '%', '[']);
            if text.is_empty() && is_blank {
                first_line = self.line;
            } else if text.len() + line.len() > MAX_GAME_LENGTH {
                fault.get_or_insert(ReadError::TooLong { line: first_line });
            } else if fault.is_none() {
                text.push_str(&line);
            }
        }
        match fault {
            Some(fault) => Err(fault),
            None => Ok((!text.trim().is_empty()).then_some((text, first_line))),
        }
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let game = self.next_game();
        self.ended = matches!(game, Ok(None) | Err(ReadError::Io(_)));
        let (text, first_line) = match game {
            Ok(game) => game?,
            Err(error) => return Some(Err(error)),
        };
        Some(parse(&text, first_line, &mut self.budget).map_err(ReadError::from))
    }
}
