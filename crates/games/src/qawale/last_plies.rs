//! Results of the last plies, without a transposition table.

use std::ops::ControlFlow;

use strata_rules::{ForcedResult, Player};

use super::candidates::visit_candidates;
use super::lines::has_line;
use super::play::{Board, Move, Position, stones_of};
use super::wins::has_win;

/// The maximum number of stones left in positions that are searched here.
pub(super) const MAX_STONES_LEFT: u8 = 4;

/// The maximum number of stones left in positions whose result takes next to no time.
pub(super) const MAX_STONES_LEFT_QUICK: u8 = 2;

/// The result of best play if at most two stones are left, unless it needs a search.
pub(super) fn last_plies_result(board: &Board, position: &Position) -> Option<ForcedResult> {
    let left = board.stones_left(position);
    if left > MAX_STONES_LEFT_QUICK {
        return None;
    }
    let mover = Player(position.mover() as u8);
    if has_win(board, position) {
        return Some(ForcedResult::Win { player: mover, plies: 1 });
    }
    if left == 2 && !opponent_has_safe_last_ply(position) {
        return None;
    }
    // The mover cannot win.
    Some(match Search::new(board).finds_draw(position) {
        true => ForcedResult::Draw,
        false => ForcedResult::Win { player: mover.other(), plies: left.into() },
    })
}

/// Whether the player to move can force a win; `None` if too many stones are left.
pub(super) fn can_force_win(board: &Board, position: &Position) -> Option<bool> {
    if board.stones_left(position) > MAX_STONES_LEFT {
        return None;
    }
    Some(has_win(board, position) || Search::new(board).finds_win(position))
}

/// Whether the player to move can force at least a draw; `None` if too many stones are left.
pub(super) fn can_force_draw(board: &Board, position: &Position) -> Option<bool> {
    if board.stones_left(position) > MAX_STONES_LEFT {
        return None;
    }
    Some(has_win(board, position) || Search::new(board).finds_draw(position))
}

/// A search of the last plies.
struct Search<'a> {
    board: &'a Board,
    /// The last move that was good enough, by the number of stones left: it often is in other
    /// positions, too.
    killers: [Option<Move>; MAX_STONES_LEFT as usize + 1],
}

impl<'a> Search<'a> {
    const fn new(board: &'a Board) -> Self {
        Self { board, killers: [None; MAX_STONES_LEFT as usize + 1] }
    }

    /// Whether the player to move, who cannot win at once, can force a win.
    fn finds_win(&mut self, position: &Position) -> bool {
        let left = self.board.stones_left(position);
        if left < 2 || left == 2 && opponent_has_safe_last_ply(position) {
            return false;
        }
        self.finds(position, |search, next| {
            !has_win(search.board, next) && !search.finds_draw(next)
        })
    }

    /// Whether the player to move, who cannot win at once, can force a draw.
    fn finds_draw(&mut self, position: &Position) -> bool {
        let is_last = self.board.stones_left(position) == 1;
        self.finds(position, |search, next| {
            is_last || !has_win(search.board, next) && !search.finds_win(next)
        })
    }

    /// Whether a move leads to an unfinished position, or to the end without a line, that `is_good`
    /// accepts. Tries the killer move first.
    fn finds(
        &mut self,
        position: &Position,
        is_good: impl Fn(&mut Self, &Position) -> bool,
    ) -> bool {
        let place = usize::from(self.board.stones_left(position));
        let try_move = |search: &mut Self, mv: Move| {
            let mut next = *position;
            next.sow(mv);
            // The player cannot win at once, so any line loses.
            !next.tops.into_iter().any(has_line) && is_good(search, &next)
        };
        let killer = self.killers[place].filter(|mv| is_legal(position, *mv));
        if let Some(mv) = killer
            && try_move(self, mv)
        {
            return true;
        }
        let board = self.board;
        let found = visit_candidates(board, position, |mv, own, other| {
            if has_line(own) || has_line(other) || !try_move(self, mv) {
                return ControlFlow::Continue(());
            }
            self.killers[place] = Some(mv);
            ControlFlow::Break(())
        });
        found.is_break()
    }
}

/// Whether a move of a similar position can be played here.
fn is_legal(position: &Position, mv: Move) -> bool {
    let stack = position.stacks[mv.origin()];
    stack != 0 && super::play::height(stack) + 1 == mv.path().length()
}

/// Whether the opponent, after any move, can lift a stack without stones of the player to move. Such
/// a sowing completes no line for that player, so it does not lose.
fn opponent_has_safe_last_ply(position: &Position) -> bool {
    let mover = position.mover();
    let (mut safe, mut most_dropped) = (0, 1);
    for stack in position.stacks.into_iter().filter(|stack| *stack != 0) {
        let own = stones_of(stack, mover).count_ones();
        safe += u32::from(own == 0);
        most_dropped = most_dropped.max(own + 1);
    }
    // A move can drop its stones on that many safe stacks, or lift one and drop one stone.
    safe > most_dropped.max(2)
}

#[cfg(test)]
mod tests {
    use strata_rules::{Evaluator, Game};

    use super::super::tests::random_positions;
    use super::*;

    /// The result for the player to move, by trying all moves.
    fn minimax(board: &Board, position: &Position) -> i32 {
        let mover = position.mover() as u8;
        if let Some(outcome) = board.outcome(position) {
            return match outcome.winner() {
                None => 0,
                Some(winner) if winner == Player(mover) => 1,
                Some(_) => -1,
            };
        }
        let mut best = -1;
        let _ = board.visit_moves(position, |mv| {
            let mut next = *position;
            board.play(&mut next, mv);
            best = best.max(-minimax(board, &next));
            if best == 1 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        best
    }

    #[test]
    fn results_of_the_last_two_plies_equal_plain_minimax() {
        let mut seen = [[0; 3]; 3];
        for (board, position) in random_positions(1500) {
            let left = usize::from(board.stones_left(&position));
            if left > 2 || (left == 2 && board.count_moves(&position) > 250) {
                continue;
            }
            let mover = Player(position.mover() as u8);
            let result = match board.forced_result(&position) {
                None => continue,
                Some(ForcedResult::Draw) => 0,
                Some(ForcedResult::Win { player, .. }) if player == mover => 1,
                Some(ForcedResult::Win { .. }) => -1,
            };
            assert_eq!(result, minimax(&board, &position), "{position:?}");
            seen[left][(result + 1) as usize] += 1;
        }
        let [losses, draws, wins] = seen[2];
        assert!(seen[1][1].min(seen[1][2]) > 100, "{seen:?}");
        assert!(losses > 5 && draws > 100 && wins > 100, "{seen:?}");
    }

    #[test]
    fn answers_follow_from_those_after_each_move() {
        let mut seen = [[0; 3]; MAX_STONES_LEFT as usize + 1];
        for (board, position) in random_positions(500) {
            let left = board.stones_left(&position);
            if left > MAX_STONES_LEFT || (left > 2 && board.count_moves(&position) > 300) {
                assert!(left <= MAX_STONES_LEFT || board.can_force_win(&position).is_none());
                continue;
            }
            let mover = Player(position.mover() as u8);
            let (mut wins, mut draws) = (false, false);
            board.for_each_move(&position, |mv| {
                let mut next = position;
                board.play(&mut next, mv);
                if let Some(outcome) = board.outcome(&next) {
                    wins |= outcome.winner() == Some(mover);
                    draws |= outcome.winner().is_none_or(|winner| winner == mover);
                } else {
                    wins |= board.can_force_draw(&next) == Some(false);
                    draws |= board.can_force_win(&next) == Some(false);
                }
            });
            assert_eq!(board.can_force_win(&position), Some(wins), "{position:?}");
            assert_eq!(board.can_force_draw(&position), Some(draws || wins), "{position:?}");
            seen[usize::from(left)][usize::from(wins) + usize::from(draws)] += 1;
        }
        for left in 1..=usize::from(MAX_STONES_LEFT) {
            assert!(seen[left][1].min(seen[left][2]) > 5, "{seen:?}");
        }
    }
}
