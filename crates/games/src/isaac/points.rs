//! The numbers of points worth considering when a tile is removed.
//!
//! A player may score fewer points than a tile is worth, because the square of the counter matters:
//! the counter doubles its lines, locks the tile below it, and keeps the other counter off its square.
//! Most choices are dominated all the same.
//!
//! A counter has one of three effects on a tile: it locks the tile, it doubles the tile's score, or
//! neither. Let `r` be a landing square and `r + 1` the next square of the same player. Scoring one
//! point more is at least as good if
//!
//! - no own tile that can still be removed is worth less with the counter on `r + 1`;
//! - no such tile of the opponent is worth more; and
//! - the opponent's counter cannot land on either square any more.
//!
//! For then the player on `r + 1` can copy what the player on `r` would do. Until the copied counter
//! leaves `r`, every own tile can be removed for at least as many points, and the opponent has no new
//! move. When the copied counter leaves `r` by `n` points, the copy scores `n − 1` and stands on the
//! same square. A copy that never catches up ends one point ahead. A player who must remove a tile
//! instead of passing loses nothing, since zero points are allowed and fewer tiles score less. Tiles
//! that can be removed only become fewer, so the argument holds until the end of the game. Step by
//! step it extends to runs of such squares.

use super::bounds::{Bounds, LINES, Squares, covered, shortest_kind};
use super::position::{Position, WIN};
use super::tiles::{Placement, TILES};

/// The landing squares from which one point more makes a tile worth less: its score is no longer
/// doubled, or it is locked. `next` maps a set to the squares before its squares.
fn worth_less_next(kind: usize, place: Placement, next: fn(Squares) -> Squares) -> Squares {
    let locked = covered(kind, place);
    let doubled = LINES[place.line_index()] & !locked;
    (doubled & !next(doubled)) | (!locked & next(locked))
}

/// The landing squares from which one point more makes a tile worth more.
fn worth_more_next(kind: usize, place: Placement, next: fn(Squares) -> Squares) -> Squares {
    let locked = covered(kind, place);
    let doubled = LINES[place.line_index()] & !locked;
    (locked & !next(locked)) | (!doubled & next(doubled))
}

/// What the choice of points depends on, computed once per position.
pub(super) struct PointChoices<'a> {
    position: &'a Position,
    counter: usize,
    /// The number, for the player to move, of the opponent's square.
    opponent: usize,
    /// The lowest such number that the opponent can still reach.
    opponent_reach: usize,
    /// The squares from which one point more helps the opponent.
    helps_opponent: Squares,
    /// The player's tiles that may still be removed, with the squares from which one point more makes
    /// them worth less.
    own: [(usize, Placement, Squares); TILES],
    own_count: usize,
}

impl<'a> PointChoices<'a> {
    /// For the player to move in the scoring phase.
    pub(super) fn new(position: &'a Position) -> Self {
        let turn = usize::from(position.turn);
        let next: fn(Squares) -> Squares = if turn == 0 { |set| set >> 1 } else { |set| set << 1 };
        let [counter, other] =
            [turn, turn ^ 1].map(|player| usize::from(position.counters[player]));
        let highest = Bounds::new(position).highest[turn ^ 1] as usize;
        let mut own = [(0, Placement(0), 0); TILES];
        let mut own_count = 0;
        for (kind, place) in position.racks[turn].on_board_from(shortest_kind(position, turn)) {
            own[own_count] = (kind, place, worth_less_next(kind, place, next));
            own_count += 1;
        }
        Self {
            position,
            counter,
            // Both numbers of a square add up to 99; a finished game has no choices.
            opponent: 99_usize.saturating_sub(other),
            opponent_reach: 99_usize.saturating_sub(highest),
            helps_opponent: position.racks[turn ^ 1]
                .on_board_from(shortest_kind(position, turn ^ 1))
                .fold(0, |all, (kind, place)| all | worth_more_next(kind, place, next)),
            own,
            own_count,
        }
    }

    /// Calls `visit` with the numbers of points worth considering for a removal worth `score`.
    pub(super) fn for_each(
        &self,
        kind: usize,
        place: Placement,
        score: u32,
        mut visit: impl FnMut(u8),
    ) {
        let most = self.position.most_points(score);
        if self.counter + usize::from(most) >= usize::from(WIN) {
            return visit(most);
        }
        let remaining = self.own[..self.own_count]
            .iter()
            .filter(|(other, other_place, _)| *other >= kind && *other_place != place);
        let worse = remaining.fold(self.helps_opponent, |all, (_, _, squares)| all | squares);
        let blocked = self.position.blocked_points();
        for points in (0..=most).filter(|points| Some(*points) != blocked) {
            let is_dominated = points < most
                && Some(points + 1) != blocked
                && self.is_next_square_as_good(points, worse);
            if !is_dominated {
                visit(points);
            }
        }
    }

    /// Whether one point more than `points` is at least as good, given the squares where it may be
    /// worse because of a tile.
    fn is_next_square_as_good(&self, points: u8, worse: Squares) -> bool {
        let number = self.counter + usize::from(points);
        // The opponent moves from `opponent` down to `opponent_reach`.
        let may_meet = number < self.opponent && number + 1 >= self.opponent_reach;
        let index = if self.position.turn == 0 { number } else { 99 - number };
        !may_meet && worse >> index & 1 == 0
    }
}
