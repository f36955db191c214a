//! Why a wrong move is wrong.

use std::sync::atomic::AtomicBool;

use strata_engine::{Catalogue, Limits, Request, Value};
use strata_rules::AnyPosition;

/// The nodes of the search for a refutation: a fraction of a second.
const NODES: u64 = 100_000;

/// The most moves of a refutation that are shown.
const MAX_MOVES: usize = 3;

/// The consequence of a wrong move.
#[derive(Clone, PartialEq, Debug)]
pub struct Refutation {
    /// The best moves after the wrong one; none if that ends the game.
    pub moves: Vec<String>,
    /// The value after the move for the player who made it.
    pub value: Option<Value>,
}

/// The best play after a wrong move. `None` if the move is illegal or the position cannot be searched.
pub fn refute(catalogue: Catalogue, position: &dyn AnyPosition, mv: &str) -> Option<Refutation> {
    let player = position.turn();
    let mut after = position.boxed_clone();
    after.play(mv).ok()?;
    if after.outcome().is_some() {
        return Some(Refutation { moves: Vec::new(), value: None });
    }
    let request = Request { limits: Limits::nodes(NODES), megabytes: 16, ..Request::default() };
    let mut engine = catalogue.engine_for(&*after);
    let report =
        engine.search(&after.text(), &request, &AtomicBool::new(false), &mut |_| {}).ok()?;
    let line = report.lines.into_iter().next()?;
    let value = if after.turn() == player { line.value } else { line.value.opposite() };
    Some(Refutation { moves: line.moves.into_iter().take(MAX_MOVES).collect(), value: Some(value) })
}
