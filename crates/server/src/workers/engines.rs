//! The engines of a thread.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;

use strata_engine::{Catalogue, Engine, Explored, Report, Request, explore};
use strata_rules::AnyPosition;

/// The engines of a thread. The engine of the game that was searched last is reused.
pub(crate) struct Engines {
    catalogue: Catalogue,
    last: Option<(String, Box<dyn Engine>)>,
}

/// The size of the transposition table of each thread.
const MEGABYTES: usize = 16;

impl Engines {
    pub(super) const fn new(catalogue: Catalogue) -> Self {
        Self { catalogue, last: None }
    }

    /// Drops the engine, so that the next search gets a new one.
    pub(super) fn forget(&mut self) {
        self.last = None;
    }

    /// The values of the moves of a position, if any can be proven in a fraction of a second.
    pub(crate) fn explore(
        &self,
        position: &dyn AnyPosition,
        stop: &AtomicBool,
    ) -> Option<Explored> {
        let solver = self.catalogue.solver_for(position)?;
        // Without these values, the analysis is still useful.
        let explored = catch_unwind(AssertUnwindSafe(|| explore(&*solver, position, stop)));
        explored.unwrap_or_else(|_| {
            tracing::error!(position = position.text(), "the solver panicked");
            None
        })
    }

    /// Searches a position. The error is a sentence for the client.
    pub(crate) fn search(
        &mut self,
        position: &dyn AnyPosition,
        request: &Request,
        stop: &AtomicBool,
        show: &mut dyn FnMut(Report),
    ) -> Result<Report, String> {
        strata_engine::check_searchable(position).map_err(|error| error.to_string())?;
        let game = format!("{} {}", position.info().id, position.options().text());
        let known = self.last.take().filter(|(name, _)| *name == game);
        let make = || (game, self.catalogue.engine_for(position));
        let (_, engine) = self.last.insert(known.unwrap_or_else(make));
        let request = Request { megabytes: MEGABYTES, ..*request };
        let text = position.text();
        // A panic in a search must not stop the game.
        let outcome = catch_unwind(AssertUnwindSafe(|| engine.search(&text, &request, stop, show)));
        outcome
            .map_err(|_| {
                self.forget();
                tracing::error!(position = text, "a search panicked");
                "the engine failed on this position".to_owned()
            })?
            .map_err(|error| error.to_string())
    }
}
