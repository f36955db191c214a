//! The moves a search considers, with their ordering scores.

use super::play::{Move, visit_placements};
use super::points::PointChoices;
use super::position::{Phase, Position};
use super::tiles::{KINDS, LENGTHS, Placement, SIDE, VALUES};
use super::weights::PLACED;

/// How much the change of the evaluation counts in the ordering score of a placement.
const CHANGE: i32 = 0;

/// Calls `visit` with the candidates of an unfinished position and their ordering scores.
pub(super) fn for_each_candidate(position: &Position, visit: &mut impl FnMut(Move, i32)) {
    let mut must_pass = true;
    match position.phase {
        Phase::Placing { .. } => {
            let placing = PlacementScores::new(position);
            let _ = visit_placements(position, &mut |mv| {
                must_pass = false;
                visit(mv, placing.score(mv));
                std::ops::ControlFlow::Continue(())
            });
        }
        Phase::Scoring { .. } => must_pass = !visit_removals(position, visit),
    }
    if must_pass {
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

/// How placements change the evaluation. A tile scores with the other tiles on its line, so a new
/// tile is worth something itself, and adds to the tiles along every line that it touches.
struct PlacementScores {
    /// For each kind and line, the score of a tile along this line, without what it crosses.
    along: [[i32; 2 * SIDE]; KINDS],
    /// Prefix sums over the lines of each direction: what one more tile on these lines is worth.
    crossed: [[i32; SIDE + 1]; 2],
}

impl PlacementScores {
    fn new(position: &Position) -> Self {
        let gains = position.gains_per_line();
        let doublings = position.doublings();
        let mut crossed = [[0; SIDE + 1]; 2];
        for direction in 0..2 {
            for line in 0..SIDE {
                crossed[direction][line + 1] =
                    crossed[direction][line] + gains[direction * SIDE + line];
            }
        }
        let mut along = [[0; 2 * SIDE]; KINDS];
        let tiles = position.tiles_on_rank.iter().chain(&position.tiles_on_file);
        for (line, tiles) in tiles.enumerate() {
            let (tiles, doubled) = (i32::from(*tiles), doublings[line]);
            for (kind, along) in along.iter_mut().enumerate() {
                let value = VALUES[kind] as i32;
                let own = (PLACED[kind] * value * tiles) << doubled;
                along[line] = value * (10 + tiles)
                    + i32::from(LENGTHS[kind])
                    + CHANGE * (own + gains[line]) / 10;
            }
        }
        Self { along, crossed }
    }

    fn score(&self, mv: Move) -> i32 {
        let Move::Place { kind, place } = mv else { return 0 };
        let (kind, place) = (usize::from(kind), Placement(place));
        let start = place.start();
        // A vertical tile crosses ranks, which come first.
        let across = usize::from(!place.is_upright());
        let end = start + usize::from(LENGTHS[kind]);
        let crossed = self.crossed[across][end] - self.crossed[across][start];
        self.along[kind][place.line_index()] + CHANGE * crossed / 10
    }
}
