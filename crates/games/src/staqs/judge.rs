//! STAQS as a search sees it.

use std::cmp::Reverse;

use strata_rules::grid::{Grid, Word};
use strata_rules::{Game, Judge, MAX_PLAYERS, MOST_ESTIMATE, Player, step_slot};

use super::play::{Board, Heights, Move, Position};

/// Weights from a regression on 17,910 random set-ups of the 5×5 board whose results were proven.
mod weight {
    /// For each neutral piece that a player reaches sooner than the others.
    pub(super) const NEARER: i32 = 69;
    /// For each neutral piece beside each stack.
    pub(super) const DOOR: i32 = 34;
    /// For each pair of neighbouring stacks of a player: they leave the others less to block.
    pub(super) const TOGETHER: i32 = 50;
    /// For the move.
    pub(super) const TEMPO: i32 = 185;
    /// For the squares of the heights; from the results of games.
    pub(super) const SQUARES_OF_HEIGHTS: i32 = 17;
    /// For each tenth of a level that the most hopeful stack may reach; from the results of games.
    pub(super) const REACH: i32 = 6;
}

impl<const N: usize, const SQUARES: usize, W: Word> Board<N, SQUARES, W> {
    /// How many neutral pieces `player` reaches sooner than anybody else.
    fn nearer(&self, position: &Position<W, SQUARES>, player: usize) -> i32 {
        let mut own = position.stacks[player];
        let mut others = (0..self.players)
            .filter(|&other| other != player)
            .fold(W::EMPTY, |all, other| all | position.stacks[other]);
        let mut free = position.neutral;
        let mut count = 0;
        loop {
            own = Grid::<N, W>::neighbours(own) & free;
            others = Grid::<N, W>::neighbours(others) & free;
            if own.is_empty() {
                return count;
            }
            count += (own & !others).count() as i32;
            free &= !(own | others);
        }
    }

    /// What a player has and can hope for.
    fn worth(&self, position: &Position<W, SQUARES>, player: usize) -> i32 {
        let stacks = position.stacks[player];
        let mut doors = 0;
        let mut pairs = 0;
        let mut squares = 0;
        let mut reach = 0;
        // Stacks that share a region share the work of measuring it.
        let mut region = W::EMPTY;
        let mut room = 0;
        for square in stacks.iter() {
            let height = i32::from(position.heights[square]);
            let around = Grid::<N, W>::neighbours(W::bit(square));
            let door = around & position.neutral;
            doors += door.count() as i32;
            pairs += (around & stacks).count() as i32;
            squares += height * height;
            if door.is_empty() {
                reach = reach.max(10 * height);
                continue;
            }
            if !(door & !region).is_empty() {
                region = Grid::<N, W>::flood(door, position.neutral);
                room = region.count() as i32;
            }
            // The first steps into a region are nearly sure, later ones less so.
            reach = reach.max(10 * height + 7 * room.min(4) + 3 * (room - 4).clamp(0, 8));
        }
        weight::NEARER * self.nearer(position, player)
            + weight::DOOR * doors
            + weight::TOGETHER * pairs / 2
            + weight::SQUARES_OF_HEIGHTS * squares
            + weight::REACH * reach
    }
}

impl<const N: usize, const SQUARES: usize, W: Word> Board<N, SQUARES, W> {
    /// The height that a stack cannot outgrow: it can take each neutral piece that it can reach,
    /// and its steps change the colour of the chessboard's squares each time.
    fn hope(position: &Position<W, SQUARES>, square: usize) -> u8 {
        let height = position.heights[square];
        let door = Grid::<N, W>::neighbours(W::bit(square)) & position.neutral;
        if door.is_empty() {
            return height;
        }
        let region = Grid::<N, W>::flood(door, position.neutral);
        let dark = (region & Grid::<N, W>::dark()).count();
        let light = region.count() - dark;
        let (same, other) =
            if Grid::<N, W>::dark().has(square) { (dark, light) } else { (light, dark) };
        height + (2 * other).min(2 * same + 1) as u8
    }

    /// Whether `player` can no longer get past what the other one has.
    fn is_beaten(position: &Position<W, SQUARES>, player: usize) -> bool {
        let rival = Self::ranking(position, player ^ 1);
        let mut hopes = Heights::default();
        for (slot, square) in hopes.iter_mut().zip(position.stacks[player].iter()) {
            *slot = Self::hope(position, square);
            // Most often one stack can still grow taller than all of the rival's.
            if *slot > rival[0] {
                return false;
            }
        }
        hopes.sort_unstable_by_key(|height| Reverse(*height));
        hopes < rival
    }
}

impl<const N: usize, const SQUARES: usize, W: Word> Judge for Board<N, SQUARES, W> {
    fn evaluate(&self, position: &Self::Position, player: Player) -> i32 {
        let others = (0..self.players).filter(|&other| other != player.index());
        let best = others.map(|other| self.worth(position, other)).max().unwrap_or(0);
        // Whoever places next, Blue makes the first move when all is placed.
        let first = if self.in_setup(position) { Player(0) } else { self.turn(position) };
        let tempo = if first == player { weight::TEMPO } else { -weight::TEMPO };
        let estimate = self.worth(position, player.index()) - best + tempo;
        estimate.clamp(-MOST_ESTIMATE, MOST_ESTIMATE)
    }

    fn decided(&self, position: &Self::Position) -> Option<(Player, u16)> {
        if self.players != 2 || position.hands != [0; MAX_PLAYERS] {
            return None;
        }
        let loser = (0..2).find(|&player| Self::is_beaten(position, player))?;
        // Every turn but a pass takes a neutral piece.
        Some((Player(loser as u8 ^ 1), 2 * position.neutral.count() as u16))
    }

    fn is_wide(&self, _position: &Self::Position) -> bool {
        N > 8
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
            Move::Shift { from, to } => step_slot(from, to),
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
