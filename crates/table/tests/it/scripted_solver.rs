//! A solver whose values are given, for tests of several crates.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use strata_engine::solver::{
    Progress, Proof, Request, Session, Solution, SolveError, SolvedMove, Solver, Wdl,
};
use strata_rules::{AnyPosition, GameEntry};

/// The values of the moves of a position, in the order of its moves.
pub(crate) type Values = fn(&dyn AnyPosition) -> Vec<Option<Wdl>>;

/// A solver for a game. The position is won, and moves beyond the given values are not proven.
pub(crate) struct ScriptedSolver {
    pub(crate) entry: &'static GameEntry,
    pub(crate) values: Values,
}

impl Solver for ScriptedSolver {
    fn solve(
        &self,
        text: &str,
        _request: &Request,
        _stop: &AtomicBool,
        _show: &mut dyn FnMut(&Progress),
    ) -> Result<Solution, SolveError> {
        let position = self.entry.read_position(text).expect("its own text");
        let values = (self.values)(&*position).into_iter().chain(std::iter::repeat(None));
        let solved = |(mv, value)| SolvedMove { mv, mirrors: Vec::new(), value };
        let moves = position.moves().into_iter().zip(values).map(solved).collect();
        let (table, time) = (None, Duration::from_millis(300));
        Ok(Solution { value: Some(Wdl::Win), plies: None, moves, table, nodes: 1, time })
    }

    fn prove<'a>(
        &'a self,
        _position: &str,
        _request: &Request,
        _stop: &AtomicBool,
        _show: &mut dyn FnMut(&Progress),
    ) -> Result<(Solution, Box<dyn Proof + 'a>), SolveError> {
        Err(SolveError::Over)
    }

    fn session(self: Box<Self>, _: &str, _: usize) -> Result<Box<dyn Session>, SolveError> {
        Err(SolveError::Over)
    }
}
