//! A list of games with their engines and solvers.

use strata_rules::{AnyPosition, GameEntry, OptionError, Options};

use crate::Engine;
use crate::solver::{MakeSolverFn, Solver};

/// Creates the engine for a game id and options; `None` if there is no such game.
pub type MakeEngineFn = fn(&str, Options) -> Option<Result<Box<dyn Engine>, OptionError>>;

/// A list of games with their engines and solvers.
#[derive(Clone, Copy, Debug)]
pub struct Catalogue {
    /// The list of games.
    pub games: &'static [GameEntry],
    /// Creates engines.
    pub engine: MakeEngineFn,
    /// Creates solvers.
    pub solver: MakeSolverFn,
    /// The files of precomputed results with their names. Browsers load them when they need them.
    pub tables: fn() -> Vec<(&'static str, &'static [u8])>,
}

impl Catalogue {
    /// Creates the engine for the game and options of a position.
    pub fn engine_for(&self, position: &dyn AnyPosition) -> Box<dyn Engine> {
        let engine = (self.engine)(position.info().id, position.options().clone());
        // The position comes from a game of the same list, opened with the same options.
        engine.and_then(Result::ok).expect("every game of the list has an engine")
    }

    /// Creates the solver for the game and options of a position, if the list has one.
    pub fn solver_for(&self, position: &dyn AnyPosition) -> Option<Box<dyn Solver>> {
        (self.solver)(position.info().id, position.options().clone())?.ok()
    }
}
