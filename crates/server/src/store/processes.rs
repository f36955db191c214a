//! What processes know of each other: which ones are running, who is connected to them, and what
//! visitors have used up there.

use std::sync::atomic::Ordering;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use sqlx::{AnyConnection, Connection, Row};

use super::notices::{notify, tell_presence};
use super::{Store, in_time};
use crate::time::millis;

/// A process without a sign of life for this long has ended.
const DEAD_AFTER: Duration = Duration::from_secs(4);

/// Who is connected to this process for a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PresenceRow {
    pub(crate) game: String,
    pub(crate) players: Vec<Sighting>,
    pub(crate) watchers: usize,
    /// How many of them have no seat.
    pub(crate) spectators: usize,
}

/// When a player was last seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Sighting {
    /// Whether the player is connected.
    pub(crate) here: bool,
    pub(crate) seen_ms: i64,
}

/// Who is connected to other processes for a table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Elsewhere {
    pub(crate) players: Vec<Sighting>,
    pub(crate) watchers: usize,
    /// How many of them have no seat.
    pub(crate) spectators: usize,
}

impl Elsewhere {
    fn add(&mut self, players: &[Sighting], watchers: i64, spectators: i64) {
        self.watchers += usize::try_from(watchers).unwrap_or(0);
        self.spectators += usize::try_from(spectators).unwrap_or(0);
        self.players.resize(self.players.len().max(players.len()), Sighting::default());
        for (all, one) in self.players.iter_mut().zip(players) {
            all.here |= one.here;
            all.seen_ms = all.seen_ms.max(one.seen_ms);
        }
    }
}

/// What a visitor has used up at a process.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Spending {
    pub(crate) visitor: String,
    pub(crate) requests: i64,
    pub(crate) tables: i64,
    pub(crate) engine_ms: i64,
}

/// Notes that a process is running, and removes those that are not any more. Returns whether all can
/// read logs: those of the version before this one cannot.
pub(super) async fn note_process(
    connection: &mut AnyConnection,
    process: &str,
    people: usize,
    now: Duration,
) -> Result<bool, sqlx::Error> {
    let mut transaction = connection.begin().await?;
    let alive = "INSERT INTO processes (id, alive_ms, people, reads_logs) VALUES ($1, $2, $3, 1)
                 ON CONFLICT (id) DO UPDATE
                 SET alive_ms = excluded.alive_ms, people = excluded.people";
    sqlx::query(alive)
        .bind(process)
        .bind(millis(now))
        .bind(i64::try_from(people).unwrap_or(i64::MAX))
        .execute(&mut *transaction)
        .await?;
    sqlx::query("DELETE FROM processes WHERE alive_ms < $1")
        .bind(millis(now.saturating_sub(DEAD_AFTER)))
        .execute(&mut *transaction)
        .await?;
    let gone = "DELETE FROM presence WHERE process NOT IN (SELECT id FROM processes)
                RETURNING game";
    let left = sqlx::query(gone).fetch_all(&mut *transaction).await?;
    let left: Vec<String> = left.iter().map(|row| row.try_get("game")).collect::<Result<_, _>>()?;
    tell_presence(&mut transaction, left.iter().map(String::as_str)).await?;
    // A sign of life for the listeners.
    notify(&mut transaction, "a").await?;
    let older = sqlx::query("SELECT COUNT(*) AS older FROM processes WHERE reads_logs = 0")
        .fetch_one(&mut *transaction)
        .await?;
    transaction.commit().await?;
    Ok(older.try_get::<i64, _>("older")? == 0)
}

impl Store {
    /// The number of running processes, this one included.
    pub(crate) async fn processes(&self) -> Result<i64, sqlx::Error> {
        let query = sqlx::query("SELECT COUNT(*) AS count FROM processes");
        in_time(query.fetch_one(&self.pool)).await?.try_get("count")
    }

    /// The number of people who are connected to any process.
    pub(crate) async fn count_people(&self) -> Result<usize, sqlx::Error> {
        let here = self.people.load(Ordering::Relaxed);
        if self.shared.is_none() {
            return Ok(here);
        }
        let query = "SELECT CAST(COALESCE(SUM(people), 0) AS BIGINT) AS people FROM processes
                     WHERE id <> $1";
        let query = sqlx::query(query).bind(self.process.as_str());
        let row = in_time(query.fetch_one(&self.pool)).await?;
        Ok(here + usize::try_from(row.try_get::<i64, _>("people")?).unwrap_or(0))
    }

    /// Tells the other processes who is connected to this one.
    pub(crate) async fn share_presence(&self, rows: &[PresenceRow]) -> Result<(), sqlx::Error> {
        in_time(async {
            let mut transaction = self.pool.begin().await?;
            for PresenceRow { game, players, watchers, spectators } in rows {
                let here = "INSERT INTO presence (game, process, players, watchers, spectators)
                            VALUES ($1, $2, $3, $4, $5) ON CONFLICT (game, process) DO UPDATE
                            SET players = excluded.players, watchers = excluded.watchers,
                            spectators = excluded.spectators";
                sqlx::query(here)
                    .bind(game.as_str())
                    .bind(self.process.as_str())
                    .bind(serde_json::to_string(players).unwrap_or_default())
                    .bind(i64::try_from(*watchers).unwrap_or(i64::MAX))
                    .bind(i64::try_from(*spectators).unwrap_or(i64::MAX))
                    .execute(&mut *transaction)
                    .await?;
            }
            let games = rows.iter().map(|row| row.game.as_str());
            tell_presence(&mut transaction, games).await?;
            transaction.commit().await
        })
        .await
    }

    /// Who is connected to other processes for a table.
    pub(crate) async fn elsewhere(&self, game: &str) -> Result<Elsewhere, sqlx::Error> {
        let mut elsewhere = Elsewhere::default();
        if self.shared.is_none() {
            return Ok(elsewhere);
        }
        let query = "SELECT players, watchers, spectators FROM presence
                     WHERE game = $1 AND process <> $2";
        let query = sqlx::query(query).bind(game).bind(self.process.as_str());
        for row in in_time(query.fetch_all(&self.pool)).await? {
            let players: String = row.try_get("players")?;
            let players: Vec<Sighting> = serde_json::from_str(&players).unwrap_or_default();
            elsewhere.add(&players, row.try_get("watchers")?, row.try_get("spectators")?);
        }
        Ok(elsewhere)
    }

    /// Forgets this process: it is about to end.
    pub(crate) async fn leave(&self) -> Result<(), sqlx::Error> {
        let query = "DELETE FROM processes WHERE id = $1";
        in_time(sqlx::query(query).bind(self.process.as_str()).execute(&self.pool)).await.map(drop)
    }

    /// Shares what visitors have used up at this process since the last call, and returns what they
    /// have used up at others since `after`.
    pub(crate) async fn share_spending(
        &self,
        spent: &[Spending],
        now: Duration,
        after: Duration,
    ) -> Result<Vec<Spending>, sqlx::Error> {
        in_time(async {
            let mut connection = self.pool.acquire().await?;
            sqlx::query("DELETE FROM spending WHERE process = $1 AND at_ms < $2")
                .bind(self.process.as_str())
                .bind(millis(now.saturating_sub(2 * DEAD_AFTER)))
                .execute(&mut *connection)
                .await?;
            for one in spent {
                sqlx::query(
                    "INSERT INTO spending (process, visitor, at_ms, requests, tables, engine_ms)
                     VALUES ($1, $2, $3, $4, $5, $6)",
                )
                .bind(self.process.as_str())
                .bind(one.visitor.as_str())
                .bind(millis(now))
                .bind(one.requests)
                .bind(one.tables)
                .bind(one.engine_ms)
                .execute(&mut *connection)
                .await?;
            }
            let query = "SELECT visitor, requests, tables, engine_ms FROM spending
                         WHERE process <> $1 AND at_ms > $2 AND at_ms <= $3";
            let rows = sqlx::query(query)
                .bind(self.process.as_str())
                .bind(millis(after))
                .bind(millis(now))
                .fetch_all(&mut *connection)
                .await?;
            let spending = |row: &sqlx::any::AnyRow| {
                Ok(Spending {
                    visitor: row.try_get("visitor")?,
                    requests: row.try_get("requests")?,
                    tables: row.try_get("tables")?,
                    engine_ms: row.try_get("engine_ms")?,
                })
            };
            rows.iter().map(spending).collect()
        })
        .await
    }
}
