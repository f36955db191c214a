//! The lock on the game that is being played.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// A locked file. The system unlocks it when the program ends, even if it is killed.
#[derive(Debug)]
pub(super) struct Lock {
    path: PathBuf,
    _file: File,
}

fn try_lock(path: &Path, create: bool) -> io::Result<Option<File>> {
    let file = File::options().read(true).write(true).create(create).truncate(false).open(path)?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

impl Lock {
    /// Locks a file. Returns `None` if another program has locked it.
    pub(super) fn take(path: &Path) -> io::Result<Option<Self>> {
        const ATTEMPTS: usize = 10;
        for _ in 0..ATTEMPTS {
            let Some(mut file) = try_lock(path, true)? else { return Ok(None) };
            // The last owner may have removed the file between opening and locking. Then no other
            // program would see this lock.
            let token = token();
            file.set_len(0)?;
            file.write_all(token.as_bytes())?;
            if fs::read_to_string(path).is_ok_and(|found| found == token) {
                return Ok(Some(Self { path: path.to_owned(), _file: file }));
            }
        }
        Ok(None)
    }

    /// Whether another program has locked the file.
    pub(super) fn is_taken(path: &Path) -> bool {
        match try_lock(path, false) {
            Ok(None) => true,
            Ok(Some(_left)) => {
                // Left behind by a program that was killed.
                let _ = fs::remove_file(path);
                false
            }
            Err(_) => false,
        }
    }
}

/// A text that is different for every attempt.
fn token() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    format!("{} {}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed))
}

impl Drop for Lock {
    fn drop(&mut self) {
        // While it is still locked. If the file cannot be removed, it does no harm.
        let _ = fs::remove_file(&self.path);
    }
}
