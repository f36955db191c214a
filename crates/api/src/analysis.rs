//! Reports of the engine.

use std::time::Duration;

use strata_engine::{Explored, Report};
use strata_rules::AnyPosition;

use crate::types::analysis::{AnalysisMessage, AnalysisReport, Explorer, Line, ProvenMove, Value};

/// The time limit of an analysis in seconds, if the request does not say.
pub const DEFAULT_SECONDS: f64 = 30.0;
/// The number of lines, if the request does not say.
pub const DEFAULT_LINES: usize = 3;
/// The shortest search after the values of all moves have been proven.
pub const MIN_SEARCH: Duration = Duration::from_millis(10);
/// The shortest time between two reports.
pub const REPORT_INTERVAL: Duration = Duration::from_millis(100);

/// The values of all moves, as far as they are known.
pub struct KnownMoves {
    explored: Option<Explored>,
    explorer: Option<Explorer>,
}

impl KnownMoves {
    /// The values of the moves of this position.
    pub fn new(position: &dyn AnyPosition, explored: Option<Explored>) -> Self {
        let explorer = explored.as_ref().map(|explored| Explorer::new(position, explored));
        Self { explored, explorer }
    }

    /// Whether any value is known.
    pub const fn is_some(&self) -> bool {
        self.explorer.is_some()
    }

    /// Adds the values that a short search without precomputed results sees.
    pub fn add_practical(&mut self, report: &Report) {
        if let Some(explorer) = &mut self.explorer {
            explorer.add_practical(&report.lines);
        }
    }
}

/// A report about this position, with the moves whose values are known anyway.
pub fn describe(
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
        evaluation: report.lines.first().map(|line| line.value.to_string()),
    })
}
