//! Makes sure that one SQLite file is used by one server only.

use std::fs::{self, File};
use std::io;
use std::time::Duration;

use sqlx::{AnyConnection, Row};

use super::connect::is_postgres;

/// Locks an SQLite file against other servers until it is dropped or the process ends. The versions
/// of tables protect their data; the lock makes sure that followers see every change.
#[derive(Debug)]
pub(super) enum StoreLock {
    /// A locked file next to the database.
    File(FileLock),
    /// Any number of servers may use PostgreSQL, and no other one can use a database in memory.
    None,
}

/// How often locking is tried: a server that was just killed may still hold the lock.
const TRIES: u32 = 30;
const PAUSE: Duration = Duration::from_millis(100);

impl StoreLock {
    /// Locks the database; `None` if another server has locked it.
    pub(super) async fn take(connection: &mut AnyConnection) -> Result<Option<Self>, sqlx::Error> {
        if is_postgres(connection) {
            return Ok(Some(Self::None));
        }
        for _ in 0..TRIES {
            if let Some(lock) = lock_file(connection).await? {
                return Ok(Some(lock));
            }
            tokio::time::sleep(PAUSE).await;
        }
        Ok(None)
    }

    /// Checks that the database and the lock file are still the same files.
    pub(super) fn check(&mut self) -> Result<(), sqlx::Error> {
        match self {
            Self::File(lock) => lock.check(),
            Self::None => Ok(()),
        }
    }
}

/// A locked file and its database. Both can be removed while they are in use: then writes are lost,
/// and another server can start.
#[derive(Debug)]
pub(super) struct FileLock {
    path: String,
    file: File,
    database: String,
    identity: Identity,
}

impl FileLock {
    /// Locks a file next to the database; `None` if it is already locked.
    fn take(database: String) -> io::Result<Option<Self>> {
        let name = database.strip_suffix(".sqlite").unwrap_or(&database);
        let path = format!("{name}.lock");
        let file = File::create(&path)?;
        if file.try_lock().is_err() {
            return Ok(None);
        }
        let identity = identity(&fs::metadata(&database)?);
        Ok(Some(Self { path, file, database, identity }))
    }

    fn check(&mut self) -> Result<(), sqlx::Error> {
        let is_there =
            |path: &str, known| fs::metadata(path).is_ok_and(|found| identity(&found) == known);
        if !is_there(&self.database, self.identity) {
            return Err(sqlx::Error::Protocol(format!(
                "{} was removed or replaced; put it back or restart the server",
                self.database
            )));
        }
        if !is_there(&self.path, identity(&self.file.metadata()?)) {
            tracing::warn!(file = self.path, "the lock file was removed; locking again");
            *self = Self::take(self.database.clone())?.ok_or_else(|| {
                sqlx::Error::Protocol("another server has taken over the database".to_owned())
            })?;
        }
        Ok(())
    }
}

/// Identifies a file independently of its name.
#[cfg(unix)]
type Identity = (u64, u64);

#[cfg(unix)]
fn identity(file: &fs::Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt;
    (file.dev(), file.ino())
}

/// Other systems do not allow open files to be removed.
#[cfg(not(unix))]
type Identity = ();

#[cfg(not(unix))]
fn identity(_: &fs::Metadata) -> Identity {}

/// Locks a file next to the database, however its address is spelled.
async fn lock_file(connection: &mut AnyConnection) -> Result<Option<StoreLock>, sqlx::Error> {
    let query = "SELECT file FROM pragma_database_list WHERE name = 'main'";
    let row = sqlx::query(query).fetch_one(connection).await?;
    let database: String = row.try_get("file")?;
    if database.is_empty() {
        return Ok(Some(StoreLock::None));
    }
    Ok(FileLock::take(database)?.map(StoreLock::File))
}
