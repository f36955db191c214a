//! Standard output: whether it is a terminal, how wide, with which characters and colours.

use std::env;
use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, Result};
use strata_render::terminal::{Canvas, Colours};
use strata_rules::shorten_to;

/// The columns of an output that is no terminal.
const DEFAULT_WIDTH: usize = 80;

/// Where a command writes.
pub(crate) struct Output<'a> {
    out: &'a mut dyn Write,
    err: &'a mut dyn Write,
    pub(crate) colours: Colours,
    /// Whether more than ASCII can be shown.
    pub(crate) unicode: bool,
    pub(crate) width: usize,
    pub(crate) is_terminal: bool,
}

impl<'a> Output<'a> {
    /// Writes answers to `out` and complaints to `err`; `is_terminal` is said of `out`.
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

    /// Writes a picture with the colours the output has.
    pub(crate) fn canvas(&mut self, canvas: &Canvas) -> Result<()> {
        self.bytes(canvas.to_text(self.colours).as_bytes())
    }

    /// Writes a value as JSON.
    pub(crate) fn json(&mut self, value: &serde_json::Value) -> Result<()> {
        let mut text = serde_json::to_vec_pretty(value)?;
        text.push(b'\n');
        self.bytes(&text)
    }

    /// Writes a complaint.
    pub(crate) fn report_error(&mut self, text: &str) {
        // There is nowhere left to say that this failed.
        let _ = writeln!(self.err, "{text}");
    }

    /// Makes sure all has been written.
    pub(crate) fn finish(&mut self) -> Result<()> {
        self.out.flush().context("cannot write the output")
    }
}

/// The error of a command that has said all there is to say.
#[derive(Debug, thiserror::Error)]
#[error("see above")]
pub(crate) struct AlreadyReported;

/// A file's name, fit for a message.
pub(crate) fn file_name(path: &Path) -> String {
    const LONGEST: usize = 200;
    shorten_to(&path.display().to_string(), LONGEST)
}

/// Whoever reads the output has seen enough: `strata moves staqs | head -1`.
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
