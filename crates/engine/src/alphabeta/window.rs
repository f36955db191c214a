//! Search windows and results.

use crate::value::{INFINITY, WIN};

/// A score, and whether it depends only on ends of games. Above the window the score is a lower
/// bound and below it an upper bound; `proven` then refers to that bound. Wins and losses are always
/// proven.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SearchResult {
    pub(super) score: i32,
    pub(super) proven: bool,
}

impl SearchResult {
    pub(super) const fn proven(score: i32) -> Self {
        Self { score, proven: true }
    }

    pub(super) const fn estimate(score: i32) -> Self {
        Self { score, proven: false }
    }
}

impl std::ops::Neg for SearchResult {
    type Output = Self;

    fn neg(self) -> Self {
        Self { score: -self.score, proven: self.proven }
    }
}

/// The scores that matter at a node: more than `alpha` and less than `beta`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    pub(super) const FULL: Self = Self { alpha: -INFINITY, beta: INFINITY };
    /// Asks only whether the player to move wins, draws or loses.
    pub(super) const RESULT: Self = Self { alpha: -1, beta: 1 };

    /// The null window that asks whether the score is more than `alpha`.
    pub(super) const fn above(alpha: i32) -> Self {
        Self { alpha, beta: alpha + 1 }
    }

    /// Whether there are scores between the bounds.
    pub(super) const fn is_open(self) -> bool {
        self.beta - self.alpha > 1
    }

    pub(super) const fn contains(self, score: i32) -> bool {
        self.alpha < score && score < self.beta
    }

    /// The same window for the opponent.
    pub(super) const fn flipped(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// Mate distance pruning: at this ply the best result is a win with the next move, and the worst
    /// an immediate loss. If that settles the node, returns the score that does.
    pub(super) fn within_mate_distance(self, ply: usize) -> Result<Self, i32> {
        let beta = self.beta.min(win_at(ply + 1));
        let alpha = self.alpha.max(-win_at(ply));
        if alpha < beta { Ok(Self { alpha, beta }) } else { Err(alpha) }
    }
}

/// The score of a win at this ply.
pub(super) const fn win_at(ply: usize) -> i32 {
    WIN - ply as i32
}
