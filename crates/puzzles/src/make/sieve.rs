//! A short search that rejects most positions before the solver proves anything.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use strata_engine::{Engine, Limits, Request, Search, Value};
use strata_rules::AnyPosition;

use super::canonical;

/// The nodes of the search: a few milliseconds.
const NODES: u64 = 5_000;

/// The number of best moves that are compared. Several of them may lead to the same position.
const LINES: usize = 4;

/// Rejects positions without an only move.
pub(super) struct Sieve {
    engine: Box<dyn Engine>,
    /// Whether the search must see the only move, or only not see two good ones.
    is_fine: bool,
}

impl Sieve {
    /// A fine sieve also rejects what the search cannot decide. It is for games in which only moves are rare
    /// and proofs are slow, and prefers puzzles that people can solve.
    pub(super) const fn new(engine: Box<dyn Engine>, is_fine: bool) -> Self {
        Self { engine, is_fine }
    }

    /// Whether a position may have an only move.
    pub(super) fn passes(&mut self, position: &dyn AnyPosition) -> bool {
        let request = Request {
            limits: Limits::nodes(NODES),
            search: Search::AlphaBeta,
            lines: LINES,
            megabytes: 1,
            ..Request::default()
        };
        self.engine.forget();
        let stop = AtomicBool::new(false);
        let Ok(report) = self.engine.search(&position.text(), &request, &stop, &mut |_| {}) else {
            return true;
        };
        let best = report.lines.first().map(|line| line.value);
        let is_as_good = |value: Value| match best {
            Some(Value::Win(_)) => matches!(value, Value::Win(_)),
            Some(Value::Draw) => value == Value::Draw || self.is_fine && !value.is_proven(),
            Some(Value::Estimate(_)) => self.is_fine && !matches!(value, Value::Loss(_)),
            Some(Value::Loss(_)) | None => true,
        };
        let good = report.lines.iter().filter(|line| is_as_good(line.value));
        let places: HashSet<String> = good
            .filter_map(|line| {
                let mut after = position.boxed_clone();
                after.play(line.moves.first()?).ok()?;
                Some(canonical(&*after))
            })
            .collect();
        places.len() <= 1 && !matches!(best, Some(Value::Loss(_)))
    }
}
