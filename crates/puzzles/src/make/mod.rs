//! Makes puzzles from games of the engine.

mod games;
mod rate;
mod sieve;
mod tree;

use std::collections::HashSet;
use std::sync::Arc;

use strata_engine::{Catalogue, Engine};
use strata_rules::{AnyGame, AnyPosition};

use crate::prove::SolverValues;
use crate::puzzle::{Goal, Puzzle};
use games::{PlayedGame, other_end, play_game};
use rate::{Features, features};
use sieve::Sieve;
use tree::Builder;

/// The share of puzzles, in tenths, whose first move is what a search of one ply likes best.
const OBVIOUS_TENTHS: usize = 3;

/// The puzzles to make.
#[derive(Clone, Debug)]
pub struct Request {
    /// How many.
    pub count: usize,
    /// The random seed.
    pub seed: u64,
    /// The number of the first one.
    pub first: usize,
    /// The most games to play.
    pub games: usize,
    /// How many other ends of every game to look at, played with weak moves from its last third.
    pub variations: usize,
    /// The most puzzles with a single move to find.
    pub single: usize,
    /// Whether a short search must see each only move.
    pub visible: bool,
    /// The node limit for proving all moves of a position.
    pub nodes: u64,
    /// How the command was called, for the origin of the puzzles.
    pub command: String,
}

impl Request {
    /// How many positions may be too hard before the search of a game ends, from its end backwards.
    const fn most_too_hard(&self) -> usize {
        if self.visible { 1 } else { 3 }
    }
}

/// How far the work has got.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The games played.
    pub games: usize,
    /// The puzzles found.
    pub found: usize,
}

/// Makes puzzles that are not among the known ones.
pub fn make(
    catalogue: Catalogue,
    game: &Arc<dyn AnyGame>,
    known: &[Puzzle],
    request: &Request,
    show: &mut dyn FnMut(Progress),
) -> Vec<Puzzle> {
    let start = game.start();
    let Some(solver) = catalogue.solver_for(&*start) else { return Vec::new() };
    let mut maker = Maker {
        builder: Builder::new(
            SolverValues::new(solver, request.nodes),
            Sieve::new(catalogue.engine_for(&*start), request.visible),
        ),
        engine: catalogue.engine_for(&*start),
        examined: known.iter().map(|puzzle| canonical(&*puzzle.position)).collect(),
        found: Vec::new(),
        obvious: 0,
        short: 0,
        request,
    };
    for number in 0..request.games {
        show(Progress { games: number, found: maker.found.len() });
        if maker.found.len() >= request.count {
            break;
        }
        let played = play_game(&mut *maker.engine, game.start(), request.seed, number);
        maker.search_game(&played);
        for variation in 1..=request.variations {
            if maker.found.len() < request.count {
                let other = other_end(&mut *maker.engine, &played, request.seed, variation);
                maker.search_game(&other);
            }
        }
    }
    maker.found
}

/// Makes a puzzle of a position: every first move that keeps the value, each with the only moves after it.
/// Returns `None` if the position is lost or too hard.
pub fn make_of(
    catalogue: Catalogue,
    position: &dyn AnyPosition,
    id: String,
    origin: String,
    nodes: u64,
) -> Option<Puzzle> {
    let values = SolverValues::new(catalogue.solver_for(position)?, nodes);
    let mut builder = Builder::new(values, Sieve::new(catalogue.engine_for(position), false));
    let (goal, solution) = builder.build_all(position).ok()??;
    let (position, task) = (position.boxed_clone(), String::new());
    let mut puzzle =
        Puzzle { id, position, task, goal, rating: 0, themes: Vec::new(), origin, solution };
    let mut engine = catalogue.engine_for(&*puzzle.position);
    features(&puzzle, &mut *engine).describe(&mut puzzle);
    Some(puzzle)
}

/// Computes the rating of a puzzle again.
pub fn rate(catalogue: Catalogue, puzzle: &mut Puzzle) {
    let mut engine = catalogue.engine_for(&*puzzle.position);
    puzzle.rating = rate::rating(puzzle, &mut *engine);
}

/// The first of the texts of a position and its mirror images.
fn canonical(position: &dyn AnyPosition) -> String {
    position.symmetric_texts().into_iter().min().unwrap_or_default()
}

struct Maker<'a> {
    builder: Builder,
    engine: Box<dyn Engine>,
    /// The positions of known puzzles, and all that were examined.
    examined: HashSet<String>,
    found: Vec<Puzzle>,
    obvious: usize,
    short: usize,
    request: &'a Request,
}

impl Maker<'_> {
    /// Looks for the best puzzle in a game, from its end backwards.
    fn search_game(&mut self, played: &PlayedGame) {
        let mut too_hard = 0;
        let mut best: Option<(Puzzle, Features)> = None;
        for (ply, position) in played.positions.iter().enumerate().rev() {
            // Games and their other ends share positions.
            if !self.examined.insert(canonical(&**position))
                || !self.may_be_short() && wins_at_once(&**position)
            {
                continue;
            }
            match self.builder.build(&**position) {
                Err(tree::TooHard) => too_hard += 1,
                Ok(None) => {}
                Ok(Some((goal, solution))) => {
                    let found = Puzzle {
                        id: format!(
                            "{}-{}",
                            position.info().id,
                            self.request.first + self.found.len()
                        ),
                        position: position.clone(),
                        task: String::new(),
                        goal,
                        rating: 0,
                        themes: Vec::new(),
                        origin: format!(
                            "{}: game {}, {}, move {}",
                            self.request.command,
                            played.number,
                            played.players,
                            played.first + ply + 1
                        ),
                        solution: vec![solution],
                    };
                    let found_features = features(&found, &mut *self.engine);
                    let is_better = best
                        .as_ref()
                        .is_none_or(|(_, best)| found_features.interest() > best.interest());
                    if is_better && self.is_wanted(&found_features) {
                        best = Some((found, found_features));
                    }
                }
            }
            if too_hard >= self.request.most_too_hard() {
                break;
            }
        }
        if let Some((mut puzzle, features)) = best {
            features.describe(&mut puzzle);
            self.obvious += usize::from(features.is_obvious());
            self.short += usize::from(features.length < 2);
            self.found.push(puzzle);
        }
    }

    /// Whether another puzzle with a single move to find is wanted.
    const fn may_be_short(&self) -> bool {
        self.short < self.request.single
    }

    fn is_wanted(&self, features: &Features) -> bool {
        let may_be_obvious = (self.obvious + 1) * 10 <= self.request.count * OBVIOUS_TENTHS;
        features.moves >= 3
            && (features.length >= 2 || self.may_be_short())
            && (!features.is_obvious() || features.length >= 2 && may_be_obvious)
    }
}

/// Whether the player to move can end the game with a win.
fn wins_at_once(position: &dyn AnyPosition) -> bool {
    position.moves().iter().any(|mv| {
        let mut after = position.boxed_clone();
        after.play(mv).is_ok()
            && after.outcome().is_some_and(|end| end.winner() == Some(position.turn()))
    })
}

/// The task in one sentence.
fn task(puzzle: &Puzzle, decided_by: Option<&str>) -> String {
    let position = &*puzzle.position;
    let side = position.side_name(position.turn());
    let is_tie_break = decided_by.is_some_and(|rule| position.info().tie_breaks.contains(&rule));
    match puzzle.goal {
        Goal::Draw => format!("{side} to move and hold the draw."),
        Goal::Win if is_tie_break => format!("{side} to move and win by the tie-break."),
        Goal::Win => format!("{side} to move and win."),
    }
}
