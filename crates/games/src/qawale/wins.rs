//! Finding a sowing that wins at once.

use super::lines::{LANES, LINES, Lanes, has_line, line_bits, most_in_line};
use super::play::{Board, Hand, Move, Position, drop_stone, stones_of};
use super::sowings::Sowings;
use super::walk::{NO_DIRECTION, Path, SQUARES, may_leave, neighbour, squares_at_step};

/// A sowing that completes a line for the player to move and wins, if there is one.
pub(super) fn find_win(board: &Board, position: &Position) -> Option<Move> {
    let search =
        WinSearch { mover: position.mover(), opponent_wins_double: board.opponent_wins_double() };
    // The number of the player's stones in hand that are needed to complete a line.
    let needed = 4 - most_in_line(position.tops[search.mover]);
    for origin in 0..SQUARES {
        if position.stacks[origin] == 0 {
            continue;
        }
        let hand = Hand::lifted(position, origin);
        let levels = stones_of(hand.stones, search.mover);
        let has_enough = (1..needed).fold(levels, |rest, _| rest & rest.wrapping_sub(1)) != 0;
        if !has_enough {
            continue;
        }
        let tops = position.tops.map(|set| set & !(1 << origin));
        if !has_line(tops[search.mover] | squares_in_reach(origin, levels)) {
            continue;
        }
        let found = match board.sowings().get(origin, hand.count) {
            Some(sowings) => search.find_in_table(sowings, hand, tops),
            None => search
                .find(Path::EMPTY, hand.stones, origin, NO_DIRECTION, tops)
                .map(|path| Move::new(origin, path)),
        };
        if found.is_some() {
            return found;
        }
    }
    None
}

/// Whether `mv`, taken from a similar position, is legal for the player to move and wins at once.
pub(super) fn wins_with(board: &Board, position: &Position, mv: Move) -> bool {
    let origin = mv.origin();
    let hand = Hand::lifted(position, origin);
    if position.stacks[origin] == 0 || hand.count != mv.path().length() {
        return false;
    }
    let mut tops = position.tops.map(|set| set & !(1 << origin));
    for (level, square) in mv.squares().enumerate() {
        tops = drop_stone(tops, square, hand.stones >> (2 * level) & 3);
    }
    let mover = position.mover();
    has_line(tops[mover]) && !(board.opponent_wins_double() && has_line(tops[mover ^ 1]))
}

/// The squares on which some sowing can drop one of the stones marked by `levels`.
fn squares_in_reach(origin: usize, levels: u64) -> u16 {
    let mut squares = 0;
    let mut rest = levels;
    while rest != 0 {
        squares |= squares_at_step(origin, rest.trailing_zeros() as usize / 2 + 1);
        rest &= rest - 1;
    }
    squares
}

/// Looks only at the top stones.
struct WinSearch {
    mover: usize,
    opponent_wins_double: bool,
}

impl WinSearch {
    fn find_in_table(&self, sowings: &Sowings, hand: Hand, tops: [u16; 2]) -> Option<Move> {
        let levels = [0, 1].map(|player| stones_of(hand.stones, player));
        let mover = self.mover;
        for (number, group) in sowings.groups().enumerate() {
            let own = group.tops_after(tops[mover], levels[mover]);
            let lines = line_bits(own);
            if lines == 0 {
                continue;
            }
            let other = match self.opponent_wins_double {
                true => line_bits(group.tops_after(tops[mover ^ 1], levels[mover ^ 1])),
                false => 0,
            };
            let wins = |lane: &usize| {
                let in_lane = |bits: Lanes| (bits >> (16 * lane)) as u16 != 0;
                in_lane(lines) && !in_lane(other)
            };
            if let Some(lane) = (0..LANES).find(wins) {
                return Some(sowings.moves()[number * LANES + lane]);
            }
        }
        None
    }

    /// Follows all continuations of a walk; for high stacks.
    fn find(
        &self,
        path: Path,
        hand: u64,
        square: usize,
        arrived: usize,
        tops: [u16; 2],
    ) -> Option<Path> {
        let own = tops[self.mover];
        if hand == 0 {
            let is_double = || has_line(tops[self.mover ^ 1]);
            let wins = has_line(own) && !(self.opponent_wins_double && is_double());
            return wins.then_some(path);
        }
        // The remaining stones must be enough to complete some line.
        let brought = stones_of(hand, self.mover).count_ones();
        if !LINES.iter().any(|line| (own & line).count_ones() + brought >= 4) {
            return None;
        }
        (0..4).filter(|&direction| may_leave(arrived, direction)).find_map(|direction| {
            let to = neighbour(square, direction)?;
            let tops = drop_stone(tops, to, hand & 3);
            self.find(path.then(direction), hand >> 2, to, direction, tops)
        })
    }
}
