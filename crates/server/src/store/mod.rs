//! The store of all games, in SQLite or PostgreSQL with the same schema.

mod connect;
mod lock;
mod schema;
mod uptime;
mod writer;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::{AnyPool, ConnectOptions, Row};
use thiserror::Error;
use tokio::sync::{Notify, mpsc, oneshot};
use tokio::task::JoinHandle;

use crate::config::Storage;
use crate::metrics::Gauge;
use crate::time::{Time, millis};
use connect::{address_of, connect_first, prepare};
use lock::StoreLock;
use uptime::Uptime;
use writer::Writer;

/// Why the store cannot be opened.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The directory cannot be created.
    #[error("cannot create the directory {0}: {1}")]
    Folder(String, std::io::Error),
    /// Another server is using the database.
    #[error(
        "another server is using {0}; stop it, or choose another place with --data or --database"
    )]
    InUse(String),
    /// A newer program has changed the schema.
    #[error(
        "the database {0} was changed by a newer version of Strata; run that version, or choose another place"
    )]
    Newer(String),
    /// An error of the database.
    #[error("the database {0}: {1}")]
    Database(String, sqlx::Error),
}

/// The transaction failed or the writer has ended: nothing was saved.
#[derive(Clone, Copy, Debug, Error)]
#[error("the game could not be saved")]
pub(crate) struct NotSaved;

/// A table in the store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct StoredTable {
    pub(crate) id: String,
    /// The whole table, including its clocks.
    pub(crate) record: String,
    /// The owners of the seats.
    pub(crate) seats: String,
    /// The id of the rematch; empty if there is none.
    pub(crate) rematch: String,
    pub(crate) plies: i64,
    pub(crate) saved_ms: i64,
}

/// How long a table without moves is stored.
const UNUSED: Duration = Duration::from_secs(7 * 24 * 3600);

/// The store of all games.
#[derive(Debug)]
pub(crate) struct Store {
    /// For reading; only the writer writes.
    pool: AnyPool,
    queue: mpsc::Sender<Write>,
    uptime: Uptime,
    /// Whether the last write failed.
    failing: Arc<AtomicBool>,
    /// Ends the writer.
    end: Arc<Notify>,
    /// The number of tables that are being saved.
    pending: AtomicUsize,
}

struct Write {
    stored: StoredTable,
    done: oneshot::Sender<Result<(), NotSaved>>,
}

impl Store {
    /// Opens the database, brings its schema up to date and starts the writer. The writer ends
    /// when the store is closed or dropped, and everything is written.
    pub(crate) async fn open(
        storage: &Storage,
        time: Time,
    ) -> Result<(Self, JoinHandle<()>), StoreError> {
        let (address, shown) = address_of(storage)?;
        let told = |error| StoreError::Database(shown.clone(), error);
        sqlx::any::install_default_drivers();
        let options: AnyConnectOptions = address.parse().map_err(told)?;
        // Errors name their statement, so statements need not be logged.
        let options = options.disable_statement_logging();
        let mut connection = connect_first(&options).await.map_err(told)?;
        let lock = match StoreLock::take(&mut connection).await.map_err(told)? {
            Some(lock) => lock,
            None => return Err(StoreError::InUse(shown)),
        };
        let pool = AnyPoolOptions::new()
            .max_connections(4)
            .acquire_timeout(Duration::from_secs(10))
            .after_connect(|connection, _| Box::pin(async move { prepare(connection).await }))
            .connect_lazy_with(options.clone());
        if !schema::migrate(&mut connection).await.map_err(told)? {
            return Err(StoreError::Newer(shown));
        }
        let unused = millis(time.started.saturating_sub(UNUSED));
        sqlx::query("DELETE FROM games WHERE plies = 0 AND saved_ms < $1")
            .bind(unused)
            .execute(&mut connection)
            .await
            .map_err(told)?;
        let uptime = Uptime::begin(&mut connection, time).await.map_err(told)?;
        let (queue, writes) = mpsc::channel(4096);
        let failing = Arc::new(AtomicBool::new(false));
        let end = Arc::new(Notify::new());
        let connection = Some(connection);
        let writer = Writer { options, connection, lock, failing: Arc::clone(&failing), time };
        let writing = tokio::spawn(writer.run(writes, Arc::clone(&end)));
        Ok((Self { pool, queue, uptime, failing, end, pending: AtomicUsize::new(0) }, writing))
    }

    /// Saves a table. When this returns, the table is on disk.
    pub(crate) async fn save(&self, stored: StoredTable) -> Result<(), NotSaved> {
        let _pending = Gauge::up(&self.pending);
        let (done, saved) = oneshot::channel();
        self.queue.send(Write { stored, done }).await.map_err(|_| NotSaved)?;
        saved.await.unwrap_or(Err(NotSaved))
    }

    /// The number of tables that are being saved.
    pub(crate) fn pending(&self) -> usize {
        self.pending.load(Ordering::Relaxed)
    }

    /// Writes everything queued so far, and nothing more.
    pub(crate) fn close(&self) {
        self.end.notify_one();
    }

    /// The table with this id.
    pub(crate) async fn load(&self, id: &str) -> Result<Option<StoredTable>, sqlx::Error> {
        let query = "SELECT record, seats, rematch, plies, saved_ms FROM games WHERE id = $1";
        let row = sqlx::query(query).bind(id).fetch_optional(&self.pool).await?;
        let read = |row: sqlx::any::AnyRow| {
            Ok(StoredTable {
                id: id.to_owned(),
                record: row.try_get("record")?,
                seats: row.try_get("seats")?,
                rematch: row.try_get("rematch")?,
                plies: row.try_get("plies")?,
                saved_ms: row.try_get("saved_ms")?,
            })
        };
        row.map(read).transpose()
    }

    /// Whether the last write succeeded.
    pub(crate) fn saves(&self) -> bool {
        !self.failing.load(Ordering::Relaxed)
    }

    /// Whether the database responds.
    pub(crate) async fn answers(&self) -> bool {
        sqlx::query("SELECT 1").fetch_one(&self.pool).await.is_ok()
    }

    /// How long servers have been running since a moment. Clocks stop while no server is running.
    pub(crate) fn uptime_since(&self, moment: Duration, now: Duration) -> Duration {
        self.uptime.uptime_since(moment, now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stored(id: &str) -> StoredTable {
        let [record, seats, rematch] = [const { String::new() }; 3];
        StoredTable { id: id.to_owned(), record, seats, rematch, plies: 1, saved_ms: 0 }
    }

    #[tokio::test]
    async fn one_table_that_cannot_be_saved_does_not_affect_others() {
        let folder = tempfile::tempdir().expect("a folder");
        let storage = Storage::Folder(folder.path().to_owned());
        let (store, _writer) = Store::open(&storage, Time::start()).await.expect("a store");
        let refuse = "CREATE TRIGGER refuse BEFORE INSERT ON games WHEN NEW.id = 'bad'
                      BEGIN SELECT RAISE(ROLLBACK, 'no'); END";
        sqlx::query(refuse).execute(&store.pool).await.expect("a trigger");
        // All are queued before the writer runs, so they are one group.
        let (first, bad, last) = tokio::join!(
            store.save(stored("a")),
            store.save(stored("bad")),
            store.save(stored("b"))
        );
        assert!(first.is_ok() && bad.is_err() && last.is_ok());
        for (id, is_there) in [("a", true), ("bad", false), ("b", true)] {
            let found = store.load(id).await.expect("an answer");
            assert_eq!(found.is_some(), is_there, "{id}");
        }
    }

    #[tokio::test]
    async fn saving_works_again_after_a_locked_database() {
        let folder = tempfile::tempdir().expect("a folder");
        let storage = Storage::Folder(folder.path().to_owned());
        let (store, _writer) = Store::open(&storage, Time::start()).await.expect("a store");
        let mut other = store.pool.acquire().await.expect("a connection");
        sqlx::query("BEGIN IMMEDIATE").execute(&mut *other).await.expect("a lock");
        let (first, last) = tokio::join!(store.save(stored("a")), store.save(stored("b")));
        assert!(first.is_err() && last.is_err());
        sqlx::query("ROLLBACK").execute(&mut *other).await.expect("no lock any more");
        assert!(store.save(stored("a")).await.is_ok());
    }
}
