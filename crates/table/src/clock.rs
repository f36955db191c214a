//! The clock of the turn that is being played.

use std::time::Duration;

/// Time as tables count it: whole milliseconds, which is what records keep.
pub(crate) fn whole_millis(time: Duration) -> Duration {
    Duration::from_millis(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
}

/// Clocks grow no further than records can spell.
pub(crate) const MOST_TIME: Duration = Duration::from_secs(9_999 * 3_600);

/// How long the current turn has taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TurnClock {
    /// What it took before the clock was last started.
    used: Duration,
    /// When the clock was last started; nothing while it stands still.
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

    /// When `limit` will have elapsed; nothing while the clock stands still.
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

    /// Starts from nothing, if it runs at all.
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
    /// What every move adds to the time for the game.
    pub increment: Duration,
}

impl TimeLeft {
    /// The time until the player's flag falls, if all of it is used now.
    pub fn least(&self) -> Option<Duration> {
        self.game.into_iter().chain(self.turn).min()
    }
}
