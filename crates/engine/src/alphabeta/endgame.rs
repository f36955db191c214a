//! Solving endgames, and choosing among moves with the same proven result.

use strata_rules::Evaluator;

use super::node::{MAX_PLIES, Worker};
use super::{IterativeDeepening, RootMove};
use crate::{Line, Report, Value};

/// The node limit for comparing replies, if the search itself took fewer nodes.
const MIN_REPLY_NODES: u64 = 50_000;

impl<G: Evaluator> IterativeDeepening<'_, G> {
    /// Tries to solve the root moves with a win/draw/loss window. The results go into the
    /// transposition table, where iterative deepening finds them.
    pub(super) fn solve_root_moves(&self, roots: &[RootMove<G::Move>], thread: usize) {
        let control = self.control.for_subsearch(u64::MAX);
        let mut worker = Worker::new(self.game, self.table, self.keys, &control, true);
        // Each thread starts with a different move; they share results through the table.
        let rotated = roots.iter().cycle().skip(thread).take(roots.len());
        for root in rotated {
            let result = game_result_after(&mut worker, self.game, self.position, root.pv[0], 1);
            let is_enough = result.is_none_or(|result| self.setup.lines == 1 && result > 0);
            if is_enough {
                break;
            }
        }
        worker.flush();
        self.control.add_nodes(control.nodes());
    }

    /// In a proven draw or loss, prefers the move after which the smallest share of the opponent's
    /// replies keeps that result, since the opponent may go wrong.
    pub(super) fn pick_trickiest_move(
        &self,
        roots: &[RootMove<G::Move>],
        report: &mut Report<G::Move>,
    ) {
        let Some(line) = report.lines.first() else { return };
        let best = match line.value {
            Value::Loss(_) => -1,
            Value::Draw => 0,
            _ => return,
        };
        // Comparing replies must not take longer than the search itself.
        let control = self.control.for_subsearch(self.control.nodes().max(MIN_REPLY_NODES));
        let mut worker = Worker::new(self.game, self.table, self.keys, &control, true);
        let mut trickiest: Option<(f32, &RootMove<G::Move>)> = None;
        for root in roots {
            let mv = root.pv[0];
            let share = match game_result_after(&mut worker, self.game, self.position, mv, 1) {
                Some(result) if result < best => continue,
                Some(_) => self.share_of_good_replies(&mut worker, mv, best),
                None => None,
            };
            let Some(share) = share else { break };
            if trickiest.is_none_or(|(least, _)| share < least) {
                trickiest = Some((share, root));
            }
        }
        worker.flush();
        self.control.add_nodes(control.nodes());
        if let Some((_, root)) = trickiest.filter(|(_, root)| root.pv[0] != line.moves[0]) {
            let value = line.value;
            report.lines[0] =
                Line { moves: vec![root.pv[0]], value, mirrors: root.mirrors.clone() };
        }
    }

    /// The share of the replies to a move after which the result for its player is not better than
    /// `best`; `None` if the limits are reached.
    fn share_of_good_replies(
        &self,
        worker: &mut Worker<'_, G>,
        mv: G::Move,
        best: i32,
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
            let result = game_result_after(worker, self.game, &position, *reply, 2)?;
            good += i32::from(-result <= best);
        }
        Some(good as f32 / replies.len() as f32)
    }
}

/// The result of a move for the player who makes it: 1 for a win, 0 for a draw, -1 for a loss;
/// `None` if the search was stopped.
fn game_result_after<G: Evaluator>(
    worker: &mut Worker<'_, G>,
    game: &G,
    position: &G::Position,
    mv: G::Move,
    ply: usize,
) -> Option<i32> {
    let mut next = *position;
    game.play(&mut next, mv);
    let (mover, move_index) = (game.turn(position), game.move_index(mv));
    let result = worker.search_child(&next, mover, -1, 1, MAX_PLIES as i32, ply, move_index)?;
    Some(result.score.signum())
}
