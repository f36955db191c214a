//! Isaac as a search sees it.

use strata_rules::{Evaluator, Game, MOVE_INDEX_COUNT, Player};

use super::play::{Board, Move};
use super::position::{Phase, Position};
use super::tiles::{KINDS, LENGTHS, Placement, VALUES};

// Weights from a regression on the results of games the engine played against itself.
/// While placing, the player_score in tenths of a point that a tile of each kind would score now. Short
/// ones are surer to score: they go first.
const PLACED: [i32; KINDS] = [59, 52, 36, 26, 20];
/// While placing, the player_score of the move.
const PLACING_TEMPO: i32 = 14;
/// While scoring, in tenths: a point on the counter, one that a tile would score now, the best of
/// those beyond the others, a tile that may still be removed, and the value of its kind.
const POINT: i32 = 110;
const POTENTIAL: i32 = 42;
const BEST: i32 = -33;
const TILE: i32 = 97;
const TILE_VALUE: i32 = 35;
/// While scoring, the player_score of the move.
const SCORING_TEMPO: i32 = 6;

impl Position {
    /// Which of the reference's tiles are left, the counters, the turn and who is out: in the scoring
    /// phase nothing else changes. Nothing if this position cannot come from the reference.
    fn relative_code(&self, reference: &Self) -> Option<u64> {
        let (Phase::Scoring { .. }, Phase::Scoring { out }) = (reference.phase, self.phase) else {
            return None;
        };
        let mut code = u64::from(self.turn);
        for (player, is_out) in out.into_iter().enumerate() {
            let left = self.racks[player].remaining_of(&reference.racks[player])?;
            code = code << 15 | u64::from(left);
            code = code << 7 | u64::from(self.counters[player]);
            code = code << 1 | u64::from(is_out);
        }
        Some(code)
    }

    /// What a player has and can hope for, in tenths.
    fn player_score(&self, player: usize) -> i32 {
        let rack = &self.racks[player];
        let scores = rack
            .on_board_from(rack.longest_removed().unwrap_or(0))
            .map(|(kind, place)| (kind, self.removal_score(kind, place) as i32));
        let Phase::Scoring { out } = self.phase else {
            return scores.map(|(kind, score)| PLACED[kind] * score).sum();
        };
        let points = POINT * i32::from(self.counters[player]);
        if out[player] {
            return points;
        }
        let mut best = 0;
        let mut sum = 0;
        for (kind, score) in scores {
            best = best.max(score);
            sum += POTENTIAL * score + TILE + TILE_VALUE * VALUES[kind] as i32;
        }
        points + sum + BEST * best
    }
}

impl Evaluator for Board {
    fn evaluate(&self, position: &Position, player: Player) -> i32 {
        let tempo = match position.phase {
            Phase::Placing { .. } => PLACING_TEMPO,
            Phase::Scoring { .. } => SCORING_TEMPO,
        };
        let signed = if self.turn(position) == player { tempo } else { -tempo };
        (position.player_score(player.index()) - position.player_score(player.other().index())) / 10
            + signed
    }

    fn greedy_value(&self, position: &Position, mv: Move) -> i64 {
        let player = self.turn(position).index();
        match mv {
            Move::Place { .. } => {
                let mut next = *position;
                self.play(&mut next, mv);
                next.placement_counts(player).to_le_bytes().into_iter().map(i64::from).sum()
            }
            Move::Remove { points, .. } => points.into(),
            Move::Pass => 0,
        }
    }

    fn move_index(&self, mv: Move) -> u16 {
        let index = match mv {
            Move::Place { kind, place } => usize::from(place) * KINDS + usize::from(kind),
            Move::Remove { place, points, .. } => {
                1000 + usize::from(place) * 13 + usize::from(points)
            }
            Move::Pass => MOVE_INDEX_COUNT - 1,
        };
        (index % MOVE_INDEX_COUNT) as u16
    }

    fn ordering_score(&self, position: &Position, mv: Move) -> i32 {
        match mv {
            Move::Place { kind, place } => {
                let (kind, place) = (usize::from(kind), Placement(place));
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

    fn relative_code(&self, reference: &Position, position: &Position) -> Option<u64> {
        position.relative_code(reference)
    }

    fn has_many_moves(&self, position: &Position) -> bool {
        matches!(position.phase, Phase::Placing { .. })
    }
}
