//! Solving endgames, and choosing among moves with the same proven result.

use strata_rules::Evaluator;

use super::node::{MAX_PLIES, Worker};
use super::window::{SearchResult, Window};
use super::{IterativeDeepening, RootMove};
use crate::{Distance, Line, Report, Value};

/// The node limit for comparing replies, if the search itself took fewer nodes.
const MIN_REPLY_NODES: u64 = 50_000;

/// The nodes for solving an endgame before iterative deepening goes on.
const MIN_ENDGAME_NODES: u64 = 50_000;

impl<G: Evaluator> IterativeDeepening<'_, G> {
    /// Tries to solve the root moves of an endgame with a win/draw/loss window. The results go into
    /// the tables, where iterative deepening and the next attempt find them.
    ///
    /// `spent` is the number of nodes of all attempts: together they take about as many nodes as
    /// iterative deepening, so that a search that cannot solve the endgame still plays well.
    pub(super) fn solve_endgame(
        &self,
        roots: &[RootMove<G::Move>],
        thread: usize,
        spent: &mut u64,
    ) {
        let nodes = (MIN_ENDGAME_NODES + self.control.nodes()).saturating_sub(2 * *spent);
        if nodes == 0 || !self.setup.prove || !self.game.is_endgame(self.position) {
            return;
        }
        let control = self.control.for_subsearch(nodes);
        let mut first_line = self.worker(&control, true);
        let mut other_lines = self.worker(&control, false);
        let mut is_won = false;
        // Each thread starts with a different move; they share results through the table.
        for root in roots.iter().cycle().skip(thread).take(roots.len()) {
            let worker = if is_won { &mut other_lines } else { &mut first_line };
            let Some(result) = result_after(worker, self.game, self.position, root.mv(), 1) else {
                break;
            };
            is_won |= result.score > 0;
            if is_won && self.setup.lines == 1 {
                break;
            }
        }
        first_line.flush();
        other_lines.flush();
        *spent += control.nodes();
        self.control.add_nodes(control.nodes());
    }

    /// In a proven draw or loss, puts the move first after which the smallest share of the opponent's
    /// replies keeps that result, since the opponent may go wrong.
    pub(super) fn pick_trickiest_move(
        &self,
        roots: &[RootMove<G::Move>],
        report: &mut Report<G::Move>,
    ) {
        let Some(best) = report.lines.first().map(|line| line.value) else { return };
        if !matches!(best, Value::Draw | Value::Loss(_)) {
            return;
        }
        // Comparing replies must not take longer than the search itself.
        let control = self.control.for_subsearch(self.control.nodes().max(MIN_REPLY_NODES));
        let mut worker = self.worker(&control, true);
        let trickiest = self.trickiest_move(&mut worker, roots, best);
        worker.flush();
        self.control.add_nodes(control.nodes());
        if let Some(line) = trickiest
            && line.moves[0] != report.lines[0].moves[0]
        {
            let count = report.lines.len();
            report.lines.retain(|other| other.moves[0] != line.moves[0]);
            report.lines.insert(0, line);
            report.lines.truncate(count);
        }
    }

    /// The move with the smallest share of good replies, among those that are as good as `best`.
    fn trickiest_move(
        &self,
        worker: &mut Worker<'_, G>,
        roots: &[RootMove<G::Move>],
        best: Value,
    ) -> Option<Line<G::Move>> {
        let target = if best == Value::Draw { 0 } else { -1 };
        let mut trickiest: Option<(f32, Line<G::Move>)> = None;
        for root in roots {
            let Some(result) = result_after(worker, self.game, self.position, root.mv(), 1) else {
                break;
            };
            if result.score.signum() < target {
                continue;
            }
            let Some(share) = self.share_of_good_replies(worker, root.mv(), target) else { break };
            if trickiest.as_ref().is_none_or(|(least, _)| share < *least) {
                trickiest = Some((share, root.line_with(value_of_both(best, result))));
            }
        }
        trickiest.map(|(_, line)| line)
    }

    /// The share of the replies to a move after which the result for its player is not better than
    /// `target`; `None` if the limits are reached.
    fn share_of_good_replies(
        &self,
        worker: &mut Worker<'_, G>,
        mv: G::Move,
        target: i32,
    ) -> Option<f32> {
        let mover = self.game.turn(self.position);
        let mut position = *self.position;
        self.game.play(&mut position, mv);
        if self.game.outcome(&position).is_some() || self.game.turn(&position) == mover {
            return Some(1.0);
        }
        let mut replies = Vec::new();
        self.game.for_each_move(&position, |reply| replies.push(reply));
        let mut good = 0;
        for reply in &replies {
            let result = result_after(worker, self.game, &position, *reply, 2)?;
            good += i32::from(-result.score.signum() <= target);
        }
        Some(good as f32 / replies.len() as f32)
    }
}

/// The value of a line that is as good as `best`, the value of the position: the number of plies is an
/// upper bound for both.
fn value_of_both(best: Value, result: SearchResult) -> Value {
    match (best, Value::from_score(result.score, result.proven)) {
        (Value::Loss(best), Value::Loss(own)) => {
            Value::Loss(Distance::AtMost(best.plies().max(own.plies())))
        }
        _ => best,
    }
}

/// The proven result of a move for the player who makes it: the score is positive for a win, 0 for a
/// draw and negative for a loss. `None` if it could not be proven within the limits.
fn result_after<G: Evaluator>(
    worker: &mut Worker<'_, G>,
    game: &G,
    position: &G::Position,
    mv: G::Move,
    ply: usize,
) -> Option<SearchResult> {
    let mut next = *position;
    game.play(&mut next, mv);
    let (mover, move_index) = (game.turn(position), game.move_index(mv));
    let depth = MAX_PLIES as i32;
    worker
        .search_child(&next, mover, Window::RESULT, depth, ply, move_index)
        .filter(|result| result.proven)
}
