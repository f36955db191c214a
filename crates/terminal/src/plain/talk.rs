//! Saying and asking.

use std::io::{self, Write};
use std::time::Duration;

use super::lines::{Heard, Lines};

/// How a conversation is held.
#[derive(Clone, Copy, Debug)]
pub(super) struct Manner {
    /// Whether what is read is said again, since no terminal shows it.
    pub(super) echo: bool,
    /// Longer lines are broken between words.
    pub(super) width: Option<usize>,
}

/// A conversation: lines out, lines in.
pub(super) struct Talk<'a> {
    out: &'a mut dyn Write,
    lines: Lines,
    manner: Manner,
    ended: bool,
}

impl<'a> Talk<'a> {
    pub(super) fn new(out: &'a mut dyn Write, lines: Lines, manner: Manner) -> Self {
        Self { out, lines, manner, ended: false }
    }

    /// Says a line, or several.
    pub(super) fn say(&mut self, text: &str) -> io::Result<()> {
        let Some(width) = self.manner.width else { return self.picture(text) };
        let words = textwrap::WordSplitter::NoHyphenation;
        let options = textwrap::Options::new(width).word_splitter(words);
        self.picture(&textwrap::fill(text, options))
    }

    /// Shows lines as they are.
    pub(super) fn picture(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{text}")
    }

    /// Makes sure that everything said is seen.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// Asks, and waits for a line.
    pub(super) fn ask(&mut self, question: &str) -> io::Result<Heard> {
        self.prompt(question)?;
        self.wait(None)
    }

    /// Shows what is asked for.
    pub(super) fn prompt(&mut self, question: &str) -> io::Result<()> {
        write!(self.out, "{question} ")?;
        self.flush()
    }

    /// Waits for a line behind a prompt. When none comes in time, the prompt still stands.
    pub(super) fn wait(&mut self, patience: Option<Duration>) -> io::Result<Heard> {
        let heard = self.hear(patience);
        match &heard {
            Heard::Line(line) if self.manner.echo => {
                self.say(&line.replace(char::is_control, "\u{fffd}"))?;
            }
            Heard::TooLong if self.manner.echo => self.say("...")?,
            Heard::End => self.say("")?,
            _ => {}
        }
        Ok(heard)
    }

    /// A line that has been typed unasked.
    pub(super) fn overhear(&mut self) -> Heard {
        self.hear(Some(Duration::ZERO))
    }

    /// Whether nothing more will be heard.
    pub(super) const fn has_ended(&self) -> bool {
        self.ended
    }

    fn hear(&mut self, patience: Option<Duration>) -> Heard {
        if self.ended {
            return Heard::End;
        }
        let heard = self.lines.next(patience);
        self.ended = heard == Heard::End;
        heard
    }

    /// Asks for yes or no until it is one of them; the end of the input is a no.
    pub(super) fn confirm(&mut self, question: &str) -> io::Result<bool> {
        loop {
            match self.ask(question)? {
                Heard::Line(line) => match line.to_lowercase().as_str() {
                    "y" | "yes" => return Ok(true),
                    "n" | "no" => return Ok(false),
                    _ => self.say("Please type y or n.")?,
                },
                Heard::TooLong | Heard::Nothing => self.say("Please type y or n.")?,
                Heard::End => return Ok(false),
            }
        }
    }
}
