//! The task that saves tables. Tables that arrive during a transaction are saved together in the
//! next one.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::io::ErrorKind;
use std::slice;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use sqlx::any::AnyConnectOptions;
use sqlx::{AnyConnection, Connection, Row};
use tokio::sync::{Notify, mpsc};
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};

use super::connect::{connect, is_postgres};
use super::lock::StoreLock;
use super::notices::{self, Notice, Notices};
use super::processes::note_process;
use super::uptime::Uptime;
use super::{SaveError, Write, logs, schema};
use crate::time::Time;

/// The most tables in one transaction.
const LARGEST_GROUP: usize = 256;
/// How often a server notes that it is running: if others wait for that, more often.
const HEARTBEAT: Duration = Duration::from_secs(5);
const SHARED_HEARTBEAT: Duration = Duration::from_secs(1);
/// How long the tables of a failed group are retried one by one.
const SECOND_TRIES: Duration = Duration::from_secs(2);
/// How long a failed connection may take to close.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);
/// How long a write may take.
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);

/// The writer, with its own connection.
pub(super) struct Writer {
    pub(super) options: AnyConnectOptions,
    /// `None` after an error: the database may have ended the transaction by itself without the driver
    /// noticing. Only a new connection is certain to commit.
    pub(super) connection: Option<AnyConnection>,
    pub(super) lock: StoreLock,
    /// Whether the last write failed.
    pub(super) failing: Arc<AtomicBool>,
    /// Whether all processes can read logs.
    pub(super) appends: Arc<AtomicBool>,
    pub(super) time: Time,
    pub(super) uptime: Arc<Uptime>,
    pub(super) notices: Arc<Notices>,
    pub(super) process: String,
    /// The number of people who are connected to this process.
    pub(super) people: Arc<AtomicUsize>,
}

/// Something to write.
#[derive(Clone, Copy)]
enum Work<'a> {
    Tables(&'a [Write]),
    Heartbeat,
}

impl Writer {
    /// Saves tables until the queue is closed.
    pub(super) async fn run(mut self, mut writes: mpsc::Receiver<Write>, end: Arc<Notify>) {
        let is_shared = self.connection.as_ref().is_some_and(is_postgres);
        let mut heartbeat = interval(if is_shared { SHARED_HEARTBEAT } else { HEARTBEAT });
        heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut group = Vec::with_capacity(LARGEST_GROUP);
        loop {
            tokio::select! {
                count = writes.recv_many(&mut group, LARGEST_GROUP) => {
                    if count == 0 {
                        break;
                    }
                    self.save(&mut group).await;
                }
                () = end.notified() => writes.close(),
                _ = heartbeat.tick() => drop(self.attempt(Work::Heartbeat).await),
            }
        }
        // Errors are in the log.
        let _ = self.attempt(Work::Heartbeat).await;
        if let Some(connection) = self.connection {
            let _ = connection.close().await;
        }
        drop(self.lock);
    }

    /// Saves tables together. If that fails, saves each on its own, so that one bad table does not
    /// affect the others.
    async fn save(&mut self, group: &mut Vec<Write>) {
        // Two changes of one table cannot be in the same statement.
        group.sort_by(|a, b| {
            (&a.stored.id, a.stored.version).cmp(&(&b.stored.id, b.stored.version))
        });
        let mut ids = HashSet::new();
        let (first, later): (Vec<Write>, Vec<Write>) =
            group.drain(..).partition(|write| ids.insert(write.stored.id.clone()));
        self.save_group(first).await;
        for write in later {
            self.save_group(vec![write]).await;
        }
    }

    async fn save_group(&mut self, group: Vec<Write>) {
        let together = self.attempt(Work::Tables(&group)).await;
        let is_single = group.len() == 1;
        let mut affects_all = together.as_ref().is_err_and(|error| is_single || stops_all(error));
        let end = Instant::now() + SECOND_TRIES;
        for write in group {
            let outcome = match &together {
                Ok(saved) if saved.contains(&write.stored.id) => Ok(()),
                Ok(_) => Err(SaveError::Conflict),
                Err(_) if affects_all || Instant::now() >= end => Err(SaveError::Failed),
                Err(_) => {
                    let alone = self.attempt(Work::Tables(slice::from_ref(&write))).await;
                    affects_all = alone.as_ref().is_err_and(stops_all);
                    // Another version may be there because the first try was committed and then
                    // changed again, so it is not known to be a conflict.
                    let is_saved = alone.is_ok_and(|saved| saved.contains(&write.stored.id));
                    if is_saved { Ok(()) } else { Err(SaveError::Failed) }
                }
            };
            // The receiver may have been dropped.
            let _ = write.done.send(outcome);
        }
    }

    /// Writes on the connection, or on a new one after an error. Returns the ids of saved tables.
    async fn attempt(&mut self, work: Work<'_>) -> Result<HashSet<String>, sqlx::Error> {
        let silent = |_| Err(sqlx::Error::Io(ErrorKind::TimedOut.into()));
        let outcome = timeout(WRITE_TIMEOUT, self.write(work)).await.unwrap_or_else(silent);
        self.failing.store(outcome.is_err(), Ordering::Relaxed);
        outcome.inspect_err(|error| {
            let tables = match work {
                Work::Tables(group) => group.len(),
                Work::Heartbeat => 0,
            };
            tracing::error!(%error, tables, "cannot save tables");
        })
    }

    async fn write(&mut self, work: Work<'_>) -> Result<HashSet<String>, sqlx::Error> {
        self.lock.check()?;
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => connect(&self.options).await?,
        };
        let outcome = match work {
            Work::Tables(group) => write_group(&mut connection, group).await,
            Work::Heartbeat => self.note_alive(&mut connection).await.map(|()| HashSet::new()),
        };
        match outcome {
            Ok(_) => self.connection = Some(connection),
            // A closed connection holds no lock on the database.
            Err(_) => drop(timeout(CLOSE_TIMEOUT, connection.close()).await),
        }
        outcome
    }

    async fn note_alive(&mut self, connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
        let now = self.time.now();
        if is_postgres(connection) {
            let people = self.people.load(Ordering::Relaxed);
            let appends = note_process(connection, &self.process, people, now).await?;
            if appends && !self.appends.load(Ordering::Relaxed) {
                schema::require_logs(connection).await?;
            }
            self.appends.store(appends, Ordering::Relaxed);
        }
        if self.uptime.note_alive(connection, now).await? {
            self.notices.send(Notice::Resync);
        }
        Ok(())
    }
}

/// Whether an error affects all tables: the database is locked, full or silent. Then they are not
/// retried one by one, because each attempt takes long.
fn stops_all(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(error) => error.kind() == ErrorKind::TimedOut,
        sqlx::Error::Database(error) => match error.code().as_deref() {
            // PostgreSQL's "disk full" and "lock not available".
            Some("53100" | "55P03") => true,
            // SQLite's "busy", "locked" and "full" are in the lowest byte; its numbers are small.
            Some(code) => code
                .parse()
                .is_ok_and(|code: u16| code < 10_000 && matches!(code & 0xff, 5 | 6 | 13)),
            None => false,
        },
        _ => false,
    }
}

/// Saves tables in one transaction, tells the other processes, and commits. Returns the ids of the
/// tables that had the expected version, or that an earlier try has committed.
async fn write_group(
    connection: &mut AnyConnection,
    group: &[Write],
) -> Result<HashSet<String>, sqlx::Error> {
    let tells = is_postgres(connection);
    let mut transaction = connection.begin().await?;
    let (new, changed): (Vec<&Write>, Vec<&Write>) =
        group.iter().partition(|write| write.stored.version == 1);
    let mut saved = HashSet::new();
    for (writes, statement) in [(new, INSERT), (changed, UPDATE)] {
        if !writes.is_empty() {
            saved.extend(save_all(&mut transaction, &writes, statement).await?);
        }
    }
    let is_saved = |write: &&Write| saved.contains(&write.stored.id);
    logs::save_parts(&mut transaction, group.iter().filter(is_saved)).await?;
    if tells {
        let tables = group.iter().map(|write| &write.stored);
        notices::tell(&mut transaction, tables.filter(|stored| saved.contains(&stored.id))).await?;
    }
    transaction.commit().await?;
    Ok(saved)
}

/// The columns of a table, in the order in which they are bound.
const COLUMNS: &str = "id, version, record, node_ids, bots, seats, rematch, plies, saved_ms, clock_ms, bot_ms, commit_id, listed_ms, lister, head, log_base, log_length, tail";
const COLUMN_COUNT: usize = 18;

/// Both return the rows that an earlier try has written, without changing them again.
const INSERT: &str =
    "INSERT INTO games (id, version, record, node_ids, bots, seats, rematch, plies,
    saved_ms, clock_ms, bot_ms, commit_id, listed_ms, lister, head, log_base, log_length, tail) SELECT * FROM new WHERE true
    ON CONFLICT (id) DO UPDATE SET version = games.version
    WHERE games.version = excluded.version AND games.commit_id = excluded.commit_id
    RETURNING id";
const UPDATE: &str = "UPDATE games SET version = new.version, record = new.record,
    node_ids = new.node_ids, bots = new.bots, seats = new.seats, rematch = new.rematch, plies = new.plies,
    saved_ms = new.saved_ms, clock_ms = new.clock_ms, bot_ms = new.bot_ms, tries = 0,
    commit_id = new.commit_id, head = new.head, log_base = new.log_base,
    log_length = new.log_length, tail = new.tail
    FROM new WHERE games.id = new.id AND (games.version = new.version - 1
        OR games.version = new.version AND games.commit_id = new.commit_id)
    RETURNING games.id";

async fn save_all(
    connection: &mut AnyConnection,
    writes: &[&Write],
    statement: &str,
) -> Result<Vec<String>, sqlx::Error> {
    let mut sql = format!("WITH new ({COLUMNS}) AS (VALUES ");
    for row in 0..writes.len() {
        let first = row * COLUMN_COUNT + 1;
        let values: Vec<String> =
            (first..first + COLUMN_COUNT).map(|place| format!("${place}")).collect();
        let comma = if row == 0 { "" } else { ", " };
        // Writing to a string cannot fail.
        let _ = write!(sql, "{comma}({})", values.join(", "));
    }
    sql += &format!(") {statement}");
    // Large groups have a statement for each size, which would fill the cache.
    let mut query = sqlx::query(sqlx::AssertSqlSafe(sql)).persistent(writes.len() <= 16);
    for Write { stored, commit_id, .. } in writes {
        query = query
            .bind(stored.id.as_str())
            .bind(stored.version)
            .bind(stored.record.as_str())
            .bind(stored.node_ids.as_str())
            .bind(stored.bots.as_str())
            .bind(stored.seats.as_str())
            .bind(stored.rematch.as_str())
            .bind(stored.plies)
            .bind(stored.saved_ms)
            .bind(stored.clock_ms)
            .bind(stored.bot_ms)
            .bind(commit_id.as_str())
            .bind(stored.listed_ms)
            .bind(stored.lister.as_str());
        let log = stored.log.as_ref();
        query = query
            .bind(log.map_or("", |log| log.head.as_str()))
            .bind(log.map_or(0, |log| log.base))
            .bind(log.map_or(0, |log| log.length))
            .bind(log.map_or("", |log| log.tail.as_str()));
    }
    let rows = query.fetch_all(connection).await?;
    rows.iter().map(|row| row.try_get("id")).collect()
}

#[cfg(test)]
mod tests {
    use super::super::connect::is_full;
    use super::*;

    /// The result of the last statement in a fresh database, on its own connection.
    async fn complaint(before: &[&str], last: &str) -> sqlx::Error {
        sqlx::any::install_default_drivers();
        let folder = tempfile::tempdir().expect("a folder");
        let address = format!("sqlite://{}?mode=rwc", folder.path().join("it").display());
        let options: AnyConnectOptions = address.parse().expect("an address");
        let mut first = connect(&options).await.expect("a connection");
        let mut second = connect(&options).await.expect("another");
        let run = |statement: &str| sqlx::query(sqlx::AssertSqlSafe(statement.to_owned()));
        run("CREATE TABLE games (id TEXT)").execute(&mut first).await.expect("a table");
        for statement in before {
            run(statement).execute(&mut first).await.expect(statement);
        }
        let none = "PRAGMA busy_timeout = 0; PRAGMA max_page_count = 8";
        run(none).execute(&mut second).await.expect("no patience and little room");
        run(last).execute(&mut second).await.expect_err(last)
    }

    #[tokio::test]
    async fn errors_that_affect_all_tables_are_recognised() {
        let insert = "INSERT INTO games VALUES ('bad')";
        let locked = complaint(&["BEGIN IMMEDIATE"], insert).await;
        assert!(stops_all(&locked), "{locked}");
        let full = complaint(&[], "INSERT INTO games VALUES (zeroblob(1000000))").await;
        assert!(stops_all(&full) && is_full(&full) && !is_full(&locked), "{full}");
        let refuse = "CREATE TRIGGER refuse BEFORE INSERT ON games WHEN NEW.id = 'bad'
                      BEGIN SELECT RAISE(ROLLBACK, 'no'); END";
        let refused = complaint(&[refuse], insert).await;
        assert!(!stops_all(&refused), "{refused}");
    }
}
