//! Standard output: its width, characters and colours.

use std::env;
use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, Result};
use strata_render::terminal::{Canvas, Colours, TerminalKind, ascii_symbol};
use strata_rules::shorten_to;

use crate::pager;

/// The number of columns when the output is not a terminal.
const DEFAULT_WIDTH: usize = 80;

/// Where a command writes.
pub(crate) struct Output<'a> {
    out: &'a mut dyn Write,
    err: &'a mut dyn Write,
    pub(crate) colours: Colours,
    /// Whether characters outside ASCII can be shown.
    pub(crate) unicode: bool,
    pub(crate) width: usize,
    pub(crate) is_terminal: bool,
}

impl<'a> Output<'a> {
    /// Writes to `out`, and error messages to `err`; `is_terminal` says whether `out` is a terminal.
    pub(crate) fn new(out: &'a mut dyn Write, err: &'a mut dyn Write, is_terminal: bool) -> Self {
        let kind = TerminalKind::from_environment(is_terminal, |name| env::var(name).ok());
        Self {
            out,
            err,
            colours: kind.colours,
            unicode: kind.unicode,
            width: if is_terminal { textwrap::termwidth() } else { DEFAULT_WIDTH },
            is_terminal,
        }
    }

    /// Writes a line.
    pub(crate) fn line(&mut self, text: &str) -> Result<()> {
        self.text(&format!("{text}\n"))
    }

    /// Writes a text, in ASCII if the locale allows no more.
    pub(crate) fn text(&mut self, text: &str) -> Result<()> {
        match self.unicode {
            true => self.bytes(text.as_bytes()),
            false => self.bytes(to_ascii(text).as_bytes()),
        }
    }

    /// Writes raw bytes.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> Result<()> {
        self.out.write_all(bytes).context("cannot write the output")
    }

    /// A writer of text, which becomes ASCII if the locale allows no more.
    pub(crate) fn writer(&mut self) -> Box<dyn Write + '_> {
        match self.unicode {
            true => Box::new(&mut *self.out),
            false => Box::new(AsciiWriter { out: self.out, rest: Vec::new() }),
        }
    }

    /// Writes a picture in the colours of the output.
    pub(crate) fn canvas(&mut self, canvas: &Canvas) -> Result<()> {
        self.text(&canvas.to_text(self.colours))
    }

    /// Writes a long picture: on a terminal, in a pager.
    pub(crate) fn paged_canvas(&mut self, canvas: &Canvas) -> Result<()> {
        let is_dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
        let text = canvas.to_text(self.colours);
        let text = if self.unicode { text } else { to_ascii(&text) };
        self.finish()?;
        if self.is_terminal && !is_dumb && pager::show(&text) {
            return Ok(());
        }
        self.text(&text)
    }

    /// Writes text from a file. A terminal gets no control characters, which could do anything.
    pub(crate) fn foreign_text(&mut self, text: &str) -> Result<()> {
        if !self.is_terminal {
            return self.line(text);
        }
        let is_harmful = |c: char| c.is_control() && c != '\n';
        self.line(&text.replace(is_harmful, "\u{FFFD}"))
    }

    /// Writes a value as JSON.
    pub(crate) fn json(&mut self, value: &serde_json::Value) -> Result<()> {
        let mut text = serde_json::to_vec_pretty(value)?;
        text.push(b'\n');
        self.bytes(&text)
    }

    /// Writes a complaint.
    pub(crate) fn report_error(&mut self, text: &str) {
        let text = if self.unicode { text.to_owned() } else { to_ascii(text) };
        // There is nowhere left to report that this failed.
        let _ = writeln!(self.err, "{text}");
    }

    /// Flushes the output.
    pub(crate) fn finish(&mut self) -> Result<()> {
        self.out.flush().context("cannot write the output")
    }
}

/// The error of a command that has already reported what is wrong.
#[derive(Debug, thiserror::Error)]
#[error("see the messages above")]
pub(crate) struct AlreadyReported;

/// The error of a command that has printed its result, and that ends with this exit status.
#[derive(Debug, thiserror::Error)]
#[error("exit status {0}")]
pub(crate) struct ExitStatus(pub(crate) u8);

/// A file's name for a message: not too long, without control characters.
pub(crate) fn file_name(path: &Path) -> String {
    const LONGEST: usize = 200;
    if path == Path::new("-") {
        return "standard input".to_owned();
    }
    shorten_to(&path.display().to_string(), LONGEST)
}

/// "1 game", "2 games".
pub(crate) fn count(number: u64, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

/// A number with a comma after every three digits: "1,234,567".
pub(crate) fn with_separators(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Whether the reader of the output has closed it: `strata moves staqs | head -1`.
pub(crate) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let io_error = error.root_cause().downcast_ref::<io::Error>();
    io_error.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// The same text in ASCII, as far as it goes.
fn to_ascii(text: &str) -> String {
    text.replace('…', "...").chars().map(ascii_symbol).collect()
}

/// Writes text as ASCII.
struct AsciiWriter<'a> {
    out: &'a mut dyn Write,
    /// The start of a character that is not complete yet.
    rest: Vec<u8>,
}

impl Write for AsciiWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.rest.extend(bytes);
        let complete = match str::from_utf8(&self.rest) {
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            _ => self.rest.len(),
        };
        let text: Vec<u8> = self.rest.drain(..complete).collect();
        self.out.write_all(to_ascii(&String::from_utf8_lossy(&text)).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn separators_stand_between_groups_of_three_digits() {
        let numbers = [0, 999, 1000, 12_345, 123_456, 1_234_567];
        let texts = ["0", "999", "1,000", "12,345", "123,456", "1,234,567"];
        assert_eq!(numbers.map(with_separators), texts);
    }

    #[test]
    fn ascii_writer_replaces_characters_even_if_they_come_in_parts() {
        let mut written = Vec::new();
        let mut writer = AsciiWriter { out: &mut written, rest: Vec::new() };
        for byte in "5×5 …é".bytes() {
            writer.write_all(&[byte]).expect("memory");
        }
        assert_eq!(written, b"5x5 ...?");
    }
}
