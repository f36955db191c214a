//! The numbers of points worth considering when a tile is removed.
//!
//! A player may score fewer points than a tile is worth, because the square of the counter matters:
//! the counter doubles its lines, locks the tile below it, and keeps the other counter off its square.
//! Most choices are dominated all the same.
//!
//! A counter has one of three effects on a tile: it locks the tile, it doubles the tile's score, or
//! neither. Let `r` be a landing square and `q` a later square of the same player. Moving on to `q` is at
//! least as good if
//!
//! - compared with each of the squares from `r` to the one before `q`, no own tile that can still be
//!   removed is worth less with the counter on `q`, and no such tile of the opponent is worth more; and
//! - the opponent's counter cannot land on any of the squares from `r` to the one before `q`.
//!
//! For then the player on `q` can copy what the player on `r` would do. Until the copied counter reaches
//! `q`, the copy scores zero points; every own tile can be removed for at least as many points, and the
//! opponent has no new move. When the copied counter passes `q` or reaches it, the copy moves to the same
//! square. A copy that never has to move ends ahead. A player who must remove a tile instead of passing
//! loses nothing, since zero points are allowed and fewer tiles score less. Tiles that can be removed
//! only become fewer, so the argument holds until the end of the game.

use super::super::position::WIN;
use super::{OWN, Scoring, State, Tiles, square_of};

/// What the choice of points depends on, computed once per position.
pub(super) struct PointChoices<'a> {
    scoring: &'a Scoring,
    state: &'a State,
    player: usize,
    counter: usize,
    /// The number, for the player to move, of the opponent's square.
    opponent: usize,
    /// The lowest such number that the opponent can still reach.
    opponent_reach: usize,
    /// The tiles that each player may still remove.
    own: Tiles,
    others: Tiles,
}

impl<'a> PointChoices<'a> {
    /// For the player to move.
    pub(super) fn new(scoring: &'a Scoring, state: &'a State) -> Self {
        let player = state.player();
        let highest = scoring.highest_of_all(state, player ^ 1) as usize;
        Self {
            scoring,
            state,
            player,
            counter: state.counters[player].into(),
            // Both numbers of a square add up to 99.
            opponent: 99 - usize::from(state.counters[player ^ 1]),
            opponent_reach: 99_usize.saturating_sub(highest),
            own: scoring.removable(state, player),
            others: scoring.removable(state, player ^ 1),
        }
    }

    /// Calls `visit` with the numbers of points worth considering for the removal of a tile.
    pub(super) fn for_each(&self, tile: usize, score: u32, mut visit: impl FnMut(u8)) {
        let most = self.state.most_points(score);
        if self.counter + usize::from(most) >= usize::from(WIN) {
            return visit(most);
        }
        let kind = self.scoring.tiles[tile].kind;
        let own = self.own & self.scoring.from_kind[self.player][kind] & !(1 << tile);
        let blocked = self.state.blocked_points();
        for points in (0..=most).filter(|points| Some(*points) != blocked) {
            if !self.is_dominated(points, most, own | self.others) {
                visit(points);
            }
        }
    }

    /// Whether some larger number of points, up to `most`, is at least as good. `tiles` may still be
    /// removed.
    fn is_dominated(&self, points: u8, most: u8, tiles: Tiles) -> bool {
        let blocked = self.state.blocked_points();
        let mut passed = 0;
        for more in points + 1..=most {
            let number = self.counter + usize::from(more) - 1;
            if self.can_meet(number) {
                return false;
            }
            passed |= self.benefits(number, tiles);
            if Some(more) != blocked && passed & !self.benefits(number + 1, tiles) == 0 {
                return true;
            }
        }
        false
    }

    /// Whether the opponent's counter can land on a square: it moves down from `opponent`.
    const fn can_meet(&self, number: usize) -> bool {
        self.opponent_reach <= number && number < self.opponent
    }

    /// What is good about a square: own tiles are free or even doubled, others not doubled or even locked.
    /// A square is at least as good as another one if it has all its benefits.
    fn benefits(&self, number: usize, tiles: Tiles) -> u64 {
        let square = square_of(self.player, number);
        let own = OWN[self.player];
        let locks = (self.scoring.locked[square] ^ own) & tiles;
        let doubles = (self.scoring.doubled[square] ^ !own) & tiles;
        u64::from(locks) | u64::from(doubles) << Tiles::BITS
    }
}
