//! Games one after another from a file.

use std::io::{self, BufRead, Read};

use thiserror::Error;

use crate::parse::{SyntaxError, parse};
use crate::record::Record;

/// The longest text of one game.
const LONGEST_GAME: usize = 4 << 20;
/// The longest line.
const LONGEST_LINE: u64 = 1 << 20;

/// Why a game could not be read.
#[derive(Debug, Error)]
pub enum ReadError {
    /// Its text is malformed.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// Its text is too long.
    #[error("line {line}: the game's text is longer than {} MiB", LONGEST_GAME >> 20)]
    TooLong {
        /// Where the game begins.
        line: usize,
    },
    /// The file could not be read.
    #[error("cannot read: {0}")]
    Io(#[from] io::Error),
}

/// Reads games one after another; never holds more than one of them.
#[derive(Debug)]
pub struct Reader<R> {
    source: R,
    /// The number of the next line.
    line: usize,
    /// The first line of the next game, already read.
    pending: Option<String>,
    ended: bool,
}

impl<R: BufRead> Reader<R> {
    /// Reads from `source`.
    pub const fn new(source: R) -> Self {
        Self { source, line: 1, pending: None, ended: false }
    }

    /// The next line with its end, at most `LONGEST_LINE` bytes of it.
    fn next_line(&mut self) -> io::Result<Option<String>> {
        let mut bytes = Vec::new();
        self.source.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes)?;
        if bytes.is_empty() {
            return Ok(None);
        }
        self.line += 1;
        String::from_utf8(bytes).map(Some).map_err(|_| {
            let line = self.line - 1;
            io::Error::new(io::ErrorKind::InvalidData, format!("line {line} is not UTF-8 text"))
        })
    }

    /// The text of the next game and the line it begins on.
    fn next_game(&mut self) -> Option<Result<(String, usize), ReadError>> {
        let mut text = self.pending.take().unwrap_or_default();
        let mut first_line = self.line - usize::from(!text.is_empty());
        let mut too_long = false;
        let mut has_moves = false;
        loop {
            let line = match self.next_line() {
                Ok(Some(line)) => line,
                Ok(None) => {
                    self.ended = true;
                    break;
                }
                Err(error) => {
                    self.ended = true;
                    return Some(Err(error.into()));
                }
            };
            // A tag behind moves opens the next game, whatever state the moves are in, so that one
            // unclosed comment does not swallow the rest of the file.
            let is_tag = line.starts_with('[') && !line.starts_with("[%");
            if is_tag && has_moves {
                self.pending = Some(line);
                break;
            }
            let is_blank = line.trim().is_empty();
            has_moves |= !is_tag && !is_blank;
            if text.is_empty() && is_blank {
                first_line = self.line;
                continue;
            }
            if text.len() + line.len() > LONGEST_GAME {
                too_long = true;
            } else {
                text.push_str(&line);
            }
        }
        if too_long {
            Some(Err(ReadError::TooLong { line: first_line }))
        } else if text.trim().is_empty() {
            None
        } else {
            Some(Ok((text, first_line)))
        }
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended && self.pending.is_none() {
            return None;
        }
        let game = self.next_game()?;
        Some(game.and_then(|(text, first_line)| Ok(parse(&text, first_line)?)))
    }
}
