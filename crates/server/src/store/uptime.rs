//! The times in which servers were running.

use std::time::Duration;

use sqlx::{AnyConnection, Row};

use crate::time::{Time, from_millis, millis};

/// The times in which earlier servers of this database ran, and when this one started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Uptime {
    earlier: Vec<(Duration, Duration)>,
    began: Duration,
}

/// Older runs are deleted; no clock runs that long.
const MAX_AGE: Duration = Duration::from_secs(30 * 24 * 3600);

impl Uptime {
    /// Reads the earlier runs and starts a new one.
    pub(super) async fn begin(
        connection: &mut AnyConnection,
        time: Time,
    ) -> Result<Self, sqlx::Error> {
        let began = time.started;
        sqlx::query("DELETE FROM lives WHERE alive_ms < $1")
            .bind(millis(began.saturating_sub(MAX_AGE)))
            .execute(&mut *connection)
            .await?;
        let rows = sqlx::query("SELECT began_ms, alive_ms FROM lives ORDER BY began_ms")
            .fetch_all(&mut *connection)
            .await?;
        let run = |row: &sqlx::any::AnyRow| -> Result<_, sqlx::Error> {
            Ok((from_millis(row.try_get("began_ms")?), from_millis(row.try_get("alive_ms")?)))
        };
        let earlier = rows.iter().map(run).collect::<Result<_, _>>()?;
        sqlx::query(
            "INSERT INTO lives (began_ms, alive_ms) VALUES ($1, $1)
             ON CONFLICT (began_ms) DO NOTHING",
        )
        .bind(millis(began))
        .execute(&mut *connection)
        .await?;
        Ok(Self { earlier, began })
    }

    pub(super) fn uptime_since(&self, moment: Duration, now: Duration) -> Duration {
        let runs = self.earlier.iter().map(|(began, alive)| (*began, (*alive).min(self.began)));
        let parts = runs.chain([(self.began, now)]);
        parts.map(|(began, end)| end.saturating_sub(began.max(moment))).sum()
    }
}

/// Notes that the server is still running.
pub(super) async fn note_alive(
    connection: &mut AnyConnection,
    time: Time,
) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE lives SET alive_ms = $2 WHERE began_ms = $1")
        .bind(millis(time.started))
        .bind(millis(time.now()))
        .execute(connection)
        .await
        .map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_while_the_server_is_down_does_not_count() {
        let seconds = Duration::from_secs;
        let uptime = Uptime {
            earlier: vec![(seconds(10), seconds(20)), (seconds(30), seconds(40))],
            began: seconds(50),
        };
        assert_eq!(uptime.uptime_since(seconds(15), seconds(53)), seconds(5 + 10 + 3));
        assert_eq!(uptime.uptime_since(seconds(25), seconds(53)), seconds(10 + 3));
        assert_eq!(uptime.uptime_since(seconds(52), seconds(53)), seconds(1));
    }
}
