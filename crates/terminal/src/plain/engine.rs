//! Searches that block until the result is there.

use std::sync::mpsc::{self, Receiver};

use strata_engine::{Catalogue, Line, Report, Request};
use strata_rules::AnyPosition;
use strata_table::{EngineThread, SearchJob, SearchUpdate};

/// An engine thread, started when it is first needed.
pub(super) struct EngineClient {
    catalogue: Catalogue,
    thread: Option<(EngineThread, Receiver<SearchUpdate>)>,
    last_id: u64,
}

impl EngineClient {
    pub(super) const fn new(catalogue: Catalogue) -> Self {
        Self { catalogue, thread: None, last_id: 0 }
    }

    /// The best line of a position, or why the search failed.
    pub(super) fn best(
        &mut self,
        position: &dyn AnyPosition,
        request: Request,
    ) -> Result<Line, String> {
        let best = self.report(position, request)?.lines.into_iter().next();
        best.ok_or_else(|| "there is no legal move".to_owned())
    }

    /// The result of a search, or why it failed.
    pub(super) fn report(
        &mut self,
        position: &dyn AnyPosition,
        request: Request,
    ) -> Result<Report, String> {
        let catalogue = self.catalogue;
        let (thread, updates) = self.thread.get_or_insert_with(|| {
            let (sender, updates) = mpsc::channel();
            // Sending fails only after the session has ended.
            let report = move |update| drop(sender.send(update));
            (EngineThread::new(catalogue, position, report), updates)
        });
        self.last_id += 1;
        thread.start(SearchJob { id: self.last_id, position: position.text(), request });
        loop {
            match updates.recv() {
                Ok(SearchUpdate::Progress { .. } | SearchUpdate::Explored { .. }) => {}
                Ok(SearchUpdate::Done { report, .. }) => return Ok(report),
                Ok(SearchUpdate::Failed { reason, .. }) => return Err(reason),
                Err(_) => return Err("the engine has stopped".to_owned()),
            }
        }
    }
}
