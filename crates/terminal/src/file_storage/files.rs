//! Reading and writing whole files.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// Longer files are refused.
const MAX_LENGTH: u64 = 16 << 20;

/// Reads a text file, unless it is too long or not a regular file.
pub(crate) fn read_bounded(path: &Path) -> io::Result<String> {
    // Opening a pipe, for one, would block forever.
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    let mut text = String::new();
    File::open(path)?.take(MAX_LENGTH + 1).read_to_string(&mut text)?;
    if text.len() as u64 > MAX_LENGTH {
        return Err(io::Error::other(format!("it is longer than {} MiB", MAX_LENGTH >> 20)));
    }
    Ok(text)
}

/// Writes a file atomically: after a crash it has either its old text or the new one.
pub(super) fn write_atomically(path: &Path, text: &str) -> io::Result<()> {
    let mut name = std::ffi::OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(".new");
    // In the same directory, because a rename does not cross file systems.
    let new = path.with_file_name(name);
    let written = File::create(&new).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()
    });
    let replaced = written.and_then(|()| fs::rename(&new, path));
    if replaced.is_err() {
        // If the temporary file cannot be removed, it does no harm.
        let _ = fs::remove_file(&new);
    }
    replaced
}

/// Writes a file that the player named. Replaces an existing file only if `overwrite` is set.
pub(crate) fn write_file(path: &Path, text: &str, overwrite: bool) -> io::Result<()> {
    if path.is_dir() {
        return Err(ErrorKind::IsADirectory.into());
    }
    if overwrite {
        return write_atomically(path, text);
    }
    let mut file = File::create_new(path)?;
    let written = file.write_all(text.as_bytes()).and_then(|()| file.sync_all());
    if written.is_err() {
        let _ = fs::remove_file(path);
    }
    written
}

/// Renames a file by appending `.broken`, or `.broken-2` and so on if that name is taken.
pub(super) fn move_aside(path: &Path) -> io::Result<PathBuf> {
    let candidate = |number: usize| {
        let mut name = path.as_os_str().to_owned();
        name.push(".broken");
        if number > 1 {
            name.push(format!("-{number}"));
        }
        PathBuf::from(name)
    };
    let free = (1..100).map(candidate).find(|name| !name.exists());
    let free = free.ok_or(ErrorKind::AlreadyExists)?;
    fs::rename(path, &free)?;
    Ok(free)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn existing_files_are_replaced_only_on_request() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("game.pgn");
        write_file(&path, "first", false).expect("written");
        let refused = write_file(&path, "second", false).expect_err("it exists");
        assert_eq!(refused.kind(), ErrorKind::AlreadyExists);
        assert_eq!(read_bounded(&path).expect("read"), "first");
        write_file(&path, "second", true).expect("replaced");
        assert_eq!(read_bounded(&path).expect("read"), "second");
        assert!(write_file(directory.path(), "text", true).is_err());
    }
}
