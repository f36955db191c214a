//! What time it is.

use std::time::{Duration, Instant, SystemTime};

/// The time since 1970 as it was at the start, and from there on by a clock that nobody sets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Time {
    /// When the server started, since 1970.
    pub(crate) started: Duration,
    instant: Instant,
}

impl Time {
    pub(crate) fn start() -> Self {
        let started = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
        Self { started, instant: Instant::now() }
    }

    pub(crate) fn now(&self) -> Duration {
        self.started + self.instant.elapsed()
    }

    /// A moment as timers of the runtime take it.
    pub(crate) fn instant(&self, moment: Duration) -> tokio::time::Instant {
        (self.instant + moment.saturating_sub(self.started)).into()
    }
}

/// Whole milliseconds, as they are kept and sent.
pub(crate) fn millis(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

/// The time that so many milliseconds are.
pub(crate) fn from_millis(millis: i64) -> Duration {
    Duration::from_millis(u64::try_from(millis).unwrap_or(0))
}
