//! When to stop.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The time a player has for the rest of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// What is left.
    pub left: Duration,
    /// What every move adds.
    pub increment: Duration,
}

/// How far a search may go. Without any limit it goes on until it is stopped or all is proven.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Time for this move.
    pub movetime: Option<Duration>,
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Positions to look at.
    pub nodes: Option<u64>,
    /// Time for the rest of the game.
    pub clock: Option<Clock>,
}

impl Limits {
    /// So much time for the move.
    pub fn movetime(time: Duration) -> Self {
        Self { movetime: Some(time), ..Self::default() }
    }

    /// So many plies.
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// So many positions.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// The time after which to start nothing long, and the time at which to break off.
    fn times(&self) -> (Option<Duration>, Option<Duration>) {
        let Some(clock) = self.clock else { return (None, self.movetime) };
        // A game is hardly ever longer than this from any position at which time is short.
        const MOVES_TO_GO: u32 = 18;
        const RESERVE: Duration = Duration::from_millis(20);
        let left = clock.left.saturating_sub(RESERVE);
        let share = left / MOVES_TO_GO + clock.increment * 3 / 4;
        let most = (share * 3).min(left / 3).max(Duration::from_millis(1));
        let most = self.movetime.map_or(most, |time| time.min(most));
        (Some((share / 2).min(most)), Some(most))
    }
}

/// Limits at work: shared by all threads of one search.
pub(crate) struct Watch<'a> {
    started: Instant,
    soft: Option<Duration>,
    hard: Option<Duration>,
    most_nodes: u64,
    nodes: AtomicU64,
    stop: &'a AtomicBool,
    halted: AtomicBool,
    /// The watch over the whole search, if this is one over a part of it.
    whole: Option<&'a Watch<'a>>,
}

/// Positions between two looks at the clock: well below a millisecond in every game.
pub(crate) const NODES_BETWEEN_CHECKS: u64 = 256;

impl<'a> Watch<'a> {
    pub(crate) fn new(limits: &Limits, stop: &'a AtomicBool) -> Self {
        let (soft, hard) = limits.times();
        Self {
            started: Instant::now(),
            soft,
            hard,
            most_nodes: limits.nodes.unwrap_or(u64::MAX),
            nodes: AtomicU64::new(0),
            stop,
            halted: AtomicBool::new(false),
            whole: None,
        }
    }

    /// A watch over a part of the search, which may take half of what is left and look at no more
    /// than `most_nodes`.
    pub(crate) fn half(&'a self, most_nodes: u64) -> Self {
        let left = |hard: Duration| hard.saturating_sub(self.started.elapsed()) / 2;
        let most_nodes = match self.most_nodes {
            u64::MAX => most_nodes,
            most => most_nodes.min(most.saturating_sub(self.nodes()) / 2),
        };
        Self {
            started: Instant::now(),
            soft: None,
            hard: self.hard.map(left),
            most_nodes,
            nodes: AtomicU64::new(0),
            stop: self.stop,
            halted: AtomicBool::new(false),
            whole: Some(self),
        }
    }

    /// How many positions a thread may look at before it asks again.
    pub(crate) fn allowance(&self) -> u64 {
        let left = self.most_nodes.saturating_sub(self.nodes());
        left.clamp(1, NODES_BETWEEN_CHECKS)
    }

    /// Counts positions; says whether the search must break off.
    pub(crate) fn count(&self, nodes: u64) -> bool {
        let total = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        if total >= self.most_nodes || self.hard.is_some_and(|hard| self.started.elapsed() >= hard)
        {
            self.halt();
        }
        self.must_stop()
    }

    pub(crate) fn must_stop(&self) -> bool {
        self.halted.load(Ordering::Relaxed)
            || self.stop.load(Ordering::Relaxed)
            || self.whole.is_some_and(Self::must_stop)
    }

    /// Stops all threads of this search.
    pub(crate) fn halt(&self) {
        self.halted.store(true, Ordering::Relaxed);
    }

    /// Whether another iteration is unlikely to finish.
    pub(crate) fn is_late(&self) -> bool {
        self.must_stop() || self.soft.is_some_and(|soft| self.started.elapsed() >= soft)
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_never_run_out() {
        for (left, increment) in [(0, 0), (5, 0), (100, 0), (1000, 50), (60_000, 1000)] {
            let [left, increment] = [left, increment].map(Duration::from_millis);
            let limits = Limits { clock: Some(Clock { left, increment }), ..Limits::default() };
            let (soft, hard) = limits.times();
            assert!(hard <= Some(left.max(Duration::from_millis(1))) && soft <= hard);
        }
    }

    #[test]
    fn nodes_are_counted_to_the_last() {
        let stop = AtomicBool::new(false);
        let watch = Watch::new(&Limits::nodes(300), &stop);
        assert_eq!(watch.allowance(), 256);
        assert!(!watch.count(256));
        assert_eq!(watch.allowance(), 44);
        assert!(watch.count(44));
    }
}
