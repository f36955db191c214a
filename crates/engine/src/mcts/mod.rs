//! Monte Carlo tree search (PUCT) with static evaluations at the leaves, for any number of players.
//!
//! Progressive widening considers only the moves with the highest priors at first, so the search
//! goes deep even with hundreds of moves. Proven results are propagated up the tree (MCTS-Solver).
//! All threads work on one tree, and the next search reuses what follows its position.

mod moves;
mod proof;
mod report;
mod tree;
mod worker;

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use strata_rules::Evaluator;

use crate::limits::SearchControl;
use crate::{Limits, Report, Signals, threads};
use moves::Candidates;
use tree::{MAX_VISITS, Node};
use worker::Worker;

pub use tree::Tree;

/// The parameters of a search.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    /// The search limits.
    pub limits: Limits,
    /// The number of best moves to report (multi-PV).
    pub lines: usize,
    /// The number of threads.
    pub threads: usize,
    /// The size of the tree in megabytes.
    pub megabytes: usize,
}

/// The number of simulations between two looks at the clock.
const SIMULATIONS_PER_CHECK: u64 = 16;

/// The number of such checks between two comparisons of the most visited moves.
const CHECKS_PER_COMPARISON: u64 = 16;

/// The number of simulations before the first intermediate report.
const FIRST_REPORT: u64 = 1024;

/// A position with a single move needs no more simulations than this.
const FORCED_MOVE_VISITS: u32 = 256;

/// Searches a position and returns the best lines.
///
/// Pass the same `tree` to consecutive searches, so that they start from what is already known.
pub fn search<'s, G: Evaluator>(
    game: &G,
    position: &G::Position,
    setup: &Setup,
    tree: &mut Tree<G>,
    signals: impl Into<Signals<'s>>,
    show: &mut dyn FnMut(Report<G::Move>),
) -> Report<G::Move> {
    let control = SearchControl::new(&setup.limits, signals);
    let search = TreeSearch { game, position, setup, control: &control };
    let edges = Candidates::default().root_edges(game, position, setup.lines > 1);
    tree.set_megabytes(setup.megabytes);
    tree.set_root(game, position, edges);
    let mut progress = Progress { next_report: FIRST_REPORT, best_move: None, deepest: 0 };
    loop {
        if tree.is_full() {
            tree.make_room();
        }
        // Without room the search goes on in the tree that exists.
        let may_grow = !tree.is_full();
        match search.run_threads(tree, may_grow, &mut progress, show) {
            End::TreeFull => {}
            End::Finished(report) => return report,
        }
    }
}

/// Why the threads ended.
enum End<M> {
    /// The tree needs room before the search can continue.
    TreeFull,
    /// The search is finished.
    Finished(Report<M>),
}

/// What survives when the tree is pruned in the middle of a search.
struct Progress<M> {
    next_report: u64,
    /// The best move of the latest report.
    best_move: Option<M>,
    deepest: usize,
}

struct TreeSearch<'a, G: Evaluator> {
    game: &'a G,
    position: &'a G::Position,
    setup: &'a Setup,
    control: &'a SearchControl<'a>,
}

impl<G: Evaluator> TreeSearch<'_, G> {
    /// Runs all threads until the search is finished or the tree is full.
    fn run_threads(
        &self,
        tree: &Tree<G>,
        may_grow: bool,
        progress: &mut Progress<G::Move>,
        show: &mut dyn FnMut(Report<G::Move>),
    ) -> End<G::Move> {
        let Some(root) = tree.root() else { return End::Finished(self.empty_report()) };
        if root.first.is_empty() {
            return End::Finished(self.empty_report());
        }
        let finished = AtomicBool::new(false);
        let max_depth = self.setup.limits.depth.map_or(usize::MAX, |depth| depth as usize);
        let is_shared = self.setup.threads > 1;
        let new_worker =
            || Worker::new(self.game, self.position, tree, root, max_depth.max(1), is_shared);
        let run = Run { search: self, root, may_grow, finished: &finished };
        let deepest_of_helpers = AtomicUsize::new(0);
        let help = |_| {
            let mut worker = new_worker();
            run.simulate_until_finished(&mut worker, &mut |_| {});
            deepest_of_helpers.fetch_max(worker.deepest, Ordering::Relaxed);
        };
        let mut worker = new_worker();
        worker.deepest = progress.deepest;
        threads::run(self.setup.threads, help, || {
            run.simulate_until_finished(&mut worker, &mut |worker| {
                if self.control.nodes() >= progress.next_report {
                    progress.next_report = 2 * self.control.nodes();
                    let report = worker.report(self.setup.lines, self.control);
                    let best = report.lines.first().map(|line| line.moves[0]);
                    let is_new = progress.best_move.is_some() && progress.best_move != best;
                    self.control.note_iteration(is_new);
                    progress.best_move = best;
                    show(report);
                }
            });
        });
        worker.deepest = worker.deepest.max(deepest_of_helpers.into_inner());
        progress.deepest = worker.deepest;
        if may_grow && tree.is_full() && !self.is_past_limits(root) && !self.is_settled(root) {
            return End::TreeFull;
        }
        End::Finished(worker.report(self.setup.lines, self.control))
    }

    /// Whether more simulations could not change the report.
    fn is_settled(&self, root: &Node<G::Move>) -> bool {
        let mover = usize::from(root.mover);
        let mut wins = 0;
        let mut all_proven = true;
        for edge in root.edges() {
            let proof = edge.proof.get();
            wins += usize::from(proof.is_some_and(|proof| proof.is_win_for(mover)));
            all_proven &= proof.is_some();
        }
        all_proven || wins >= self.setup.lines.max(1)
    }

    /// Whether a limit is reached.
    fn is_past_limits(&self, root: &Node<G::Move>) -> bool {
        let visits = root.statistics.visits();
        let is_forced = root.first.len() == 1 && visits > FORCED_MOVE_VISITS;
        is_forced || visits >= MAX_VISITS || self.control.is_past_soft_limit()
    }

    /// Whether no other move can get as many visits as the best one in the time that is left.
    fn is_decided(&self, root: &Node<G::Move>) -> bool {
        let Some(left) = self.control.remaining_nodes_estimate() else { return false };
        let [mut most, mut second] = [0; 2];
        for edge in root.edges() {
            let visits = u64::from(edge.statistics.visits());
            second = second.max(visits.min(most));
            most = most.max(visits);
        }
        self.setup.lines <= 1 && most > second + left
    }

    fn empty_report(&self) -> Report<G::Move> {
        Report { depth: 0, nodes: 0, time: self.control.elapsed(), lines: Vec::new() }
    }
}

/// What the threads of a search share.
struct Run<'a, 'b, G: Evaluator> {
    search: &'a TreeSearch<'b, G>,
    root: &'a Node<G::Move>,
    may_grow: bool,
    finished: &'a AtomicBool,
}

impl<G: Evaluator> Run<'_, '_, G> {
    /// Simulates until some thread finds a reason to end; calls `pause` between simulations.
    fn simulate_until_finished<'t>(
        &self,
        worker: &mut Worker<'t, G>,
        pause: &mut dyn FnMut(&Worker<'t, G>),
    ) {
        let control = self.search.control;
        let mut checks = 0;
        let mut is_settled = self.search.is_settled(self.root);
        while !is_settled && !self.finished.load(Ordering::Relaxed) {
            let planned = control.nodes_until_check().min(SIMULATIONS_PER_CHECK);
            let mut done = 0;
            while done < planned && !is_settled {
                is_settled = worker.simulate() && self.search.is_settled(self.root);
                done += 1;
            }
            let is_stopped = control.add_nodes(done);
            if is_stopped || is_settled {
                break;
            }
            pause(worker);
            checks += 1;
            if checks % CHECKS_PER_COMPARISON == 0 && self.search.is_decided(self.root) {
                break;
            }
            let is_full = self.may_grow && worker.tree.is_full();
            if is_full || self.search.is_past_limits(self.root) {
                break;
            }
        }
        self.finished.store(true, Ordering::Relaxed);
    }
}
