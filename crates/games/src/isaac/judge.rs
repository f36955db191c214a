//! Isaac as a search sees it.

use strata_rules::{Game, Judge, MOVE_SLOTS, Player};

use super::play::{Board, Move};
use super::position::{Phase, Position};
use super::tiles::{KINDS, LENGTHS, Place, VALUES};

/// The worth of a point that tiles on the board may score.
const POTENTIAL: i32 = 4;
/// The worth of a point on the counter.
const POINT: i32 = 12;
/// The worth of one more place for a tile.
const ROOM: i32 = 2;

impl Position {
    /// The points that a player's tiles on the board could bring if nothing changed.
    fn potential(&self, player: usize) -> i32 {
        let rack = &self.racks[player];
        let least = rack.longest_removed().unwrap_or(0);
        let score = |(kind, place)| self.removal_score(kind, place) as i32;
        rack.on_board_from(least).map(score).sum()
    }

    fn worth(&self, player: usize) -> i32 {
        let points = POINT * i32::from(self.counters[player]) + POTENTIAL * self.potential(player);
        match self.phase {
            Phase::Placing { .. } => {
                let room: i32 = self.room(player).to_le_bytes().into_iter().map(i32::from).sum();
                points + ROOM * room.min(100)
            }
            Phase::Scoring { out } if out[player] => POINT * i32::from(self.counters[player]),
            Phase::Scoring { .. } => points,
        }
    }
}

impl Judge for Board {
    fn evaluate(&self, position: &Position, player: Player) -> i32 {
        position.worth(player.index()) - position.worth(player.other().index())
    }

    fn greedy_value(&self, position: &Position, mv: Move) -> i64 {
        let player = self.turn(position).index();
        match mv {
            Move::Place { .. } => {
                let mut next = *position;
                self.play(&mut next, mv);
                next.room(player).to_le_bytes().into_iter().map(i64::from).sum()
            }
            Move::Remove { points, .. } => points.into(),
            Move::Pass => 0,
        }
    }

    fn move_slot(&self, mv: Move) -> u16 {
        let slot = match mv {
            Move::Place { kind, place } => usize::from(place) * KINDS + usize::from(kind),
            Move::Remove { place, points, .. } => {
                1000 + usize::from(place) * 13 + usize::from(points)
            }
            Move::Pass => MOVE_SLOTS - 1,
        };
        (slot % MOVE_SLOTS) as u16
    }

    fn promise(&self, position: &Position, mv: Move) -> i32 {
        match mv {
            Move::Place { kind, place } => {
                let (kind, place) = (usize::from(kind), Place(place));
                let tiles = if place.is_upright() {
                    &position.tiles_on_file
                } else {
                    &position.tiles_on_rank
                };
                VALUES[kind] as i32 * (10 + i32::from(tiles[place.line()]))
                    + i32::from(LENGTHS[kind])
            }
            Move::Remove { points, kind, .. } => i32::from(points) * 10 - i32::from(kind) * 20,
            Move::Pass => 0,
        }
    }

    fn is_wide(&self, position: &Position) -> bool {
        matches!(position.phase, Phase::Placing { .. })
    }
}
