//! Entering moves of Isaac: tiles by their ends or from the hand, points as a number or by the square
//! of the counter.

use strata_rules::grid::Word;
use strata_rules::{Show, Square, Step, follow_moves};

use super::play::{Board, Move};
use super::position::{Phase, Position};
use super::score::counter_square;
use super::tiles::{KINDS, LENGTHS, Placement, SIDE, starts};

/// The kind of the tiles of this length.
fn kind_of(length: u8) -> Option<usize> {
    LENGTHS.iter().position(|other| *other == length)
}

impl Position {
    /// The placement of a tile from the hand that covers `square`, its middle as near as possible to
    /// that square.
    fn placement_over(&self, kind: usize, upright: bool, square: Square) -> Option<Placement> {
        if !square.is_on(SIDE, SIDE) || !self.racks[usize::from(self.turn)].has_unplaced(kind) {
            return None;
        }
        let (file, rank) = (usize::from(square.file), usize::from(square.rank));
        let (lines, line, cell) =
            if upright { (&self.files, file, rank) } else { (&self.ranks, rank, file) };
        let length = usize::from(LENGTHS[kind]);
        u32::from(starts(lines[line])[kind])
            .iter()
            .filter(|start| (*start..start + length).contains(&cell))
            .min_by_key(|start| (2 * start + length - 1).abs_diff(2 * cell))
            .map(|start| Placement::on_line(line, start, upright))
    }

    /// The tile whose removal starts with these steps.
    pub(super) fn removal_from(&self, chosen: &[Step]) -> Option<(usize, Placement)> {
        let from = chosen.first()?.square()?;
        let mut removals = self.removals();
        removals.find(|(_, place, _)| place.from() == from).map(|(kind, place, _)| (kind, place))
    }

    /// The square where the counter of the player to move would land, for each legal number of
    /// points. Squares of tiles that can be removed are left out, because they choose the tile.
    fn counter_targets(&self, chosen: &[Step]) -> Vec<(Square, u8)> {
        let Some((kind, place)) = self.removal_from(chosen) else { return Vec::new() };
        let player = usize::from(self.turn);
        let is_choosable = |square: Square| {
            self.removals().any(|(kind, place, _)| place.covers(LENGTHS[kind], square))
        };
        let target =
            |points: u8| Some((counter_square(player, self.counters[player] + points)?, points));
        let targets = self.points(self.removal_score(kind, place)).filter_map(target);
        targets.filter(|(square, _)| !is_choosable(*square)).collect()
    }
}

impl Board {
    /// What can follow: a tile is placed from either end, or chosen from the hand and put on a square;
    /// the points are a number or the square where the counter lands.
    pub(super) fn follow_entry(
        &self,
        position: &Position,
        chosen: &[Step],
    ) -> (Vec<Step>, Option<Move>) {
        if position.is_over() {
            return (Vec::new(), None);
        }
        match (position.phase, chosen) {
            (Phase::Placing { .. }, [Step::Tile { length, upright }, rest @ ..]) => {
                follow_tile(position, *length, *upright, rest)
            }
            (Phase::Placing { .. }, _) => {
                let (mut next, complete) = self.follow_ends(position, chosen);
                if chosen.is_empty() {
                    next.extend(tiles_to_place(position));
                    next.sort_unstable();
                }
                (next, complete)
            }
            (Phase::Scoring { .. }, [_, Step::Square(_)]) => {
                let points = self.chosen_points(position, chosen);
                let removal = position.removal_from(chosen).zip(points);
                let complete = removal.map(|((kind, place), points)| Move::Remove {
                    kind: kind as u8,
                    place: place.0,
                    points,
                });
                (Vec::new(), complete)
            }
            (Phase::Scoring { .. }, _) => {
                let (mut next, complete) =
                    follow_moves(self, position, chosen, |mv| [self.steps(position, mv)]);
                if chosen.len() == 1 {
                    let targets = position.counter_targets(chosen);
                    next.extend(targets.into_iter().map(|(square, _)| Step::Square(square)));
                    next.sort_unstable();
                }
                (next, complete)
            }
        }
    }

    /// What can follow if a tile is entered by its ends, in either order.
    fn follow_ends(&self, position: &Position, chosen: &[Step]) -> (Vec<Step>, Option<Move>) {
        let first = chosen.first().and_then(|step| step.square());
        // There are hundreds of placements, and most of them start elsewhere.
        let starts_there = |kind: u8, place: u8| {
            let (place, length) = (Placement(place), LENGTHS[usize::from(kind)]);
            first.is_none_or(|first| first == place.from() || first == place.to(length))
        };
        follow_moves(self, position, chosen, |mv| {
            let steps = || self.steps(position, mv);
            let (steps, turned) = match mv {
                Move::Place { kind, place } if starts_there(kind, place) => {
                    (Some(steps()), Some(steps().into_iter().rev().collect()))
                }
                Move::Place { .. } => (None, None),
                Move::Remove { .. } | Move::Pass => (Some(steps()), None),
            };
            steps.into_iter().chain(turned)
        })
    }

    /// The points that are chosen, as a number or by the square of the counter.
    pub(super) fn chosen_points(&self, position: &Position, chosen: &[Step]) -> Option<u8> {
        match chosen {
            [_, Step::Number(points)] => u8::try_from(*points).ok(),
            [_, Step::Square(target)] if matches!(position.phase, Phase::Scoring { .. }) => {
                let targets = position.counter_targets(chosen);
                targets.into_iter().find(|(square, _)| square == target).map(|(_, points)| points)
            }
            _ => None,
        }
    }

    /// The ends of the tile being placed; both are the same while only one is chosen.
    pub(super) fn chosen_ends(
        &self,
        position: &Position,
        chosen: &[Step],
    ) -> Option<(Square, Square)> {
        if !matches!(position.phase, Phase::Placing { .. }) {
            return None;
        }
        let on_board = |square: &Square| square.is_on(SIDE, SIDE);
        match *chosen {
            [Step::Tile { length, upright }, Step::Square(square)] => {
                let place = position.placement_over(kind_of(length)?, upright, square)?;
                Some((place.from(), place.to(length)))
            }
            [Step::Square(from), Step::Square(to)] if on_board(&from) && on_board(&to) => {
                let is_straight = from.file == to.file || from.rank == to.rank;
                is_straight.then(|| (from.min(to), from.max(to)))
            }
            [Step::Square(from)] if on_board(&from) => Some((from, from)),
            _ => None,
        }
    }
}

/// What can follow after a tile was chosen from the hand.
fn follow_tile(
    position: &Position,
    length: u8,
    upright: bool,
    rest: &[Step],
) -> (Vec<Step>, Option<Move>) {
    let Some(kind) = kind_of(length) else { return (Vec::new(), None) };
    match rest {
        [] => {
            let squares = (0..SIDE * SIDE).map(|index| Square::from_index(index, SIDE));
            let open =
                squares.filter(|square| position.placement_over(kind, upright, *square).is_some());
            let mut next: Vec<Step> = open.map(Step::Square).collect();
            next.sort_unstable();
            (next, None)
        }
        [Step::Square(square)] => {
            let place = position.placement_over(kind, upright, *square);
            (Vec::new(), place.map(|place| Move::Place { kind: kind as u8, place: place.0 }))
        }
        _ => (Vec::new(), None),
    }
}

/// The tiles in hand that fit somewhere, for both directions.
fn tiles_to_place(position: &Position) -> impl Iterator<Item = Step> + '_ {
    let rack = &position.racks[usize::from(position.turn)];
    let fits = |lines: &[u16], kind: usize| lines.iter().any(|line| starts(*line)[kind] != 0);
    (0..KINDS).filter(|kind| rack.has_unplaced(*kind)).flat_map(move |kind| {
        [(false, &position.ranks), (true, &position.files)]
            .into_iter()
            .filter(move |(_, lines)| fits(&lines[..], kind))
            .map(move |(upright, _)| Step::Tile { length: LENGTHS[kind], upright })
    })
}
