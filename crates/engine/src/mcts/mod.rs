//! Monte Carlo tree search (PUCT) with static evaluations at the leaves, for any number of players.
//!
//! Progressive widening considers only the moves with the highest priors at first, so the search
//! goes deep even with hundreds of moves. Proven results are propagated up the tree (MCTS-Solver).

mod tree;

use strata_rules::{Evaluator, MAX_PLAYERS, Player, Random, winning_chance};

use crate::limits::SearchControl;
use crate::root::{RootClass, root_moves};
use crate::{Limits, Line, Report, Signals, Value};
use tree::{Node, Proof, Tree};

/// The parameters of a search.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    /// The search limits.
    pub limits: Limits,
    /// The number of best moves to report (multi-PV).
    pub lines: usize,
    /// The number of threads; each has its own tree (root parallelisation).
    pub threads: usize,
    /// The size of all trees together in megabytes.
    pub megabytes: usize,
    /// The random seed for the noise that makes the trees of several threads differ.
    pub seed: u64,
}

/// Searches a position and returns the best lines.
pub fn search<'s, G: Evaluator>(
    game: &G,
    position: &G::Position,
    setup: &Setup,
    signals: impl Into<Signals<'s>>,
    show: &mut dyn FnMut(Report<G::Move>),
) -> Report<G::Move> {
    let control = SearchControl::new(&setup.limits, signals);
    let tree_bytes = setup.megabytes.max(1) * (1 << 20) / setup.threads.max(1);
    let run_search = |thread: usize, show: &mut dyn FnMut(Report<G::Move>)| {
        let mut search = TreeSearch {
            game,
            root: position,
            classes: Vec::new(),
            tree: Tree::new(tree_bytes / size_of::<Node<G::Move>>()),
            control: &control,
            noise: (thread > 0).then(|| Random::new(setup.seed ^ thread as u64)),
            deepest: 0,
        };
        search.run(setup, show);
        search
    };
    let mut searches = std::thread::scope(|scope| {
        let run_search = &run_search;
        let helpers: Vec<_> = (1..setup.threads)
            .map(|thread| scope.spawn(move || run_search(thread, &mut |_| {})))
            .collect();
        let mut searches = vec![run_search(0, show)];
        control.halt();
        searches.extend(helpers.into_iter().filter_map(|helper| helper.join().ok()));
        searches
    });
    let mut first = searches.swap_remove(0);
    for other in &searches {
        first.tree.merge_root_visits(&other.tree);
        first.deepest = first.deepest.max(other.deepest);
    }
    first.report(setup.lines)
}

/// The weight of the priors in the PUCT formula.
const EXPLORATION: f32 = 1.6;
/// First play urgency: how much lower than its parent an unvisited move is valued.
const FPU_REDUCTION: f32 = 0.08;
/// The maximum number of children of a node below the root.
const MAX_CHILDREN: usize = 64;
/// A node is expanded when it has this many visits.
const VISITS_TO_EXPAND: u32 = 1;
/// Progressive widening: the number of moves considered after no visits.
const WIDENING_BASE: f32 = 6.0;
/// Progressive widening: the growth with the square root of the visits.
const WIDENING_FACTOR: f32 = 3.0;

struct TreeSearch<'a, G: Evaluator> {
    game: &'a G,
    root: &'a G::Position,
    /// The moves of the root and their mirror images.
    classes: Vec<RootClass<G::Move>>,
    tree: Tree<G::Move>,
    control: &'a SearchControl<'a>,
    noise: Option<Random>,
    deepest: u32,
}

impl<G: Evaluator> TreeSearch<'_, G> {
    fn run(&mut self, setup: &Setup, show: &mut dyn FnMut(Report<G::Move>)) {
        let mut path = Vec::new();
        let mut next_report = 1024;
        let mut last_best = None;
        self.expand(0, &{ *self.root });
        let max_depth = setup.limits.depth.map_or(usize::MAX, |depth| depth as usize);
        loop {
            let root = &self.tree.nodes[0];
            // If only one line is requested, a proven root ends the search.
            let settled = root.proof != Proof::None || root.children <= 1 && root.visits > 256;
            if (settled && setup.lines <= 1) || self.all_proven() {
                return;
            }
            self.simulate(&mut path, max_depth);
            if self.control.add_nodes(1) {
                return;
            }
            if self.tree.nodes[0].visits.is_multiple_of(256) && self.best_move_is_settled() {
                return;
            }
            if u64::from(self.tree.nodes[0].visits) >= next_report {
                next_report *= 2;
                let report = self.report(setup.lines);
                let best = report.lines.first().map(|line| line.moves[0]);
                self.control.note_iteration(last_best.is_some() && last_best != best);
                last_best = best;
                show(report);
                if self.control.is_past_soft_limit() {
                    return;
                }
            }
        }
    }

    /// Whether the remaining simulations cannot make another move the most visited one.
    fn best_move_is_settled(&self) -> bool {
        let Some(left) = self.control.remaining_nodes_estimate() else { return false };
        let mut visits: Vec<u32> =
            self.tree.children(0).map(|child| self.tree.nodes[child].visits).collect();
        visits.sort_unstable_by(|a, b| b.cmp(a));
        matches!(visits[..], [first, second, ..] if u64::from(first - second) > left)
    }

    fn all_proven(&self) -> bool {
        self.tree.children(0).all(|child| self.tree.nodes[child].proof != Proof::None)
    }

    /// One iteration: selection, expansion, evaluation and backpropagation.
    fn simulate(&mut self, path: &mut Vec<usize>, max_depth: usize) {
        path.clear();
        path.push(0);
        let mut position = *self.root;
        let mut at = 0;
        let shares = loop {
            let node = &self.tree.nodes[at];
            if let Some(shares) = node.proof.shares() {
                break shares;
            }
            if let Some(outcome) = self.game.outcome(&position) {
                let players = self.game.players();
                self.tree.nodes[at].proof = Proof::of(&outcome, players);
                break shares_of(outcome.winners.iter(), outcome.winners.len());
            }
            if node.children == 0 {
                let grown = node.visits >= VISITS_TO_EXPAND
                    && path.len() <= max_depth
                    && self.expand(at, &position);
                if !grown {
                    break self.estimate(&position);
                }
            }
            at = self.select(at);
            path.push(at);
            if let Some(mv) = self.tree.nodes[at].mv {
                self.game.play(&mut position, mv);
            }
        };
        self.deepest = self.deepest.max(path.len() as u32 - 1);
        let players = self.game.players();
        for (index, &node) in path.iter().enumerate().rev() {
            let entry = &mut self.tree.nodes[node];
            entry.visits += 1;
            for (total, share) in entry.total.iter_mut().zip(shares) {
                *total += share;
            }
            if index + 1 < path.len() && self.tree.nodes[path[index + 1]].proof != Proof::None {
                self.tree.prove(node, players);
            }
        }
    }

    /// Each player's winning chance; the sum is 1.
    fn estimate(&self, position: &G::Position) -> [f32; MAX_PLAYERS] {
        let mut shares = [0.0; MAX_PLAYERS];
        let players = self.game.players();
        let turn = self.game.turn(position);
        if players == 2 {
            let wins = self.game.winning_move(position).is_some();
            let chance =
                if wins { 1.0 } else { winning_chance(self.game.evaluate(position, turn)) as f32 };
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

    /// Adds the moves of a node as children, highest prior first; false if the tree is full.
    fn expand(&mut self, at: usize, position: &G::Position) -> bool {
        let mut moves = Vec::new();
        let mut best = f32::MIN;
        self.game.for_each_candidate(position, |mv, score| {
            let score = score as f32 / 100.0;
            best = best.max(score);
            moves.push((score, mv));
        });
        moves.sort_by(|a, b| b.0.total_cmp(&a.0));
        if at == 0 {
            self.classes =
                root_moves(self.game, position, moves.iter().map(|(_, mv)| *mv).collect());
            moves.retain(|(_, mv)| self.classes.iter().any(|class| class.mv == *mv));
        }
        let all = moves.len();
        if at != 0 {
            moves.truncate(MAX_CHILDREN);
        }
        let is_pruned = moves.len() < all;
        let mover = self.game.turn(position).0;
        let mut sum = 0.0;
        for (prior, _) in &mut moves {
            let noise = self.noise.as_mut().map_or(0, |random| random.below(1000)) as f32 / 2000.0;
            *prior = (*prior - best + noise).exp();
            sum += *prior;
        }
        let moves = moves.into_iter().map(|(prior, mv)| (prior / sum, mv));
        self.tree.add_children(at, mover, is_pruned, moves)
    }

    fn select(&self, at: usize) -> usize {
        let parent = &self.tree.nodes[at];
        let mover = usize::from(parent.mover);
        let visits = parent.visits.max(1) as f32;
        let width = (WIDENING_BASE + WIDENING_FACTOR * visits.sqrt()) as usize;
        let untried = parent.total[mover] / visits - FPU_REDUCTION;
        let scale = EXPLORATION * visits.sqrt();
        let mut best = (f32::MIN, parent.first_child as usize);
        let mut open = 0;
        for child in self.tree.children(at) {
            let node = &self.tree.nodes[child];
            // Proven losses are visited only if there is nothing else.
            let lost = node.proof.is_loss_for(mover);
            open += usize::from(!lost);
            if open > width {
                break;
            }
            let mean = match node.proof.shares() {
                Some(shares) => shares[mover] - if lost { 10.0 } else { 0.0 },
                None if node.visits == 0 => untried,
                None => node.total[mover] / node.visits as f32,
            };
            let score = mean + scale * node.prior / (1 + node.visits) as f32;
            if score > best.0 {
                best = (score, child);
            }
        }
        best.1
    }

    fn report(&self, lines: usize) -> Report<G::Move> {
        let mover = usize::from(self.tree.nodes[0].mover);
        let players = self.game.players();
        let mut children: Vec<usize> = self.tree.children(0).collect();
        let key = |child: &usize| self.tree.preference(*child, mover);
        children.sort_by_key(|child| std::cmp::Reverse(key(child)));
        let all_lost =
            children.first().is_none_or(|&c| self.tree.nodes[c].proof.is_loss_for(mover));
        let pruned = self.tree.nodes[0].is_pruned;
        let line_of = |&child: &usize| {
            let node = &self.tree.nodes[child];
            let value = match node.proof.value_for(mover, players) {
                Some(Value::Loss(_)) if pruned && all_lost => None,
                // A proven draw of one move does not prove that the position is a draw.
                value => value,
            };
            let mean = node.total[mover] / node.visits.max(1) as f32;
            let value = value.unwrap_or_else(|| match node.visits {
                0 => Value::Estimate(0),
                _ => Value::from_chance(mean.into()),
            });
            let moves = self.tree.principal_variation(child);
            let class = self.classes.iter().find(|class| Some(class.mv) == node.mv);
            Line { moves, value, mirrors: class.map_or(Vec::new(), |class| class.mirrors.clone()) }
        };
        Report {
            depth: self.deepest,
            nodes: self.control.nodes(),
            time: self.control.elapsed(),
            lines: children.iter().take(lines.max(1)).map(line_of).collect(),
        }
    }
}

fn shares_of(winners: impl Iterator<Item = Player>, count: usize) -> [f32; MAX_PLAYERS] {
    let mut shares = [0.0; MAX_PLAYERS];
    for winner in winners {
        shares[winner.index()] = 1.0 / count as f32;
    }
    shares
}
