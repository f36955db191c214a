//! A search of one ply that plays only the moves that matter.

use std::ops::ControlFlow;

use strata_rules::{OnePly, OnePlyResult};

use super::candidates::visit_candidates;
use super::evaluator::evaluate_after_move;
use super::last_plies::MAX_STONES_LEFT_QUICK;
use super::lines::has_line;
use super::play::{Board, Move, Position};
use super::wins::{find_win, winning_origin};

/// See [`Evaluator::search_one_ply`](strata_rules::Evaluator::search_one_ply).
pub(super) fn search_one_ply(
    board: &Board,
    position: &Position,
    alpha: i32,
    beta: i32,
    first: impl Iterator<Item = Move>,
) -> Option<OnePly<Move>> {
    // After the move, the result may be known without a search.
    if board.stones_left(position) <= MAX_STONES_LEFT_QUICK + 1 {
        return None;
    }
    if let Some(mv) = find_win(board, position) {
        return Some(OnePly { result: OnePlyResult::Win(mv), positions: 0 });
    }
    let mut search = Search {
        board,
        position,
        alpha,
        beta,
        best: None,
        skipped: i32::MIN,
        threat: 0,
        positions: 0,
    };
    if search.visit_first(first).is_continue() {
        let _ = visit_candidates(board, position, |mv, own, other| search.visit(mv, own, other));
    }
    let result = match search.best {
        Some((mv, score)) => OnePlyResult::Estimate(mv, score.max(search.skipped)),
        None => OnePlyResult::Loss,
    };
    Some(OnePly { result, positions: search.positions })
}

struct Search<'a> {
    board: &'a Board,
    position: &'a Position,
    alpha: i32,
    beta: i32,
    /// The best move so far after which the opponent cannot win at once, and its score.
    best: Option<(Move, i32)>,
    /// The highest evaluation after the moves that were not played.
    skipped: i32,
    /// A square from which the opponent could win after the last move that loses: that often remains
    /// so after other moves.
    threat: usize,
    /// The number of positions after the moves that were played.
    positions: u64,
}

impl Search<'_> {
    fn visit_first(&mut self, mut moves: impl Iterator<Item = Move>) -> ControlFlow<()> {
        let mover = self.position.mover();
        moves.try_for_each(|mv| {
            let (best, positions) = (self.best, self.positions);
            let tops = self.after(mv).tops;
            let flow = self.visit(mv, tops[mover], tops[mover ^ 1]);
            if self.best == best {
                // The position is counted when all moves are visited.
                self.positions = positions;
            }
            flow
        })
    }

    /// Considers a move, given the squares with stones of the mover and of the opponent on top after
    /// it. If the opponent cannot win after some other move, only an evaluation above the best score
    /// and `alpha` matters.
    #[inline]
    fn visit(&mut self, mv: Move, own: u16, other: u16) -> ControlFlow<()> {
        let score = evaluate_after_move(own, other);
        if let Some((_, best)) = self.best
            && score <= best.max(self.alpha)
        {
            self.skipped = self.skipped.max(score);
            return ControlFlow::Continue(());
        }
        self.positions += 1;
        if has_line(other) {
            return ControlFlow::Continue(());
        }
        if let Some(origin) = winning_origin(self.board, &self.after(mv), self.threat) {
            self.threat = origin;
            return ControlFlow::Continue(());
        }
        self.best = Some((mv, score));
        if score >= self.beta { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn after(&self, mv: Move) -> Position {
        let mut next = *self.position;
        next.sow(mv);
        next
    }
}

#[cfg(test)]
mod tests {
    use strata_rules::{Evaluator, Game, Player, Random};

    use super::super::tests::random_positions;
    use super::*;

    /// The score of a move; `None` if it loses, at once or with the next move.
    fn score_of(board: &Board, position: &Position, mv: Move) -> Option<i32> {
        let mut next = *position;
        board.play(&mut next, mv);
        let is_lost = board.outcome(&next).is_some() || board.winning_move(&next).is_some();
        (!is_lost).then(|| board.evaluate(&next, Player(position.mover() as u8)))
    }

    #[test]
    fn results_equal_those_of_playing_and_evaluating_every_move() {
        let mut random = Random::new(4);
        let (mut wins, mut losses, mut above, mut inside, mut below) = (0, 0, 0, 0, 0);
        for (board, position) in random_positions(800) {
            let alpha = random.below(120) as i32 - 60;
            let beta = alpha + 1 + random.below(60) as i32;
            let mut first = (0..2).filter_map(|_| board.random_move(&position, &mut random));
            let Some(found) = board.search_one_ply(&position, alpha, beta, &mut first) else {
                assert!(board.stones_left(&position) <= 3);
                continue;
            };
            let mut best = None;
            board.for_each_move(&position, |mv| best = best.max(score_of(&board, &position, mv)));
            match found.result {
                OnePlyResult::Win(mv) => {
                    let mut next = position;
                    board.play(&mut next, mv);
                    let winner = board.outcome(&next).and_then(|outcome| outcome.winner());
                    assert_eq!(winner, Some(Player(position.mover() as u8)));
                    wins += 1;
                }
                OnePlyResult::Loss => {
                    assert_eq!((board.winning_move(&position), best), (None, None));
                    losses += 1;
                }
                OnePlyResult::Estimate(mv, score) => {
                    assert_eq!(board.winning_move(&position), None);
                    let of_move = score_of(&board, &position, mv).expect("the move does not lose");
                    let best = best.expect("a move does not lose");
                    if score >= beta {
                        assert!(of_move == score && best >= score, "{score} of {best}");
                        above += 1;
                    } else if score > alpha {
                        assert_eq!((of_move, best), (score, score));
                        inside += 1;
                    } else {
                        assert!(best <= score, "{score} is no upper bound of {best}");
                        below += 1;
                    }
                }
            }
        }
        let counts = [wins, above, inside, below];
        assert!(losses > 2 && counts.iter().all(|count| *count > 100), "{losses}, {counts:?}");
    }
}
