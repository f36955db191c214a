//! Numbers that identify positions of STAQS uniquely.

use strata_rules::Player;
use strata_rules::grid::Word;

use super::MAX_PIECES;
use super::play::{Board, Position};
use super::subsets::{choose, rank};

/// The number of bits for the pieces in a hand.
const HAND_BITS: u32 = MAX_PIECES.ilog2() + 1;

impl<const N: usize, const SQUARES: usize, W: Word> Board<N, SQUARES, W> {
    /// The number of bits for a stack's height, which is at most the number of squares plus one.
    const fn height_bits(&self) -> u32 {
        (self.grid.squares() as u32 + 1).ilog2() + 1
    }

    /// The maximum number of bits that `code` needs with these options.
    fn code_bits(&self) -> u32 {
        const TURN_BITS: u32 = 2;
        let players = self.players as u32;
        let kinds = 1 + u32::from(self.blockades > 0);
        let stacks = players * u32::from(self.pieces) * self.height_bits();
        let eliminated = if players > 2 { players } else { 0 };
        TURN_BITS
            + eliminated
            + (kinds + players) * self.grid.squares() as u32
            + kinds * players * HAND_BITS
            + stacks
    }

    /// A number that identifies the position, if 128 bits are enough.
    pub(super) fn position_code(&self, position: &Position<W, SQUARES>) -> Option<u128> {
        // Heights are in the order of their squares, so the sets of squares determine the owners.
        if self.code_bits() > u128::BITS {
            return self.movement_code(position);
        }
        let mut code = u128::from(position.turn);
        let mut push = |value: u128, bits: u32| code = code << bits | value;
        push(position.neutral.widen(), self.grid.squares() as u32);
        if self.blockades > 0 {
            push(position.blocked.widen(), self.grid.squares() as u32);
        }
        for player in 0..self.players {
            if self.players > 2 {
                push(position.eliminated.contains(Player(player as u8)).into(), 1);
            }
            push(position.hands[player].into(), HAND_BITS);
            if self.blockades > 0 {
                push(position.blockades[player].into(), HAND_BITS);
            }
            push(position.stacks[player].widen(), self.grid.squares() as u32);
            for square in position.stacks[player].iter() {
                push(position.heights[square].into(), self.height_bits());
            }
            // Padding for missing stacks keeps every field at a fixed offset.
            let missing = u32::from(self.pieces) - position.stacks[player].count();
            push(0, missing * self.height_bits());
        }
        Some(code)
    }

    /// A shorter code for two players with all pieces on the board and no blockades: the neutral
    /// pieces, the ranks of both players' sets of squares, and all heights but the last, which
    /// follows from the number of neutral pieces.
    fn movement_code(&self, position: &Position<W, SQUARES>) -> Option<u128> {
        let pieces = u32::from(self.pieces);
        let growth_bits = (self.grid.squares() as u32 - 2 * pieces).max(1).ilog2() + 1;
        let rank_bits = (choose(self.grid.squares(), pieces as usize) - 1).ilog2() + 1;
        let bits = 1 + self.grid.squares() as u32 + 2 * rank_bits + (2 * pieces - 1) * growth_bits;
        let [first, second, ..] = position.stacks;
        let is_placed = self.players == 2
            && self.blockades == 0
            && [first, second].iter().all(|stacks| stacks.count() == pieces);
        if bits > u128::BITS || !is_placed {
            return None;
        }
        let heights = || first.iter().chain(second.iter()).map(|square| position.heights[square]);
        // Edited positions may have more or fewer pieces than a game.
        let covered: u32 = heights().map(|height| u32::from(height).saturating_sub(1)).sum();
        let is_complete = position.neutral.count() + covered == self.grid.squares() as u32;
        if !is_complete || heights().any(|height| u32::from(height) < 2) {
            return None;
        }
        let mut code = u128::from(position.turn);
        let mut push = |value: u128, bits: u32| code = code << bits | value;
        push(position.neutral.widen(), self.grid.squares() as u32);
        push(rank(first).into(), rank_bits);
        push(rank(second).into(), rank_bits);
        for height in heights().take(2 * pieces as usize - 1) {
            push(u128::from(height) - 2, growth_bits);
        }
        Some(code)
    }
}
