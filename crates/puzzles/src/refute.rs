//! Why a wrong move is wrong.

use std::sync::atomic::AtomicBool;

use strata_engine::{Catalogue, Limits, Request};
use strata_rules::AnyPosition;

use crate::solving::wrong_text;

/// The nodes of the search for a refutation: a fraction of a second.
const NODES: u64 = 100_000;

/// The consequence of a wrong move.
#[derive(Clone, Debug)]
pub struct Refutation {
    /// The position after the move and the best reply.
    pub position: Box<dyn AnyPosition>,
    /// Why the move is wrong.
    pub text: String,
}

/// Refutes a wrong move, which must be legal.
pub fn refute(catalogue: Catalogue, before: &dyn AnyPosition, mv: &str) -> Refutation {
    let mut position = before.boxed_clone();
    // An illegal move would leave the position as it is.
    let _ = position.play(mv);
    if position.outcome().is_some() {
        return Refutation { position, text: wrong_text(before, mv, None, None) };
    }
    let request = Request { limits: Limits::nodes(NODES), megabytes: 16, ..Request::default() };
    let mut engine = catalogue.engine_for(&*position);
    let report =
        engine.search(&position.text(), &request, &AtomicBool::new(false), &mut |_| {}).ok();
    let line = report.and_then(|report| report.lines.into_iter().next());
    let reply = line.as_ref().and_then(|line| line.moves.first());
    let is_own = position.turn() == before.turn();
    let value = line.as_ref().map(|line| if is_own { line.value } else { line.value.opposite() });
    let text = wrong_text(before, mv, reply.map(String::as_str), value);
    if let Some(reply) = reply {
        let _ = position.play(reply);
    }
    Refutation { position, text }
}
