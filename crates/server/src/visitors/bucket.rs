//! Token buckets for rate limits.

use std::time::{Duration, Instant};

/// The longest waiting time in a response.
const LONGEST_WAIT: Duration = Duration::from_secs(3_600);

/// A token bucket: requests take tokens out, and time puts them back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    left: f64,
    most: f64,
    per_second: f64,
    looked: Instant,
}

impl Bucket {
    /// A full one.
    pub(crate) fn new(most: f64, per_second: f64) -> Self {
        Self { left: most, most, per_second, looked: Instant::now() }
    }

    fn refill(&mut self) {
        let now = Instant::now();
        let back = now.duration_since(self.looked).as_secs_f64() * self.per_second;
        self.looked = now;
        self.left = (self.left + back).min(self.most);
    }

    pub(crate) fn is_full(&mut self) -> bool {
        self.refill();
        self.left >= self.most
    }

    /// How long it takes until `amount` is available.
    pub(crate) fn wait(&self, amount: f64) -> Duration {
        let seconds = (amount - self.left) / self.per_second;
        Duration::try_from_secs_f64(seconds).unwrap_or(LONGEST_WAIT).min(LONGEST_WAIT)
    }

    /// Whether `amount` is available.
    pub(crate) fn has(&mut self, amount: f64) -> bool {
        self.refill();
        self.left >= amount
    }

    /// Takes `amount` out, if that much is available.
    pub(crate) fn take(&mut self, amount: f64) -> bool {
        let enough = self.has(amount);
        if enough {
            self.left = (self.left - amount).min(self.most);
        }
        enough
    }

    /// Takes `amount` out even if that leaves less than nothing.
    pub(crate) fn force(&mut self, amount: f64) {
        self.refill();
        self.left = (self.left - amount).clamp(-self.most, self.most);
    }
}
