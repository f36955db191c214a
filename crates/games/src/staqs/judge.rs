//! STAQS as a search sees it.

use strata_rules::grid::{Grid, Word};
use strata_rules::{Game, Judge, Player};

use super::play::{Board, Move, Position};

/// The worth of each level of the tallest stack a player can hope for.
const REACH: i32 = 40;
/// The worth of each step a player can make.
const STEP: i32 = 8;
/// The worth of the squares of the heights.
const SQUARES_OF_HEIGHTS: i32 = 2;

impl<const N: usize, const SQUARES: usize, W: Word> Board<N, SQUARES, W> {
    /// What a player has and can hope for.
    fn worth(&self, position: &Position<W, SQUARES>, player: usize) -> i32 {
        let stacks = position.stacks[player];
        let steps = Grid::<N, W>::neighbours(stacks) & position.neutral;
        let mut best = 0;
        let mut squares = 0;
        for square in stacks.iter() {
            let height = i32::from(position.heights[square]);
            let door = Grid::<N, W>::neighbours(W::bit(square)) & position.neutral;
            let room = Grid::<N, W>::flood(door, position.neutral).count() as i32;
            best = best.max(2 * height + room.min(8));
            squares += height * height;
        }
        REACH * best / 2 + STEP * steps.count() as i32 + SQUARES_OF_HEIGHTS * squares
    }
}

impl<const N: usize, const SQUARES: usize, W: Word> Judge for Board<N, SQUARES, W> {
    fn evaluate(&self, position: &Self::Position, player: Player) -> i32 {
        let others = (0..self.players).filter(|&other| other != player.index());
        let best = others.map(|other| self.worth(position, other)).max().unwrap_or(0);
        self.worth(position, player.index()) - best
    }

    fn greedy_value(&self, position: &Self::Position, mv: Move) -> i64 {
        let player = usize::from(position.turn);
        let mut next = *position;
        self.play(&mut next, mv);
        let heights = Self::ranking(&next, player).map(i64::from);
        let squares: i64 = heights.iter().map(|height| height * height).sum();
        let room = Grid::<N, W>::neighbours(next.stacks[player]) & next.neutral;
        heights[0] * 1_000_000 + squares * 100 + i64::from(room.count())
    }

    fn move_slot(&self, mv: Move) -> u16 {
        match mv {
            Move::Place(square) => 1000 + u16::from(square),
            Move::Block(square) => 1200 + u16::from(square),
            Move::Pass => 1400,
            Move::Shift { from, to } => {
                let direction = match i32::from(to) - i32::from(from) {
                    1 => 0,
                    -1 => 1,
                    distance if distance > 0 => 2,
                    _ => 3,
                };
                u16::from(from) * 4 + direction
            }
        }
    }

    fn promise(&self, position: &Self::Position, mv: Move) -> i32 {
        match mv {
            Move::Shift { from, to } => {
                let onward = Grid::<N, W>::neighbours(W::bit(to.into())) & position.neutral;
                10 * i32::from(position.heights[usize::from(from)]) + 4 * onward.count() as i32
            }
            Move::Place(square) => {
                let around = Grid::<N, W>::neighbours(W::bit(square.into()));
                (around & position.neutral).count() as i32
            }
            Move::Block(_) | Move::Pass => 0,
        }
    }
}
