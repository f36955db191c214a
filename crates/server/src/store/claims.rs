//! Tables that need attention although no player does anything: a clock runs out, or a bot is to
//! move. Any process may claim them; a claim expires by itself if the process dies.

use std::time::Duration;

use sqlx::Row;

use super::{Store, in_time};
use crate::time::millis;

/// How long a claim lasts unless it is renewed.
pub(crate) const LEASE: Duration = Duration::from_secs(4);
/// How late a clock may be noticed by the servers that have the table in memory.
const CLOCK_GRACE: Duration = Duration::from_secs(1);
/// The most tables in one claim.
const MOST: i64 = 64;

/// A bot's turn that this process has claimed.
#[derive(Debug)]
pub(crate) struct BotTurn {
    pub(crate) id: String,
    /// The number of claims since the last move, this one included.
    pub(crate) tries: i64,
}

impl Store {
    /// Other transactions do not wait for rows that are being claimed. SQLite has only one process.
    pub(super) fn skip_locked(&self) -> &'static str {
        if self.shared.is_some() { "FOR UPDATE SKIP LOCKED" } else { "" }
    }

    /// Claims tables at which the player to move has run out of time.
    pub(crate) async fn claim_clocks(&self, now: Duration) -> Result<Vec<String>, sqlx::Error> {
        let claim = format!(
            "UPDATE games SET clock_ms = $1 WHERE id IN (SELECT id FROM games
             WHERE clock_ms > 0 AND clock_ms <= $2 ORDER BY clock_ms LIMIT {MOST} {})
             RETURNING id",
            self.skip_locked()
        );
        let query = sqlx::query(sqlx::AssertSqlSafe(claim))
            .bind(millis(now + LEASE))
            .bind(millis(now.saturating_sub(CLOCK_GRACE)));
        let rows = in_time(query.fetch_all(&self.pool)).await?;
        rows.iter().map(|row| row.try_get("id")).collect()
    }

    /// Claims up to `most` tables at which a bot is to move and no process is searching.
    pub(crate) async fn claim_bot_turns(
        &self,
        now: Duration,
        most: usize,
    ) -> Result<Vec<BotTurn>, sqlx::Error> {
        let claim = format!(
            "UPDATE games SET bot_ms = $1, tries = tries + 1 WHERE id IN (SELECT id FROM games
             WHERE bot_ms > 0 AND bot_ms <= $2 ORDER BY bot_ms LIMIT $3 {})
             RETURNING id, tries",
            self.skip_locked()
        );
        let query = sqlx::query(sqlx::AssertSqlSafe(claim))
            .bind(millis(now + LEASE))
            .bind(millis(now))
            .bind(i64::try_from(most).unwrap_or(MOST));
        let rows = in_time(query.fetch_all(&self.pool)).await?;
        let turn = |row: &sqlx::any::AnyRow| {
            Ok(BotTurn { id: row.try_get("id")?, tries: row.try_get("tries")? })
        };
        rows.iter().map(turn).collect()
    }

    /// Sets until when the claim of a bot's turn lasts.
    pub(crate) async fn extend_bot_turn(
        &self,
        id: &str,
        version: i64,
        until: Duration,
    ) -> Result<(), sqlx::Error> {
        let query = "UPDATE games SET bot_ms = $1 WHERE id = $2 AND version = $3 AND bot_ms > 0";
        let query = sqlx::query(query).bind(millis(until)).bind(id).bind(version);
        in_time(query.execute(&self.pool)).await.map(drop)
    }

    /// Deletes tables on which no move was played for a long time, unless somebody is there.
    pub(crate) async fn delete_unused(&self, before: Duration) -> Result<u64, sqlx::Error> {
        let query = "DELETE FROM games WHERE plies = 0 AND saved_ms < $1
                     AND NOT EXISTS (SELECT 1 FROM presence WHERE presence.game = games.id)";
        let deleted = in_time(sqlx::query(query).bind(millis(before)).execute(&self.pool)).await?;
        Ok(deleted.rows_affected())
    }
}
