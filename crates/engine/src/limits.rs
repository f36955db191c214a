//! Search limits, and the control of a running search.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::time::Duration;

use web_time::Instant;

use crate::Signals;
use crate::time_manager::{Stability, TimeLimits, estimate_nodes};

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
    /// How many moves the player to move probably still has to make, for dividing the clock's time;
    /// the engine estimates it if it is absent.
    pub moves_left: Option<u32>,
    /// Whether only the best move matters, not its value: then a search may stop as soon as the best
    /// move cannot change any more. The engine sets this when it plays a game.
    pub only_move: bool,
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
}

/// Tracks time and nodes against the limits of a search; shared by its threads.
pub(crate) struct SearchControl<'a> {
    started: Instant,
    time: TimeLimits,
    /// The [`Stability`] of the best move, as bits.
    stability: AtomicU32,
    max_nodes: u64,
    only_move: bool,
    nodes: AtomicU64,
    signals: Signals<'a>,
    halted: AtomicBool,
    /// The search that this one is a part of.
    parent: Option<&'a SearchControl<'a>>,
}

/// The number of nodes between two checks of the clock: well below a millisecond in every game.
pub(crate) const NODES_BETWEEN_CHECKS: u64 = 256;

impl<'a> SearchControl<'a> {
    pub(crate) fn new(limits: &Limits, signals: impl Into<Signals<'a>>) -> Self {
        Self {
            started: Instant::now(),
            time: TimeLimits::new(limits),
            stability: AtomicU32::new(Stability::default().to_bits()),
            max_nodes: limits.nodes.unwrap_or(u64::MAX),
            only_move: limits.only_move,
            nodes: AtomicU64::new(0),
            signals: signals.into(),
            halted: AtomicBool::new(false),
            parent: None,
        }
    }

    /// The control of a part of the search that may use half of the remaining time and nodes, and no
    /// more than `max_nodes`.
    pub(crate) fn for_subsearch(&'a self, max_nodes: u64) -> Self {
        let max_nodes = match self.max_nodes {
            u64::MAX => max_nodes,
            limit => max_nodes.min(limit.saturating_sub(self.nodes()) / 2),
        };
        // A search that ponders has its whole time left.
        let used = self.time_used().unwrap_or_default();
        let left = |hard: Duration| hard.saturating_sub(used) / 2;
        Self {
            started: Instant::now(),
            time: TimeLimits { soft: None, hard: self.time.hard.map(left) },
            stability: AtomicU32::new(Stability::default().to_bits()),
            max_nodes,
            only_move: self.only_move,
            nodes: AtomicU64::new(0),
            signals: self.signals,
            halted: AtomicBool::new(false),
            parent: Some(self),
        }
    }

    /// The time that counts against the limits; `None` while the search ponders.
    fn time_used(&self) -> Option<Duration> {
        match self.signals.ponder {
            None => Some(self.started.elapsed()),
            // A part of the search may have started after the hit.
            Some(ponder) => ponder.time().map(|hit| hit.max(self.started).elapsed()),
        }
    }

    fn is_past(&self, limit: Option<Duration>) -> bool {
        limit.is_some_and(|limit| self.time_used().is_some_and(|used| used >= limit))
    }

    /// The number of nodes a thread may search before it calls `add_nodes` again.
    pub(crate) fn nodes_until_check(&self) -> u64 {
        let left = self.max_nodes.saturating_sub(self.nodes());
        left.clamp(1, NODES_BETWEEN_CHECKS)
    }

    /// Adds to the node count; returns whether the search must stop.
    pub(crate) fn add_nodes(&self, nodes: u64) -> bool {
        let total = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        if total >= self.max_nodes || self.is_past(self.time.hard) {
            self.halt();
        }
        self.should_stop()
    }

    pub(crate) fn should_stop(&self) -> bool {
        self.halted.load(Ordering::Relaxed)
            || self.signals.stop.load(Ordering::Relaxed)
            || self.parent.is_some_and(Self::should_stop)
    }

    /// Stops all threads of this search.
    pub(crate) fn halt(&self) {
        self.halted.store(true, Ordering::Relaxed);
    }

    /// Tells the time management after an iteration, or a report of a search without iterations,
    /// whether the best move has changed: then the soft limit grows, otherwise it shrinks.
    pub(crate) fn note_iteration(&self, best_move_changed: bool) {
        let stability = self.stability().after_iteration(best_move_changed);
        self.stability.store(stability.to_bits(), Ordering::Relaxed);
    }

    fn stability(&self) -> Stability {
        Stability::from_bits(self.stability.load(Ordering::Relaxed))
    }

    /// The time after which no new iteration starts.
    fn soft_limit(&self) -> Option<Duration> {
        let scaled = self.stability().scale(self.time.soft?);
        Some(self.time.hard.map_or(scaled, |hard| scaled.min(hard)))
    }

    /// Whether another iteration would probably not finish in time.
    pub(crate) fn is_past_soft_limit(&self) -> bool {
        self.should_stop() || self.is_past(self.soft_limit())
    }

    /// An estimate of how many nodes the search can still visit, if it may stop as soon as that many
    /// nodes cannot change the best move. `None` if it must use all its time or has no time limit yet.
    pub(crate) fn remaining_nodes_estimate(&self) -> Option<u64> {
        if !self.only_move {
            return None;
        }
        let limit = self.soft_limit().or(self.time.hard)?;
        let left = limit.saturating_sub(self.time_used()?);
        let by_time = estimate_nodes(left, self.elapsed(), self.nodes());
        Some(by_time.min(self.max_nodes.saturating_sub(self.nodes())))
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
    use crate::PonderHit;

    #[test]
    fn node_limit_is_exact() {
        let stop = AtomicBool::new(false);
        let control = SearchControl::new(&Limits::nodes(300), &stop);
        assert_eq!(control.nodes_until_check(), 256);
        assert!(!control.add_nodes(256));
        assert_eq!(control.nodes_until_check(), 44);
        assert!(control.add_nodes(44));
    }

    #[test]
    fn no_time_limit_applies_until_the_ponder_hit() {
        let (stop, hit) = (AtomicBool::new(false), PonderHit::default());
        let signals = Signals { stop: &stop, ponder: Some(&hit) };
        let limits = Limits { only_move: true, ..Limits::movetime(Duration::ZERO) };
        let control = SearchControl::new(&limits, signals);
        assert!(!control.add_nodes(1) && !control.is_past_soft_limit());
        assert_eq!(control.remaining_nodes_estimate(), None);
        hit.hit();
        assert_eq!(control.remaining_nodes_estimate(), Some(0));
        assert!(control.add_nodes(1));
    }

    #[test]
    fn a_pondering_search_can_be_stopped() {
        let (stop, hit) = (AtomicBool::new(false), PonderHit::default());
        let signals = Signals { stop: &stop, ponder: Some(&hit) };
        let control = SearchControl::new(&Limits::default(), signals);
        assert!(!control.should_stop());
        stop.store(true, Ordering::Relaxed);
        assert!(control.should_stop());
    }

    #[test]
    fn analysis_uses_all_its_time() {
        let stop = AtomicBool::new(false);
        let limits = Limits::movetime(Duration::from_secs(3600));
        assert_eq!(SearchControl::new(&limits, &stop).remaining_nodes_estimate(), None);
        let limits = Limits { only_move: true, nodes: Some(300), ..limits };
        let control = SearchControl::new(&limits, &stop);
        control.add_nodes(100);
        assert!(control.remaining_nodes_estimate().is_some_and(|left| left <= 200));
    }
}
