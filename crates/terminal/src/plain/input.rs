//! Reads input lines on a background thread, so that clocks can run out while the program waits.

use std::io::{BufRead, BufReader, Read};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// The maximum length of a line, in bytes.
const LONGEST_LINE: usize = 1000;

/// The maximum number of buffered lines. More input has to wait, so it cannot fill the memory.
const MAX_BUFFERED: usize = 16;

/// A result of reading the input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Input {
    /// A line without its line break.
    Line(String),
    /// A line that is too long.
    TooLong,
    /// The end of the input.
    End,
    /// No line came in time.
    Timeout,
}

/// Reads the lines of an input.
pub(super) struct LineReader {
    receiver: Receiver<Input>,
}

impl LineReader {
    pub(super) fn new(source: Box<dyn Read + Send>) -> Self {
        let (sender, receiver) = mpsc::sync_channel(MAX_BUFFERED);
        thread::spawn(move || {
            let mut source = BufReader::new(source);
            loop {
                let input = read_line(&mut source);
                let is_end = input == Input::End;
                if sender.send(input).is_err() || is_end {
                    return;
                }
            }
        });
        Self { receiver }
    }

    /// Waits for the next line, at most for `timeout`.
    pub(super) fn next(&self, timeout: Option<Duration>) -> Input {
        let input = match timeout {
            None => self.receiver.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(timeout) => self.receiver.recv_timeout(timeout),
        };
        match input {
            Ok(input) => input,
            Err(RecvTimeoutError::Timeout) => Input::Timeout,
            Err(RecvTimeoutError::Disconnected) => Input::End,
        }
    }
}

/// Reads one line, but stores no more than the maximum length of it. Invalid UTF-8 is replaced by
/// characters that occur in no move.
fn read_line(input: &mut impl BufRead) -> Input {
    let mut line = Vec::new();
    let limit = LONGEST_LINE as u64 + 1;
    match input.by_ref().take(limit).read_until(b'\n', &mut line) {
        Ok(0) | Err(_) => return Input::End,
        Ok(_) => {}
    }
    if line.len() > LONGEST_LINE && !line.ends_with(b"\n") {
        return skip_line(input);
    }
    Input::Line(String::from_utf8_lossy(&line).trim().to_owned())
}

fn skip_line(input: &mut impl BufRead) -> Input {
    loop {
        let mut rest = Vec::new();
        match input.by_ref().take(LONGEST_LINE as u64).read_until(b'\n', &mut rest) {
            Ok(_) if rest.is_empty() || rest.ends_with(b"\n") => return Input::TooLong,
            Ok(_) => {}
            Err(_) => return Input::End,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_all(bytes: &[u8]) -> Vec<Input> {
        let lines = LineReader::new(Box::new(std::io::Cursor::new(bytes.to_vec())));
        let mut inputs = Vec::new();
        while inputs.last() != Some(&Input::End) {
            inputs.push(lines.next(None));
        }
        inputs.pop();
        inputs
    }

    fn line(text: &str) -> Input {
        Input::Line(text.to_owned())
    }

    #[test]
    fn lines_are_trimmed_and_split() {
        assert_eq!(read_all(b""), []);
        assert_eq!(read_all(b"a1\r\n\n  b2 "), [line("a1"), line(""), line("b2")]);
    }

    #[test]
    fn too_long_lines_and_invalid_utf8_are_handled() {
        let mut input = vec![b'x'; 1_000_000];
        input.extend(b"\nc3\n");
        assert_eq!(read_all(&input), [Input::TooLong, line("c3")]);
        assert_eq!(read_all(&vec![b'x'; LONGEST_LINE + 1]), [Input::TooLong]);
        let longest = "y".repeat(LONGEST_LINE);
        assert_eq!(read_all(format!("{longest}\nz").as_bytes()), [line(&longest), line("z")]);
        assert_eq!(read_all(b"\xff\xfea1\n"), [line("\u{fffd}\u{fffd}a1")]);
    }
}
