//! One server for one database: tables in memory are the truth for as long as they are there.

use std::fs::{self, File};
use std::io;
use std::time::Duration;

use sqlx::{AnyConnection, Row};

/// Keeps other servers away from a database until it is gone, or the process is.
#[derive(Debug)]
pub(super) enum StoreLock {
    /// A locked file beside the database.
    File(FileLock),
    /// The connection that writes holds a lock of the database.
    Session,
    /// The database is in memory, where no other server can be.
    None,
}

/// How often the lock is tried for: a server that was just killed may still seem to hold it.
const TRIES: u32 = 30;
const PAUSE: Duration = Duration::from_millis(100);

impl StoreLock {
    /// Takes the lock of the database that is connected; nothing if another server has it.
    pub(super) async fn take(connection: &mut AnyConnection) -> Result<Option<Self>, sqlx::Error> {
        for _ in 0..TRIES {
            let lock = match connection.backend_name() {
                "SQLite" => lock_file(connection).await?,
                _ => lock_session(connection).await?,
            };
            if lock.is_some() {
                return Ok(lock);
            }
            tokio::time::sleep(PAUSE).await;
        }
        Ok(None)
    }

    /// Takes a lock that went with the connection before this one.
    pub(super) async fn take_again(connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
        if connection.backend_name() == "SQLite" || Self::take(connection).await?.is_some() {
            return Ok(());
        }
        Err(taken_over())
    }

    /// Makes sure that what is written still goes where it was read from, and nobody else writes.
    pub(super) fn check(&mut self) -> Result<(), sqlx::Error> {
        match self {
            Self::File(lock) => lock.check(),
            Self::Session | Self::None => Ok(()),
        }
    }
}

fn taken_over() -> sqlx::Error {
    sqlx::Error::Protocol("another server has taken over the database".to_owned())
}

/// A locked file, and the database that it stands for. Systems let both be removed while they are
/// in use: what is written then goes nowhere, and another server may start.
#[derive(Debug)]
pub(super) struct FileLock {
    path: String,
    file: File,
    database: String,
    identity: Identity,
}

impl FileLock {
    /// Locks a file beside the database; nothing if somebody else has done so.
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
                "{} was removed or replaced: put it back or start the server again",
                self.database
            )));
        }
        if !is_there(&self.path, identity(&self.file.metadata()?)) {
            tracing::warn!(file = self.path, "the lock was removed: taking it again");
            *self = Self::take(self.database.clone())?.ok_or_else(taken_over)?;
        }
        Ok(())
    }
}

/// What tells a file from all others that are there, whatever they are called.
#[cfg(unix)]
type Identity = (u64, u64);

#[cfg(unix)]
fn identity(file: &fs::Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt;
    (file.dev(), file.ino())
}

/// Other systems let nobody remove files that are open.
#[cfg(not(unix))]
type Identity = ();

#[cfg(not(unix))]
fn identity(_: &fs::Metadata) -> Identity {}

/// Locks a file beside the database, whatever way the address was spelled.
async fn lock_file(connection: &mut AnyConnection) -> Result<Option<StoreLock>, sqlx::Error> {
    let query = "SELECT file FROM pragma_database_list WHERE name = 'main'";
    let row = sqlx::query(query).fetch_one(connection).await?;
    let database: String = row.try_get("file")?;
    if database.is_empty() {
        return Ok(Some(StoreLock::None));
    }
    Ok(FileLock::take(database)?.map(StoreLock::File))
}

async fn lock_session(connection: &mut AnyConnection) -> Result<Option<StoreLock>, sqlx::Error> {
    // Any number that no other program uses; truth values do not pass through every driver.
    let query = "SELECT CASE WHEN pg_try_advisory_lock(7823019) THEN 1 ELSE 0 END AS got";
    let row = sqlx::query(query).fetch_one(connection).await?;
    let got = row.try_get::<i32, _>("got")? == 1;
    Ok(got.then_some(StoreLock::Session))
}
