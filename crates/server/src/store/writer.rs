//! The task that writes. Tables that arrive during a transaction are written together in the next one.

use std::io::ErrorKind;
use std::slice;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sqlx::any::AnyConnectOptions;
use sqlx::{AnyConnection, Connection};
use tokio::sync::{Notify, mpsc};
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};

use super::connect::connect;
use super::lock::StoreLock;
use super::uptime::note_alive;
use super::{NotSaved, StoredTable, Write};
use crate::time::Time;

/// The most tables in one transaction.
const LARGEST_GROUP: usize = 256;
/// How often the server notes that it is running.
const HEARTBEAT: Duration = Duration::from_secs(5);
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
    pub(super) time: Time,
}

/// Something to write.
#[derive(Clone, Copy)]
enum Work<'a> {
    Tables(&'a [Write]),
    Heartbeat,
}

impl Writer {
    /// Writes tables until the queue is closed.
    pub(super) async fn run(mut self, mut writes: mpsc::Receiver<Write>, end: Arc<Notify>) {
        let mut heartbeat = interval(HEARTBEAT);
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
        let together = self.attempt(Work::Tables(group)).await;
        let is_single = group.len() == 1;
        let mut affects_all = together.as_ref().is_err_and(|error| is_single || stops_all(error));
        let end = Instant::now() + SECOND_TRIES;
        for write in group.drain(..) {
            let mut outcome = together.as_ref().map_err(|_| NotSaved).copied();
            if outcome.is_err() && !affects_all && Instant::now() < end {
                let alone = self.attempt(Work::Tables(slice::from_ref(&write))).await;
                affects_all = alone.as_ref().is_err_and(stops_all);
                outcome = alone.map_err(|_| NotSaved);
            }
            // The receiver may have been dropped.
            let _ = write.done.send(outcome);
        }
    }

    /// Writes on the connection, or on a new one after an error.
    async fn attempt(&mut self, work: Work<'_>) -> Result<(), sqlx::Error> {
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

    async fn write(&mut self, work: Work<'_>) -> Result<(), sqlx::Error> {
        self.lock.check()?;
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => {
                let mut connection = connect(&self.options).await?;
                StoreLock::take_again(&mut connection).await?;
                connection
            }
        };
        let outcome = match work {
            Work::Tables(group) => write_group(&mut connection, group).await,
            Work::Heartbeat => note_alive(&mut connection, self.time).await,
        };
        match outcome {
            Ok(()) => self.connection = Some(connection),
            // A closed connection holds no lock on the database.
            Err(_) => drop(timeout(CLOSE_TIMEOUT, connection.close()).await),
        }
        outcome
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

/// Writes tables in one transaction and commits it.
async fn write_group(connection: &mut AnyConnection, group: &[Write]) -> Result<(), sqlx::Error> {
    let mut transaction = connection.begin().await?;
    for Write { stored, .. } in group {
        let StoredTable { id, record, seats, rematch, plies, saved_ms } = stored;
        sqlx::query(
            "INSERT INTO games (id, record, seats, rematch, plies, saved_ms)
             VALUES ($1, $2, $3, $4, $5, $6)
             ON CONFLICT (id) DO UPDATE SET record = excluded.record, seats = excluded.seats,
             rematch = excluded.rematch, plies = excluded.plies, saved_ms = excluded.saved_ms",
        )
        .bind(id.as_str())
        .bind(record.as_str())
        .bind(seats.as_str())
        .bind(rematch.as_str())
        .bind(*plies)
        .bind(*saved_ms)
        .execute(&mut *transaction)
        .await?;
    }
    transaction.commit().await
}

#[cfg(test)]
mod tests {
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
        assert!(stops_all(&full), "{full}");
        let refuse = "CREATE TRIGGER refuse BEFORE INSERT ON games WHEN NEW.id = 'bad'
                      BEGIN SELECT RAISE(ROLLBACK, 'no'); END";
        let refused = complaint(&[refuse], insert).await;
        assert!(!stops_all(&refused), "{refused}");
    }
}
