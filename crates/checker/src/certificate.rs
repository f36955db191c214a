//! Reads certificates.

use std::io::{ErrorKind, Read};

use sha2::{Digest, Sha256};
use thiserror::Error;

/// Why a certificate is refused, in one sentence.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// The file is not a valid certificate.
    #[error("{0}")]
    Rejected(String),
    /// The certificate is valid, but it does not prove its claim.
    #[error("{0}")]
    Refuted(String),
}

impl From<String> for Refusal {
    fn from(reason: String) -> Self {
        Self::Rejected(reason)
    }
}

/// The words for the two players, by number. The first one makes the first move of the game.
pub const PLAYERS: [&str; 2] = ["first", "second"];

/// The value of a position if both players play their best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The player with this number wins.
    Win(usize),
    /// Neither player can win.
    Draw,
}

/// The first lines of a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The game, such as `clusterfuss`.
    pub game: String,
    /// The options of the game, such as `size-6`, or `std`.
    pub options: String,
    /// The key of the position and the number of the player to move; `None` is the start position.
    pub position: Option<(Vec<u8>, usize)>,
    /// The value of the position.
    pub claim: Claim,
    /// The number of sequences of 1, 2, … moves from the start position.
    pub node_counts: Vec<u64>,
    /// The most positions that a plain search may visit to settle one position that is not listed.
    pub settle: u64,
    /// The number of entries in each list: one list for a win, two for a draw.
    pub entries: Vec<u64>,
}

/// A strategy: the keys of positions in ascending order, and the number of the move in each.
pub(crate) type List = Vec<(Vec<u8>, u32)>;

/// A file and the digest of the bytes that were read.
pub(crate) struct Reader<R> {
    file: R,
    digest: Sha256,
}

impl<R: Read> Reader<R> {
    pub(crate) fn new(file: R) -> Self {
        Self { file, digest: Sha256::new() }
    }

    fn fill(&mut self, buffer: &mut [u8]) -> Result<(), String> {
        self.file.read_exact(buffer).map_err(|error| match error.kind() {
            ErrorKind::UnexpectedEof => "the file ends too early".to_owned(),
            _ => format!("the file cannot be read: {error}"),
        })?;
        self.digest.update(buffer);
        Ok(())
    }

    fn byte(&mut self) -> Result<u8, String> {
        let mut byte = [0];
        self.fill(&mut byte)?;
        Ok(byte[0])
    }

    /// Reads a line of the header and returns the rest of it after `start`.
    fn line(&mut self, start: &str) -> Result<String, String> {
        let mut line = String::new();
        loop {
            match self.byte()? {
                b'\n' => break,
                byte @ b' '..=b'~' if line.len() < 1000 => line.push(char::from(byte)),
                _ => return Err("the header is not ASCII text in short lines".to_owned()),
            }
        }
        let rest = line.strip_prefix(start).map(str::to_owned);
        rest.ok_or_else(|| format!("expected a line with {start:?} in the header, found {line:?}"))
    }

    pub(crate) fn header(&mut self) -> Result<Header, String> {
        let version =
            self.line("strata certificate ").map_err(|_| "the file is not a certificate")?;
        if version != "1" {
            return Err(format!("certificates of version {version} are not supported"));
        }
        let header = Header {
            game: self.line("game ")?,
            options: self.line("options ")?,
            position: read_position(&self.line("position ")?)?,
            claim: match self.line("claim ")?.as_str() {
                "win first" => Claim::Win(0),
                "win second" => Claim::Win(1),
                "draw" => Claim::Draw,
                claim => return Err(format!("the claim {claim:?} is not supported")),
            },
            node_counts: read_numbers(&self.line("rules ")?)?,
            settle: read_number(&self.line("settle ")?)?,
            entries: read_numbers(&self.line("entries ")?)?,
        };
        match self.line("")?.as_str() {
            "" => Ok(header),
            line => Err(format!("expected an empty line after the header, found {line:?}")),
        }
    }

    /// Reads a list. Each entry is the number of bytes that its key shares with the key before, the
    /// rest of the key, and the number of the move.
    pub(crate) fn list(&mut self, entries: u64, key_length: usize) -> Result<List, String> {
        let mut list = List::new();
        let mut key = vec![0; key_length];
        for number in 1..=entries {
            let shared = usize::from(self.byte()?);
            if shared >= key_length || (number == 1 && shared > 0) {
                return Err(format!("entry {number} shares too many bytes with the one before"));
            }
            let before = key[shared];
            self.fill(&mut key[shared..])?;
            if number > 1 && key[shared] <= before {
                return Err(format!("the key of entry {number} is not in ascending order"));
            }
            list.push((key.clone(), self.move_number()?));
        }
        Ok(list)
    }

    /// Reads a number in LEB128: seven bits per byte, the lowest first; the last byte is below 128.
    fn move_number(&mut self) -> Result<u32, String> {
        let mut number = 0;
        for place in 0..4 {
            let byte = self.byte()?;
            number += u32::from(byte % 128) << (7 * place);
            match byte {
                0 if place > 0 => break,
                0..128 => return Ok(number),
                _ => {}
            }
        }
        Err("the number of a move is too long".to_owned())
    }

    /// Reads the digest and the end of the file.
    pub(crate) fn finish(mut self) -> Result<(), String> {
        let digest = self.digest.finalize_reset();
        let mut stored = [0; 32];
        self.fill(&mut stored)?;
        if digest[..] != stored {
            return Err("the digest at the end does not match the file".to_owned());
        }
        match self.file.read(&mut [0]) {
            Ok(0) => Ok(()),
            _ => Err("the file continues after the digest".to_owned()),
        }
    }
}

/// Reads `start`, or the hexadecimal digits of a key and the player to move.
fn read_position(text: &str) -> Result<Option<(Vec<u8>, usize)>, String> {
    let read = || {
        let (digits, player) = text.split_once(' ')?;
        let byte = |index| u8::from_str_radix(digits.get(index..index + 2)?, 16).ok();
        let key: Option<Vec<u8>> = (0..digits.len()).step_by(2).map(byte).collect();
        Some((key?, PLAYERS.iter().position(|name| *name == player)?))
    };
    match read() {
        None if text != "start" => Err(format!("{text:?} is not a position")),
        position => Ok(position),
    }
}

fn read_number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("{text:?} is not a whole number"))
}

fn read_numbers(text: &str) -> Result<Vec<u64>, String> {
    text.split(' ').map(read_number).collect()
}

/// The bytes in hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
