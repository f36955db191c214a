//! The analysis of a position by an engine, in this process or in a worker.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use strata_engine::{Explored, Limits, Report, Request};
use strata_rules::AnyPosition;

use crate::api::types::ErrorBody;
use crate::api::types::analysis::{
    AnalysisMessage, AnalysisReport, Explorer, Line, ProvenMove, Value,
};
use crate::app::App;
use crate::workers::Engines;

/// The shortest search after the values of all moves have been proven.
const MIN_SEARCH: Duration = Duration::from_millis(10);
/// The shortest time between two reports.
const REPORT_INTERVAL: Duration = Duration::from_millis(100);

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

/// The values of all moves, as far as they are known.
struct KnownMoves {
    explored: Option<Explored>,
    explorer: Option<Explorer>,
}

impl KnownMoves {
    fn new(position: &dyn AnyPosition, explored: Option<Explored>) -> Self {
        let explorer = explored.as_ref().map(|explored| Explorer::new(position, explored));
        Self { explored, explorer }
    }
}

fn describe(
    position: &dyn AnyPosition,
    mut report: Report,
    known: &KnownMoves,
    done: bool,
) -> AnalysisMessage {
    if let Some(explored) = &known.explored {
        explored.refine(&mut report);
    }
    let proven = report.lines.iter().filter(|line| line.value.is_proven());
    let moves = proven.flat_map(|line| {
        line.first_moves().filter_map(|mv| {
            let steps = position.steps(mv).ok()?;
            Some(ProvenMove { mv: mv.clone(), steps, value: Value::new(position, line.value) })
        })
    });
    AnalysisMessage::Report(AnalysisReport {
        depth: report.depth,
        nodes: report.nodes,
        ms: u64::try_from(report.time.as_millis()).unwrap_or(u64::MAX),
        done,
        lines: report.lines.iter().map(|line| Line::new(position, line)).collect(),
        moves: moves.collect(),
        explorer: known.explorer.clone(),
    })
}
