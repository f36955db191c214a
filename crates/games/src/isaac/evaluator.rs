//! Evaluation and move ordering for Isaac.

use strata_rules::{EndgameVisitor, Evaluator, ForcedResult, Game, MOVE_INDEX_COUNT, Player};

use super::candidates::for_each_placement;
use super::play::{Board, Move};
use super::position::{Phase, Position};
use super::scoring::{Scoring, ScoringGame, State};
use super::tiles::{KINDS, Placement};
use super::weights::{PLACED, PLACING_TEMPO};

impl Position {
    /// The evaluation of one player in the placement phase, in tenths.
    fn placement_score(&self, player: usize) -> i32 {
        let tiles = self.racks[player].on_board();
        tiles.map(|(kind, place)| PLACED[kind] * self.removal_score(kind, place) as i32).sum()
    }
}

/// The most placements that [`Position::code_of_placements`] encodes.
const MAX_CODED: u64 = 5;

impl Position {
    /// Identifies a position of the placement phase among those that follow `reference` in that phase;
    /// `None` for other positions, and after many placements.
    fn code_of_placements(&self, reference: &Self) -> Option<u64> {
        let Phase::Placing { first_passer } = self.phase else { return None };
        let passer = first_passer.map_or(0, |player| 1 + u64::from(player));
        let mut code = u64::from(self.turn) | passer << 1;
        let mut counts = [0; 2];
        for (player, count) in counts.iter_mut().enumerate() {
            let (rack, earlier) = (&self.racks[player], &reference.racks[player]);
            if !rack.contains(earlier) {
                return None;
            }
            for (kind, place) in rack.on_board().filter(|tile| !earlier.has_on_board(*tile)) {
                *count += 1;
                let placement = Move::Place { kind: kind as u8, place: place.0 };
                code = code << 10 | u64::from(move_index(placement));
            }
        }
        let [dark, light] = counts;
        (dark + light <= MAX_CODED).then_some(code << 6 | dark << 3 | light)
    }
}

/// What a search needs to know of a position in the scoring phase; `None` in the placement phase.
fn scoring(position: &Position) -> Option<(Scoring, State)> {
    let scoring = Scoring::new(position)?;
    let state = Scoring::state(position, position)?;
    Some((scoring, state))
}

impl Evaluator for Board {
    fn evaluate(&self, position: &Position, player: Player) -> i32 {
        if let Some((scoring, state)) = scoring(position) {
            return scoring.evaluate(&state, player.index());
        }
        let tempo = if self.turn(position) == player { PLACING_TEMPO } else { -PLACING_TEMPO };
        let score = |player: Player| position.placement_score(player.index());
        (score(player) - score(player.other())) / 10 + tempo
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
        move_index(mv)
    }

    fn for_each_candidate(&self, position: &Position, mut visit: impl FnMut(Move, i32)) {
        if position.is_over() {
            return;
        }
        match scoring(position) {
            Some((scoring, state)) => scoring.for_each_candidate(&state, &mut visit),
            None => for_each_placement(position, &mut visit),
        }
    }

    fn winning_move(&self, position: &Position) -> Option<Move> {
        match position.phase {
            Phase::Placing { .. } => None,
            Phase::Scoring { .. } => winning_removal(position),
        }
    }

    fn forced_result(&self, position: &Position) -> Option<ForcedResult> {
        let (scoring, state) = scoring(position)?;
        scoring.decided(&state)
    }

    fn relative_code(&self, reference: &Position, position: &Position) -> Option<u64> {
        match reference.phase {
            Phase::Placing { .. } => position.code_of_placements(reference),
            Phase::Scoring { .. } => Some(Scoring::state(reference, position)?.code()),
        }
    }

    fn proof_effort(&self, next: &Position, score: i32) -> i32 {
        match next.phase {
            Phase::Placing { .. } => self.evaluate(next, self.turn(next)),
            Phase::Scoring { .. } => -score,
        }
    }

    fn visit_endgame<V: EndgameVisitor<Move>>(
        &self,
        reference: &Position,
        position: &Position,
        visitor: V,
    ) -> Option<V::Output> {
        let game = ScoringGame::new(reference, &self.options)?;
        let state = Scoring::state(reference, position)?;
        Some(visitor.visit(&game, &state))
    }

    fn has_many_moves(&self, position: &Position) -> bool {
        matches!(position.phase, Phase::Placing { .. })
    }
}

/// A removal that reaches 100.
fn winning_removal(position: &Position) -> Option<Move> {
    let (kind, place, score) =
        position.removals().find(|(_, _, score)| position.wins_with(*score))?;
    let points = position.most_points(score);
    Some(Move::Remove { kind: kind as u8, place: place.0, points })
}

pub(super) fn move_index(mv: Move) -> u16 {
    match mv {
        Move::Place { kind, place } => u16::from(place) * KINDS as u16 + u16::from(kind),
        Move::Remove { place, points, .. } => removal_index(Placement(place), points),
        Move::Pass => (MOVE_INDEX_COUNT - 1) as u16,
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
