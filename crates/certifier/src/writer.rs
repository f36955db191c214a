//! Writes certificates.

use std::io::{self, Write};

use sha2::{Digest, Sha256};
use strata_checker::{Claim, Header, PLAYERS, hex};

/// Writes a certificate entry by entry.
#[derive(Debug)]
pub struct Writer<W> {
    out: W,
    digest: Sha256,
    /// The number of entries still to write in each list.
    missing: Vec<u64>,
    /// The key of the entry before; empty at the start of a list.
    last_key: Vec<u8>,
}

impl<W: Write> Writer<W> {
    /// Writes the header.
    pub fn new(out: W, header: &Header) -> io::Result<Self> {
        let missing = header.entries.clone();
        let mut writer = Self { out, digest: Sha256::new(), missing, last_key: Vec::new() };
        writer.write(header_text(header).as_bytes())?;
        Ok(writer)
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.digest.update(bytes);
        self.out.write_all(bytes)
    }

    /// Writes an entry. The keys of a list must be in ascending order; after the last entry of a
    /// list the next one starts.
    pub fn entry(&mut self, key: &[u8], move_number: u32) -> io::Result<()> {
        let Some(list) = self.missing.iter_mut().find(|missing| **missing > 0) else {
            return Err(io::Error::other("more entries than the header says"));
        };
        *list -= 1;
        let list_is_complete = *list == 0;
        if !self.last_key.is_empty() && *key <= *self.last_key {
            return Err(io::Error::other("the keys are not in ascending order"));
        }
        let shared = key.iter().zip(&self.last_key).take_while(|(a, b)| a == b).count();
        self.write(&[shared as u8])?;
        self.write(&key[shared..])?;
        let mut rest = move_number;
        while rest >= 128 {
            self.write(&[rest as u8 | 128])?;
            rest >>= 7;
        }
        self.write(&[rest as u8])?;
        self.last_key.clear();
        if !list_is_complete {
            self.last_key.extend(key);
        }
        Ok(())
    }

    /// Writes the digest and returns it with the output.
    pub fn finish(mut self) -> io::Result<(W, [u8; 32])> {
        if self.missing.iter().any(|missing| *missing > 0) {
            return Err(io::Error::other("fewer entries than the header says"));
        }
        let digest: [u8; 32] = self.digest.finalize().into();
        self.out.write_all(&digest)?;
        self.out.flush()?;
        Ok((self.out, digest))
    }
}

fn header_text(header: &Header) -> String {
    let position = match &header.position {
        Some((key, player)) => format!("{} {}", hex(key), PLAYERS[*player]),
        None => "start".to_owned(),
    };
    let claim = match header.claim {
        Claim::Win(player) => format!("win {}", PLAYERS[player]),
        Claim::Draw => "draw".to_owned(),
    };
    let numbers =
        |numbers: &[u64]| numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
    format!(
        "strata certificate 1\ngame {}\noptions {}\nposition {position}\nclaim {claim}\nrules {}\nsettle {}\nentries {}\n\n",
        header.game,
        header.options,
        numbers(&header.node_counts),
        header.settle,
        numbers(&header.entries),
    )
}
