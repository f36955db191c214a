//! Hints and the evaluation, from a mind that plays for nobody.

use strata_engine::Value;
use strata_rules::{AnyPosition, Player, PlayerSet, Square, Step};
use strata_table::{EngineThread, NodeId, SearchJob, SearchUpdate, hint_request};

use super::GameScreen;
use crate::context::Context;

/// What a position is worth to the player who is to move in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Judged {
    pub(super) node: NodeId,
    pub(super) mover: Player,
    pub(super) value: Value,
    /// Whether it was thought about to the end.
    pub(super) is_final: bool,
}

/// What the adviser knows and is asked.
#[derive(Default)]
pub(super) struct Advice {
    mind: Option<EngineThread>,
    asked: Option<(u64, NodeId)>,
    pub(super) judged: Option<Judged>,
    /// Whether a hint is wanted.
    pub(super) wants_hint: bool,
    /// Whether a bot wants to know what to say to a draw.
    pub(super) wants_verdict: bool,
    /// The squares of the move that was advised.
    pub(super) hint: Vec<Square>,
}

impl Advice {
    /// Drops everything said of other positions.
    pub(super) fn forget(&mut self) {
        self.wants_hint = false;
        self.wants_verdict = false;
        self.hint.clear();
        if self.asked.take().is_some()
            && let Some(mind) = &self.mind
        {
            mind.stop();
        }
    }
}

impl GameScreen {
    /// Asks for what is wanted and not known of the position that is seen.
    pub(super) fn ask_adviser(&mut self, context: &mut Context) {
        let current = self.table.history().current();
        let is_wanted = self.advice.wants_hint || self.advice.wants_verdict;
        let node = if is_wanted { current } else { self.seen() };
        let knows = |judged: &Judged| judged.node == node && judged.is_final;
        let is_needed = is_wanted
            || context.settings.evaluation && !self.advice.judged.as_ref().is_some_and(knows);
        if !is_needed || self.advice.asked.is_some_and(|(_, asked)| asked == node) {
            return;
        }
        let position = self.table.history()[node].position.clone();
        if position.outcome().is_some() {
            self.advice.judged = Some(judge_end(&*position, node));
            return;
        }
        let id = context.next_request_id();
        let mind = self.advice.mind.get_or_insert_with(|| context.engine_thread(&*position));
        mind.ask(SearchJob { id, position: position.text(), request: hint_request() });
        self.advice.asked = Some((id, node));
    }

    pub(super) fn answer_of_adviser(&mut self, answer: SearchUpdate, context: &mut Context) {
        let (SearchUpdate::Progress { id, .. }
        | SearchUpdate::Done { id, .. }
        | SearchUpdate::Failed { id, .. }) = &answer;
        let Some((_, node)) = self.advice.asked.filter(|(asked, _)| asked == id) else { return };
        let is_final = !matches!(answer, SearchUpdate::Progress { .. });
        if is_final {
            self.advice.asked = None;
        }
        let line = match answer {
            SearchUpdate::Progress { report, .. } | SearchUpdate::Done { report, .. } => {
                report.lines.into_iter().next()
            }
            SearchUpdate::Failed { reason, .. } => {
                self.advice.forget();
                self.message = Some(format!("No answer: {reason}."));
                // What failed once is not asked again and again.
                let position = &*self.table.history()[node].position;
                let value = Value::Estimate(0);
                self.advice.judged = Some(Judged { node, mover: position.turn(), value, is_final });
                return;
            }
        };
        let Some(line) = line else { return };
        let position = self.table.history()[node].position.clone();
        let judged = Judged { node, mover: position.turn(), value: line.value, is_final };
        self.advice.judged = Some(judged);
        if !is_final || node != self.table.history().current() {
            return;
        }
        if std::mem::take(&mut self.advice.wants_hint)
            && let Some(mv) = line.moves.first()
        {
            let steps = position.steps(mv).unwrap_or_default();
            self.advice.hint = steps.into_iter().filter_map(Step::square).collect();
            let words = value_words(&*position, &judged);
            self.message = Some(format!("Hint: {mv} ({words})."));
        }
        if std::mem::take(&mut self.advice.wants_verdict) {
            self.answer_draw(judged, context);
        }
    }
}

/// What a finished game is worth to whoever would be to move.
fn judge_end(position: &dyn AnyPosition, node: NodeId) -> Judged {
    let mover = position.turn();
    let winners = position.outcome().map_or(PlayerSet::EMPTY, |outcome| outcome.winners);
    let value = match winners.contains(mover) {
        _ if winners.len() == position.players() => Value::Draw,
        true => Value::Win(0),
        false => Value::Loss(0),
    };
    Judged { node, mover, value, is_final: true }
}

/// A value in words. A proven one says so; an estimate is a number, as seen by the first player
/// where there are two.
pub(super) fn value_words(position: &dyn AnyPosition, judged: &Judged) -> String {
    let name = |player: Player| position.side_name(player);
    let Judged { mover, value, .. } = *judged;
    let is_duel = position.players() == 2;
    let soon = value.how_soon().unwrap_or_default();
    let wins = |who: &str, plies: u16| match plies {
        0 => format!("{who} has won"),
        _ => format!("{who} wins {soon}"),
    };
    match value {
        Value::Win(plies) => wins(name(mover), plies),
        Value::Loss(plies) if is_duel => wins(name(mover.other()), plies),
        Value::Loss(0) => format!("{} has lost", name(mover)),
        Value::Loss(_) => format!("{} loses {soon}", name(mover)),
        Value::Draw => "proven draw".to_owned(),
        Value::Estimate(estimate) if is_duel => {
            let estimate = if mover == Player(0) { estimate } else { -estimate };
            format!("{:+.2}", f64::from(estimate) / 100.0)
        }
        Value::Estimate(_) => format!("{} {:.0}%", name(mover), value.winning_chance() * 100.0),
    }
}
