//! The clock of the server.

use std::time::{Duration, Instant, SystemTime};

/// The time since 1970. It is read once at the start and then advanced by a monotonic clock.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Time {
    /// When the server started, since 1970.
    pub(crate) started: Duration,
    instant: Instant,
}

impl Time {
    /// From the system's clock.
    pub(crate) fn start() -> Self {
        Self::start_at(SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default())
    }

    /// From another clock, which shows this time now.
    pub(crate) fn start_at(started: Duration) -> Self {
        Self { started, instant: Instant::now() }
    }

    pub(crate) fn now(&self) -> Duration {
        self.started + self.instant.elapsed()
    }

    /// A moment for timers of the runtime.
    pub(crate) fn instant(&self, moment: Duration) -> tokio::time::Instant {
        (self.instant + moment.saturating_sub(self.started)).into()
    }
}

/// Whole milliseconds, as they are stored and sent.
pub(crate) fn millis(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

/// A time from milliseconds.
pub(crate) fn from_millis(millis: i64) -> Duration {
    Duration::from_millis(u64::try_from(millis).unwrap_or(0))
}
