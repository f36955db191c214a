//! The moves of a node with their priors.

use strata_rules::Evaluator;

use super::tree::Edge;
use crate::root::root_moves;

/// The maximum number of edges of a node below the root.
const MAX_EDGES: usize = 64;
/// The number of edges that an expanded node starts with. Most nodes never need more.
const FIRST_EDGES: usize = 16;

/// The candidate moves of a position, best first. The buffers are used again and again.
pub(super) struct Candidates<M> {
    moves: Vec<M>,
    /// A sort key for each candidate in the tree: its score, highest first, then its index in
    /// `moves`.
    keys: Vec<u64>,
}

impl<M> Default for Candidates<M> {
    fn default() -> Self {
        Self { moves: Vec::new(), keys: Vec::new() }
    }
}

fn key(score: i32, index: usize) -> u64 {
    let reversed = (i64::from(i32::MAX) - i64::from(score)) as u64;
    reversed << 32 | index as u64
}

fn score(key: u64) -> i32 {
    (i64::from(i32::MAX) - (key >> 32) as i64) as i32
}

impl<M: Copy + Eq> Candidates<M> {
    /// Generates the candidates of a node below the root; returns how many the node can have, at most
    /// [`MAX_EDGES`]. Sorts only the first ones.
    pub(super) fn generate<G: Evaluator<Move = M>>(
        &mut self,
        game: &G,
        position: &G::Position,
    ) -> usize {
        self.generate_all(game, position);
        for most in [MAX_EDGES, FIRST_EDGES] {
            let kept = self.keys.len().min(MAX_EDGES);
            if self.keys.len() > most {
                self.keys[..].select_nth_unstable(most);
            }
            self.keys.truncate(kept);
        }
        let sorted = self.keys.len().min(FIRST_EDGES);
        self.keys[..sorted].sort_unstable();
        self.keys.len()
    }

    /// Whether some candidates are not among those of the node.
    pub(super) fn is_pruned(&self) -> bool {
        self.keys.len() < self.moves.len()
    }

    /// The edges for the best candidates; the priors of all edges of the node add up to 1.
    pub(super) fn first_edges(&self) -> Box<[Edge<M>]> {
        self.edges(&self.keys[..self.keys.len().min(FIRST_EDGES)])
    }

    /// The edges for the other candidates.
    pub(super) fn other_edges(&mut self) -> Box<[Edge<M>]> {
        let first = self.keys.len().min(FIRST_EDGES);
        self.keys[first..].sort_unstable();
        self.edges(&self.keys[first..])
    }

    /// The edges for all candidates except mirror images, and with `all_moves` for all other legal moves after them.
    pub(super) fn root_edges<G: Evaluator<Move = M>>(
        &mut self,
        game: &G,
        position: &G::Position,
        all_moves: bool,
    ) -> Vec<Edge<M>> {
        self.generate_all(game, position);
        self.keys.sort_unstable();
        let candidates = self.moves.len();
        let lowest = self.keys.last().map_or(0, |key| score(*key));
        if all_moves {
            game.for_each_move(position, |mv| {
                if !self.moves[..candidates].contains(&mv) {
                    self.keys.push(key(lowest, self.moves.len()));
                    self.moves.push(mv);
                }
            });
        }
        // Of mirror images, only the best ordered one is searched.
        let move_of = |key: &u64| self.moves[(key & u64::from(u32::MAX)) as usize];
        let ordered = self.keys.iter().map(move_of).collect();
        let classes = root_moves(game, position, ordered);
        let mut searched = classes.iter().map(|class| class.mv).peekable();
        let keys = self.keys.iter().copied();
        self.keys = keys.filter(|key| searched.next_if_eq(&move_of(key)).is_some()).collect();
        self.edges(&self.keys).into_vec()
    }

    fn generate_all<G: Evaluator<Move = M>>(&mut self, game: &G, position: &G::Position) {
        self.moves.clear();
        self.keys.clear();
        game.for_each_candidate(position, |mv, score| {
            self.keys.push(key(score, self.moves.len()));
            self.moves.push(mv);
        });
    }

    fn edges(&self, keys: &[u64]) -> Box<[Edge<M>]> {
        // The best candidate comes first.
        let best = self.keys.first().map_or(0, |key| score(*key));
        let weight = |key: u64| libm::expf((score(key) - best) as f32 / 100.0);
        let sum: f32 = self.keys.iter().map(|key| weight(*key)).sum();
        let mv = |key: u64| self.moves[(key & u64::from(u32::MAX)) as usize];
        keys.iter().map(|key| Edge::new(mv(*key), weight(*key) / sum)).collect()
    }
}
