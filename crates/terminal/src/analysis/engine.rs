//! The engine of the analysis board: which position it searches, and what it reports.

use std::time::Duration;

use strata_engine::{Explored, Limits, Report, Request, check_searchable};
use strata_table::{EngineThread, NodeId, SearchJob, SearchUpdate};

use super::state::{Analysis, REVIEW_TIME};
use crate::context::Context;

/// The number of lines at first, and at most.
const DEFAULT_LINES: usize = 5;
const MAX_LINES: usize = 20;

/// A position is searched for this long at most.
const LONGEST_SEARCH: Duration = Duration::from_secs(120);

/// What is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Target {
    /// The values of the moves of the position on the board.
    Explorer(NodeId),
    /// The position on the board, with this many lines.
    Position(NodeId, usize),
    /// A position of the review.
    Review(NodeId),
}

impl Target {
    const fn node(self) -> NodeId {
        let (Self::Explorer(node) | Self::Position(node, _) | Self::Review(node)) = self;
        node
    }
}

/// What an update of the engine says.
#[derive(Debug)]
pub(super) enum Finding {
    /// A report on a position.
    Report {
        node: NodeId,
        report: Report,
        /// Whether this ends the review of the position.
        is_reviewed: bool,
    },
    /// The values of the moves of a position, if any is proven.
    Explored { node: NodeId, explored: Option<Explored> },
    /// Why the search failed.
    Failure(String),
}

/// The engine of the analysis board.
pub(super) struct AnalysisEngine {
    thread: Option<EngineThread>,
    job: Option<(u64, Target)>,
    /// The search that has ended and need not be started again.
    finished: Option<Target>,
    /// The latest report on the position on the board.
    live: Option<(NodeId, Report)>,
    is_on: bool,
    lines: usize,
}

impl Default for AnalysisEngine {
    fn default() -> Self {
        Self {
            thread: None,
            job: None,
            finished: None,
            live: None,
            is_on: true,
            lines: DEFAULT_LINES,
        }
    }
}

impl AnalysisEngine {
    pub(super) const fn is_on(&self) -> bool {
        self.is_on
    }

    /// Whether the position on the board is being explored or searched.
    pub(super) const fn is_searching(&self) -> bool {
        matches!(self.job, Some((_, Target::Explorer(_) | Target::Position(..))))
    }

    pub(super) const fn lines(&self) -> usize {
        self.lines
    }

    /// Changes the number of lines. Returns it.
    pub(super) fn change_lines(&mut self, more: bool) -> usize {
        let lines = if more { self.lines + 1 } else { self.lines - 1 };
        self.lines = lines.clamp(1, MAX_LINES);
        self.lines
    }

    pub(super) fn switch(&mut self) {
        self.is_on = !self.is_on;
        self.finished = None;
    }

    pub(super) fn switch_off(&mut self) {
        self.is_on = false;
        self.stop();
    }

    /// Forgets everything about nodes, whose ids have changed.
    pub(super) fn reset(&mut self) {
        self.stop();
        self.finished = None;
        self.live = None;
    }

    fn stop(&mut self) {
        if self.job.take().is_some()
            && let Some(thread) = &self.thread
        {
            thread.stop();
        }
    }

    /// The latest report on a position, if it is the one that is searched.
    pub(super) fn live(&self, node: NodeId) -> Option<&Report> {
        self.live.as_ref().filter(|(searched, _)| *searched == node).map(|(_, report)| report)
    }

    /// The search that is needed now.
    fn wanted(&self, analysis: &Analysis) -> Option<Target> {
        if let Some(node) = analysis.next_to_review() {
            return Some(Target::Review(node));
        }
        let node = analysis.current();
        if analysis.position().outcome().is_some() {
            return None;
        }
        if !analysis.is_explored(node) {
            return Some(Target::Explorer(node));
        }
        let target = Target::Position(node, self.lines);
        (self.is_on && self.finished != Some(target)).then_some(target)
    }

    /// Starts the search that is needed now, and stops any other. Says why a position cannot be
    /// searched.
    pub(super) fn advance(
        &mut self,
        analysis: &Analysis,
        context: &mut Context,
    ) -> Result<(), String> {
        let wanted = self.wanted(analysis);
        if self.job.map(|(_, target)| target) == wanted {
            return Ok(());
        }
        self.stop();
        let Some(target) = wanted else { return Ok(()) };
        let position = &*analysis.history()[target.node()].position;
        if !matches!(target, Target::Explorer(_)) {
            check_searchable(position).map_err(|error| error.to_string())?;
        }
        let id = context.next_request_id();
        let thread = self.thread.get_or_insert_with(|| context.engine_thread(position));
        let position = position.text();
        let search = |lines, time| {
            let request = Request { limits: Limits::movetime(time), lines, ..Request::default() };
            thread.start(SearchJob { id, position: position.clone(), request });
        };
        match target {
            Target::Explorer(_) => thread.explore(id, position),
            Target::Position(_, lines) => search(lines, LONGEST_SEARCH),
            Target::Review(_) => search(1, REVIEW_TIME),
        }
        self.job = Some((id, target));
        self.live = None;
        Ok(())
    }

    /// Takes an update of an engine thread. Updates of other searches are ignored. Values that are
    /// known replace estimates.
    pub(super) fn update(&mut self, update: SearchUpdate, analysis: &Analysis) -> Option<Finding> {
        let (_, target) = self.job.filter(|(id, _)| *id == update.id())?;
        let node = target.node();
        let is_last = update.is_last();
        if is_last {
            self.job = None;
            self.finished = Some(target);
        }
        let mut report = match update {
            SearchUpdate::Explored { explored, .. } => {
                return Some(Finding::Explored { node, explored });
            }
            SearchUpdate::Progress { report, .. } | SearchUpdate::Done { report, .. } => report,
            SearchUpdate::Failed { reason, .. } => return Some(Finding::Failure(reason)),
        };
        if let Some(explored) = analysis.explored(node) {
            explored.refine(&mut report);
        }
        if matches!(target, Target::Position(..)) {
            self.live = Some((node, report.clone()));
        }
        let is_reviewed = is_last && matches!(target, Target::Review(_));
        Some(Finding::Report { node, report, is_reviewed })
    }
}
