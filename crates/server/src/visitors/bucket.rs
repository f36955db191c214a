//! Token buckets for rate limits.

use std::time::{Duration, Instant};

/// The longest waiting time in a response.
const LONGEST_WAIT: Duration = Duration::from_secs(3_600);

/// A token bucket: requests take tokens out, and time puts them back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    left: f64,
    looked: Instant,
}

impl Bucket {
    pub(crate) fn full(most: f64) -> Self {
        Self { left: most, looked: Instant::now() }
    }

    /// How long it takes until `amount` is available.
    pub(crate) fn wait(&self, amount: f64, per_second: f64) -> Duration {
        let seconds = (amount - self.left) / per_second;
        Duration::try_from_secs_f64(seconds).unwrap_or(LONGEST_WAIT).min(LONGEST_WAIT)
    }

    /// Takes `amount` out, if that much is available.
    pub(crate) fn take(&mut self, amount: f64, most: f64, per_second: f64) -> bool {
        let now = Instant::now();
        let back = now.duration_since(self.looked).as_secs_f64() * per_second;
        self.looked = now;
        self.left = (self.left + back).min(most);
        let enough = self.left >= amount;
        if enough {
            self.left -= amount;
        }
        enough
    }
}
