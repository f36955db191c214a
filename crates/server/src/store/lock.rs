//! One server for one database: tables in memory are the truth for as long as they are there.

use std::fs::File;
use std::time::Duration;

use sqlx::pool::PoolConnection;
use sqlx::{Any, AnyConnection, AnyPool, Row};

use crate::config::Storage;

/// Keeps other servers away from a database until it is gone, or the process is.
#[derive(Debug)]
pub(super) enum StoreLock {
    /// A locked file.
    #[expect(dead_code, reason = "it is held, not used")]
    File(File),
    /// A connection that holds a lock of the database.
    #[expect(dead_code, reason = "it is held, not used")]
    Session(PoolConnection<Any>),
    /// Nothing to lock with.
    None,
}

/// How often the lock is tried for: a server that was just killed may still seem to hold it.
const TRIES: u32 = 30;
const PAUSE: Duration = Duration::from_millis(100);

impl StoreLock {
    /// Takes the lock; nothing if another server has it.
    pub(super) async fn take(
        storage: &Storage,
        pool: &AnyPool,
    ) -> Result<Option<Self>, sqlx::Error> {
        for _ in 0..TRIES {
            if let Some(lock) = Self::try_once(storage, pool).await? {
                return Ok(Some(lock));
            }
            tokio::time::sleep(PAUSE).await;
        }
        Ok(None)
    }

    async fn try_once(storage: &Storage, pool: &AnyPool) -> Result<Option<Self>, sqlx::Error> {
        if let Storage::Folder(folder) = storage {
            let file = File::create(folder.join("games.lock"))?;
            return Ok(file.try_lock().is_ok().then_some(Self::File(file)));
        }
        let mut session = pool.acquire().await?;
        if session.backend_name() != "PostgreSQL" {
            return Ok(Some(Self::None));
        }
        let got = lock_session(&mut session).await?;
        Ok(got.then_some(Self::Session(session)))
    }
}

async fn lock_session(session: &mut AnyConnection) -> Result<bool, sqlx::Error> {
    // Any number that no other program uses; truth values do not pass through every driver.
    let query = "SELECT CASE WHEN pg_try_advisory_lock(7823019) THEN 1 ELSE 0 END AS got";
    let row = sqlx::query(query).fetch_one(session).await?;
    Ok(row.try_get::<i32, _>("got")? == 1)
}
