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
pub(crate) struct SearchControl<'a> {
    started: Instant,
    soft: Option<Duration>,
    hard: Option<Duration>,
    max_nodes: u64,
    nodes: AtomicU64,
    stop: &'a AtomicBool,
    halted: AtomicBool,
    /// The control over the parent search, if this is one over a part of it.
    parent: Option<&'a SearchControl<'a>>,
}

/// Positions between two looks at the clock: well below a millisecond in every game.
pub(crate) const NODES_BETWEEN_CHECKS: u64 = 256;

impl<'a> SearchControl<'a> {
    pub(crate) fn new(limits: &Limits, stop: &'a AtomicBool) -> Self {
        let (soft, hard) = limits.times();
        Self {
            started: Instant::now(),
            soft,
            hard,
            max_nodes: limits.nodes.unwrap_or(u64::MAX),
            nodes: AtomicU64::new(0),
            stop,
            halted: AtomicBool::new(false),
            parent: None,
        }
    }

    /// A control over a part of the search, which may take for_subsearch of what is left and look at no more
    /// than `max_nodes`.
    pub(crate) fn for_subsearch(&'a self, max_nodes: u64) -> Self {
        let left = |hard: Duration| hard.saturating_sub(self.started.elapsed()) / 2;
        let max_nodes = match self.max_nodes {
            u64::MAX => max_nodes,
            most => max_nodes.min(most.saturating_sub(self.nodes()) / 2),
        };
        Self {
            started: Instant::now(),
            soft: None,
            hard: self.hard.map(left),
            max_nodes,
            nodes: AtomicU64::new(0),
            stop: self.stop,
            halted: AtomicBool::new(false),
            parent: Some(self),
        }
    }

    /// How many positions a thread may look at before it asks again.
    pub(crate) fn nodes_until_check(&self) -> u64 {
        let left = self.max_nodes.saturating_sub(self.nodes());
        left.clamp(1, NODES_BETWEEN_CHECKS)
    }

    /// Counts positions; says whether the search must break off.
    pub(crate) fn add_nodes(&self, nodes: u64) -> bool {
        let total = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        if total >= self.max_nodes || self.hard.is_some_and(|hard| self.started.elapsed() >= hard) {
            self.halt();
        }
        self.should_stop()
    }

    pub(crate) fn should_stop(&self) -> bool {
        self.halted.load(Ordering::Relaxed)
            || self.stop.load(Ordering::Relaxed)
            || self.parent.is_some_and(Self::should_stop)
    }

    /// Stops all threads of this search.
    pub(crate) fn halt(&self) {
        self.halted.store(true, Ordering::Relaxed);
    }

    /// Whether another iteration is unlikely to finish.
    pub(crate) fn is_past_soft_limit(&self) -> bool {
        self.should_stop() || self.soft.is_some_and(|soft| self.started.elapsed() >= soft)
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
        let control = SearchControl::new(&Limits::nodes(300), &stop);
        assert_eq!(control.nodes_until_check(), 256);
        assert!(!control.add_nodes(256));
        assert_eq!(control.nodes_until_check(), 44);
        assert!(control.add_nodes(44));
    }
}
