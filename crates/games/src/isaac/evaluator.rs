//! Evaluation and move ordering for Isaac.

use strata_rules::{Evaluator, ForcedResult, Game, MOVE_INDEX_COUNT, Player};

use super::bounds::decided;
use super::candidates::{for_each_candidate, winning_removal};
use super::play::{Board, Move};
use super::position::{Phase, Position};
use super::tiles::{KINDS, Placement, SIDE, VALUES};
use super::weights::{
    BEST, PLACED, PLACING_TEMPO, POINT, POTENTIAL, SCORING_TEMPO, TILE, TILE_VALUE,
};

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
    fn player_score(&self, player: usize, doublings: &[u8; 2 * SIDE]) -> i32 {
        let rack = &self.racks[player];
        let score = |kind: usize, place: Placement| {
            self.removal_score_doubled(kind, place, doublings) as i32
        };
        let Phase::Scoring { out } = self.phase else {
            return rack.on_board().map(|(kind, place)| PLACED[kind] * score(kind, place)).sum();
        };
        let points = POINT * i32::from(self.counters[player]);
        if out[player] {
            return points;
        }
        let mut best = 0;
        let mut sum = 0;
        for (kind, place) in rack.on_board_from(rack.longest_removed().unwrap_or(0)) {
            let score = score(kind, place);
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
        let doublings = position.doublings();
        let score = |player: Player| position.player_score(player.index(), &doublings);
        (score(player) - score(player.other())) / 10 + signed
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
        match mv {
            Move::Place { kind, place } => u16::from(place) * KINDS as u16 + u16::from(kind),
            Move::Remove { place, points, .. } => removal_index(Placement(place), points),
            Move::Pass => (MOVE_INDEX_COUNT - 1) as u16,
        }
    }

    fn for_each_candidate(&self, position: &Position, mut visit: impl FnMut(Move, i32)) {
        if !position.is_over() {
            for_each_candidate(position, &mut visit);
        }
    }

    fn winning_move(&self, position: &Position) -> Option<Move> {
        match position.phase {
            Phase::Placing { .. } => None,
            Phase::Scoring { .. } => winning_removal(position),
        }
    }

    fn forced_result(&self, position: &Position) -> Option<ForcedResult> {
        decided(position)
    }

    fn relative_code(&self, reference: &Position, position: &Position) -> Option<u64> {
        position.relative_code(reference)
    }

    fn has_many_moves(&self, position: &Position) -> bool {
        matches!(position.phase, Phase::Placing { .. })
    }
}

/// The move index of a removal, different for all moves of a position.
///
/// Tiles are at least three squares long, so two tiles along the same line start in different thirds
/// of it. Only the longest tile can score 68 to 72 points; it never starts in the last third, where
/// no tile scores more than 48.
fn removal_index(place: Placement, points: u8) -> u16 {
    const THIRDS: usize = 3;
    const POINTS: usize = 68;
    let points = usize::from(points);
    let (third, points) = match points.checked_sub(POINTS) {
        None => (place.start() / THIRDS, points),
        Some(more) => (THIRDS - 1, 60 + more),
    };
    ((place.line_index() * THIRDS + third) * POINTS + points) as u16
}
