//! One thread of a search: selection, expansion, evaluation and backpropagation.

use strata_rules::{Evaluator, MAX_PLAYERS, Player, winning_chance};

use super::moves::Candidates;
use super::proof::Proof;
use super::tree::{Edge, Node, Statistics, Tree};

/// The weight of the priors in the PUCT formula.
const EXPLORATION: f32 = 1.6;
/// First play urgency: how much lower than its parent an unvisited move is valued.
const FPU_REDUCTION: f32 = 0.08;
/// A move is expanded when it has this many visits.
const VISITS_TO_EXPAND: u32 = 1;
/// Progressive widening: the number of moves considered after no visits.
const WIDENING_BASE: f32 = 6.0;
/// Progressive widening: the growth with the square root of the visits.
const WIDENING_FACTOR: f32 = 3.0;

/// Each player's result; the sum is 1.
type Shares = [f32; MAX_PLAYERS];

/// A node of the current path and the move chosen there.
type Step<'a, M> = (&'a Node<M>, &'a Edge<M>);

pub(super) struct Worker<'a, G: Evaluator> {
    pub(super) game: &'a G,
    pub(super) position: &'a G::Position,
    pub(super) tree: &'a Tree<G>,
    pub(super) root: &'a Node<G::Move>,
    /// The longest path, in plies.
    pub(super) deepest: usize,
    max_depth: usize,
    /// Whether other threads work on the same tree.
    is_shared: bool,
    path: Vec<Step<'a, G::Move>>,
    candidates: Candidates<G::Move>,
}

impl<'a, G: Evaluator> Worker<'a, G> {
    pub(super) fn new(
        game: &'a G,
        position: &'a G::Position,
        tree: &'a Tree<G>,
        root: &'a Node<G::Move>,
        max_depth: usize,
        is_shared: bool,
    ) -> Self {
        Self {
            game,
            position,
            tree,
            root,
            deepest: 0,
            max_depth,
            is_shared,
            path: Vec::new(),
            candidates: Candidates::default(),
        }
    }

    /// One simulation. Returns whether the proof of a root move is new.
    pub(super) fn simulate(&mut self) -> bool {
        self.path.clear();
        let mut position = *self.position;
        let mut node = self.root;
        let shares = loop {
            let edge = self.select(node, &position);
            node.statistics.start_visit(self.is_shared);
            let earlier_visits = edge.statistics.start_visit(self.is_shared);
            self.path.push((node, edge));
            if let Some(proof) = edge.proof.get() {
                break proof.shares();
            }
            self.game.play(&mut position, edge.mv);
            if earlier_visits < VISITS_TO_EXPAND || self.path.len() >= self.max_depth {
                break self.evaluate(&position, edge);
            }
            match self.expand(node, edge, &position, earlier_visits) {
                Some(next) => node = next,
                None => break self.evaluate(&position, edge),
            }
        };
        self.deepest = self.deepest.max(self.path.len());
        for (node, edge) in &self.path {
            let result = shares[usize::from(node.mover)];
            node.statistics.end_visit(result, self.is_shared);
            edge.statistics.end_visit(result, self.is_shared);
        }
        self.propagate_proofs()
    }

    /// Derives proofs from the end of the path upwards.
    fn propagate_proofs(&self) -> bool {
        let players = self.game.players();
        for pair in self.path.windows(2).rev() {
            let [(_, edge), (node, below)] = pair else { return false };
            if below.proof.get().is_none() {
                return false;
            }
            match node.derive_proof(players) {
                Some(proof) => edge.proof.set(proof),
                None => return false,
            };
        }
        self.path.first().is_some_and(|(_, edge)| edge.proof.get().is_some())
    }

    /// The move with the highest upper confidence bound.
    fn select(&mut self, node: &'a Node<G::Move>, position: &G::Position) -> &'a Edge<G::Move> {
        let is_root = std::ptr::eq(node, self.root);
        let mover = usize::from(node.mover);
        let visits = node.statistics.visits().max(1) as f32;
        let root_of_visits = visits.sqrt();
        let width = (WIDENING_BASE + WIDENING_FACTOR * root_of_visits) as usize;
        let untried = node.statistics.mean() - FPU_REDUCTION;
        let scale = EXPLORATION * root_of_visits;
        let mut best = (f32::MIN, &node.first[0]);
        let mut open = 0;
        for list in 0..2 {
            let edges = match list {
                0 => &node.first,
                _ => match self.rest_of(node, position) {
                    Some(edges) => edges,
                    None => break,
                },
            };
            for edge in edges {
                let proof = edge.proof.get();
                // A proven root move needs no more visits.
                if is_root && proof.is_some() {
                    continue;
                }
                // Proven losses are visited only if there is nothing else.
                let is_lost = proof.is_some_and(|proof| proof.is_loss_for(mover));
                let edge_visits = edge.statistics.visits();
                let mean = match proof {
                    Some(_) if is_lost => -10.0,
                    Some(proof) => proof.shares()[mover],
                    None if edge_visits == 0 => untried,
                    None => edge.statistics.mean(),
                };
                let score = mean + scale * edge.prior / (1 + edge_visits) as f32;
                if score > best.0 {
                    best = (score, edge);
                }
                open += usize::from(!is_lost);
                // Moves are tried in the order of their priors, so no later one has been visited.
                let is_untried = edge_visits == 0 && proof.is_none();
                if open >= width || is_untried {
                    return best.1;
                }
            }
        }
        best.1
    }

    /// The further moves of a node; `None` if it has none or if the tree is full.
    fn rest_of(
        &mut self,
        node: &'a Node<G::Move>,
        position: &G::Position,
    ) -> Option<&'a [Edge<G::Move>]> {
        if node.rest_count == 0 {
            return None;
        }
        if let Some(rest) = node.rest.get() {
            return Some(rest);
        }
        if self.tree.is_full() {
            return None;
        }
        let rest = node.rest.get_or_init(|| {
            self.candidates.generate(self.game, position);
            let rest = self.candidates.other_edges();
            self.tree.add_edges(rest.len());
            rest
        });
        Some(rest)
    }

    /// Generates the moves of the position that an edge leads to; `None` if the game is over, or if
    /// the tree is full.
    fn expand(
        &mut self,
        parent: &Node<G::Move>,
        edge: &'a Edge<G::Move>,
        position: &G::Position,
        earlier_visits: u32,
    ) -> Option<&'a Node<G::Move>> {
        if let Some(node) = edge.node.get() {
            return Some(node);
        }
        if self.tree.is_full() {
            return None;
        }
        // Another thread may be evaluating this position and not have stored yet that the game is over.
        if self.game.outcome(position).is_some() {
            return None;
        }
        let count = self.candidates.generate(self.game, position);
        let node = edge.node.get_or_init(|| {
            let first = self.candidates.first_edges();
            self.tree.add_edges(first.len());
            let mover = self.game.turn(position);
            // With two players, the first visit of the edge has evaluated this position already.
            let known = edge.statistics.only_result(earlier_visits);
            let estimate = match known.filter(|_| self.game.players() == 2) {
                Some(result) if mover.0 == parent.mover => result,
                Some(result) => 1.0 - result,
                None => self.estimate(position)[mover.index()],
            };
            Box::new(Node {
                mover: mover.0,
                rest: Default::default(),
                rest_count: (count - first.len()) as u32,
                is_pruned: self.candidates.is_pruned(),
                first,
                statistics: Statistics::visited_once(estimate),
            })
        });
        Some(node)
    }

    /// The result of a leaf: exact if the game is over or its result can be derived quickly.
    fn evaluate(&self, position: &G::Position, edge: &Edge<G::Move>) -> Shares {
        let players = self.game.players();
        if let Some(outcome) = self.game.outcome(position) {
            if let Some(proof) = Proof::of_outcome(&outcome, players) {
                edge.proof.set(proof);
            }
            let mut shares = [0.0; MAX_PLAYERS];
            for winner in outcome.winners.iter() {
                shares[winner.index()] = 1.0 / outcome.winners.len() as f32;
            }
            return shares;
        }
        if players == 2 {
            let win = || Proof::win(self.game.turn(position), 1);
            let forced = || self.game.forced_result(position).map(Proof::of_forced_result);
            if let Some(proof) = self.game.winning_move(position).map(|_| win()).or_else(forced) {
                edge.proof.set(proof);
                return proof.shares();
            }
        }
        self.estimate(position)
    }

    /// Each player's winning chance in an unfinished position.
    pub(super) fn estimate(&self, position: &G::Position) -> Shares {
        let mut shares = [0.0; MAX_PLAYERS];
        let players = self.game.players();
        if players == 2 {
            let turn = self.game.turn(position);
            let chance = winning_chance(self.game.evaluate(position, turn)) as f32;
            shares[turn.index()] = chance;
            shares[turn.other().index()] = 1.0 - chance;
            return shares;
        }
        for player in Player::all(players) {
            shares[player.index()] = winning_chance(self.game.evaluate(position, player)) as f32;
        }
        let sum: f32 = shares.iter().sum::<f32>().max(1e-9);
        shares.map(|share| share / sum)
    }

    /// The result of an unvisited root move, without a search.
    pub(super) fn evaluate_unvisited(&self, edge: &Edge<G::Move>) -> Shares {
        let mut position = *self.position;
        self.game.play(&mut position, edge.mv);
        self.evaluate(&position, edge)
    }
}
