//! The numbers of points worth considering when a tile is removed.
//!
//! A player may score fewer points than a tile is worth, because the square of the counter matters:
//! the counter doubles its lines, locks the tile below it, and keeps the other counter off its square.
//! Most choices are dominated all the same.
//!
//! Let `r` be a landing square and `r + 1` the next square of the same player. Scoring one point more
//! is at least as good if
//!
//! - no tile that can still be removed tells the two squares apart: it covers both or neither, and
//!   lies along a line of both or of neither; and
//! - the opponent's counter cannot land on either square any more.
//!
//! For then the player on `r + 1` can copy what the player on `r` would do. Until the copied counter
//! leaves `r`, both squares have the same effect on every tile. When it leaves `r` by `n` points, the
//! copy scores `n − 1` and stands on the same square. A copy that never catches up ends one point
//! ahead. The opponent has no new move, and tiles that can be removed only become fewer, so the
//! argument holds until the end of the game. Step by step it extends to runs of such squares.

use super::position::{Phase, Position, WIN};
use super::tiles::{KINDS, LENGTHS, Placement, Rack, SIDE, VALUES};

/// Bit `n` is set if the squares with index `n` and `n + 1` have different effects.
type Boundaries = u128;

/// The boundaries on both sides of each square of a line: ranks first, then files.
static LINE_BOUNDARIES: [Boundaries; 2 * SIDE] = line_boundaries();

const fn line_boundaries() -> [Boundaries; 2 * SIDE] {
    let mut boundaries = [0; 2 * SIDE];
    let mut line = 0;
    while line < SIDE {
        let rank = ((1 << SIDE) - 1) << (line * SIDE);
        let mut file = 0;
        let mut step = 0;
        while step < SIDE {
            file |= 1 << (step * SIDE + line);
            step += 1;
        }
        boundaries[line] = rank ^ rank >> 1;
        boundaries[SIDE + line] = file ^ file >> 1;
        line += 1;
    }
    boundaries
}

/// The boundaries that a tile causes: those of its line, and its two ends. The ends of a vertical
/// tile are among those of its line.
fn tile_boundaries(kind: usize, place: Placement) -> Boundaries {
    if place.is_upright() {
        return LINE_BOUNDARIES[SIDE + place.line()];
    }
    let first = place.line() * SIDE + place.start();
    let covered: Boundaries = ((1 << LENGTHS[kind]) - 1) << first;
    LINE_BOUNDARIES[place.line()] | covered ^ covered >> 1
}

/// The boundaries caused by the tiles of a rack of kind `least` or longer, except `removed`.
fn rack_boundaries(rack: &Rack, least: usize, removed: Option<Placement>) -> Boundaries {
    rack.on_board_from(least)
        .filter(|(_, place)| Some(*place) != removed)
        .fold(0, |all, (kind, place)| all | tile_boundaries(kind, place))
}

/// What the choice of points depends on, computed once per position.
pub(super) struct PointChoices<'a> {
    position: &'a Position,
    counter: usize,
    /// The number, for the player to move, of the opponent's square.
    opponent: usize,
    /// The lowest such number that the opponent can still reach; equal to `opponent` if none.
    opponent_reach: usize,
    opponent_boundaries: Boundaries,
}

impl<'a> PointChoices<'a> {
    /// For the player to move in the scoring phase.
    pub(super) fn new(position: &'a Position) -> Self {
        let turn = usize::from(position.turn);
        let [counter, other] =
            [turn, turn ^ 1].map(|player| usize::from(position.counters[player]));
        // Both squares of a number add up to 99; a finished game has no choices.
        let opponent = 99_usize.saturating_sub(other);
        let is_out = match position.phase {
            Phase::Scoring { out } => out[turn ^ 1],
            Phase::Placing { .. } => false,
        };
        let rack = &position.racks[turn ^ 1];
        let least = if is_out { KINDS } else { rack.longest_removed().unwrap_or(0) };
        // Lines only lose tiles, and two counters at most quadruple a score.
        let most_points: u32 = rack
            .on_board_from(least)
            .map(|(kind, place)| 4 * VALUES[kind] * (position.tiles_along(place) - 1))
            .sum();
        Self {
            position,
            counter,
            opponent,
            opponent_reach: opponent.saturating_sub(most_points as usize),
            opponent_boundaries: rack_boundaries(rack, least, None),
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
        let turn = usize::from(self.position.turn);
        let own = rack_boundaries(&self.position.racks[turn], kind, Some(place));
        let boundaries = self.opponent_boundaries | own;
        let blocked = self.position.blocked_points();
        for points in (0..=most).filter(|points| Some(*points) != blocked) {
            let is_dominated = points < most
                && Some(points + 1) != blocked
                && self.is_next_square_as_good(points, boundaries);
            if !is_dominated {
                visit(points);
            }
        }
    }

    /// Whether one point more than `points` is at least as good.
    fn is_next_square_as_good(&self, points: u8, boundaries: Boundaries) -> bool {
        let number = self.counter + usize::from(points);
        // The opponent moves from `opponent` down to `opponent_reach`.
        let may_meet = number < self.opponent && number + 1 >= self.opponent_reach;
        let lower_index = if self.position.turn == 0 { number } else { 98 - number };
        !may_meet && boundaries >> lower_index & 1 == 0
    }
}
