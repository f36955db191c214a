//! Iterative deepening alpha-beta search for two players.
//!
//! A result is proven only if every leaf below it is the end of a game: late moves are reduced but
//! never pruned, and a result that depends on the depth limit is marked as not proven.

mod endgame;
mod keys;
mod node;

use strata_rules::Evaluator;

pub use keys::ReferencePosition;

use crate::limits::SearchControl;
use crate::value::{INFINITY, PROVEN};
use crate::{Limits, Line, Report, Signals, TranspositionTable, Value};
use keys::Keys;
use node::{MAX_PLIES, SearchResult, Worker};

/// The parameters of a search.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    /// The search limits.
    pub limits: Limits,
    /// The number of best moves to evaluate (multi-PV); at least one.
    pub lines: usize,
    /// The number of threads (lazy SMP).
    pub threads: usize,
    /// Whether symmetric positions near the root share table entries.
    pub symmetry: bool,
    /// Whether to try to solve endgames and to look up precomputed results.
    pub prove: bool,
}

impl Default for Setup {
    fn default() -> Self {
        Self { limits: Limits::default(), lines: 1, threads: 1, symmetry: true, prove: true }
    }
}

/// The depth searched for move ordering before an attempt to solve an endgame.
const ORDERING_DEPTH: u32 = 4;

/// A root move with its principal variation and latest score.
#[derive(Clone, Debug)]
struct RootMove<M> {
    pv: Vec<M>,
    score: i32,
    proven: bool,
}

/// Searches a position of a two-player game and returns the best lines.
///
/// Pass the same `reference` to consecutive searches, so that they can share table entries; see
/// [`ReferencePosition`].
pub fn search<'s, G: Evaluator>(
    game: &G,
    position: &G::Position,
    setup: &Setup,
    table: &TranspositionTable,
    reference: &mut ReferencePosition<G>,
    signals: impl Into<Signals<'s>>,
    show: &mut dyn FnMut(Report<G::Move>),
) -> Report<G::Move> {
    let control = SearchControl::new(&setup.limits, signals);
    let keys = Keys::new(game, position, reference, setup.symmetry);
    let deepening =
        IterativeDeepening { game, position, setup, table, keys: &keys, control: &control };
    std::thread::scope(|scope| {
        for thread in 1..setup.threads {
            let deepening = &deepening;
            scope.spawn(move || deepening.run(thread, &mut |_| {}));
        }
        let report = deepening.run(0, show);
        control.halt();
        report
    })
}

struct IterativeDeepening<'a, G: Evaluator> {
    game: &'a G,
    position: &'a G::Position,
    setup: &'a Setup,
    table: &'a TranspositionTable,
    keys: &'a Keys<'a, G>,
    control: &'a SearchControl<'a>,
}

impl<G: Evaluator> IterativeDeepening<'_, G> {
    fn run(&self, thread: usize, show: &mut dyn FnMut(Report<G::Move>)) -> Report<G::Move> {
        let mut worker =
            Worker::new(self.game, self.table, self.keys, self.control, self.setup.prove);
        let mut roots = Vec::new();
        self.game.for_each_move(self.position, |mv| {
            roots.push(RootMove { pv: vec![mv], score: -INFINITY, proven: false });
        });
        let ordering_score =
            |root: &RootMove<G::Move>| self.game.ordering_score(self.position, root.pv[0]);
        roots.sort_by_cached_key(|root| std::cmp::Reverse(ordering_score(root)));
        let lines = self.setup.lines.clamp(1, roots.len().max(1));
        let mut report = self.report(0, &roots, lines);
        let deepest = self.setup.limits.depth.unwrap_or(u32::MAX).min(MAX_PLIES as u32);
        let mut last_best = None;
        // Every other helper thread starts one ply deeper, so that threads do different work.
        let first = 1 + (thread % 2) as u32;
        for depth in first..=deepest.max(1) {
            if roots.is_empty() {
                break;
            }
            if depth == ORDERING_DEPTH + 1
                && self.setup.prove
                && self.game.is_endgame(self.position)
            {
                self.solve_root_moves(&roots, thread);
            }
            let mut finished = true;
            for line in 0..lines {
                if self.search_line(&mut worker, &mut roots, line, depth as i32).is_none() {
                    finished = false;
                    break;
                }
            }
            if !finished {
                // Unsearched moves may be better, so a draw is not proven.
                roots.iter_mut().for_each(|root| root.proven = false);
            }
            worker.flush();
            if finished || depth == first {
                report = self.report(depth, &roots, lines);
            } else if report.lines[0].moves[0] != roots[0].pv[0] {
                // Use a better move from the unfinished iteration: it was searched deeper.
                report = self.report(report.depth, &roots, lines);
            }
            if thread == 0 && finished {
                let best = roots[0].pv[0];
                self.control.note_iteration(last_best.is_some_and(|last| last != best));
                last_best = Some(best);
                show(report.clone());
            }
            if !finished || self.control.is_past_soft_limit() || is_solved(&roots, lines) {
                break;
            }
        }
        if thread == 0 && lines == 1 && self.setup.prove {
            self.pick_trickiest_move(&roots, &mut report);
        }
        report.nodes = self.control.nodes();
        report.time = self.control.elapsed();
        for line in &mut report.lines {
            self.extend_pv(line, report.depth as usize);
        }
        report
    }

    /// Finds the best move among `roots[line..]` with an aspiration window and moves it to
    /// `roots[line]`.
    fn search_line(
        &self,
        worker: &mut Worker<'_, G>,
        roots: &mut [RootMove<G::Move>],
        line: usize,
        depth: i32,
    ) -> Option<()> {
        let expected = roots[line].score;
        let mut margin = 40;
        let is_estimate = expected.abs() < PROVEN;
        let narrow = depth >= 4 && is_estimate;
        let (mut alpha, mut beta) =
            if narrow { (expected - margin, expected + margin) } else { (-INFINITY, INFINITY) };
        loop {
            let best = self.search_roots(worker, &mut roots[line..], alpha, beta, depth)?;
            if best <= alpha && alpha > -INFINITY {
                alpha = best - margin;
            } else if best >= beta && beta < INFINITY {
                beta = best + margin;
            } else {
                return Some(());
            }
            margin *= 4;
            if margin > 600 {
                (alpha, beta) = (-INFINITY, INFINITY);
            }
        }
    }

    fn search_roots(
        &self,
        worker: &mut Worker<'_, G>,
        roots: &mut [RootMove<G::Move>],
        mut alpha: i32,
        beta: i32,
        depth: i32,
    ) -> Option<i32> {
        let mover = self.game.turn(self.position);
        let mut best = -INFINITY;
        let mut all_proven = true;
        for index in 0..roots.len() {
            let mv = roots[index].pv[0];
            let mut child = *self.position;
            self.game.play(&mut child, mv);
            let move_index = self.game.move_index(mv);
            let mut search_window = |alpha, beta| {
                worker.search_child(&child, mover, alpha, beta, depth - 1, 1, move_index)
            };
            let mut result = SearchResult { score: alpha + 1, proven: false };
            if index > 0 {
                result = search_window(alpha, alpha + 1)?;
            }
            if index == 0 || (result.score > alpha && result.score < beta) {
                result = search_window(alpha, beta)?;
            }
            all_proven &= result.proven;
            if index > 0 && result.score <= alpha {
                continue;
            }
            let root = &mut roots[index];
            root.score = result.score;
            root.proven = result.proven;
            root.pv.truncate(1);
            root.pv.extend_from_slice(worker.pv(1));
            best = best.max(result.score);
            roots[..=index].rotate_right(1);
            alpha = alpha.max(result.score);
            if alpha >= beta {
                return Some(best);
            }
        }
        // A draw is proven only if no other move can be better.
        roots[0].proven &= all_proven;
        Some(best)
    }

    fn report(&self, depth: u32, roots: &[RootMove<G::Move>], lines: usize) -> Report<G::Move> {
        let line_of = |root: &RootMove<G::Move>| {
            let value = match root.score {
                score if score <= -INFINITY => Value::Estimate(0),
                score => Value::from_score(score, root.proven),
            };
            Line { moves: root.pv.clone(), value }
        };
        let mut lines: Vec<_> = roots.iter().take(lines).map(line_of).collect();
        lines.sort_by_key(|line| std::cmp::Reverse(line.value.rank()));
        Report { depth, nodes: self.control.nodes(), time: self.control.elapsed(), lines }
    }

    /// Extends a principal variation that was cut short by a table hit with moves from the table.
    fn extend_pv(&self, line: &mut Line<G::Move>, length: usize) {
        let mut position = *self.position;
        for mv in &line.moves {
            self.game.play(&mut position, *mv);
        }
        while line.moves.len() < length && self.game.outcome(&position).is_none() {
            let raw = self.keys.raw(&position);
            let Some(move_index) = self.table.probe(raw).and_then(|entry| entry.move_index) else {
                break;
            };
            let mut next = None;
            self.game.for_each_move(&position, |mv| {
                if self.game.move_index(mv) == move_index {
                    next = Some(mv);
                }
            });
            let Some(mv) = next else { break };
            line.moves.push(mv);
            self.game.play(&mut position, mv);
        }
    }
}

/// Whether all requested lines are proven, so that the search can end.
fn is_solved<M>(roots: &[RootMove<M>], lines: usize) -> bool {
    let forced = roots.len() == 1 && lines == 1 && roots[0].proven;
    forced
        || roots[..lines].iter().all(|root| Value::from_score(root.score, root.proven).is_proven())
}
