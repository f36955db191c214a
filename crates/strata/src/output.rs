//! Standard output: its width, characters and colours.

use std::env;
use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, Result};
use strata_render::terminal::{Canvas, Colours};
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
        let get = |name: &str| env::var(name).ok();
        Self {
            out,
            err,
            colours: Colours::from_environment(is_terminal, get),
            unicode: !is_terminal || locale_is_unicode(get),
            width: if is_terminal { textwrap::termwidth() } else { DEFAULT_WIDTH },
            is_terminal,
        }
    }

    /// Writes a line.
    pub(crate) fn line(&mut self, text: &str) -> Result<()> {
        let mut text = text.to_owned();
        if !self.unicode {
            text = to_ascii(&text);
        }
        text.push('\n');
        self.bytes(text.as_bytes())
    }

    /// Writes raw bytes.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> Result<()> {
        self.out.write_all(bytes).context("cannot write the output")
    }

    /// Where answers go, for whoever writes them without help.
    pub(crate) fn writer(&mut self) -> &mut dyn Write {
        self.out
    }

    /// Writes a picture in the colours of the output.
    pub(crate) fn canvas(&mut self, canvas: &Canvas) -> Result<()> {
        self.bytes(canvas.to_text(self.colours).as_bytes())
    }

    /// Writes a long picture: on a terminal, in a pager.
    pub(crate) fn paged_canvas(&mut self, canvas: &Canvas) -> Result<()> {
        let is_dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
        let text = canvas.to_text(self.colours);
        self.finish()?;
        if self.is_terminal && !is_dumb && pager::show(&text) {
            return Ok(());
        }
        self.bytes(text.as_bytes())
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

/// Whether the reader of the output has closed it: `strata moves staqs | head -1`.
pub(crate) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let io_error = error.root_cause().downcast_ref::<io::Error>();
    io_error.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// Whether the locale says that the terminal shows UTF-8; so it is taken to be if nothing is said.
fn locale_is_unicode(get: impl Fn(&str) -> Option<String>) -> bool {
    let said = ["LC_ALL", "LC_CTYPE", "LANG"];
    let locale = said.into_iter().filter_map(get).find(|value| !value.is_empty());
    locale.is_none_or(|locale| locale.to_lowercase().replace('-', "").contains("utf8"))
}

/// The same text in ASCII, as far as it goes.
fn to_ascii(text: &str) -> String {
    let plain =
        text.replace('×', "x").replace('…', "...").replace(['–', '−'], "-").replace('’', "'");
    plain.replace(|c: char| !c.is_ascii(), "?")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_locale_decides_on_unicode() {
        let with = |pairs: &'static [(&str, &str)]| {
            locale_is_unicode(|name| {
                pairs.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
            })
        };
        assert!(with(&[]));
        assert!(with(&[("LANG", "en_GB.UTF-8")]));
        assert!(!with(&[("LANG", "C")]));
        assert!(!with(&[("LC_ALL", "POSIX"), ("LANG", "en_GB.UTF-8")]));
        assert!(with(&[("LC_ALL", ""), ("LANG", "C.utf8")]));
    }
}
