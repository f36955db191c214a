//! The clock of the current turn.

use std::time::Duration;

/// Rounds a time down to whole milliseconds, the precision of records.
pub(crate) fn whole_millis(time: Duration) -> Duration {
    Duration::from_millis(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
}

/// The maximum time on a clock, which is the longest that records can write.
pub(crate) const MOST_TIME: Duration = Duration::from_secs(9_999 * 3_600);

/// How long the current turn has taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TurnClock {
    /// The time used before the clock was last started.
    used: Duration,
    /// When the clock was last started; `None` while it is stopped.
    since: Option<Duration>,
}

impl TurnClock {
    pub(crate) const fn stopped_at(used: Duration) -> Self {
        Self { used, since: None }
    }

    pub(crate) const fn started(now: Duration) -> Self {
        Self { used: Duration::ZERO, since: Some(now) }
    }

    pub(crate) fn elapsed(&self, now: Duration) -> Duration {
        self.used + self.since.map_or(Duration::ZERO, |since| now.saturating_sub(since))
    }

    /// When `limit` will have elapsed; `None` while the clock is stopped.
    pub(crate) fn reaches(&self, limit: Duration) -> Option<Duration> {
        self.since.map(|since| since.saturating_add(limit.saturating_sub(self.used)))
    }

    pub(crate) fn stop(&mut self, now: Duration) {
        *self = Self::stopped_at(self.elapsed(now));
    }

    pub(crate) fn start(&mut self, now: Duration) {
        self.stop(now);
        self.since = Some(now);
    }

    /// Resets the clock to zero, and leaves it running or stopped.
    pub(crate) fn restart(&mut self, now: Duration) {
        *self = Self { used: Duration::ZERO, since: self.since.map(|_| now) };
    }
}

/// The time that a player has left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TimeLeft {
    /// For the rest of the game.
    pub game: Option<Duration>,
    /// For this turn, if it is the player's.
    pub turn: Option<Duration>,
    /// The time added to the clock after every move.
    pub increment: Duration,
}

impl TimeLeft {
    /// The time until the player runs out of time, if they do not move.
    pub fn least(&self) -> Option<Duration> {
        self.game.into_iter().chain(self.turn).min()
    }
}
