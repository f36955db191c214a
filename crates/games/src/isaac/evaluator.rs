//! Evaluation and move ordering for Isaac.

use strata_rules::{Evaluator, Game, MOVE_INDEX_COUNT, Player};

use super::play::{Board, Move};
use super::position::{Phase, Position};
use super::tiles::{KINDS, LENGTHS, Placement, VALUES};

// Weights from a regression on the results of self-play games.
/// In the placement phase, in tenths: for each point that removing a tile of each kind would score
/// now. Short tiles are removed first, so their score is more certain.
const PLACED: [i32; KINDS] = [59, 52, 36, 26, 20];
/// In the placement phase, for the player to move.
const PLACING_TEMPO: i32 = 14;
/// In the scoring phase, in tenths: for each point on the counter, each point that removing a tile
/// would score now, the best of these once more, each tile that may still be removed, and its value.
const POINT: i32 = 110;
const POTENTIAL: i32 = 42;
const BEST: i32 = -33;
const TILE: i32 = 97;
const TILE_VALUE: i32 = 35;
/// In the scoring phase, for the player to move.
const SCORING_TEMPO: i32 = 6;

impl Position {
    /// Encodes which of the reference's tiles are left, the counters, the turn and who is out: in the
    /// scoring phase nothing else changes. `None` if this position cannot follow the reference.
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

    /// The evaluation of one player, in tenths.
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

    fn for_each_candidate(&self, position: &Position, mut visit: impl FnMut(Move, i32)) {
        self.for_each_move(position, |mv| visit(mv, ordering_score(position, mv)));
    }

    fn relative_code(&self, reference: &Position, position: &Position) -> Option<u64> {
        position.relative_code(reference)
    }

    fn has_many_moves(&self, position: &Position) -> bool {
        matches!(position.phase, Phase::Placing { .. })
    }
}

fn ordering_score(position: &Position, mv: Move) -> i32 {
    match mv {
        Move::Place { kind, place } => {
            let (kind, place) = (usize::from(kind), Placement(place));
            let tiles =
                if place.is_upright() { &position.tiles_on_file } else { &position.tiles_on_rank };
            VALUES[kind] as i32 * (10 + i32::from(tiles[place.line()])) + i32::from(LENGTHS[kind])
        }
        Move::Remove { points, kind, .. } => i32::from(points) * 10 - i32::from(kind) * 20,
        Move::Pass => 0,
    }
}
