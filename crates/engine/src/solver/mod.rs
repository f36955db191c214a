//! Exact solving: proves the value of positions with best play.
//!
//! [`Solver`] is the entry point: a type-erased solver for positions of one game. `worker` is the proof
//! search of one thread, `search` runs several of them with limits and a log, and `table` stores what is
//! proven, under exact keys. For a proof that several processes share, [`Tree`] says which questions are
//! to be answered next, and a [`Session`] answers them.

mod compact;
mod log;
mod search;
mod session;
mod shared;
mod solve;
mod table;
mod tree;
mod wdl;
mod worker;

pub use log::LogError;
pub use session::{Answer, NextQuestion, Question, Session, Split};
pub use solve::{Progress, Request, Solution, SolvedMove};
pub use tree::{Job, Outcome, Survey, Tree};
pub use wdl::Wdl;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use strata_rules::random::mix;
use strata_rules::{Edit, Evaluator, OptionError, Options, Random, Text, Visitor};
use thiserror::Error;

use crate::SearchError;
use crate::engine::parse_position;
use search::Search;
use session::GameSession;
use shared::Shared;
use solve::{find_move_to, solve};
use table::Table;
use wdl::Goal;
use worker::{Worker, key};

/// Why a position cannot be solved.
#[derive(Debug, Error)]
pub enum SolveError {
    /// The position cannot be read.
    #[error(transparent)]
    Position(#[from] SearchError),
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// There are more than two players.
    #[error("only games of two players can be solved")]
    Players,
    /// The log file cannot be used.
    #[error(transparent)]
    Log(#[from] LogError),
}

/// A solver for one game with its options fixed.
pub trait Solver: Send + Sync {
    /// Solves a position, given as text with its options. `show` is called with the progress about
    /// five times per second.
    fn solve(
        &self,
        position: &str,
        request: &Request,
        stop: &AtomicBool,
        show: &mut dyn FnMut(&Progress),
    ) -> Result<Solution, SolveError> {
        self.prove(position, request, stop, show).map(|(solution, _)| solution)
    }

    /// Solves a position, and returns what was proven besides.
    fn prove<'a>(
        &'a self,
        position: &str,
        request: &Request,
        stop: &AtomicBool,
        show: &mut dyn FnMut(&Progress),
    ) -> Result<(Solution, Box<dyn Proof + 'a>), SolveError>;

    /// Starts to work on the proof of a position together with others, with a table of this size.
    fn session(
        self: Box<Self>,
        position: &str,
        megabytes: usize,
    ) -> Result<Box<dyn Session>, SolveError>;
}

/// What a search has proven about the positions that follow the solved one.
pub trait Proof: Sync {
    /// A move with which the player to move gets at least `value`, which must be a win or a draw; `None`
    /// if there is none, or if the position cannot be read. What the search has not kept is proven again.
    fn find_move(&self, position: &str, value: Wdl) -> Option<String>;

    /// Roughly how many nodes the search needed for a position; `None` if it has not kept that.
    fn nodes(&self, position: &str) -> Option<u64>;
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
    fn prove<'a>(
        &'a self,
        position: &str,
        request: &Request,
        stop: &AtomicBool,
        show: &mut dyn FnMut(&Progress),
    ) -> Result<(Solution, Box<dyn Proof + 'a>), SolveError> {
        let root = self.read_root(position)?;
        let title = self.title(position);
        let table = self.table(request.megabytes);
        let mut search = Search::new(&self.game, root, table, request, &title, stop, show)?;
        let solution = self.to_text(solve(&mut search, request)?);
        let shared = search.into_shared();
        shared.stop.store(false, Ordering::Relaxed);
        let proof = GameProof { game: &self.game, root, shared };
        Ok((solution, Box::new(proof)))
    }

    fn session(
        self: Box<Self>,
        position: &str,
        megabytes: usize,
    ) -> Result<Box<dyn Session>, SolveError> {
        Ok(Box::new(GameSession::new(*self, position, megabytes)?))
    }
}

struct GameProof<'a, G: Evaluator> {
    game: &'a G,
    root: G::Position,
    shared: Arc<Shared>,
}

impl<G: Text + Evaluator> Proof for GameProof<'_, G> {
    fn find_move(&self, position: &str, value: Wdl) -> Option<String> {
        let goal = Goal::at_least(value);
        let position = parse_position(self.game, position).ok()?;
        let mut worker = Worker::new(self.game, self.root, &self.shared, false);
        let next = worker.find_move(&position, goal, 0)??;
        let mv = find_move_to(self.game, &position, &next)?;
        Some(self.game.move_text(mv))
    }

    fn nodes(&self, position: &str) -> Option<u64> {
        let position = parse_position(self.game, position).ok()?;
        self.shared.table.nodes(self.game.proof_key(&position)?)
    }
}

impl<G: Text + Evaluator> GameSolver<G> {
    /// Reads a position that can be solved.
    fn read_root(&self, position: &str) -> Result<G::Position, SolveError> {
        let root = parse_position(&self.game, position)?;
        if self.game.players() != 2 {
            return Err(SolveError::Players);
        }
        if self.game.outcome(&root).is_some() {
            return Err(SolveError::Over);
        }
        Ok(root)
    }

    fn table(&self, megabytes: usize) -> Arc<Table> {
        Arc::new(Table::new(megabytes, self.game.proof_key_bits()))
    }

    /// A solution with its moves as text.
    fn to_text(&self, solution: Solution<G::Move>) -> Solution {
        let Solution { value, plies, moves, table, nodes, time } = solution;
        let text = |mv| self.game.move_text(mv);
        let moves = moves.into_iter().map(|solved| solved.map(text)).collect();
        Solution { value, plies, moves, table, nodes, time }
    }

    /// What a log file is about: the position, and a number that changes if keys do.
    fn title(&self, position: &str) -> String {
        format!("{} {position} {:016x}", self.game.info().id, self.key_fingerprint())
    }

    /// A hash of the keys of random positions.
    fn key_fingerprint(&self) -> u64 {
        let mut random = Random::new(1);
        let start = self.game.start();
        let mut position = start;
        let mut fingerprint = 0;
        while let Some(mv) = self.game.random_move(&position, &mut random) {
            self.game.play(&mut position, mv);
            let key = key(&self.game, &start, &position).unwrap_or(0);
            fingerprint = mix(fingerprint ^ key as u64 ^ mix((key >> 64) as u64));
        }
        fingerprint
    }
}
