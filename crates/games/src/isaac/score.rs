//! The score for removing a tile.

use strata_rules::Square;

use super::position::{Position, WIN};
use super::tiles::{LENGTHS, Placement, SIDE, VALUES};

/// The square of a player's counter; `None` at 100, where it leaves the board.
pub(super) fn counter_square(player: usize, score: u8) -> Option<Square> {
    let dark_number = if player == 0 { Some(score) } else { 99_u8.checked_sub(score) };
    dark_number.filter(|number| *number < WIN).map(|number| Square::from_index(number.into(), SIDE))
}

impl Position {
    /// The squares of both counters.
    pub(super) fn counter_squares(&self) -> [Option<Square>; 2] {
        [0, 1].map(|player| counter_square(player, self.counters[player]))
    }

    /// Whether a tile is at least as long as every tile that the player to move has removed.
    pub(super) fn is_long_enough(&self, kind: usize) -> bool {
        let removed = self.racks[usize::from(self.turn)].longest_removed();
        removed.is_none_or(|least| kind >= least)
    }

    /// Whether a counter stands on a tile.
    pub(super) fn holds_counter(&self, kind: usize, place: Placement) -> bool {
        let stands_on = |square: Square| place.covers(LENGTHS[kind], square);
        self.counter_squares().into_iter().flatten().any(stands_on)
    }

    /// The number of tiles on the line along which a tile lies, with the tile itself.
    pub(super) fn tiles_along(&self, place: Placement) -> u32 {
        let tiles = if place.is_upright() { &self.tiles_on_file } else { &self.tiles_on_rank };
        tiles[place.line()].into()
    }

    /// How often each line is doubled, once for each counter on it: ranks first, then files.
    pub(super) fn doublings(&self) -> [u8; 2 * SIDE] {
        let mut doublings = [0; 2 * SIDE];
        for square in self.counter_squares().into_iter().flatten() {
            doublings[usize::from(square.rank)] += 1;
            doublings[SIDE + usize::from(square.file)] += 1;
        }
        doublings
    }

    /// The score for removing a tile: the number of other tiles on its line times its value, doubled
    /// for each counter on the line.
    pub(super) fn removal_score(&self, kind: usize, place: Placement) -> u32 {
        self.removal_score_doubled(kind, place, &self.doublings())
    }

    /// The score for removing a tile if the doublings of all lines are known.
    pub(super) fn removal_score_doubled(
        &self,
        kind: usize,
        place: Placement,
        doublings: &[u8; 2 * SIDE],
    ) -> u32 {
        (VALUES[kind] * (self.tiles_along(place) - 1)) << doublings[place.line_index()]
    }

    /// Whether a removal worth `score` takes the player to move to 100.
    pub(super) fn wins_with(&self, score: u32) -> bool {
        score + u32::from(self.counters[usize::from(self.turn)]) >= WIN.into()
    }

    /// The maximum number of points that the player to move can score with a removal worth `score`.
    pub(super) fn most_points(&self, score: u32) -> u8 {
        let to_go = WIN - self.counters[usize::from(self.turn)];
        score.min(to_go.into()) as u8
    }

    /// The number of points that would put the counter on the opponent's counter, if any.
    pub(super) fn blocked_points(&self) -> Option<u8> {
        // The squares of Dark's n and Light's 99 − n are the same.
        99_u8.checked_sub(self.counters[0] + self.counters[1])
    }

    /// The legal numbers of points for a removal worth `score`.
    pub(super) fn points(&self, score: u32) -> impl Iterator<Item = u8> + use<> {
        let blocked = self.blocked_points();
        (0..=self.most_points(score)).filter(move |points| Some(*points) != blocked)
    }

    /// How many legal numbers of points there are.
    pub(super) fn count_points(&self, score: u32) -> u64 {
        let most = self.most_points(score);
        let blocked = self.blocked_points().is_some_and(|points| points <= most);
        u64::from(most) + 1 - u64::from(blocked)
    }
}
