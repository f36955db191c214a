//! The rules of Isaac: placing tiles, then removing them.

use std::ops::ControlFlow;

use strata_rules::grid::Word;
use strata_rules::{Family, Game, GameInfo, Options, Outcome, Player, Random};

use super::Isaac;
use super::position::{Phase, Position, REACHED_100, WIN};
use super::tiles::{FITS, KINDS, Placement, starts};

/// Isaac with its (empty) options.
#[derive(Debug)]
pub struct Board {
    pub(super) options: Options,
}

/// A move of Isaac.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    /// A tile goes onto the board.
    Place {
        /// Its kind, 0 for the shortest.
        kind: u8,
        /// Where it lies, packed.
        place: u8,
    },
    /// A tile leaves the board and scores.
    Remove {
        /// Its kind, 0 for the shortest.
        kind: u8,
        /// Where it lay, packed.
        place: u8,
        /// The points scored for it.
        points: u8,
    },
    /// There is no other legal move.
    Pass,
}

impl Board {
    pub(super) const fn new(options: Options) -> Self {
        Self { options }
    }
}

/// Calls `visit` with every placement of the tiles in hand.
fn visit_placements(
    position: &Position,
    visit: &mut impl FnMut(Move) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let rack = &position.racks[usize::from(position.turn)];
    for (upright, lines) in [(false, &position.ranks), (true, &position.files)] {
        for (line, occupied) in lines.iter().enumerate() {
            for (kind, starts) in starts(*occupied).into_iter().enumerate() {
                if !rack.has_unplaced(kind) {
                    continue;
                }
                for start in u32::from(starts).iter() {
                    let place = Placement::on_line(line, start, upright);
                    visit(Move::Place { kind: kind as u8, place: place.0 })?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// The total of the placement counts of all kinds.
fn count_placements(placement_counts: u64) -> u64 {
    placement_counts.to_le_bytes().into_iter().map(u64::from).sum()
}

/// The `n`th placement, ordered by kind.
fn nth_placement(position: &Position, placement_counts: u64, n: u64) -> Option<Move> {
    let mut remaining = n;
    let kind = (0..KINDS).find(|kind| {
        let fits = placement_counts >> (8 * kind) & 0xFF;
        let here = remaining < fits;
        remaining -= if here { 0 } else { fits };
        here
    })?;
    for (upright, lines) in [(false, &position.ranks), (true, &position.files)] {
        for (line, occupied) in lines.iter().enumerate() {
            let fits = FITS[usize::from(*occupied)] >> (8 * kind) & 0xFF;
            if remaining < fits {
                let start = u32::from(starts(*occupied)[kind]).nth(remaining as u32);
                let place = Placement::on_line(line, start, upright);
                return Some(Move::Place { kind: kind as u8, place: place.0 });
            }
            remaining -= fits;
        }
    }
    None
}

/// A removal with the `n`th legal number of points.
fn removal(position: &Position, kind: usize, place: Placement, n: u64) -> Move {
    let skipped = position.blocked_points().is_some_and(|blocked| u64::from(blocked) <= n);
    Move::Remove { kind: kind as u8, place: place.0, points: n as u8 + u8::from(skipped) }
}

/// The `n`th removal with its points.
fn nth_removal(position: &Position, mut n: u64) -> Option<Move> {
    for (kind, place, score) in position.removals() {
        let count = position.count_points(score);
        if n < count {
            return Some(removal(position, kind, place, n));
        }
        n -= count;
    }
    None
}

/// A random removal by reservoir sampling, in one pass over the tiles.
fn random_removal(position: &Position, random: &mut Random) -> Move {
    let mut total = 0;
    let mut chosen = Move::Pass;
    for (kind, place, score) in position.removals() {
        let count = position.count_points(score);
        total += count;
        let n = random.below(total);
        if n < count {
            chosen = removal(position, kind, place, n);
        }
    }
    chosen
}

impl Game for Board {
    type Position = Position;
    type Move = Move;

    fn info(&self) -> &'static GameInfo {
        Isaac::INFO
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn start(&self) -> Position {
        Position::empty(Phase::Placing { first_passer: None }, 0, [0; 2])
    }

    fn turn(&self, position: &Position) -> Player {
        Player(position.turn)
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let reached = position.counters.iter().position(|counter| *counter == WIN);
        match reached {
            Some(winner) => Some(Outcome::win(Player(winner as u8), REACHED_100)),
            None => position.is_over().then(|| position.compare()),
        }
    }

    fn visit_moves(
        &self,
        position: &Position,
        mut visit: impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if position.is_over() {
            return ControlFlow::Continue(());
        }
        let mut must_pass = true;
        match position.phase {
            Phase::Placing { .. } => {
                visit_placements(position, &mut |mv| {
                    must_pass = false;
                    visit(mv)
                })?;
            }
            Phase::Scoring { .. } => {
                for (kind, place, score) in position.removals() {
                    must_pass = false;
                    for points in position.points(score) {
                        visit(Move::Remove { kind: kind as u8, place: place.0, points })?;
                    }
                }
            }
        }
        if must_pass { visit(Move::Pass) } else { ControlFlow::Continue(()) }
    }

    fn count_moves(&self, position: &Position) -> u64 {
        if position.is_over() {
            return 0;
        }
        let count: u64 = match position.phase {
            Phase::Placing { .. } => {
                count_placements(position.placement_counts(position.turn.into()))
            }
            Phase::Scoring { .. } => {
                position.removals().map(|(_, _, score)| position.count_points(score)).sum()
            }
        };
        count.max(1)
    }

    fn nth_move(&self, position: &Position, n: u64) -> Option<Move> {
        if position.is_over() {
            return None;
        }
        let (mv, must_pass) = match position.phase {
            Phase::Placing { .. } => {
                let placement_counts = position.placement_counts(position.turn.into());
                (nth_placement(position, placement_counts, n), placement_counts == 0)
            }
            Phase::Scoring { .. } => {
                (nth_removal(position, n), position.removals().next().is_none())
            }
        };
        mv.or_else(|| (must_pass && n == 0).then_some(Move::Pass))
    }

    fn random_move(&self, position: &Position, random: &mut Random) -> Option<Move> {
        // Computes the placement counts and the scores of removals only once.
        match position.phase {
            _ if position.is_over() => None,
            Phase::Placing { .. } => {
                let placement_counts = position.placement_counts(position.turn.into());
                match count_placements(placement_counts) {
                    0 => Some(Move::Pass),
                    count => nth_placement(position, placement_counts, random.below(count)),
                }
            }
            Phase::Scoring { .. } => Some(random_removal(position, random)),
        }
    }

    fn play(&self, position: &mut Position, mv: Move) {
        let player = usize::from(position.turn);
        match mv {
            Move::Place { kind, place } => {
                position.place(player, kind.into(), Placement(place));
                position.set_turn(position.turn ^ 1);
            }
            Move::Remove { kind, place, points } => {
                position.remove(player, kind.into(), Placement(place));
                position.add_points(points);
                position.next_turn();
            }
            Move::Pass => position.pass(),
        }
    }

    fn hash(&self, position: &Position) -> u64 {
        position.hash
    }
}
