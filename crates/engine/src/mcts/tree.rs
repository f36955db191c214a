//! The search tree, shared by all threads of a search and reused by the next one.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering};

use strata_rules::{Evaluator, Game};

use super::proof::{Proof, SharedProof};

/// The number of visits and the sum of their results for one player.
///
/// The sum is a fixed-point number, so it stays exact over billions of visits. A visit counts from
/// the moment it starts and scores nothing until it ends: this is the virtual loss that spreads
/// threads over the tree.
#[derive(Default)]
pub(super) struct Statistics {
    visits: AtomicU32,
    total: AtomicU64,
}

/// The fixed-point representation of a result of 1.
const ONE: f32 = (1_u32 << 24) as f32;

/// The most visits of a node: the counter must not overflow.
pub(super) const MAX_VISITS: u32 = u32::MAX / 2;

impl Statistics {
    pub(super) fn visits(&self) -> u32 {
        self.visits.load(Ordering::Relaxed)
    }

    /// The average result; 0 without visits.
    pub(super) fn mean(&self) -> f32 {
        self.total.load(Ordering::Relaxed) as f32 / (ONE * self.visits().max(1) as f32)
    }

    /// The result of the first visit, given the number of visits before the current one; `None` if
    /// there were more, or if another thread has not finished the first one yet.
    pub(super) fn only_result(&self, earlier_visits: u32) -> Option<f32> {
        let total = self.total.load(Ordering::Relaxed);
        (earlier_visits == 1 && total > 0).then(|| (total as f32 / ONE).min(1.0))
    }

    /// One visit with this result.
    pub(super) fn visited_once(result: f32) -> Self {
        Self { visits: AtomicU32::new(1), total: AtomicU64::new((result * ONE) as u64) }
    }

    /// Starts a visit; returns the number of visits before. A single thread needs no locked
    /// instruction for this, which would be far slower.
    pub(super) fn start_visit(&self, is_shared: bool) -> u32 {
        if is_shared {
            return self.visits.fetch_add(1, Ordering::Relaxed);
        }
        let visits = self.visits();
        self.visits.store(visits + 1, Ordering::Relaxed);
        visits
    }

    pub(super) fn end_visit(&self, result: f32, is_shared: bool) {
        let result = (result * ONE) as u64;
        if is_shared {
            self.total.fetch_add(result, Ordering::Relaxed);
        } else {
            self.total.store(self.total.load(Ordering::Relaxed) + result, Ordering::Relaxed);
        }
    }
}

/// A move of a node, and the node it leads to once that is expanded.
pub(super) struct Edge<M> {
    pub(super) mv: M,
    pub(super) prior: f32,
    /// The proven result of the position after the move.
    pub(super) proof: SharedProof,
    /// The results for the player who makes the move.
    pub(super) statistics: Statistics,
    pub(super) node: OnceLock<Box<Node<M>>>,
}

impl<M> Edge<M> {
    pub(super) fn new(mv: M, prior: f32) -> Self {
        Self {
            mv,
            prior,
            proof: SharedProof::default(),
            statistics: Statistics::default(),
            node: OnceLock::new(),
        }
    }
}

/// A position whose moves have been generated.
pub(super) struct Node<M> {
    /// The player to move.
    pub(super) mover: u8,
    /// The moves with the highest priors, highest first.
    pub(super) first: Box<[Edge<M>]>,
    /// Further moves, generated when the search considers more than the first ones.
    pub(super) rest: OnceLock<Box<[Edge<M>]>>,
    /// The number of moves that belong into `rest`.
    pub(super) rest_count: u32,
    /// Whether some candidates are in neither list.
    pub(super) is_pruned: bool,
    /// The results for the player to move.
    pub(super) statistics: Statistics,
}

impl<M> Node<M> {
    /// The moves generated so far, highest prior first.
    pub(super) fn edges(&self) -> impl Iterator<Item = &Edge<M>> {
        self.first.iter().chain(self.rest.get().into_iter().flatten())
    }

    /// The proven result of this position, as far as it follows from its moves.
    pub(super) fn derive_proof(&self, players: usize) -> Option<Proof> {
        // Another thread may be adding the rest: it must be in the list if it counts as complete.
        let rest = self.rest.get();
        let is_complete = !self.is_pruned && (self.rest_count == 0 || rest.is_some());
        let edges = self.first.iter().chain(rest.into_iter().flatten());
        let proofs = edges.map(|edge| edge.proof.get());
        Proof::of_moves(proofs, is_complete, self.mover.into(), players)
    }

    fn into_edges(self) -> impl Iterator<Item = Edge<M>> {
        let rest = self.rest.into_inner().unwrap_or_default();
        self.first.into_iter().chain(rest)
    }

    /// The number of edges of this node and of all nodes below.
    fn count_edges(&self) -> usize {
        let below = |edge: &Edge<M>| 1 + edge.node.get().map_or(0, |node| node.count_edges());
        self.edges().map(below).sum()
    }

    /// Removes all nodes below that have fewer visits than `least`.
    fn prune(&mut self, least: u32) {
        for edge in self.first.iter_mut().chain(self.rest.get_mut().into_iter().flatten()) {
            if edge.statistics.visits() < least {
                edge.node.take();
            } else if let Some(node) = edge.node.get_mut() {
                node.prune(least);
            }
        }
    }
}

/// About the memory that an edge needs, with its part of a node, in bytes. It is the same on all machines,
/// because the size of the tree decides which moves are found.
const EDGE_BYTES: usize = 56;

/// A search tree. It stays between searches, so that the search after a move starts from what is
/// already known about the new position.
pub struct Tree<G: Game> {
    root: Option<(G::Position, Node<G::Move>)>,
    edges: AtomicUsize,
    max_edges: usize,
}

impl<G: Game> Default for Tree<G> {
    fn default() -> Self {
        Self { root: None, edges: AtomicUsize::new(0), max_edges: 0 }
    }
}

impl<G: Evaluator> Tree<G> {
    /// Limits the memory that the tree may use.
    pub(super) fn set_megabytes(&mut self, megabytes: usize) {
        self.max_edges = megabytes.max(1) * (1 << 20) / EDGE_BYTES;
    }

    pub(super) fn is_full(&self) -> bool {
        self.edges.load(Ordering::Relaxed) >= self.max_edges
    }

    pub(super) fn add_edges(&self, count: usize) {
        self.edges.fetch_add(count, Ordering::Relaxed);
    }

    /// The number of simulations that the current tree contains.
    pub fn visits(&self) -> u32 {
        self.root().map_or(0, |root| root.statistics.visits())
    }

    /// The memory used by the tree, in bytes.
    pub fn bytes(&self) -> usize {
        self.edges.load(Ordering::Relaxed) * EDGE_BYTES
    }

    pub(super) fn root(&self) -> Option<&Node<G::Move>> {
        self.root.as_ref().map(|(_, node)| node)
    }

    /// Makes `position` the root: its edges are `edges`, with what the tree already contains about
    /// them. Everything that cannot follow `position` is removed.
    pub(super) fn set_root(
        &mut self,
        game: &G,
        position: &G::Position,
        mut edges: Vec<Edge<G::Move>>,
    ) {
        let known = self.root.take().and_then(|(old, node)| find(game, &old, node, position, 2));
        let mut statistics = Statistics::default();
        if let Some(node) = known {
            statistics = Statistics {
                visits: AtomicU32::new(node.statistics.visits()),
                total: AtomicU64::new(node.statistics.total.load(Ordering::Relaxed)),
            };
            let mut known: Vec<_> = node.into_edges().collect();
            for edge in &mut edges {
                let Some(at) = known.iter().position(|known| known.mv == edge.mv) else { continue };
                let prior = edge.prior;
                *edge = known.swap_remove(at);
                edge.prior = prior;
            }
        }
        let node = Node {
            mover: game.turn(position).0,
            first: edges.into(),
            rest: OnceLock::new(),
            rest_count: 0,
            is_pruned: false,
            statistics,
        };
        self.edges = AtomicUsize::new(node.count_edges());
        self.root = Some((*position, node));
    }

    /// Makes room in a full tree: removes the nodes with the fewest visits until at least half of it
    /// is free. Proofs and results stay.
    pub(super) fn make_room(&mut self) {
        let Some((_, root)) = &mut self.root else { return };
        let mut least = 4;
        loop {
            root.prune(least);
            let edges = root.count_edges();
            if edges <= self.max_edges / 2 || least >= MAX_VISITS {
                self.edges = AtomicUsize::new(edges);
                return;
            }
            least *= 2;
        }
    }
}

/// The node of `wanted`, if it is at most `choices` moves below `node`. Forced moves do not count.
fn find<G: Game>(
    game: &G,
    position: &G::Position,
    node: Node<G::Move>,
    wanted: &G::Position,
    choices: usize,
) -> Option<Node<G::Move>> {
    if position == wanted {
        return Some(node);
    }
    let is_choice = node.first.len() > 1;
    let left = if is_choice { choices.checked_sub(1)? } else { choices };
    node.into_edges().find_map(|edge| {
        let below = *edge.node.into_inner()?;
        let mut next = *position;
        game.play(&mut next, edge.mv);
        find(game, &next, below, wanted, left)
    })
}
