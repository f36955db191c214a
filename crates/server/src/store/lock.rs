//! One server for one database: tables in memory are the truth for as long as they are there.

use std::fs::File;
use std::time::Duration;

use sqlx::{AnyConnection, Row};

/// Keeps other servers away from a database until it is gone, or the process is.
#[derive(Debug)]
pub(super) enum StoreLock {
    /// A locked file.
    #[expect(dead_code, reason = "it is held, not used")]
    File(File),
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
        Err(sqlx::Error::Protocol("another server has taken over the database".to_owned()))
    }
}

/// Locks a file beside the database, whatever way the address was spelled.
async fn lock_file(connection: &mut AnyConnection) -> Result<Option<StoreLock>, sqlx::Error> {
    let query = "SELECT file FROM pragma_database_list WHERE name = 'main'";
    let row = sqlx::query(query).fetch_one(connection).await?;
    let database: String = row.try_get("file")?;
    if database.is_empty() {
        return Ok(Some(StoreLock::None));
    }
    let name = database.strip_suffix(".sqlite").unwrap_or(&database);
    let file = File::create(format!("{name}.lock"))?;
    Ok(file.try_lock().is_ok().then_some(StoreLock::File(file)))
}

async fn lock_session(connection: &mut AnyConnection) -> Result<Option<StoreLock>, sqlx::Error> {
    // Any number that no other program uses; truth values do not pass through every driver.
    let query = "SELECT CASE WHEN pg_try_advisory_lock(7823019) THEN 1 ELSE 0 END AS got";
    let row = sqlx::query(query).fetch_one(connection).await?;
    let got = row.try_get::<i32, _>("got")? == 1;
    Ok(got.then_some(StoreLock::Session))
}
