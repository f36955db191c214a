//! What is typed, line by line, from a thread of its own: so the clock is heard meanwhile.

use std::io::{BufRead, BufReader, Read};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// The longest line that is looked at, in bytes.
const LONGEST_LINE: usize = 1000;

/// How many lines wait at most: an endless input waits rather than fill the memory.
const MOST_WAITING: usize = 16;

/// Something heard from the input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Heard {
    /// A line without its end.
    Line(String),
    /// A line that is too long to be anything.
    TooLong,
    /// There is no more.
    End,
    /// Nothing came in time.
    Nothing,
}

/// The lines of an input.
pub(super) struct Lines {
    receiver: Receiver<Heard>,
}

impl Lines {
    pub(super) fn new(input: Box<dyn Read + Send>) -> Self {
        let (sender, receiver) = mpsc::sync_channel(MOST_WAITING);
        thread::spawn(move || {
            let mut input = BufReader::new(input);
            loop {
                let heard = read_line(&mut input);
                let is_end = heard == Heard::End;
                if sender.send(heard).is_err() || is_end {
                    return;
                }
            }
        });
        Self { receiver }
    }

    /// The next line; nothing if none comes within `patience`.
    pub(super) fn next(&self, patience: Option<Duration>) -> Heard {
        let heard = match patience {
            None => self.receiver.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(patience) => self.receiver.recv_timeout(patience),
        };
        match heard {
            Ok(heard) => heard,
            Err(RecvTimeoutError::Timeout) => Heard::Nothing,
            Err(RecvTimeoutError::Disconnected) => Heard::End,
        }
    }
}

/// Reads one line and keeps no more of it than can be of use. Bytes that are no text become signs
/// that no move has.
fn read_line(input: &mut impl BufRead) -> Heard {
    let mut line = Vec::new();
    let limit = LONGEST_LINE as u64 + 1;
    match input.by_ref().take(limit).read_until(b'\n', &mut line) {
        Ok(0) | Err(_) => return Heard::End,
        Ok(_) => {}
    }
    if line.len() > LONGEST_LINE && !line.ends_with(b"\n") {
        return skip_line(input);
    }
    Heard::Line(String::from_utf8_lossy(&line).trim().to_owned())
}

fn skip_line(input: &mut impl BufRead) -> Heard {
    loop {
        let mut rest = Vec::new();
        match input.by_ref().take(LONGEST_LINE as u64).read_until(b'\n', &mut rest) {
            Ok(_) if rest.is_empty() || rest.ends_with(b"\n") => return Heard::TooLong,
            Ok(_) => {}
            Err(_) => return Heard::End,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(input: &[u8]) -> Vec<Heard> {
        let lines = Lines::new(Box::new(std::io::Cursor::new(input.to_vec())));
        let mut heard = Vec::new();
        while heard.last() != Some(&Heard::End) {
            heard.push(lines.next(None));
        }
        heard.pop();
        heard
    }

    fn line(text: &str) -> Heard {
        Heard::Line(text.to_owned())
    }

    #[test]
    fn lines_come_one_by_one() {
        assert_eq!(heard(b""), []);
        assert_eq!(heard(b"a1\r\n\n  b2 "), [line("a1"), line(""), line("b2")]);
    }

    #[test]
    fn whatever_comes_is_bounded() {
        let mut input = vec![b'x'; 1_000_000];
        input.extend(b"\nc3\n");
        assert_eq!(heard(&input), [Heard::TooLong, line("c3")]);
        assert_eq!(heard(&vec![b'x'; LONGEST_LINE + 1]), [Heard::TooLong]);
        let longest = "y".repeat(LONGEST_LINE);
        assert_eq!(heard(format!("{longest}\nz").as_bytes()), [line(&longest), line("z")]);
        assert_eq!(heard(b"\xff\xfea1\n"), [line("\u{fffd}\u{fffd}a1")]);
    }
}
