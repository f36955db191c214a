//! Tables in the lobby. Each has a time until which it is listed; servers extend it while a player is
//! there, so that tables that everybody has left disappear by themselves.

use std::time::Duration;

use sqlx::Row;

use super::notices::tell_phrase;
use super::{Store, in_time};
use crate::api::types::lobby::Said;
use crate::time::millis;

/// The most tables that are considered for the lobby.
const MOST: i64 = 200;

impl Store {
    /// The ids of the tables in the lobby, those that changed last first.
    pub(crate) async fn listed(&self, now: Duration) -> Result<Vec<String>, sqlx::Error> {
        let query = "SELECT id FROM games WHERE listed_ms > $1 ORDER BY saved_ms DESC, id LIMIT $2";
        let query = sqlx::query(query).bind(millis(now)).bind(MOST);
        let rows = in_time(query.fetch_all(&self.pool)).await?;
        rows.iter().map(|row| row.try_get("id")).collect()
    }

    /// The number of tables that a visitor has in the lobby.
    pub(crate) async fn count_listed(
        &self,
        lister: &str,
        now: Duration,
    ) -> Result<i64, sqlx::Error> {
        let query = "SELECT COUNT(*) AS count FROM games WHERE listed_ms > $1 AND lister = $2";
        let query = sqlx::query(query).bind(millis(now)).bind(lister);
        in_time(query.fetch_one(&self.pool)).await?.try_get("count")
    }

    /// Keeps tables in the lobby, each until a moment. Private ones stay private.
    pub(crate) async fn extend_listing(
        &self,
        tables: &[(String, Duration)],
    ) -> Result<(), sqlx::Error> {
        in_time(async {
            let mut transaction = self.pool.begin().await?;
            for (id, until) in tables {
                sqlx::query("UPDATE games SET listed_ms = $1 WHERE id = $2 AND listed_ms > 0")
                    .bind(millis(*until))
                    .bind(id.as_str())
                    .execute(&mut *transaction)
                    .await?;
            }
            transaction.commit().await
        })
        .await
    }

    /// Tells the other processes what a player has said.
    pub(crate) async fn share_phrase(&self, game: &str, said: Said) -> Result<(), sqlx::Error> {
        if self.shared.is_none() {
            return Ok(());
        }
        in_time(async {
            let mut connection = self.pool.acquire().await?;
            tell_phrase(&mut connection, game, said).await
        })
        .await
    }
}
