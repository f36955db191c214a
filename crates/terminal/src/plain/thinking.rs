//! Asking the engine and waiting for what it says.

use std::sync::mpsc::{self, Receiver};

use strata_engine::{Catalogue, Line, Report, Request};
use strata_rules::AnyPosition;
use strata_table::{EngineThread, SearchJob, SearchUpdate};

/// The engine, started when it is first needed.
pub(super) struct Thinking {
    catalogue: Catalogue,
    mind: Option<(EngineThread, Receiver<SearchUpdate>)>,
    asked: u64,
}

impl Thinking {
    pub(super) const fn new(catalogue: Catalogue) -> Self {
        Self { catalogue, mind: None, asked: 0 }
    }

    /// The best line of a position, or why there is none.
    pub(super) fn best(
        &mut self,
        position: &dyn AnyPosition,
        request: Request,
    ) -> Result<Line, String> {
        let best = self.report(position, request)?.lines.into_iter().next();
        best.ok_or_else(|| "there is no move".to_owned())
    }

    /// The result of a search, or why it failed.
    pub(super) fn report(
        &mut self,
        position: &dyn AnyPosition,
        request: Request,
    ) -> Result<Report, String> {
        let catalogue = self.catalogue;
        let (mind, answers) = self.mind.get_or_insert_with(|| {
            let (sender, answers) = mpsc::channel();
            // Nobody listens any more only when the game has been left.
            let tell = move |answer| drop(sender.send(answer));
            (EngineThread::new(catalogue, position, tell), answers)
        });
        self.asked += 1;
        mind.start(SearchJob { id: self.asked, position: position.text(), request });
        loop {
            match answers.recv() {
                Ok(SearchUpdate::Progress { .. }) => {}
                Ok(SearchUpdate::Done { report, .. }) => return Ok(report),
                Ok(SearchUpdate::Failed { reason, .. }) => return Err(reason),
                Err(_) => return Err("the engine has stopped".to_owned()),
            }
        }
    }
}
