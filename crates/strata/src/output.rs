//! Standard output: whether it is a terminal, how wide, and with which colours.

use std::env;
use std::io::{self, Write};

use strata_render::terminal::{Canvas, Colours};

/// The columns of an output that is no terminal.
const USUAL_WIDTH: usize = 80;

/// Where a command writes.
pub(crate) struct Output<'a> {
    out: &'a mut dyn Write,
    err: &'a mut dyn Write,
    pub(crate) colours: Colours,
    pub(crate) width: usize,
}

impl<'a> Output<'a> {
    /// Writes answers to `out` and complaints to `err`; `is_terminal` is said of `out`.
    pub(crate) fn new(out: &'a mut dyn Write, err: &'a mut dyn Write, is_terminal: bool) -> Self {
        let width = if is_terminal { textwrap::termwidth() } else { USUAL_WIDTH };
        let colours = Colours::from_environment(is_terminal, |name| env::var(name).ok());
        Self { out, err, colours, width }
    }

    /// Writes a complaint.
    pub(crate) fn complain(&mut self, text: &str) {
        // There is nowhere left to say that this failed.
        let _ = writeln!(self.err, "{text}");
    }

    /// Writes a line.
    pub(crate) fn line(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{text}")
    }

    /// Writes raw bytes.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.out.write_all(bytes)?;
        self.out.flush()
    }

    /// Writes a picture with the colours the output has.
    pub(crate) fn canvas(&mut self, canvas: &Canvas) -> io::Result<()> {
        self.out.write_all(canvas.to_text(self.colours).as_bytes())
    }

    /// Writes a value as JSON.
    pub(crate) fn json(&mut self, value: &serde_json::Value) -> anyhow::Result<()> {
        serde_json::to_writer_pretty(&mut self.out, value)?;
        Ok(self.line("")?)
    }

    /// Makes sure all has been written.
    pub(crate) fn finish(&mut self) -> anyhow::Result<()> {
        Ok(self.out.flush()?)
    }
}
