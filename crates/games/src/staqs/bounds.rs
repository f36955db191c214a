//! Upper and lower bounds on stack heights, which decide many games long before the end.

use std::cmp::Reverse;

use strata_rules::grid::Word;
use strata_rules::{MAX_PLAYERS, Player};

use super::play::{Board, Heights, Position};

/// The squares of a region of neutral pieces that one path can visit, by chessboard colour.
#[derive(Clone, Copy, Default)]
struct Region {
    dark: u32,
    light: u32,
    all: u32,
}

impl Region {
    /// An upper bound on the steps of a stack next to the region. Each step changes the chessboard
    /// colour, starting from the colour of the stack's square.
    fn max_steps(self, stands_on_dark: bool) -> u32 {
        let (same, other) =
            if stands_on_dark { (self.dark, self.light) } else { (self.light, self.dark) };
        (2 * other).min(2 * same + 1).min(self.all)
    }
}

/// Only for two players with all pieces on the board.
impl<const N: usize, const SQUARES: usize, W: Word> Board<N, SQUARES, W> {
    /// The player who wins after any continuation, if the bounds prove it.
    pub(super) fn certain_winner(&self, position: &Position<W, SQUARES>) -> Option<Player> {
        if self.players != 2 || position.hands != [0; MAX_PLAYERS] {
            return None;
        }
        let loser = (0..2).find(|&player| self.cannot_win(position, player))?;
        Some(Player(loser as u8 ^ 1))
    }

    /// Whether the upper bound of `player` is below what the opponent has or can force.
    fn cannot_win(&self, position: &Position<W, SQUARES>, player: usize) -> bool {
        let opponent = player ^ 1;
        let tallest = Self::tallest(position, opponent);
        let mut max_heights = Heights::default();
        let max_height = self.max_heights(position, player, &mut max_heights);
        if max_height != tallest {
            return max_height < tallest
                || self.can_force_height_above(position, opponent, max_height);
        }
        if self.can_force_height_above(position, opponent, max_height) {
            return true;
        }
        max_heights.sort_unstable_by_key(|height| Reverse(*height));
        max_heights < Self::sorted_heights(position, opponent)
    }

    fn tallest(position: &Position<W, SQUARES>, player: usize) -> u8 {
        let heights = position.stacks[player].iter().map(|square| position.heights[square]);
        heights.max().unwrap_or(0)
    }

    /// An upper bound on the final height of each of a player's stacks; returns the greatest.
    fn max_heights(
        &self,
        position: &Position<W, SQUARES>,
        player: usize,
        max_heights: &mut Heights,
    ) -> u8 {
        let mut greatest = 0;
        // Stacks next to the same region reuse its measurements.
        let mut region = W::EMPTY;
        let mut measured = Region::default();
        for (max_height, square) in max_heights.iter_mut().zip(position.stacks[player].iter()) {
            *max_height = position.heights[square];
            let exits = self.grid.neighbours(W::bit(square)) & position.neutral;
            if !exits.is_empty() {
                if !(exits & !region).is_empty() {
                    region = self.grid.flood(exits, position.neutral);
                    measured = self.measure(region);
                }
                *max_height += measured.max_steps(self.grid.dark().has(square)) as u8;
            }
            greatest = greatest.max(*max_height);
        }
        greatest
    }

    /// A path through a region visits at most two of its dead ends: its first and last square.
    fn measure(&self, region: W) -> Region {
        let dead_ends = region & !self.grid.with_two_neighbours(region);
        let dark = region & self.grid.dark();
        let dark_ends = (dead_ends & dark).count();
        let light_ends = dead_ends.count() - dark_ends;
        Region {
            dark: dark.count() - dark_ends.saturating_sub(2),
            light: region.count() - dark.count() - light_ends.saturating_sub(2),
            all: region.count() - (dark_ends + light_ends).saturating_sub(2),
        }
    }

    /// Whether `player` can force some stack above `height`.
    fn can_force_height_above(
        &self,
        position: &Position<W, SQUARES>,
        player: usize,
        height: u8,
    ) -> bool {
        // A blockade could block the path.
        if position.blockades != [0; MAX_PLAYERS] {
            return false;
        }
        let moves_next = usize::from(position.turn) == player;
        // Longer paths are hardly ever safe, so do not look for them.
        let most_safe = position.neutral.count() as u8 / 2 + 1;
        position.stacks[player].iter().any(|square| {
            let exits = self.grid.neighbours(W::bit(square)) & position.neutral;
            if exits.is_empty() {
                return position.heights[square] > height;
            }
            // The opponent can block one exit before the first step.
            let first = u8::from(moves_next || exits.count() > 1);
            let own = position.heights[square];
            own + first > height
                || (own + most_safe > height
                    && own + self.safe_steps(position, player, square, moves_next) > height)
        })
    }

    /// The length of a path on squares that the opponent cannot reach in time. The path is found
    /// greedily by Warnsdorff's rule, so a longer one may exist.
    fn safe_steps(
        &self,
        position: &Position<W, SQUARES>,
        player: usize,
        square: usize,
        moves_next: bool,
    ) -> u8 {
        let mut free = position.neutral;
        let mut reached = position.stacks[player ^ 1];
        let widen = |reached: W| reached | (self.grid.neighbours(reached) & position.neutral);
        if !moves_next {
            reached = widen(reached);
        }
        let mut here = W::bit(square);
        for steps in 0.. {
            let open = free & !reached;
            let next_squares = |here: W| self.grid.neighbours(here) & open;
            let onward = |to: usize| match next_squares(W::bit(to)).count() {
                0 => u32::MAX,
                count => count,
            };
            let Some(next) = next_squares(here).iter().min_by_key(|to| onward(*to)) else {
                return steps;
            };
            here = W::bit(next);
            free &= !here;
            reached = widen(reached);
        }
        0
    }
}
