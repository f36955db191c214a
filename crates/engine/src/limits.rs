//! Search limits and time management.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// A player's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// The remaining time.
    pub left: Duration,
    /// The increment per move.
    pub increment: Duration,
}

/// The limits of a search. Without limits it runs until it is stopped or everything is proven.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// The time for this move.
    pub movetime: Option<Duration>,
    /// The search depth in plies.
    pub depth: Option<u32>,
    /// The number of nodes.
    pub nodes: Option<u64>,
    /// The clock of the player to move.
    pub clock: Option<Clock>,
}

impl Limits {
    /// Only a time limit.
    pub fn movetime(time: Duration) -> Self {
        Self { movetime: Some(time), ..Self::default() }
    }

    /// Only a depth limit.
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// Only a node limit.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// The soft limit, after which no new iteration starts, and the hard limit, at which the search
    /// stops.
    fn time_limits(&self) -> (Option<Duration>, Option<Duration>) {
        let Some(clock) = self.clock else { return (None, self.movetime) };
        // Few games last longer than this once time is short.
        const MOVES_TO_GO: u32 = 18;
        const RESERVE: Duration = Duration::from_millis(20);
        let left = clock.left.saturating_sub(RESERVE);
        let share = left / MOVES_TO_GO + clock.increment * 3 / 4;
        let hard = (share * 3).min(left / 3).max(Duration::from_millis(1));
        let hard = self.movetime.map_or(hard, |time| time.min(hard));
        (Some((share / 2).min(hard)), Some(hard))
    }
}

/// Tracks time and nodes against the limits of a search; shared by its threads.
pub(crate) struct SearchControl<'a> {
    started: Instant,
    soft: Option<Duration>,
    hard: Option<Duration>,
    max_nodes: u64,
    nodes: AtomicU64,
    stop: &'a AtomicBool,
    halted: AtomicBool,
    /// The search that this one is a part of.
    parent: Option<&'a SearchControl<'a>>,
}

/// The number of nodes between two checks of the clock: well below a millisecond in every game.
pub(crate) const NODES_BETWEEN_CHECKS: u64 = 256;

impl<'a> SearchControl<'a> {
    pub(crate) fn new(limits: &Limits, stop: &'a AtomicBool) -> Self {
        let (soft, hard) = limits.time_limits();
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

    /// The control of a part of the search that may use half of the remaining time and nodes, and no
    /// more than `max_nodes`.
    pub(crate) fn for_subsearch(&'a self, max_nodes: u64) -> Self {
        let left = |hard: Duration| hard.saturating_sub(self.started.elapsed()) / 2;
        let max_nodes = match self.max_nodes {
            u64::MAX => max_nodes,
            limit => max_nodes.min(limit.saturating_sub(self.nodes()) / 2),
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

    /// The number of nodes a thread may search before it calls `add_nodes` again.
    pub(crate) fn nodes_until_check(&self) -> u64 {
        let left = self.max_nodes.saturating_sub(self.nodes());
        left.clamp(1, NODES_BETWEEN_CHECKS)
    }

    /// Adds to the node count; returns whether the search must stop.
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

    /// Whether another iteration would probably not finish in time.
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
    fn time_limits_never_exceed_the_clock() {
        for (left, increment) in [(0, 0), (5, 0), (100, 0), (1000, 50), (60_000, 1000)] {
            let [left, increment] = [left, increment].map(Duration::from_millis);
            let limits = Limits { clock: Some(Clock { left, increment }), ..Limits::default() };
            let (soft, hard) = limits.time_limits();
            assert!(hard <= Some(left.max(Duration::from_millis(1))) && soft <= hard);
        }
    }

    #[test]
    fn node_limit_is_exact() {
        let stop = AtomicBool::new(false);
        let control = SearchControl::new(&Limits::nodes(300), &stop);
        assert_eq!(control.nodes_until_check(), 256);
        assert!(!control.add_nodes(256));
        assert_eq!(control.nodes_until_check(), 44);
        assert!(control.add_nodes(44));
    }
}
