//! Signals to a running search.

use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

use web_time::Instant;

/// Tells a search that ponders, which means that it searches during the opponent's turn, when the
/// opponent has played the expected move. Until then, no time limit applies; the time for the move
/// is counted from that moment.
#[derive(Debug, Default)]
pub struct PonderHit(OnceLock<Instant>);

impl PonderHit {
    /// The opponent has played the expected move now. Later calls have no effect.
    pub fn hit(&self) {
        self.0.get_or_init(Instant::now);
    }

    /// When the opponent played the expected move.
    pub fn time(&self) -> Option<Instant> {
        self.0.get().copied()
    }
}

/// The signals that a search obeys while it runs.
#[derive(Clone, Copy, Debug)]
pub struct Signals<'a> {
    /// Stops the search as soon as it is true.
    pub stop: &'a AtomicBool,
    /// If set, the search ponders until the hit.
    pub ponder: Option<&'a PonderHit>,
}

impl<'a> From<&'a AtomicBool> for Signals<'a> {
    fn from(stop: &'a AtomicBool) -> Self {
        Self { stop, ponder: None }
    }
}
