//! The moves a search considers, with their ordering scores.

use strata_rules::Square;
use strata_rules::grid::Word;

use super::bounds::shortest_kind;
use super::play::Move;
use super::points::PointChoices;
use super::position::{Phase, Position};
use super::score::counter_square;
use super::tiles::{KINDS, LENGTHS, Placement, SIDE, VALUES, starts};
use super::weights::{POINT, POTENTIAL, TILE, TILE_VALUE};

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
    let order = RemovalOrder::new(position);
    let mut any = false;
    for (kind, place, score) in position.removals() {
        any = true;
        let cost = order.cost(kind, score);
        choices.for_each(kind, place, score, |points| {
            let order = (order.gain(points) - cost) / 10;
            visit(Move::Remove { kind: kind as u8, place: place.0, points }, order);
        });
    }
    any
}

/// Ordering scores of removals: how they change the evaluation, in tenths.
struct RemovalOrder {
    player: usize,
    counter: u8,
    /// What a counter on each line is worth: it doubles own tiles and those of the opponent.
    lines: [i32; 2 * SIDE],
    /// What the tiles of each kind are worth that could still be removed.
    kinds: [i32; KINDS],
}

/// What a tile with this score is worth in the evaluation.
fn tile_worth(kind: usize, score: u32) -> i32 {
    POTENTIAL * score as i32 + TILE + TILE_VALUE * VALUES[kind] as i32
}

impl RemovalOrder {
    fn new(position: &Position) -> Self {
        let player = usize::from(position.turn);
        let doublings = position.doublings();
        let mut order = Self {
            player,
            counter: position.counters[player],
            lines: [0; 2 * SIDE],
            kinds: [0; KINDS],
        };
        for (owner, sign) in [(player, 1), (player ^ 1, -1)] {
            let least = shortest_kind(position, owner);
            for (kind, place) in position.racks[owner].on_board_from(least) {
                let single = VALUES[kind] * (position.tiles_along(place) - 1);
                order.lines[place.line_index()] += sign * POTENTIAL * single as i32;
                if owner == player {
                    let score = single << doublings[place.line_index()];
                    order.kinds[kind] += tile_worth(kind, score);
                }
            }
        }
        order
    }

    /// What is lost with a tile of this kind and score: the tile and all shorter ones.
    fn cost(&self, kind: usize, score: u32) -> i32 {
        tile_worth(kind, score) + self.kinds[..kind].iter().sum::<i32>()
    }

    /// What the points and the new square of the counter are worth.
    fn gain(&self, points: u8) -> i32 {
        let square = counter_square(self.player, self.counter + points);
        let doubled = square.map_or(0, |Square { file, rank }| {
            self.lines[usize::from(rank)] + self.lines[SIDE + usize::from(file)]
        });
        POINT * i32::from(points) + doubled
    }
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
