//! What a thread thinks with.

use std::sync::atomic::AtomicBool;

use strata_engine::{Catalogue, Report, Request, Thinker};
use strata_rules::AnyPosition;

/// What a thread thinks with. It remembers the game it was last asked about.
pub(crate) struct Minds {
    catalogue: Catalogue,
    last: Option<(String, Box<dyn Thinker>)>,
}

/// Megabytes that each thread remembers positions in.
const MEGABYTES: usize = 16;

impl Minds {
    pub(super) const fn new(catalogue: Catalogue) -> Self {
        Self { catalogue, last: None }
    }

    /// Whatever state it was left in, the next question gets a fresh one.
    pub(super) fn forget(&mut self) {
        self.last = None;
    }

    /// Thinks about a position; why there is no answer if there is none.
    pub(crate) fn think(
        &mut self,
        position: &dyn AnyPosition,
        request: &Request,
        stop: &AtomicBool,
        show: &mut dyn FnMut(Report),
    ) -> Result<Report, String> {
        let game = format!("{} {}", position.info().id, position.options().text());
        let known = self.last.take().filter(|(name, _)| *name == game);
        let make = || (game, self.catalogue.thinker_for(position));
        let (_, thinker) = self.last.insert(known.unwrap_or_else(make));
        let request = Request { megabytes: MEGABYTES, ..*request };
        thinker.think(&position.text(), &request, stop, show).map_err(|error| error.to_string())
    }
}
