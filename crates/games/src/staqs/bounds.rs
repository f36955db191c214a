//! How high stacks can grow at most, and surely: enough to tell many results long before the end.

use std::cmp::Reverse;

use strata_rules::grid::{Grid, Word};
use strata_rules::{MAX_PLAYERS, Player};

use super::play::{Board, Heights, Position};

/// How many steps fit into a region of neutral pieces.
#[derive(Clone, Copy, Default)]
struct Room {
    dark: u32,
    light: u32,
    all: u32,
}

impl Room {
    /// The most steps of a stack that stands beside the region. Its steps change the colour of the
    /// chessboard's squares each time, beginning with the colour it does not stand on.
    fn steps(self, stands_on_dark: bool) -> u32 {
        let (same, other) =
            if stands_on_dark { (self.dark, self.light) } else { (self.light, self.dark) };
        (2 * other).min(2 * same + 1).min(self.all)
    }
}

/// For a game of two whose pieces are all on the board.
impl<const N: usize, const SQUARES: usize, W: Word> Board<N, SQUARES, W> {
    /// The player who wins whatever is played from here, if that can be seen.
    pub(super) fn certain_winner(&self, position: &Position<W, SQUARES>) -> Option<Player> {
        if self.players != 2 || position.hands != [0; MAX_PLAYERS] {
            return None;
        }
        let loser = (0..2).find(|&player| Self::cannot_win(position, player))?;
        Some(Player(loser as u8 ^ 1))
    }

    /// Whether `player` can no longer get past what the other one has or cannot be kept from.
    fn cannot_win(position: &Position<W, SQUARES>, player: usize) -> bool {
        let rival = player ^ 1;
        let tallest = Self::tallest(position, rival);
        let mut max_heights = Heights::default();
        let max_height = Self::max_heights(position, player, &mut max_heights);
        if max_height != tallest {
            return max_height < tallest
                || Self::can_force_height_above(position, rival, max_height);
        }
        if Self::can_force_height_above(position, rival, max_height) {
            return true;
        }
        max_heights.sort_unstable_by_key(|height| Reverse(*height));
        max_heights < Self::sorted_heights(position, rival)
    }

    fn tallest(position: &Position<W, SQUARES>, player: usize) -> u8 {
        let heights = position.stacks[player].iter().map(|square| position.heights[square]);
        heights.max().unwrap_or(0)
    }

    /// The height that each of a player's stacks cannot outgrow, and the greatest of them.
    fn max_heights(
        position: &Position<W, SQUARES>,
        player: usize,
        max_heights: &mut Heights,
    ) -> u8 {
        let mut greatest = 0;
        // Stacks that share a region share the work of measuring it.
        let mut region = W::EMPTY;
        let mut room = Room::default();
        for (max_height, square) in max_heights.iter_mut().zip(position.stacks[player].iter()) {
            *max_height = position.heights[square];
            let exits = Grid::<N, W>::neighbours(W::bit(square)) & position.neutral;
            if !exits.is_empty() {
                if !(exits & !region).is_empty() {
                    region = Grid::<N, W>::flood(exits, position.neutral);
                    room = Self::room(region);
                }
                *max_height += room.steps(Grid::<N, W>::dark().has(square)) as u8;
            }
            greatest = greatest.max(*max_height);
        }
        greatest
    }

    /// A way through a region visits at most two of its dead ends: the first and the last square.
    fn room(region: W) -> Room {
        let dead_ends = region & !Grid::<N, W>::with_two_neighbours(region);
        let dark = region & Grid::<N, W>::dark();
        let dark_ends = (dead_ends & dark).count();
        let light_ends = dead_ends.count() - dark_ends;
        Room {
            dark: dark.count() - dark_ends.saturating_sub(2),
            light: region.count() - dark.count() - light_ends.saturating_sub(2),
            all: region.count() - (dark_ends + light_ends).saturating_sub(2),
        }
    }

    /// Whether some stack of `player` grows higher than `height`, whatever the rival does.
    fn can_force_height_above(position: &Position<W, SQUARES>, player: usize, height: u8) -> bool {
        // A blockade could close the way.
        if position.blockades != [0; MAX_PLAYERS] {
            return false;
        }
        let moves_next = usize::from(position.turn) == player;
        // Longer walks are hardly ever safe: not player_score looking for.
        let most_safe = position.neutral.count() as u8 / 2 + 1;
        position.stacks[player].iter().any(|square| {
            let exits = Grid::<N, W>::neighbours(W::bit(square)) & position.neutral;
            if exits.is_empty() {
                return position.heights[square] > height;
            }
            // The rival can close one exit before the first step.
            let first = u8::from(moves_next || exits.count() > 1);
            let own = position.heights[square];
            own + first > height
                || (own + most_safe > height
                    && own + Self::safe_steps(position, player, square, moves_next) > height)
        })
    }

    /// How far a stack can walk on squares that the rival cannot reach before it. The way is found
    /// by keeping to the walls, so there may be a longer one.
    fn safe_steps(
        position: &Position<W, SQUARES>,
        player: usize,
        square: usize,
        moves_next: bool,
    ) -> u8 {
        let mut free = position.neutral;
        let mut reached = position.stacks[player ^ 1];
        let widen = |reached: W| reached | (Grid::<N, W>::neighbours(reached) & position.neutral);
        if !moves_next {
            reached = widen(reached);
        }
        let mut here = W::bit(square);
        for steps in 0.. {
            let open = free & !reached;
            let ways = |here: W| Grid::<N, W>::neighbours(here) & open;
            let onward = |to: usize| match ways(W::bit(to)).count() {
                0 => u32::MAX,
                count => count,
            };
            let Some(next) = ways(here).iter().min_by_key(|to| onward(*to)) else { return steps };
            here = W::bit(next);
            free &= !here;
            reached = widen(reached);
        }
        0
    }
}
