//! The moves that a search has to consider.

use std::ops::ControlFlow;

use super::lines::{LANES, Lanes};
use super::play::{Board, Hand, Move, Position, drop_stone, stones_of};
use super::sowings::Sowings;
use super::walk::{NO_DIRECTION, Path, SQUARES, visit_walks};

/// Calls `visit` with one sowing for each position that can follow, and the squares with stones of
/// the mover and of the opponent on top after it. Several sowings of a high stack may lead to the
/// same position.
#[inline]
pub(super) fn visit_candidates(
    board: &Board,
    position: &Position,
    mut visit: impl FnMut(Move, u16, u16) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mover = position.mover();
    for origin in 0..SQUARES {
        if position.stacks[origin] == 0 {
            continue;
        }
        let hand = Hand::lifted(position, origin);
        let tops = position.tops.map(|set| set & !(1 << origin));
        match board.sowings().get(origin, hand.count) {
            Some(sowings) => visit_table(sowings, hand, mover, tops, &mut visit)?,
            None => visit_all(origin, hand, mover, tops, &mut visit)?,
        }
    }
    ControlFlow::Continue(())
}

#[inline]
fn visit_table(
    sowings: &Sowings,
    hand: Hand,
    mover: usize,
    tops: [u16; 2],
    visit: &mut impl FnMut(Move, u16, u16) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let levels = [0, 1].map(|player| stones_of(hand.stones, player));
    let groups = sowings.groups().zip(sowings.distinct(hand.stones));
    for ((group, distinct), moves) in groups.zip(sowings.moves().chunks(LANES)) {
        let own = group.tops_after(tops[mover], levels[mover]);
        let other = group.tops_after(tops[mover ^ 1], levels[mover ^ 1]);
        for (lane, mv) in moves.iter().enumerate() {
            if distinct >> lane & 1 == 1 {
                let tops = |lanes: Lanes| (lanes >> (16 * lane)) as u16;
                visit(*mv, tops(own), tops(other))?;
            }
        }
    }
    ControlFlow::Continue(())
}

fn visit_all(
    origin: usize,
    hand: Hand,
    mover: usize,
    lifted: [u16; 2],
    visit: &mut impl FnMut(Move, u16, u16) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut ordinal = 0;
    visit_walks(Path::EMPTY, hand.count, origin, NO_DIRECTION, &mut |path| {
        let mv = Move::with_ordinal(origin, path, ordinal);
        ordinal += 1;
        let mut tops = lifted;
        for (level, square) in path.squares(origin).enumerate() {
            tops = drop_stone(tops, square, hand.stones >> (2 * level) & 3);
        }
        visit(mv, tops[mover], tops[mover ^ 1])
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use strata_rules::{Evaluator, Game};

    use super::super::evaluator::line_balance;
    use super::super::sowings::MAX_DISTINCT_LENGTH;
    use super::super::tests::random_positions;
    use super::*;

    #[test]
    fn candidates_reach_exactly_the_positions_that_legal_moves_reach() {
        let (mut legal, mut searched) = (0, 0);
        for (board, position) in random_positions(60) {
            let after = |mv: Move| {
                let mut next = position;
                board.play(&mut next, mv);
                board.code(&next)
            };
            let mut all = HashSet::new();
            board.for_each_move(&position, |mv| {
                all.insert(after(mv));
                legal += 1;
            });
            let mut reached = HashSet::new();
            board.for_each_candidate(&position, |mv, _| {
                let is_new = reached.insert(after(mv));
                let is_high = mv.path().length() > MAX_DISTINCT_LENGTH;
                assert!(
                    is_new || is_high,
                    "{mv:?} leads to the same position as another candidate"
                );
                searched += 1;
            });
            assert_eq!(reached, all);
        }
        assert!(searched < legal, "{searched} of {legal} moves are candidates");
    }

    #[test]
    fn scores_of_candidates_are_the_line_balance_after_the_move() {
        for (board, position) in random_positions(60) {
            let mover = position.mover();
            board.for_each_candidate(&position, |mv, score| {
                let mut next = position;
                board.play(&mut next, mv);
                assert_eq!(score, line_balance(next.tops[mover], next.tops[mover ^ 1]), "{mv:?}");
            });
        }
    }
}
