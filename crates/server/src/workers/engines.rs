//! What a thread thinks with.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;

use strata_engine::{Catalogue, Engine, Report, Request};
use strata_rules::AnyPosition;

use crate::error::ApiError;

/// What a thread thinks with. It remembers the game it was last asked about.
pub(crate) struct Engines {
    catalogue: Catalogue,
    last: Option<(String, Box<dyn Engine>)>,
}

/// Megabytes that each thread remembers positions in.
const MEGABYTES: usize = 16;

/// Positions with more moves than this are not thought about: a search that lists them would owner
/// its thread for too long.
const MOST_CHOICES: u64 = 200_000;

/// Refuses positions that no search is given. Not only strangers send them: games lead there.
pub(crate) fn check_searchable(position: &dyn AnyPosition) -> Result<(), ApiError> {
    match position.count_moves() {
        0..=MOST_CHOICES => Ok(()),
        many => Err(ApiError::Bad(format!(
            "the position has {many} moves: the engine takes at most {MOST_CHOICES}"
        ))),
    }
}

impl Engines {
    pub(super) const fn new(catalogue: Catalogue) -> Self {
        Self { catalogue, last: None }
    }

    /// Whatever state it was left in, the next question gets a fresh one.
    pub(super) fn forget(&mut self) {
        self.last = None;
    }

    /// Thinks about a position; why there is no answer if there is none.
    pub(crate) fn search(
        &mut self,
        position: &dyn AnyPosition,
        request: &Request,
        stop: &AtomicBool,
        show: &mut dyn FnMut(Report),
    ) -> Result<Report, String> {
        check_searchable(position).map_err(|refusal| refusal.to_string())?;
        let game = format!("{} {}", position.info().id, position.options().text());
        let known = self.last.take().filter(|(name, _)| *name == game);
        let make = || (game, self.catalogue.engine_for(position));
        let (_, engine) = self.last.insert(known.unwrap_or_else(make));
        let request = Request { megabytes: MEGABYTES, ..*request };
        let text = position.text();
        // A game must not wait for ever for a search that has broken down.
        let thought = catch_unwind(AssertUnwindSafe(|| engine.search(&text, &request, stop, show)));
        thought
            .map_err(|_| {
                self.forget();
                tracing::error!(position = text, "a search broke down");
                "the engine broke down over this position".to_owned()
            })?
            .map_err(|error| error.to_string())
    }
}
