//! Exact solving: proves the value of positions with best play.
//!
//! [`Solver`] is the entry point: a type-erased solver for positions of one game. `worker` is the proof
//! search of one thread, `search` runs several of them with limits and a log, and `table` stores what is
//! proven, under exact keys.

mod compact;
mod log;
mod search;
mod shared;
mod solve;
mod table;
mod wdl;
mod worker;

pub use log::LogError;
pub use solve::{Progress, Request, Solution, SolvedMove};
pub use wdl::Wdl;

use std::sync::atomic::AtomicBool;

use strata_rules::random::mix;
use strata_rules::{Edit, Evaluator, OptionError, Options, Random, Text, Visitor};
use thiserror::Error;

use search::Search;
use solve::solve;

/// Why a position cannot be solved.
#[derive(Debug, Error)]
pub enum SolveError {
    /// The position is malformed, or has other options than the solver.
    #[error("{0}")]
    Position(String),
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// There are more than two players.
    #[error("only games of two players can be solved")]
    Players,
    /// The log file cannot be used.
    #[error("{0}")]
    Log(#[from] LogError),
}

/// A solver for one game with its options fixed.
pub trait Solver: Send + Sync {
    /// Solves a position, given as text without its options. `show` is called with the progress about
    /// five times per second.
    fn solve(
        &self,
        position: &str,
        request: &Request,
        stop: &AtomicBool,
        show: &mut dyn FnMut(&Progress),
    ) -> Result<Solution, SolveError>;
}

/// Creates the solver for a game id and options; `None` if there is no such game.
pub type MakeSolverFn = fn(&str, Options) -> Option<Result<Box<dyn Solver>, OptionError>>;

/// The visitor that creates the solver for a game.
#[derive(Clone, Copy, Debug)]
pub struct MakeSolver;

impl Visitor for MakeSolver {
    type Output = Box<dyn Solver>;

    fn visit<G: Edit + Evaluator>(self, game: G) -> Self::Output {
        Box::new(GameSolver { game })
    }
}

struct GameSolver<G> {
    game: G,
}

impl<G: Text + Evaluator> Solver for GameSolver<G> {
    fn solve(
        &self,
        position: &str,
        request: &Request,
        stop: &AtomicBool,
        show: &mut dyn FnMut(&Progress),
    ) -> Result<Solution, SolveError> {
        let root = self.game.read_position(position).map_err(SolveError::Position)?;
        if self.game.players() != 2 {
            return Err(SolveError::Players);
        }
        if self.game.outcome(&root).is_some() {
            return Err(SolveError::Over);
        }
        let title = self.title(position);
        let search = Search::new(&self.game, root, request, &title, stop, show)?;
        let solution = solve(search, request.each_move)?;
        let Solution { value, plies, moves, nodes, time } = solution;
        let text = |mv| self.game.move_text(mv);
        let moves = moves.into_iter().map(|solved| solved.map(text)).collect();
        Ok(Solution { value, plies, moves, nodes, time })
    }
}

impl<G: Text + Evaluator> GameSolver<G> {
    /// What a log file is about: the position, and a number that changes if keys do.
    fn title(&self, position: &str) -> String {
        let (id, options) = (self.game.info().id, self.game.options().text());
        format!("{id} {options}_{position} {:016x}", self.key_fingerprint())
    }

    /// A hash of the keys of random positions.
    fn key_fingerprint(&self) -> u64 {
        let mut random = Random::new(1);
        let start = self.game.start();
        let mut position = start;
        let mut fingerprint = 0;
        while let Some(mv) = self.game.random_move(&position, &mut random) {
            self.game.play(&mut position, mv);
            let relative = || self.game.relative_code(&start, &position).map(u128::from);
            let key = self.game.proof_key(&position).or_else(relative).unwrap_or(0);
            fingerprint = mix(fingerprint ^ key as u64 ^ mix((key >> 64) as u64));
        }
        fingerprint
    }
}
