//! Printing text and asking questions.

use std::io::{self, Write};
use std::time::Duration;

use super::input::{Input, LineReader};

/// Settings of a console.
#[derive(Clone, Copy, Debug)]
pub(super) struct ConsoleOptions {
    /// Whether to repeat input lines in the output, because no terminal echoes them.
    pub(super) echo: bool,
    /// The width at which lines are wrapped, if any.
    pub(super) width: Option<usize>,
}

/// Text output and line input.
pub(super) struct Console<'a> {
    out: &'a mut dyn Write,
    lines: LineReader,
    options: ConsoleOptions,
    ended: bool,
}

impl<'a> Console<'a> {
    pub(super) fn new(out: &'a mut dyn Write, lines: LineReader, options: ConsoleOptions) -> Self {
        Self { out, lines, options, ended: false }
    }

    /// Prints text, wrapped to the width.
    pub(super) fn print(&mut self, text: &str) -> io::Result<()> {
        let Some(width) = self.options.width else { return self.print_raw(text) };
        let words = textwrap::WordSplitter::NoHyphenation;
        let options = textwrap::Options::new(width).word_splitter(words);
        self.print_raw(&textwrap::fill(text, options))
    }

    /// Prints text as it is, such as a board.
    pub(super) fn print_raw(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{text}")
    }

    /// Flushes the output.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// Prints a question and waits for a line.
    pub(super) fn ask(&mut self, question: &str) -> io::Result<Input> {
        self.prompt(question)?;
        self.read(None)
    }

    /// Prints a prompt without a line break.
    pub(super) fn prompt(&mut self, question: &str) -> io::Result<()> {
        write!(self.out, "{question} ")?;
        self.flush()
    }

    /// Waits for a line after a prompt, at most for `timeout`.
    pub(super) fn read(&mut self, timeout: Option<Duration>) -> io::Result<Input> {
        let input = self.receive(timeout);
        match &input {
            Input::Line(line) if self.options.echo => {
                self.print(&line.replace(char::is_control, "\u{fffd}"))?;
            }
            Input::TooLong if self.options.echo => self.print("...")?,
            Input::End => self.print("")?,
            _ => {}
        }
        Ok(input)
    }

    /// A line that was typed without a prompt, if there is one.
    pub(super) fn poll(&mut self) -> Input {
        self.receive(Some(Duration::ZERO))
    }

    /// Whether the input has ended.
    pub(super) const fn has_ended(&self) -> bool {
        self.ended
    }

    fn receive(&mut self, timeout: Option<Duration>) -> Input {
        if self.ended {
            return Input::End;
        }
        let input = self.lines.next(timeout);
        self.ended = input == Input::End;
        input
    }

    /// Asks until the answer is yes or no. The end of the input means no.
    pub(super) fn confirm(&mut self, question: &str) -> io::Result<bool> {
        loop {
            match self.ask(question)? {
                Input::Line(line) => match line.to_lowercase().as_str() {
                    "y" | "yes" => return Ok(true),
                    "n" | "no" => return Ok(false),
                    _ => self.print("Please type y or n.")?,
                },
                Input::TooLong | Input::Timeout => self.print("Please type y or n.")?,
                Input::End => return Ok(false),
            }
        }
    }
}
