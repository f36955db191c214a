//! The times in which games could be played: some server was running, and the database saved what
//! it wrote. Clocks stop in between.

use std::sync::Mutex;
use std::time::Duration;

use sqlx::{AnyConnection, Row};

use crate::sync::lock;
use crate::time::{from_millis, millis};

/// The times in which games could be played, as far as this process knows them.
#[derive(Debug, Default)]
pub(super) struct Uptime {
    /// From the first to the last sign of life of each, the earliest first.
    periods: Mutex<Vec<(Duration, Duration)>>,
}

/// Without a sign of life for this long, games could not be played.
const GAP: Duration = Duration::from_secs(5);
/// Older periods are deleted; no clock runs that long.
const MAX_AGE: Duration = Duration::from_secs(30 * 24 * 3600);

impl Uptime {
    /// Deletes old periods. If this process is alone, it starts a new one.
    pub(super) async fn begin(
        &self,
        connection: &mut AnyConnection,
        is_alone: bool,
        now: Duration,
    ) -> Result<(), sqlx::Error> {
        sqlx::query("DELETE FROM lives WHERE alive_ms < $1")
            .bind(millis(now.saturating_sub(MAX_AGE)))
            .execute(&mut *connection)
            .await?;
        if is_alone {
            start_period(connection, now).await?;
        }
        self.note_alive(connection, now).await.map(drop)
    }

    /// Notes that games can be played. Returns whether they could not be played for a while.
    pub(super) async fn note_alive(
        &self,
        connection: &mut AnyConnection,
        now: Duration,
    ) -> Result<bool, sqlx::Error> {
        let alive = "UPDATE lives SET alive_ms = CASE WHEN alive_ms < $1 THEN $1 ELSE alive_ms END
                     WHERE began_ms = (SELECT MAX(began_ms) FROM lives) AND alive_ms >= $2";
        let updated = sqlx::query(alive)
            .bind(millis(now))
            .bind(millis(now.saturating_sub(GAP)))
            .execute(&mut *connection)
            .await?;
        if updated.rows_affected() == 0 {
            start_period(connection, now).await?;
        }
        let rows = sqlx::query("SELECT began_ms, alive_ms FROM lives ORDER BY began_ms")
            .fetch_all(&mut *connection)
            .await?;
        let period = |row: &sqlx::any::AnyRow| -> Result<_, sqlx::Error> {
            Ok((from_millis(row.try_get("began_ms")?), from_millis(row.try_get("alive_ms")?)))
        };
        let found: Vec<_> = rows.iter().map(period).collect::<Result<_, _>>()?;
        let mut periods = lock(&self.periods);
        let began = |periods: &[(Duration, Duration)]| periods.last().map(|(began, _)| *began);
        let resumed = began(&periods) != began(&found);
        *periods = found;
        Ok(resumed)
    }

    /// For how long games could be played since a moment.
    pub(super) fn since(&self, moment: Duration, now: Duration) -> Duration {
        let periods = lock(&self.periods);
        let mut counted = moment;
        let mut sum = Duration::ZERO;
        for (number, (began, alive)) in periods.iter().enumerate() {
            let is_running = number + 1 == periods.len() && now.saturating_sub(*alive) < GAP;
            let end = if is_running { now } else { *alive };
            // Two servers may have started a period at the same time.
            sum += end.saturating_sub(counted.max(*began));
            counted = counted.max(end);
        }
        sum
    }
}

async fn start_period(connection: &mut AnyConnection, now: Duration) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO lives (began_ms, alive_ms) VALUES ($1, $1) ON CONFLICT (began_ms) DO NOTHING",
    )
    .bind(millis(now))
    .execute(connection)
    .await
    .map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_in_which_games_could_not_be_played_does_not_count() {
        let seconds = Duration::from_secs;
        let periods = [(10, 20), (30, 40), (31, 39), (50, 52)];
        let periods = periods.map(|(began, alive)| (seconds(began), seconds(alive)));
        let uptime = Uptime { periods: Mutex::new(periods.to_vec()) };
        assert_eq!(uptime.since(seconds(15), seconds(53)), seconds(5 + 10 + 3));
        assert_eq!(uptime.since(seconds(25), seconds(53)), seconds(10 + 3));
        assert_eq!(uptime.since(seconds(52), seconds(53)), seconds(1));
        assert_eq!(uptime.since(seconds(45), seconds(99)), seconds(2), "nothing works any more");
    }
}
