//! The placements a search considers, with their ordering scores.

use strata_rules::grid::Word;

use super::play::Move;
use super::position::Position;
use super::tiles::{LENGTHS, Placement, SIDE, VALUES, starts};

/// Calls `visit` with all placements, or a pass if there are none, and their ordering scores. Long tiles soon find no room any more, and
/// busy lines score most. All placements of a tile along the same line have the same score.
pub(super) fn for_each_placement(position: &Position, visit: &mut impl FnMut(Move, i32)) {
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
    if !any {
        visit(Move::Pass, 0);
    }
}
