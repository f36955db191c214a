//! The moves of a node with their priors.

use std::ops::Range;

use strata_rules::Evaluator;

use super::tree::Edge;

/// The maximum number of edges of a node below the root.
const MAX_EDGES: usize = 64;
/// The number of edges that an expanded node starts with. Most nodes never need more.
pub(super) const FIRST_EDGES: usize = 16;

/// The candidate moves of a position, ordered by score. The buffer is used again and again.
pub(super) struct Candidates<M> {
    /// The negated score, the order of generation, and the move.
    moves: Vec<(i32, u32, M)>,
    generated: usize,
    sum: f32,
}

impl<M> Default for Candidates<M> {
    fn default() -> Self {
        Self { moves: Vec::new(), generated: 0, sum: 0.0 }
    }
}

impl<M: Copy + Eq> Candidates<M> {
    /// Generates the candidates of a node below the root; only the best of them are stored.
    pub(super) fn generate<G: Evaluator<Move = M>>(&mut self, game: &G, position: &G::Position) {
        self.generate_all(game, position);
        if self.moves.len() > MAX_EDGES {
            self.moves.select_nth_unstable_by_key(MAX_EDGES, |&(score, order, _)| (score, order));
            self.moves.truncate(MAX_EDGES);
        }
        self.moves.sort_unstable_by_key(|&(score, order, _)| (score, order));
        self.sum_up();
    }

    /// Generates all candidates, and with `all_moves` all other legal moves after them.
    pub(super) fn generate_for_root<G: Evaluator<Move = M>>(
        &mut self,
        game: &G,
        position: &G::Position,
        all_moves: bool,
    ) {
        self.generate_all(game, position);
        self.moves.sort_unstable_by_key(|&(score, order, _)| (score, order));
        let candidates = self.moves.len();
        let lowest = self.moves.last().map_or(0, |&(score, ..)| score);
        if all_moves {
            game.for_each_move(position, |mv| {
                if self.moves[..candidates].iter().all(|&(_, _, candidate)| candidate != mv) {
                    self.moves.push((lowest, self.moves.len() as u32, mv));
                }
            });
        }
        self.sum_up();
    }

    fn generate_all<G: Evaluator<Move = M>>(&mut self, game: &G, position: &G::Position) {
        self.moves.clear();
        game.for_each_candidate(position, |mv, score| {
            self.moves.push((-score, self.moves.len() as u32, mv));
        });
        self.generated = self.moves.len();
    }

    fn sum_up(&mut self) {
        self.sum = self.moves.iter().map(|(score, ..)| self.weight(*score)).sum();
    }

    /// The weight of a move compared with the best one.
    fn weight(&self, score: i32) -> f32 {
        ((self.moves[0].0 - score) as f32 / 100.0).exp()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether some candidates are not stored.
    pub(super) fn is_pruned(&self) -> bool {
        self.moves.len() < self.generated
    }

    /// The edges for a range of the stored moves; the priors of all stored moves add up to 1.
    pub(super) fn edges(&self, range: Range<usize>) -> Vec<Edge<M>> {
        let end = range.end.min(self.moves.len());
        let edge = |&(score, _, mv): &(i32, u32, M)| Edge::new(mv, self.weight(score) / self.sum);
        self.moves[range.start.min(end)..end].iter().map(edge).collect()
    }
}
