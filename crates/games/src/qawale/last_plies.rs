//! The result of the last two plies, without a search.

use std::ops::ControlFlow;

use strata_rules::{ForcedResult, Game, Player};

use super::candidates::visit_candidates;
use super::lines::has_line;
use super::play::{Board, Move, Position, stones_of};
use super::wins::{find_win, wins_with};

/// The result of best play if at most two stones are left, unless it needs a search.
pub(super) fn last_plies_result(board: &Board, position: &Position) -> Option<ForcedResult> {
    let left = board.stones_left(position);
    if left > 2 {
        return None;
    }
    let mover = Player(position.mover() as u8);
    if find_win(board, position).is_some() {
        return Some(ForcedResult::Win { player: mover, plies: 1 });
    }
    if left == 2 && !opponent_has_safe_last_ply(position) {
        return None;
    }
    // The mover cannot win, so any line loses, and a move that does not lose is a draw.
    let mut refutation = None;
    let saved = visit_candidates(board, position, |mv, own, other| {
        let mut opponent_wins = || {
            let mut next = *position;
            board.play(&mut next, mv);
            wins_at_once(board, &next, &mut refutation)
        };
        if has_line(own) || has_line(other) || (left == 2 && opponent_wins()) {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    Some(match saved {
        ControlFlow::Break(()) => ForcedResult::Draw,
        ControlFlow::Continue(()) => {
            ForcedResult::Win { player: mover.other(), plies: left.into() }
        }
    })
}

/// Whether the player to move wins at once. Tries the winning move of a sibling position first.
fn wins_at_once(board: &Board, position: &Position, refutation: &mut Option<Move>) -> bool {
    if refutation.is_some_and(|mv| wins_with(board, position, mv)) {
        return true;
    }
    let found = find_win(board, position);
    *refutation = found.or(*refutation);
    found.is_some()
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
    use strata_rules::Evaluator;

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
}
