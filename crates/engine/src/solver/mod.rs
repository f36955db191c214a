//! Exact solving: proves the value of positions with best play.
//!
//! [`Solver`] is the entry point: a type-erased solver for positions of one game. `worker` is the proof
//! search of one thread, `search` runs several of them with limits and a log, and `table` stores what is
//! proven, under exact keys. For a proof that several processes share, [`Tree`] says which questions are
//! to be answered next, and a [`Session`] answers them.

mod compact;
mod endgame;
mod history;
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
use strata_rules::{Edit, EndgameVisitor, Evaluator, OptionError, Options, Random, Text, Visitor};
use thiserror::Error;

use crate::SearchError;
use crate::engine::parse_position;
use search::{Search, table_for};
use session::GameSession;
use shared::Shared;
use solve::{find_move_to, solve};
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
    /// The solver works alone.
    #[error("this solver cannot work with others")]
    Alone,
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

/// The visitor that creates a solver whose proofs cannot be looked up or shared, in less code.
#[derive(Clone, Copy, Debug)]
pub struct MakeSmallSolver;

impl Visitor for MakeSmallSolver {
    type Output = Box<dyn Solver>;

    fn visit<G: Edit + Evaluator>(self, game: G) -> Self::Output {
        Box::new(SmallSolver(GameSolver { game }))
    }
}

struct SmallSolver<G>(GameSolver<G>);

impl<G: Text + Evaluator> Solver for SmallSolver<G> {
    fn prove<'a>(
        &'a self,
        position: &str,
        request: &Request,
        stop: &AtomicBool,
        show: &mut dyn FnMut(&Progress),
    ) -> Result<(Solution, Box<dyn Proof + 'a>), SolveError> {
        let solved = self.0.solve_root(position, request, stop, show)?;
        Ok((solved.solution, Box::new(NoProof)))
    }

    fn session(
        self: Box<Self>,
        _position: &str,
        _megabytes: usize,
    ) -> Result<Box<dyn Session>, SolveError> {
        Err(SolveError::Alone)
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
        let Solved { solution, root, shared } = self.solve_root(position, request, stop, show)?;
        let proof: Box<dyn Proof + 'a> = match shared {
            Some(shared) => Box::new(GameProof { game: &self.game, root, shared }),
            None => Box::new(NoProof),
        };
        Ok((solution, proof))
    }

    fn session(
        self: Box<Self>,
        position: &str,
        megabytes: usize,
    ) -> Result<Box<dyn Session>, SolveError> {
        Ok(Box::new(GameSession::new(*self, position, megabytes)?))
    }
}

/// A solved position.
struct Solved<P> {
    solution: Solution,
    root: P,
    /// What was proven on the way, unless another game was solved in its place.
    shared: Option<Arc<Shared>>,
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
    /// Solves a position.
    fn solve_root(
        &self,
        position: &str,
        request: &Request,
        stop: &AtomicBool,
        show: &mut dyn FnMut(&Progress),
    ) -> Result<Solved<G::Position>, SolveError> {
        let root = self.read_root(position)?;
        let text = |mv| self.game.move_text(mv);
        let visitor = SolveEndgame { text: position, request, stop, show: &mut *show };
        if let Some(solution) = self.game.visit_endgame(&root, &root, visitor) {
            return Ok(Solved { solution: solution?.map(text), root, shared: None });
        }
        let title = self.title(position);
        let table = table_for(&self.game, &root, request);
        let mut search = Search::new(&self.game, root, table, request, &title, stop, show)?;
        let solution = solve(&mut search, request)?.map(text);
        let shared = search.into_shared();
        shared.stop.store(false, Ordering::Relaxed);
        Ok(Solved { solution, root, shared: Some(shared) })
    }

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

    fn title(&self, position: &str) -> String {
        title(&self.game, &self.game.start(), position)
    }
}

/// Solves a position of the rest of a game, see [`Evaluator::visit_endgame`].
struct SolveEndgame<'a> {
    /// The position as text.
    text: &'a str,
    request: &'a Request,
    stop: &'a AtomicBool,
    show: &'a mut dyn FnMut(&Progress),
}

impl<M> EndgameVisitor<M> for SolveEndgame<'_> {
    type Output = Result<Solution<M>, LogError>;

    fn visit<G: Evaluator<Move = M>>(self, game: &G, position: &G::Position) -> Self::Output {
        let Self { text, request, stop, show } = self;
        let title = title(game, position, text);
        let table = table_for(game, position, request);
        solve(&mut Search::new(game, *position, table, request, &title, stop, show)?, request)
    }
}

/// For positions of which no certificate is made.
struct NoProof;

impl Proof for NoProof {
    fn find_move(&self, _position: &str, _value: Wdl) -> Option<String> {
        None
    }

    fn nodes(&self, _position: &str) -> Option<u64> {
        None
    }
}

/// What a log file is about: the position, and a number that changes if keys do.
fn title<G: Evaluator>(game: &G, start: &G::Position, position: &str) -> String {
    format!("{} {position} {:016x}", game.info().id, key_fingerprint(game, start))
}

/// A hash of the keys of random positions that follow `start`.
fn key_fingerprint<G: Evaluator>(game: &G, start: &G::Position) -> u64 {
    let mut random = Random::new(1);
    let mut position = *start;
    let mut fingerprint = 0;
    while let Some(mv) = game.random_move(&position, &mut random) {
        game.play(&mut position, mv);
        let key = key(game, start, &position).unwrap_or(0);
        fingerprint = mix(fingerprint ^ key as u64 ^ mix((key >> 64) as u64));
    }
    fingerprint
}
