//! The store of all games, in SQLite or PostgreSQL with the same schema.
//!
//! A table is a row with a version. A change is saved only if the row still has the version that the
//! change is based on, so any number of servers can change any table.

mod claims;
mod connect;
mod jobs;
mod listed;
mod lock;
mod logs;
mod notices;
mod processes;
mod proofs;
mod schema;
mod uptime;
mod writer;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::{AnyConnection, AnyPool, ConnectOptions, Row};
use thiserror::Error;
use tokio::sync::{Notify, mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::config::Storage;
use crate::metrics::Gauge;
use crate::secret::new_id;
use crate::time::{Time, from_millis};
pub(crate) use claims::LEASE;
use connect::{address_of, connect_first, is_full, is_postgres, prepare};
pub(crate) use jobs::{Job, JobState, MAX_TRIES, NewJob};
use lock::StoreLock;
pub(crate) use logs::StoredLog;
pub(crate) use notices::{Notice, Notices, Receiver};
pub(crate) use processes::{Elsewhere, PresenceRow, Sighting, Spending};
pub(crate) use proofs::{FinishedJob, OpenJob, ProofJob, ProofResult, ProofRow, ProofStore};
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
    /// Workers need a database that several processes can use.
    #[error("workers need a PostgreSQL database, such as --database postgres://user@host/name")]
    Alone,
    /// An error of the database.
    #[error("the database {0}: {1}")]
    Database(String, sqlx::Error),
}

/// Why a table was not saved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub(crate) enum SaveError {
    /// The table has another version by now: nothing was saved.
    #[error("another server has changed the table")]
    Conflict,
    /// The transaction failed or the writer has ended. If the connection was lost during the commit,
    /// the table may have been saved all the same.
    #[error("the table could not be saved")]
    Failed,
}

/// A table in the store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct StoredTable {
    pub(crate) id: String,
    /// One more than the version that it replaces; 1 for a new table.
    pub(crate) version: i64,
    /// The table as a log. Servers of the version before this one cannot read it.
    pub(crate) log: Option<StoredLog>,
    /// The whole table, including its clocks; empty if it is a log.
    pub(crate) record: String,
    /// The ids of the history entries, which the record does not have.
    pub(crate) node_ids: String,
    /// What the bots think of their positions, which the record does not have either.
    pub(crate) bots: String,
    /// The owners of the seats.
    pub(crate) seats: String,
    /// The id of the rematch; empty if there is none.
    pub(crate) rematch: String,
    pub(crate) plies: i64,
    pub(crate) saved_ms: i64,
    /// When the player to move runs out of time; 0 without a running clock.
    pub(crate) clock_ms: i64,
    /// If a bot is to move: until when some process is searching for its move. After that, any
    /// process may search.
    pub(crate) bot_ms: i64,
    /// Until when it is in the lobby, unless that is extended; 0 if it is private. Only a new table
    /// sets it.
    pub(crate) listed_ms: i64,
    /// The visitor who has put it into the lobby; only for a new table.
    pub(crate) lister: String,
}

/// The store of all games.
#[derive(Debug)]
pub(crate) struct Store {
    /// For everything but saving tables.
    pool: AnyPool,
    queue: mpsc::Sender<Write>,
    uptime: Arc<Uptime>,
    /// Whether the last write failed.
    failing: Arc<AtomicBool>,
    /// Whether all processes can read logs.
    appends: Arc<AtomicBool>,
    /// Ends the writer.
    end: Arc<Notify>,
    /// The number of tables that are being saved.
    pending: AtomicUsize,
    /// The number of writes so far.
    commits: AtomicU64,
    /// The number of people who are connected to this process.
    pub(crate) people: Arc<AtomicUsize>,
    /// What other processes, and this one, have changed.
    pub(crate) notices: Arc<Notices>,
    /// Identifies this process among those that use the database.
    process: String,
    /// The number of this process among all that have ever used the database.
    pub(crate) start: u64,
    /// The address of a database that several processes can use.
    shared: Option<String>,
}

struct Write {
    stored: StoredTable,
    /// Identifies the write, to find out whether it was committed.
    commit_id: String,
    done: oneshot::Sender<Result<(), SaveError>>,
}

/// How long a query may take. PostgreSQL ends statements after that time, too, but the connection
/// may be dead.
const QUERY_TIMEOUT: Duration = Duration::from_secs(10);

impl Store {
    /// Opens the database, brings its schema up to date and starts the writer. The writer ends
    /// when the store is closed or dropped, and everything is written. Also returns the time of the
    /// database, which is the same for all servers.
    pub(crate) async fn open(
        storage: &Storage,
    ) -> Result<(Self, Time, JoinHandle<()>), StoreError> {
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
        let pool = pool_of(options.clone());
        if !schema::migrate(&mut connection).await.map_err(told)? {
            return Err(StoreError::Newer(shown));
        }
        let shared = is_postgres(&connection).then_some(address);
        let time = time_of(&mut connection).await.map_err(told)?;
        let uptime = Arc::new(Uptime::default());
        let is_alone = shared.is_none();
        if is_alone {
            unless_full(schema::require_logs(&mut connection).await).map_err(told)?;
        }
        let appends = Arc::new(AtomicBool::new(is_alone));
        let begun = uptime.begin(&mut connection, is_alone, time.now()).await;
        unless_full(begun).map_err(told)?;
        let start = unless_full(count_start(&mut connection).await).map_err(told)?;
        let (queue, writes) = mpsc::channel(4096);
        let failing = Arc::new(AtomicBool::new(false));
        let end = Arc::new(Notify::new());
        let process = new_id().unwrap_or_else(|_| std::process::id().to_string());
        let notices = Arc::new(Notices::default());
        let people = Arc::new(AtomicUsize::new(0));
        let writer = Writer {
            options,
            connection: Some(connection),
            lock,
            failing: Arc::clone(&failing),
            appends: Arc::clone(&appends),
            time,
            uptime: Arc::clone(&uptime),
            notices: Arc::clone(&notices),
            process: process.clone(),
            people: Arc::clone(&people),
        };
        let writing = tokio::spawn(writer.run(writes, Arc::clone(&end)));
        let (pending, commits) = (AtomicUsize::new(0), AtomicU64::new(0));
        let store = Self {
            pool,
            queue,
            uptime,
            failing,
            appends,
            end,
            pending,
            commits,
            people,
            notices,
            process,
            start,
            shared,
        };
        Ok((store, time, writing))
    }

    /// The address of a database that several processes can use.
    pub(crate) fn shared(&self) -> Option<&str> {
        self.shared.as_deref()
    }

    /// Saves a table, if it still has the version before. When this returns, the table is on disk.
    pub(crate) async fn save(&self, stored: StoredTable) -> Result<(), SaveError> {
        let _pending = Gauge::up(&self.pending);
        let (done, saved) = oneshot::channel();
        let number = self.commits.fetch_add(1, Ordering::Relaxed);
        let commit_id = format!("{}-{number}", self.process);
        self.queue.send(Write { stored, commit_id, done }).await.map_err(|_| SaveError::Failed)?;
        saved.await.unwrap_or(Err(SaveError::Failed))
    }

    /// The number of tables that are being saved.
    pub(crate) fn pending(&self) -> usize {
        self.pending.load(Ordering::Relaxed)
    }

    /// Writes everything queued so far, and nothing more.
    pub(crate) fn close(&self) {
        self.end.notify_one();
    }

    /// Whether histories are saved as logs.
    pub(crate) fn appends(&self) -> bool {
        self.appends.load(Ordering::Relaxed)
    }

    /// The table with this id. If it continues a known log, given by the version with which that began
    /// and the number of its entries, only the end of the log is read.
    pub(crate) async fn load(
        &self,
        id: &str,
        known: Option<(i64, i64)>,
    ) -> Result<Option<StoredTable>, sqlx::Error> {
        loop {
            let Some(mut stored) = self.load_row(id).await? else { return Ok(None) };
            let Some(log) = &mut stored.log else { return Ok(Some(stored)) };
            let has_rest = |(base, length)| {
                base == log.base && (log.in_parts()..=log.length).contains(&length)
            };
            if known.is_some_and(has_rest) {
                return Ok(Some(stored));
            }
            // If the log has begun anew in the meantime, the row has changed.
            if let Some(before) = self.entries_before_tail(id, log).await? {
                log.before = before;
                return Ok(Some(stored));
            }
            if self.version(id).await? == Some(stored.version) {
                return Err(sqlx::Error::Protocol("a part of a log is missing".to_owned()));
            }
        }
    }

    async fn load_row(&self, id: &str) -> Result<Option<StoredTable>, sqlx::Error> {
        let query =
            "SELECT version, record, node_ids, bots, seats, rematch, plies, saved_ms, clock_ms,
                     bot_ms, listed_ms, head, log_base, log_length, tail FROM games WHERE id = $1";
        let row = in_time(sqlx::query(query).bind(id).fetch_optional(&self.pool)).await?;
        let read = |row: sqlx::any::AnyRow| {
            let log = StoredLog {
                head: row.try_get("head")?,
                base: row.try_get("log_base")?,
                length: row.try_get("log_length")?,
                tail: row.try_get("tail")?,
                ..StoredLog::default()
            };
            let record: String = row.try_get("record")?;
            Ok(StoredTable {
                id: id.to_owned(),
                version: row.try_get("version")?,
                // A server of the version before this one writes only the record.
                log: Some(log).filter(|_| record.is_empty()),
                record,
                node_ids: row.try_get("node_ids")?,
                bots: row.try_get("bots")?,
                seats: row.try_get("seats")?,
                rematch: row.try_get("rematch")?,
                plies: row.try_get("plies")?,
                saved_ms: row.try_get("saved_ms")?,
                clock_ms: row.try_get("clock_ms")?,
                bot_ms: row.try_get("bot_ms")?,
                listed_ms: row.try_get("listed_ms")?,
                lister: String::new(),
            })
        };
        row.map(read).transpose()
    }

    /// The version of a table.
    pub(crate) async fn version(&self, id: &str) -> Result<Option<i64>, sqlx::Error> {
        let query = sqlx::query("SELECT version FROM games WHERE id = $1").bind(id);
        let row = in_time(query.fetch_optional(&self.pool)).await?;
        row.map(|row| row.try_get("version")).transpose()
    }

    /// Whether the last write succeeded.
    pub(crate) fn saves(&self) -> bool {
        !self.failing.load(Ordering::Relaxed)
    }

    /// Whether the database responds.
    pub(crate) async fn answers(&self) -> bool {
        in_time(sqlx::query("SELECT 1").fetch_one(&self.pool)).await.is_ok()
    }

    /// For how long games could be played since a moment.
    pub(crate) fn uptime_since(&self, moment: Duration, now: Duration) -> Duration {
        self.uptime.since(moment, now)
    }
}

/// Connections for everything but saving tables.
fn pool_of(options: AnyConnectOptions) -> AnyPool {
    AnyPoolOptions::new()
        .max_connections(8)
        .acquire_timeout(QUERY_TIMEOUT)
        .after_connect(|connection, _| Box::pin(async move { prepare(connection).await }))
        .connect_lazy_with(options)
}

/// The time of the database, which is the same for all servers that use it.
async fn time_of(connection: &mut AnyConnection) -> Result<Time, sqlx::Error> {
    if !is_postgres(connection) {
        return Ok(Time::start());
    }
    let query = "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) AS now_ms";
    let row = sqlx::query(query).fetch_one(connection).await?;
    Ok(Time::start_at(from_millis(row.try_get("now_ms")?)))
}

/// Counts the starts of processes, and returns the number of this one.
async fn count_start(connection: &mut AnyConnection) -> Result<u64, sqlx::Error> {
    let query = "UPDATE starts SET number = number + 1 RETURNING number";
    let row = sqlx::query(query).fetch_one(connection).await?;
    Ok(u64::try_from(row.try_get::<i64, _>("number")?).unwrap_or(0))
}

/// Lets a server start on a full disk: games can be watched, and saved as soon as there is room.
fn unless_full<T: Default>(written: Result<T, sqlx::Error>) -> Result<T, sqlx::Error> {
    match written {
        Err(error) if is_full(&error) => {
            tracing::error!(%error, "the disk is full");
            Ok(T::default())
        }
        written => written,
    }
}

/// The result of a query, or an error after a while.
async fn in_time<T>(query: impl Future<Output = Result<T, sqlx::Error>>) -> Result<T, sqlx::Error> {
    let late = |_| Err(sqlx::Error::Io(std::io::ErrorKind::TimedOut.into()));
    timeout(QUERY_TIMEOUT, query).await.unwrap_or_else(late)
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn stored(id: &str, version: i64) -> StoredTable {
        let [record, node_ids, bots, seats, rematch, lister] = [const { String::new() }; 6];
        let (plies, saved_ms, clock_ms, bot_ms, listed_ms) = (1, 0, 0, 0, 0);
        let id = id.to_owned();
        StoredTable {
            id,
            version,
            log: None,
            record,
            node_ids,
            bots,
            seats,
            rematch,
            plies,
            saved_ms,
            clock_ms,
            bot_ms,
            listed_ms,
            lister,
        }
    }

    async fn open_in(folder: &tempfile::TempDir) -> Store {
        let storage = Storage::Folder(folder.path().to_owned());
        Store::open(&storage).await.expect("a store").0
    }

    #[tokio::test]
    async fn one_table_that_cannot_be_saved_does_not_affect_others() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = open_in(&folder).await;
        let refuse = "CREATE TRIGGER refuse BEFORE INSERT ON games WHEN NEW.id = 'bad'
                      BEGIN SELECT RAISE(ROLLBACK, 'no'); END";
        sqlx::query(refuse).execute(&store.pool).await.expect("a trigger");
        // All are queued before the writer runs, so they are one group.
        let (first, bad, last) = tokio::join!(
            store.save(stored("a", 1)),
            store.save(stored("bad", 1)),
            store.save(stored("b", 1))
        );
        assert!(first.is_ok() && bad.is_err() && last.is_ok());
        for (id, is_there) in [("a", true), ("bad", false), ("b", true)] {
            let found = store.load(id, None).await.expect("an answer");
            assert_eq!(found.is_some(), is_there, "{id}");
        }
    }

    #[tokio::test]
    async fn saving_works_again_after_a_locked_database() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = open_in(&folder).await;
        let mut other = store.pool.acquire().await.expect("a connection");
        sqlx::query("BEGIN IMMEDIATE").execute(&mut *other).await.expect("a lock");
        let (first, last) = tokio::join!(store.save(stored("a", 1)), store.save(stored("b", 1)));
        assert!(first.is_err() && last.is_err());
        sqlx::query("ROLLBACK").execute(&mut *other).await.expect("no lock any more");
        assert!(store.save(stored("a", 1)).await.is_ok());
    }

    #[tokio::test]
    async fn only_the_first_of_two_changes_to_a_version_is_saved() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = open_in(&folder).await;
        for (version, outcome) in [
            (1, Ok(())),
            (1, Err(SaveError::Conflict)),
            (2, Ok(())),
            (2, Err(SaveError::Conflict)),
            (4, Err(SaveError::Conflict)),
            (3, Ok(())),
        ] {
            assert_eq!(store.save(stored("a", version)).await, outcome, "{version}");
        }
        let (first, second) = tokio::join!(store.save(stored("a", 4)), store.save(stored("a", 4)));
        assert_eq!((first, second), (Ok(()), Err(SaveError::Conflict)));
        assert_eq!(store.version("a").await.expect("an answer"), Some(4));
        assert_eq!(store.save(stored("unknown", 2)).await, Err(SaveError::Conflict));
    }
}
