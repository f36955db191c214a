//! The moves that a search has to consider.

use std::ops::ControlFlow;

use super::evaluator::line_balance;
use super::play::{Board, Hand, Move, Position, drop_stone, stones_of};
use super::sowings::Sowings;
use super::walk::{NO_DIRECTION, Path, SQUARES, visit_walks};

/// Calls `visit` with one sowing for each position that can follow, as far as the tables reach, and
/// the line balance after it for the player to move. Sowings of higher stacks are all visited.
pub(super) fn for_each_candidate(
    board: &Board,
    position: &Position,
    mut visit: impl FnMut(Move, i32),
) {
    let mover = position.mover();
    for origin in 0..SQUARES {
        if position.stacks[origin] == 0 {
            continue;
        }
        let hand = Hand::lifted(position, origin);
        let tops = position.tops.map(|set| set & !(1 << origin));
        match board.sowings().get(origin, hand.count) {
            Some(sowings) => visit_table(sowings, hand, mover, tops, &mut visit),
            None => visit_all(origin, hand, mover, tops, &mut visit),
        }
    }
}

#[inline]
fn visit_table(
    sowings: &Sowings,
    hand: Hand,
    mover: usize,
    tops: [u16; 2],
    visit: &mut impl FnMut(Move, i32),
) {
    let levels = [0, 1].map(|player| stones_of(hand.stones, player));
    let groups = sowings.groups().zip(sowings.distinct(hand.stones));
    for ((group, distinct), moves) in groups.zip(sowings.moves().chunks(8)) {
        let own = group.tops_after(tops[mover], levels[mover]);
        let other = group.tops_after(tops[mover ^ 1], levels[mover ^ 1]);
        for (lane, mv) in moves.iter().enumerate() {
            if distinct >> lane & 1 == 1 {
                visit(*mv, line_balance(own[lane], other[lane]));
            }
        }
    }
}

fn visit_all(
    origin: usize,
    hand: Hand,
    mover: usize,
    lifted: [u16; 2],
    visit: &mut impl FnMut(Move, i32),
) {
    let mut ordinal = 0;
    let _ = visit_walks(Path::EMPTY, hand.count, origin, NO_DIRECTION, &mut |path| {
        let mv = Move::with_ordinal(origin, path, ordinal);
        ordinal += 1;
        let mut tops = lifted;
        for (level, square) in path.squares(origin).enumerate() {
            tops = drop_stone(tops, square, hand.stones >> (2 * level) & 3);
        }
        visit(mv, line_balance(tops[mover], tops[mover ^ 1]));
        ControlFlow::Continue(())
    });
}
