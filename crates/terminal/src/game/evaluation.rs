//! Hints and evaluations, from an engine that does not play.

use strata_engine::{Distance, Value};
use strata_rules::{AnyPosition, Player, PlayerSet, Square, Step};
use strata_table::wording::{sentence, value_text};
use strata_table::{EngineThread, NodeId, SearchJob, SearchUpdate, hint_request};

use super::GameScreen;
use crate::context::Context;

/// The value of a position for the player to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Evaluation {
    pub(super) node: NodeId,
    pub(super) mover: Player,
    pub(super) value: Value,
    /// Whether the search is over.
    pub(super) is_final: bool,
}

impl Evaluation {
    pub(super) fn text(&self, position: &dyn AnyPosition) -> String {
        value_text(position, self.mover, self.value)
    }
}

/// The engine for hints and evaluations, and what it has found.
#[derive(Default)]
pub(super) struct HintEngine {
    engine: Option<EngineThread>,
    job: Option<(u64, NodeId)>,
    pub(super) evaluation: Option<Evaluation>,
    /// Whether the player waits for a hint.
    pub(super) wants_hint: bool,
    /// The squares of the move that was suggested.
    pub(super) squares: Vec<Square>,
}

impl HintEngine {
    /// Stops the search and forgets the hint, which was for another position.
    pub(super) fn stop(&mut self) {
        self.wants_hint = false;
        self.squares.clear();
        if self.job.take().is_some()
            && let Some(engine) = &self.engine
        {
            engine.stop();
        }
    }
}

impl GameScreen {
    /// Starts a search if a hint or an evaluation is needed and not known yet.
    pub(super) fn advance_hints(&mut self, context: &mut Context) {
        let current = self.table.history().current();
        let node = if self.hints.wants_hint { current } else { self.seen() };
        let is_known = |known: &Evaluation| known.node == node && known.is_final;
        let is_needed = self.hints.wants_hint
            || context.settings.evaluation && !self.hints.evaluation.as_ref().is_some_and(is_known);
        if !is_needed || self.hints.job.is_some_and(|(_, searched)| searched == node) {
            return;
        }
        let position = self.table.history()[node].position.clone();
        if position.outcome().is_some() {
            self.hints.evaluation = Some(evaluate_end(&*position, node));
            return;
        }
        let id = context.next_request_id();
        let engine = self.hints.engine.get_or_insert_with(|| context.engine_thread(&*position));
        engine.start(SearchJob { id, position: position.text(), request: hint_request() });
        self.hints.job = Some((id, node));
    }

    pub(super) fn hint_update(&mut self, update: SearchUpdate) {
        let Some((_, node)) = self.hints.job.filter(|(id, _)| *id == update.id()) else { return };
        let is_final = update.is_last();
        if is_final {
            self.hints.job = None;
        }
        let position = self.table.history()[node].position.clone();
        let mover = position.turn();
        let line = match update {
            SearchUpdate::Progress { report, .. } | SearchUpdate::Done { report, .. } => {
                report.lines.into_iter().next()
            }
            SearchUpdate::Explored { .. } => return,
            SearchUpdate::Failed { reason, .. } => {
                self.hints.stop();
                self.message = Some(sentence(&format!("the search failed: {reason}")));
                // A failed search is not repeated.
                let value = Value::Estimate(0);
                self.hints.evaluation = Some(Evaluation { node, mover, value, is_final });
                return;
            }
        };
        let Some(line) = line else { return };
        let evaluation = Evaluation { node, mover, value: line.value, is_final };
        self.hints.evaluation = Some(evaluation);
        if is_final
            && node == self.table.history().current()
            && std::mem::take(&mut self.hints.wants_hint)
            && let Some(mv) = line.moves.first()
        {
            let steps = position.steps(mv).unwrap_or_default();
            self.hints.squares = steps.into_iter().filter_map(Step::square).collect();
            self.message = Some(format!("Hint: {mv}. {}.", evaluation.text(&*position)));
        }
    }
}

/// The value of a finished game to the player who would be to move.
fn evaluate_end(position: &dyn AnyPosition, node: NodeId) -> Evaluation {
    let mover = position.turn();
    let winners = position.outcome().map_or(PlayerSet::EMPTY, |outcome| outcome.winners);
    let value = match winners.contains(mover) {
        _ if winners.len() == position.players() => Value::Draw,
        true => Value::Win(Distance::Exact(0)),
        false => Value::Loss(Distance::Exact(0)),
    };
    Evaluation { node, mover, value, is_final: true }
}
