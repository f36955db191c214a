//! The file from which an interrupted search resumes: the proofs that took the most work.
//!
//! A line of text says what was searched. Blocks of proofs follow; each has a checksum, so that a block
//! that was only partly written is recognised and dropped.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use strata_rules::random::mix;
use thiserror::Error;

use super::shared::LoggedProof;
use super::wdl::Bounds;

const KEY_BYTES: usize = size_of::<u128>();
const PROOF_BYTES: usize = KEY_BYTES + 1;
const CHECKSUM_BYTES: usize = size_of::<u64>();
/// The proofs of a block; its length is stored in front of it as a `u32`.
const MAX_BLOCK_PROOFS: usize = 1 << 16;
const MAX_TITLE_BYTES: u64 = 10_000;

/// Why a search cannot resume from a file.
#[derive(Debug, Error)]
pub enum LogError {
    /// The file cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file is something else.
    #[error("the file is not a proof log of Strata")]
    NotALog,
    /// The file is about something else.
    #[error("the file belongs to another search or to another version of Strata: {found}")]
    OtherSearch {
        /// The first line of the file.
        found: String,
    },
}

/// A log file that is open for writing.
#[derive(Debug)]
pub(super) struct Log {
    file: File,
}

impl Log {
    /// Opens the log of the search with this title, or creates it, and calls `read` with the proofs in it.
    pub(super) fn open(
        path: &Path,
        title: &str,
        read: impl FnMut(LoggedProof),
    ) -> Result<Self, LogError> {
        let title = format!("strata proofs 1 {title}\n");
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        if file.metadata()?.len() == 0 {
            file.write_all(title.as_bytes())?;
            return Ok(Self { file });
        }
        let mut reader = BufReader::new(&file);
        let found = read_title(&mut reader)?;
        if found != title {
            return Err(LogError::OtherSearch { found: found.trim_end().to_owned() });
        }
        let end = title.len() as u64 + read_blocks(&mut reader, read)?;
        drop(reader);
        // What follows is a block that was interrupted.
        file.set_len(end)?;
        file.seek(SeekFrom::Start(end))?;
        Ok(Self { file })
    }

    /// Adds proofs to the file.
    pub(super) fn append(&mut self, proofs: &[LoggedProof]) -> io::Result<()> {
        self.file.write_all(&to_bytes(proofs))?;
        self.file.flush()
    }
}

/// Proofs as blocks with checksums.
pub(super) fn to_bytes(proofs: &[LoggedProof]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for block in proofs.chunks(MAX_BLOCK_PROOFS) {
        let start = bytes.len();
        bytes.extend((block.len() as u32).to_le_bytes());
        for LoggedProof { key, bounds } in block {
            bytes.extend(key.to_le_bytes());
            bytes.push(bounds.to_bits() as u8);
        }
        bytes.extend(checksum(&bytes[start..]).to_le_bytes());
    }
    bytes
}

/// Reads the complete blocks at the start of `bytes`. Returns whether that is everything.
pub(super) fn from_bytes(bytes: &[u8], read: impl FnMut(LoggedProof)) -> bool {
    let mut reader = bytes;
    read_blocks(&mut reader, read).is_ok_and(|length| length == bytes.len() as u64)
}

fn read_title(reader: &mut impl BufRead) -> Result<String, LogError> {
    let mut title = String::new();
    reader.by_ref().take(MAX_TITLE_BYTES).read_line(&mut title).map_err(|error| {
        match error.kind() {
            io::ErrorKind::InvalidData => LogError::NotALog,
            _ => error.into(),
        }
    })?;
    let is_title = title.starts_with("strata proofs ") && title.ends_with('\n');
    if is_title { Ok(title) } else { Err(LogError::NotALog) }
}

/// Reads all complete blocks and returns their length in bytes.
fn read_blocks(reader: &mut impl Read, mut read: impl FnMut(LoggedProof)) -> io::Result<u64> {
    let mut length = 0;
    while let Some(block) = read_block(reader)? {
        length += block.len() as u64;
        let proofs = &block[size_of::<u32>()..block.len() - CHECKSUM_BYTES];
        for proof in proofs.chunks_exact(PROOF_BYTES) {
            let mut key = [0; KEY_BYTES];
            key.copy_from_slice(&proof[..KEY_BYTES]);
            if let Some(bounds) = Bounds::from_bits(proof[KEY_BYTES].into()) {
                read(LoggedProof { key: u128::from_le_bytes(key), bounds });
            }
        }
    }
    Ok(length)
}

/// A block with its length and checksum; `None` if there is no complete block.
fn read_block(reader: &mut impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut count = [0; size_of::<u32>()];
    if !read_all(reader, &mut count)? {
        return Ok(None);
    }
    let proofs = u32::from_le_bytes(count) as usize;
    if proofs > MAX_BLOCK_PROOFS {
        return Ok(None);
    }
    let mut block = vec![0; count.len() + proofs * PROOF_BYTES + CHECKSUM_BYTES];
    block[..count.len()].copy_from_slice(&count);
    if !read_all(reader, &mut block[count.len()..])? {
        return Ok(None);
    }
    let (content, stored) = block.split_at(block.len() - CHECKSUM_BYTES);
    Ok((checksum(content).to_le_bytes() == stored).then_some(block))
}

/// Fills the buffer; returns `false` at the end of the file.
fn read_all(reader: &mut impl Read, buffer: &mut [u8]) -> io::Result<bool> {
    match reader.read_exact(buffer) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}

fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0, |sum, byte| mix(sum ^ u64::from(*byte)))
}
