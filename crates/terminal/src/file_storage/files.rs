//! Reading and writing whole files.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;

/// No file of ours is longer.
const LONGEST: u64 = 16 << 20;

/// Reads a file, unless it is far too long to be one of ours or no plain file at all.
pub(crate) fn read_bounded(path: &Path) -> io::Result<String> {
    // StartScreen a pipe, for one, would wait for ever.
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("it is no file"));
    }
    let mut text = String::new();
    File::open(path)?.take(LONGEST + 1).read_to_string(&mut text)?;
    if text.len() as u64 > LONGEST {
        return Err(io::Error::other(format!("it is longer than {} MiB", LONGEST >> 20)));
    }
    Ok(text)
}

/// Writes a file so that at any moment, whatever happens, either the old text is there or the new.
pub(super) fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    let mut name = std::ffi::OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(".new");
    // In the same directory, since only within a file system a file can be renamed.
    let new = path.with_file_name(name);
    let written = File::create(&new).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()
    });
    let replaced = written.and_then(|()| fs::rename(&new, path));
    if replaced.is_err() {
        // What is left of it is of no use; if it cannot be removed, it does no harm.
        let _ = fs::remove_file(&new);
    }
    replaced
}
