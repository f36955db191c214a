//! How hard and how interesting a puzzle is.

use std::sync::atomic::AtomicBool;

use strata_engine::{Engine, Limits, Request, Search};
use strata_rules::{AnyPosition, Cell, Piece, Player};

use super::task;
use crate::puzzle::{Node, Puzzle};

/// The most moves that a short search lists.
const MAX_RANK: usize = 12;

/// The depths of the short searches: one looks at the move only, the other at the reply, too.
const DEPTHS: [u32; 2] = [1, 2];

/// The rating of a move that finds itself, and what a doubling of its rank adds.
const EASIEST: f64 = 500.0;
const DOUBLING: f64 = 130.0;

/// What makes a puzzle hard.
pub(super) struct Features {
    /// The number of moves that the solver has to find.
    pub(super) length: usize,
    /// The number of legal moves at the start.
    pub(super) moves: u64,
    /// The place of the first move among those that a search of one ply likes best, from 1.
    rank: usize,
    /// How hard the solution is to find.
    rating: u16,
    /// Whether the first move gives up a piece of the solver.
    gives_up_piece: bool,
    /// Whether the first move takes less than the largest number that it could.
    takes_less: bool,
    /// The rule that decides the game at the end of the main line.
    decided_by: Option<&'static str>,
}

/// Looks at the first move and the main line.
pub(super) fn features(puzzle: &Puzzle, engine: &mut dyn Engine) -> Features {
    let position = &*puzzle.position;
    let mut end = puzzle.position.clone();
    for mv in puzzle.main_line() {
        let _ = end.play(mv);
    }
    let key = puzzle.main_line().first().copied().unwrap_or_default();
    let mut after = puzzle.position.clone();
    let _ = after.play(key);
    Features {
        length: puzzle.length(),
        moves: position.count_moves(),
        rank: rank(position, key, DEPTHS[0], engine),
        rating: rating(puzzle, engine),
        gives_up_piece: pieces(&*after, position.turn()) < pieces(position, position.turn()),
        takes_less: takes_less(position, key),
        decided_by: end.outcome().map(|outcome| outcome.decided_by),
    }
}

impl Features {
    /// Whether the first move is the favourite of a search of one ply.
    pub(super) const fn is_obvious(&self) -> bool {
        self.rank == 1
    }

    /// The most interesting puzzle of a game is the one to keep.
    pub(super) fn interest(&self) -> usize {
        10 * self.length.min(5)
            + 4 * self.rank.min(6)
            + 12 * usize::from(self.gives_up_piece)
            + 12 * usize::from(self.takes_less)
    }

    /// Fills in what follows from the features.
    pub(super) fn describe(&self, puzzle: &mut Puzzle) {
        let solver = puzzle.solver();
        for node in &mut puzzle.solution {
            trim(node, &*puzzle.position, solver);
        }
        puzzle.rating = self.rating;
        puzzle.task = task(puzzle, self.decided_by);
        let themes = [
            (self.gives_up_piece, "sacrifice"),
            (self.takes_less, "take less"),
            (self.rank > 3, "unexpected move"),
            (self.length >= 4, "long"),
            (self.length == 1, "one move"),
        ];
        let themes = themes.iter().filter(|(applies, _)| *applies).map(|(_, theme)| *theme);
        puzzle.themes = themes.chain(self.decided_by).map(|theme| theme.replace(',', "")).collect();
    }
}

/// A rating from the length of the solution, the number of moves to choose from, and the ranks of the right ones
/// in short searches. Later moves of the solver count less: the idea is known by then.
pub(super) fn rating(puzzle: &Puzzle, engine: &mut dyn Engine) -> u16 {
    let mut position = puzzle.position.clone();
    let (mut rating, mut found) = (EASIEST, 0);
    // Only the classic puzzles have several first moves that are right; where all are, there is nothing to find.
    if position.count_moves() == puzzle.solution.len() as u64 {
        return EASIEST as u16;
    }
    for mv in puzzle.main_line() {
        if position.turn() == puzzle.solver() && position.count_moves() > 1 {
            let mut doublings =
                |depth| (rank(&*position, mv, depth, engine) as f64).log2() / DEPTHS.len() as f64;
            let surprise: f64 = DEPTHS.into_iter().map(&mut doublings).sum();
            let choice = (position.count_moves() as f64).log2() / 3.0;
            found += 1;
            rating += DOUBLING * (0.5 + choice + surprise) * 2.0 / f64::from(1 + found);
        }
        if position.play(mv).is_err() {
            break;
        }
    }
    rating.round() as u16
}

/// The place of a move among those that a search of this depth likes best.
fn rank(position: &dyn AnyPosition, key: &str, depth: u32, engine: &mut dyn Engine) -> usize {
    let request = Request {
        limits: Limits::depth(depth),
        search: Search::AlphaBeta,
        lines: MAX_RANK,
        megabytes: 4,
        ..Request::default()
    };
    engine.forget();
    let report = engine.search(&position.text(), &request, &AtomicBool::new(false), &mut |_| {});
    let lines = report.map(|report| report.lines).unwrap_or_default();
    let place = lines.iter().position(|line| line.first_moves().any(|mv| mv == key));
    place.map_or(MAX_RANK + 1, |place| place + 1)
}

/// The number of pieces of a player on the board.
fn pieces(position: &dyn AnyPosition, player: Player) -> usize {
    let side = Some(position.side_of(player));
    let is_own = |cell: &&Cell| matches!(cell.piece, Some(Piece::Checker(owner)) if owner == side);
    position.scene().cells.iter().filter(is_own).count()
}

/// Whether a move ends with a number that could be larger.
fn takes_less(position: &dyn AnyPosition, mv: &str) -> bool {
    let Ok(steps) = position.steps(mv) else { return false };
    let Some((last, before)) = steps.split_last() else { return false };
    let Some(number) = last.number() else { return false };
    position
        .continuations(before)
        .next
        .iter()
        .filter_map(|step| step.number())
        .any(|other| other > number)
}

/// Removes what follows the last move that the solver has to find. Returns whether this node, or one below
/// it, is such a move.
fn trim(node: &mut Node, position: &dyn AnyPosition, solver: Player) -> bool {
    let is_choice = position.turn() == solver && position.count_moves() > 1;
    let mut after = position.boxed_clone();
    if after.play(&node.mv).is_err() {
        return false;
    }
    node.next.retain_mut(|next| trim(next, &*after, solver));
    is_choice || !node.next.is_empty()
}
