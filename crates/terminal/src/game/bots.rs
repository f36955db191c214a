//! Bots at this terminal: their engine thread and the pace of their moves.

use std::time::Duration;

use strata_engine::Report;
use strata_rules::Player;
use strata_table::wording::sentence;
use strata_table::{
    BotAction, BotBudget, BotSearch, Bots, Command, EngineThread, NodeId, SearchJob, SearchUpdate,
};

use super::GameScreen;
use crate::context::Context;

/// The time between two moves of bots, from slow to fast.
const RESTS: [Duration; 5] = [
    Duration::from_millis(3000),
    Duration::from_millis(1500),
    Duration::from_millis(700),
    Duration::from_millis(250),
    Duration::ZERO,
];

/// The speed after the start.
const DEFAULT_SPEED: usize = 2;

/// The bots of a game and the thread on which they search.
pub(super) struct BotPlayers {
    bots: Bots,
    engine: Option<EngineThread>,
    /// The running search: its id and the history node that it is for.
    job: Option<(u64, NodeId)>,
    /// What the search has reported last.
    report: Option<Report>,
    speed: usize,
    /// When the next bot may move, after the bot before it.
    rest_until: Option<Duration>,
    /// Whether the game pauses again after the next move.
    pub(super) single_step: bool,
    /// Whether a move was made that has not been followed by a pause or delay yet.
    has_moved: bool,
}

impl Default for BotPlayers {
    fn default() -> Self {
        Self {
            bots: Bots::default(),
            engine: None,
            job: None,
            report: None,
            speed: DEFAULT_SPEED,
            rest_until: None,
            single_step: false,
            has_moved: false,
        }
    }
}

impl BotPlayers {
    pub(super) fn note_move(&mut self) {
        self.has_moved = true;
    }

    /// Changes the speed; returns it in words.
    pub(super) fn change_speed(&mut self, faster: bool) -> String {
        let last = RESTS.len() - 1;
        self.speed = if faster { (self.speed + 1).min(last) } else { self.speed.saturating_sub(1) };
        self.rest_until = None;
        format!("Speed {} of {}.", self.speed + 1, RESTS.len())
    }

    /// Stops the search that runs, if there is one.
    pub(super) fn stop(&mut self) {
        self.bots.stop();
        self.stop_search();
    }

    fn stop_search(&mut self) {
        self.report = None;
        if self.job.take().is_some()
            && let Some(engine) = &self.engine
        {
            engine.stop();
        }
    }

    /// Whether a bot is searching.
    pub(super) const fn is_searching(&self) -> bool {
        self.job.is_some()
    }

    /// What the search has reported last.
    pub(super) const fn report(&self) -> Option<&Report> {
        self.report.as_ref()
    }

    /// Makes the bot that is searching move immediately; returns whether there is one.
    pub(super) fn move_now(&self) -> bool {
        match &self.engine {
            Some(engine) if self.is_searching() => {
                engine.finish_now();
                true
            }
            _ => false,
        }
    }
}

impl GameScreen {
    /// When the bots next have something to do.
    pub(super) fn bot_wake(&self) -> Option<Duration> {
        let rest = self.bots.rest_until.filter(|_| {
            self.playback.is_none() && !self.bots.is_searching() && self.is_bots_turn()
        });
        rest.into_iter().chain(self.bots.bots.wake()).min()
    }

    fn is_bots_turn(&self) -> bool {
        let turn = self.table.turn().filter(|_| !self.table.is_paused());
        turn.is_some_and(|player| self.table.seats()[player.index()].is_bot())
    }

    /// Executes the due actions of the bots, once the previous move has been shown.
    pub(super) fn advance_bots(&mut self, context: &mut Context) {
        while let Some(answer) = self.bots.bots.answer_offer(&self.table) {
            self.command(answer, context);
        }
        if self.playback.is_some() {
            return;
        }
        if std::mem::take(&mut self.bots.has_moved) && self.pause_or_rest(context) {
            return;
        }
        let is_resting = self.bots.rest_until.is_some_and(|until| context.now < until);
        if is_resting && self.is_bots_turn() {
            return;
        }
        self.bots.rest_until = None;
        let id = context.next_request_id();
        let seed = context.seed();
        match self.bots.bots.next(&self.table, context.now, BotBudget::default(), seed) {
            BotAction::Wait => {}
            BotAction::Stop => self.bots.stop_search(),
            BotAction::Search(search) => self.start_search(id, *search, context),
            BotAction::Apply(command) => {
                self.bots.stop_search();
                self.command(command, context);
            }
        }
    }

    fn start_search(&mut self, id: u64, search: BotSearch, context: &Context) {
        self.bots.stop_search();
        let BotSearch { node, position, request, .. } = search;
        let engine = self.bots.engine.get_or_insert_with(|| context.engine_thread(&*position));
        engine.start(SearchJob { id, position: position.text(), request });
        self.bots.job = Some((id, node));
    }

    /// What happens between two moves: a pause after a single step, a delay in games between bots.
    /// Returns whether the game is paused now.
    fn pause_or_rest(&mut self, context: &mut Context) -> bool {
        if std::mem::take(&mut self.bots.single_step) && self.table.turn().is_some() {
            return self.command(Command::Pause, context);
        }
        let history = self.table.history();
        let by_bot = !self.is_person(history[history.current()].player);
        let rest = RESTS[self.bots.speed];
        self.bots.rest_until = (by_bot && !rest.is_zero()).then(|| context.now + rest);
        false
    }

    /// Takes an update of an engine thread.
    pub(crate) fn search_update(&mut self, update: SearchUpdate, context: &mut Context) {
        match self.bots.job {
            Some((id, node)) if id == update.id() => self.bot_update(update, node, context),
            _ => self.hint_update(update),
        }
    }

    fn bot_update(&mut self, update: SearchUpdate, node: NodeId, context: &mut Context) {
        let result = match update {
            SearchUpdate::Explored { .. } => return,
            SearchUpdate::Progress { report, .. } => {
                self.bots.bots.progress(node, &report);
                self.bots.report = Some(report);
                return;
            }
            SearchUpdate::Done { report, .. } => Ok(report),
            SearchUpdate::Failed { reason, .. } => Err(reason),
        };
        self.bots.stop_search();
        let found = self.bots.bots.finish(&self.table, node, result, context.seed());
        let Some(found) = found else { return };
        let by = self.table.turn().unwrap_or(Player(0));
        self.command(found.command, context);
        if let Some(reason) = found.failure {
            let name = self.table.name_of(by);
            let failed =
                format!("the search for {name} failed ({reason}); it played a random move");
            self.message = Some(sentence(&failed));
        }
    }
}
