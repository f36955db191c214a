//! What a command finds around it.

use std::io::{Read, Write};

use strata_terminal::Directories;

/// The streams of a command, and where it keeps things.
pub struct Environment<'a> {
    /// Where people type.
    pub input: Input,
    /// Where answers are written.
    pub out: &'a mut dyn Write,
    /// Where complaints are written.
    pub err: &'a mut dyn Write,
    /// Whether `out` is a terminal.
    pub is_terminal: bool,
}

/// What comes in from outside.
pub struct Input {
    /// What is typed.
    pub stream: Box<dyn Read + Send>,
    /// Whether it comes from a terminal.
    pub is_terminal: bool,
    /// Where games and settings are kept.
    pub directories: Directories,
}

impl Input {
    /// Nothing is typed and nothing is kept.
    pub fn none() -> Self {
        Self {
            stream: Box::new(std::io::empty()),
            is_terminal: false,
            directories: Directories::default(),
        }
    }
}
