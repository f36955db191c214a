//! Bots: when they think, and how their moves are shown.

use std::time::Duration;

use strata_rules::{AnyPosition, Player, Scene, Step};
use strata_table::{Command, EngineThread, NodeId, SearchJob, SearchUpdate, SeatKind, request_for};

use super::GameScreen;
use crate::Animation;
use crate::context::Context;
use crate::look::sentence;

/// Between two moves of bots, from slow to fast.
const RESTS: [Duration; 5] = [
    Duration::from_millis(3000),
    Duration::from_millis(1500),
    Duration::from_millis(700),
    Duration::from_millis(250),
    Duration::ZERO,
];

/// How bots go on: how fast, and whether they wait after each move.
pub(super) struct Pace {
    speed: usize,
    /// When the next bot may move, after the bot before it.
    rest_until: Option<Duration>,
    /// Whether the game pauses again after the next move.
    pub(super) single: bool,
    /// Whether the latest move still has to be followed by that pause.
    has_moved: bool,
    mind: Option<EngineThread>,
    /// The question that a bot thinks about, and where.
    asked: Option<(u64, NodeId)>,
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            speed: 2,
            rest_until: None,
            single: false,
            has_moved: false,
            mind: None,
            asked: None,
        }
    }
}

impl Pace {
    pub(super) fn moved(&mut self) {
        self.has_moved = true;
    }

    /// Changes the speed; says what it is now.
    pub(super) fn change_speed(&mut self, faster: bool) -> String {
        let last = RESTS.len() - 1;
        self.speed = if faster { (self.speed + 1).min(last) } else { self.speed.saturating_sub(1) };
        self.rest_until = None;
        format!("Speed {} of {}.", self.speed + 1, RESTS.len())
    }
}

/// A move that is being shown step by step.
pub(super) struct Showing {
    before: Box<dyn AnyPosition>,
    steps: Vec<Step>,
    shown: usize,
    /// When the next step is due.
    pub(super) until: Duration,
}

impl Showing {
    pub(super) fn scene(&self) -> Scene {
        self.before.preview(&self.steps[..self.shown])
    }
}

const fn step_time(animation: Animation) -> Option<Duration> {
    match animation {
        Animation::Off => None,
        Animation::Slow => Some(Duration::from_millis(500)),
        Animation::Normal => Some(Duration::from_millis(220)),
        Animation::Fast => Some(Duration::from_millis(80)),
    }
}

impl GameScreen {
    /// Begins to show the move that led to a place.
    pub(super) fn show_move(&mut self, node: NodeId, context: &Context) {
        let history = self.table.history();
        let moved = &history[node];
        let (Some(time), Some(parent)) = (step_time(context.settings.animation), moved.parent)
        else {
            return;
        };
        let before = history[parent].position.clone();
        let Ok(steps) = before.steps(&moved.mv) else { return };
        if steps.len() > 1 || steps.iter().any(|step| step.square().is_some()) {
            self.showing = Some(Showing { before, steps, shown: 1, until: context.now + time });
        }
    }

    pub(super) fn advance_showing(&mut self, context: &Context) {
        while let Some(showing) = &mut self.showing
            && showing.until <= context.now
        {
            let time = step_time(context.settings.animation);
            match time.filter(|_| showing.shown < showing.steps.len()) {
                Some(time) => {
                    showing.shown += 1;
                    showing.until += time;
                }
                None => self.showing = None,
            }
        }
    }

    /// The bot whose turn it is.
    fn bot_to_move(&self) -> Option<Player> {
        let bot = |player: &Player| self.table.seats()[player.index()].is_bot();
        self.table.turn().filter(|player| bot(player) && !self.table.is_paused())
    }

    /// When a bot that has not been asked yet is to be asked.
    pub(super) fn bot_due(&self) -> Option<Duration> {
        let waits = self.bot_to_move().is_some() && self.pace.asked.is_none();
        self.pace.rest_until.filter(|_| waits && self.showing.is_none())
    }

    /// Asks the bot whose turn it is, once the move before has been seen.
    pub(super) fn ask_bot(&mut self, context: &mut Context) {
        if self.showing.is_some() || self.pace.asked.is_some() {
            return;
        }
        if std::mem::take(&mut self.pace.has_moved) && self.after_move(context) {
            return;
        }
        let Some(player) = self.bot_to_move() else { return };
        if self.pace.rest_until.is_some_and(|until| context.now < until) {
            return;
        }
        self.pace.rest_until = None;
        let SeatKind::Bot(level) = self.table.seats()[player.index()].kind else { return };
        let id = context.next_request_id();
        let time = self.table.time_left(player, context.now);
        let position = self.table.position();
        let request = request_for(level, time, context.seed());
        let question = SearchJob { id, position: position.text(), request };
        let mind = self.pace.mind.get_or_insert_with(|| context.engine_thread(position));
        mind.ask(question);
        self.pace.asked = Some((id, self.table.history().current()));
    }

    /// What comes between two moves: a pause after a single one, a rest between bots. Says
    /// whether the game now pauses.
    fn after_move(&mut self, context: &mut Context) -> bool {
        if std::mem::take(&mut self.pace.single) && self.table.turn().is_some() {
            return self.command(Command::Pause, context);
        }
        let history = self.table.history();
        let by_bot = !self.is_person(history[history.current()].player);
        let rest = RESTS[self.pace.speed];
        self.pace.rest_until = (by_bot && !rest.is_zero()).then(|| context.now + rest);
        false
    }

    /// Drops whatever is thought about positions that are no longer on the board.
    pub(super) fn forget_questions(&mut self) {
        if self.pace.asked.take().is_some()
            && let Some(mind) = &self.pace.mind
        {
            mind.stop();
        }
        self.advice.forget();
    }

    /// Stops the bot while the game is paused.
    pub(super) fn stop_bot(&mut self) {
        if self.pace.asked.take().is_some()
            && let Some(mind) = &self.pace.mind
        {
            mind.stop();
        }
    }

    /// Whether a bot is thinking.
    pub(super) const fn is_thinking(&self) -> bool {
        self.pace.asked.is_some()
    }

    /// Takes in what a thinking thread says.
    pub(crate) fn answer(&mut self, answer: SearchUpdate, context: &mut Context) {
        let (SearchUpdate::Progress { id, .. }
        | SearchUpdate::Done { id, .. }
        | SearchUpdate::Failed { id, .. }) = &answer;
        match self.pace.asked {
            Some((asked, node)) if asked == *id => self.answer_of_bot(answer, node, context),
            _ => self.answer_of_adviser(answer, context),
        }
    }

    fn answer_of_bot(&mut self, answer: SearchUpdate, node: NodeId, context: &mut Context) {
        let chosen = match answer {
            SearchUpdate::Progress { .. } => return,
            SearchUpdate::Done { report, .. } => {
                let mv =
                    report.lines.into_iter().next().and_then(|line| line.moves.into_iter().next());
                mv.ok_or_else(|| "it found no move".to_owned())
            }
            SearchUpdate::Failed { reason, .. } => Err(reason),
        };
        self.pace.asked = None;
        let Some(by) = self.table.turn().filter(|_| node == self.table.history().current()) else {
            return;
        };
        match chosen {
            Ok(mv) => {
                self.command(Command::Play { by, mv }, context);
            }
            Err(reason) => {
                // Asking again would fail again: the game waits for the player to decide.
                self.command(Command::Pause, context);
                let name = self.table.name_of(by);
                self.message = Some(sentence(&format!("{name} cannot move: {reason}")));
            }
        }
    }
}
