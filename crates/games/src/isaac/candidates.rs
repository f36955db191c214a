//! The moves a search considers, with their ordering scores.

use strata_rules::grid::Word;

use super::play::Move;
use super::points::PointChoices;
use super::position::{Phase, Position};
use super::tiles::{LENGTHS, Placement, SIDE, VALUES, starts};

/// Calls `visit` with the candidates of an unfinished position and their ordering scores.
pub(super) fn for_each_candidate(position: &Position, visit: &mut impl FnMut(Move, i32)) {
    let any = match position.phase {
        Phase::Placing { .. } => visit_placements(position, visit),
        Phase::Scoring { .. } => visit_removals(position, visit),
    };
    if !any {
        visit(Move::Pass, 0);
    }
}

/// A removal that reaches 100.
pub(super) fn winning_removal(position: &Position) -> Option<Move> {
    let (kind, place, score) =
        position.removals().find(|(_, _, score)| position.wins_with(*score))?;
    let points = position.most_points(score);
    Some(Move::Remove { kind: kind as u8, place: place.0, points })
}

/// Visits the removals; returns whether there are any.
fn visit_removals(position: &Position, visit: &mut impl FnMut(Move, i32)) -> bool {
    if let Some(mv) = winning_removal(position) {
        visit(mv, 0);
        return true;
    }
    let choices = PointChoices::new(position);
    let mut any = false;
    for (kind, place, score) in position.removals() {
        any = true;
        choices.for_each(kind, place, score, |points| {
            let order = i32::from(points) * 10 - kind as i32 * 20;
            visit(Move::Remove { kind: kind as u8, place: place.0, points }, order);
        });
    }
    any
}

/// Visits the placements; returns whether there are any. Long tiles soon find no room any more, and
/// busy lines score most. All placements of a tile along the same line have the same score.
fn visit_placements(position: &Position, visit: &mut impl FnMut(Move, i32)) -> bool {
    let rack = &position.racks[usize::from(position.turn)];
    let lines = position.ranks.iter().chain(&position.files);
    let tiles = position.tiles_on_rank.iter().chain(&position.tiles_on_file);
    let mut any = false;
    for (index, (occupied, tiles)) in lines.zip(tiles).enumerate() {
        let (line, upright) = (index % SIDE, index >= SIDE);
        for (kind, starts) in starts(*occupied).into_iter().enumerate() {
            if starts == 0 || !rack.has_unplaced(kind) {
                continue;
            }
            any = true;
            let value = VALUES[kind] as i32;
            let score = value * (30 + 3 * i32::from(*tiles)) + i32::from(LENGTHS[kind]);
            for start in u32::from(starts).iter() {
                let place = Placement::on_line(line, start, upright);
                visit(Move::Place { kind: kind as u8, place: place.0 }, score);
            }
        }
    }
    any
}
