//! The streams and folders that a command works with.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;

use strata_terminal::Directories;

/// The streams and folders that a command works with.
pub struct Environment<'a> {
    /// The input.
    pub input: Input,
    /// Standard output.
    pub out: &'a mut dyn Write,
    /// Standard error.
    pub err: &'a mut dyn Write,
    /// Whether `out` is the terminal of this process.
    pub is_terminal: bool,
}

/// Everything a command reads.
pub struct Input {
    /// Standard input.
    pub stream: Box<dyn Read + Send>,
    /// Whether the stream is a terminal.
    pub is_terminal: bool,
    /// The folders of saved games and settings.
    pub directories: Directories,
}

impl Input {
    /// Empty input, and no folders to save in.
    pub fn none() -> Self {
        Self {
            stream: Box::new(std::io::empty()),
            is_terminal: false,
            directories: Directories::default(),
        }
    }

    /// Opens a file; `-` is standard input.
    pub(crate) fn open_file(&mut self, path: &Path) -> io::Result<Box<dyn BufRead + '_>> {
        if path == Path::new("-") {
            return Ok(Box::new(BufReader::new(&mut self.stream)));
        }
        if path.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        Ok(Box::new(BufReader::new(File::open(path)?)))
    }
}
