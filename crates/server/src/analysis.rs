//! The analysis of a position by an engine, in this process or in a worker.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use strata_api::analysis::{KnownMoves, MIN_SEARCH, REPORT_INTERVAL, describe};
use strata_engine::{Limits, Report, Request};
use strata_rules::AnyPosition;

use crate::api::types::ErrorBody;
use crate::api::types::analysis::AnalysisMessage;
use crate::app::App;
use crate::workers::Engines;

/// What to analyse, and for how long.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Analysis {
    pub(crate) game: String,
    pub(crate) position: String,
    /// The number of lines; with 0, nothing is searched.
    pub(crate) lines: usize,
    pub(crate) seconds: f64,
    pub(crate) threads: usize,
    /// Whether to prove the values of all moves first.
    pub(crate) explores: bool,
}

impl Analysis {
    /// The position, or why it cannot be read.
    pub(crate) fn read_position(&self, app: &App) -> Result<Box<dyn AnyPosition>, String> {
        let entry = app.game(&self.game).map_err(|error| error.to_string())?;
        entry.read_position(&self.position).map_err(|error| error.to_string())
    }

    /// Analyses the position, and returns the last message. `show` is called with those before it.
    pub(crate) fn run(
        &self,
        position: &dyn AnyPosition,
        engines: &mut Engines,
        stop: &AtomicBool,
        show: &mut dyn FnMut(&AnalysisMessage),
    ) -> AnalysisMessage {
        let started = Instant::now();
        let explored = if self.explores { engines.explore(position, stop) } else { None };
        let known = KnownMoves::new(position, explored);
        let empty = Report { depth: 0, nodes: 0, time: Duration::ZERO, lines: Vec::new() };
        if self.lines == 0 {
            return describe(position, empty, &known, true);
        }
        if self.explores {
            show(&describe(position, empty, &known, false));
        }
        let time = Duration::from_secs_f64(self.seconds.max(0.0));
        let limits = Limits::movetime(time.saturating_sub(started.elapsed()).max(MIN_SEARCH));
        let (lines, threads) = (self.lines, self.threads);
        let request = Request { limits, lines, threads, ..Request::default() };
        let mut last_sent: Option<Instant> = None;
        let mut report = |report: Report| {
            if last_sent.is_none_or(|time| time.elapsed() >= REPORT_INTERVAL) {
                last_sent = Some(Instant::now());
                show(&describe(position, report, &known, false));
            }
        };
        match engines.search(position, &request, stop, &mut report) {
            Ok(report) => describe(position, report, &known, true),
            Err(error) => AnalysisMessage::Failed(ErrorBody { error }),
        }
    }
}
