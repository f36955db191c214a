//! Bots at a table.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use strata_engine::Report;
use strata_table::{
    BotAction, BotBudget, BotSearch, Bots, Command, DEFAULT_MOVE_TIME, Event, NodeId, Seat,
};
use tokio::runtime::Handle;

use super::{LiveTable, State};
use crate::app::App;
use crate::metrics::count;
use crate::store::MAX_TRIES;
use crate::sync::lock;
use crate::visitors::Visitor;
use crate::workers::Urgency;

/// The bots at a table, and what stops their search.
#[derive(Debug, Default)]
pub(super) struct TableBots {
    bots: Bots,
    stop: Option<Arc<AtomicBool>>,
    /// Whether this process moves for the bots. Another one takes over if it does not renew its claim.
    leads: bool,
}

impl TableBots {
    /// What the bots think of their positions, for the store; empty if they have not moved.
    pub(super) fn write(&self) -> String {
        let values = self.bots.values();
        if values.is_empty() {
            return String::new();
        }
        serde_json::to_string(&values).unwrap_or_default()
    }

    pub(super) fn read(text: &str) -> Self {
        let values = serde_json::from_str(text).unwrap_or_default();
        Self { bots: Bots::with_values(values), stop: None, leads: false }
    }

    /// Leaves the bots to other processes.
    pub(super) fn stop(&mut self) {
        self.leads = false;
        self.bots.stop();
        self.stop_search();
    }

    fn stop_search(&mut self) {
        if let Some(stop) = self.stop.take() {
            stop.store(true, Ordering::Relaxed);
        }
    }
}

impl Drop for TableBots {
    fn drop(&mut self) {
        self.stop();
    }
}

impl State {
    pub(super) fn only_bots(&self) -> bool {
        self.table.seats().iter().all(Seat::is_bot)
    }

    /// Applies a command. If it is refused because a flag has fallen, returns those events.
    fn apply_or_flag(&mut self, command: Command, now: Duration) -> Vec<Event> {
        self.table.apply(command, now).unwrap_or_else(|refusal| refusal.events)
    }

    /// Lets the bots answer offers.
    pub(super) fn let_bots_answer(&mut self, now: Duration) -> Vec<Event> {
        let mut events = Vec::new();
        while let Some(answer) = self.bots.bots.answer_offer(&self.table) {
            events.extend(self.apply_or_flag(answer, now));
        }
        events
    }
}

/// A seed that differs from search to search.
fn new_seed() -> u64 {
    getrandom::u64().unwrap_or(0)
}

/// The longest search for a move, however much time is left on the clock: other tables wait for
/// the same threads.
const LONGEST_SEARCH: Duration = Duration::from_secs(3);

impl LiveTable {
    /// Games between bots run, and so do their clocks, only while someone is watching.
    pub(super) async fn rest_unseen(self: &Arc<Self>, app: &Arc<App>, state: &mut State) {
        if !state.only_bots() || state.table.result().is_some() || self.is_gone() {
            return;
        }
        let is_seen = lock(&self.presence).is_watched();
        let command = match (state.table.is_paused(), is_seen) {
            (true, true) => Command::Resume,
            (false, false) => Command::Pause,
            _ => return,
        };
        let events = state.apply_or_flag(command, app.time.now());
        // If it cannot be saved, it is tried again when the table is loaded.
        let _ = self.commit(app, state, &events).await;
    }

    /// Moves for the bots in this process, if it searches at all.
    pub(super) fn lead_bots(self: &Arc<Self>, app: &Arc<App>, state: &mut State) {
        state.bots.leads = !app.workers.is_empty();
        self.let_bots_think(app, state);
    }

    /// Moves for a bot whose turn this process has claimed.
    pub(crate) async fn take_bot_turn(self: &Arc<Self>, app: &Arc<App>, tries: i64) {
        let mut state = self.state.lock().await;
        // If the table cannot be loaded, the claim expires.
        if self.is_gone() || self.catch_up(app, &mut state).await.is_err() {
            return;
        }
        if let Ok(elsewhere) = app.store.elsewhere(&self.id).await {
            lock(&self.presence).set_elsewhere(elsewhere, app.time.now());
        }
        self.rest_unseen(app, &mut state).await;
        if tries <= MAX_TRIES {
            return self.lead_bots(app, &mut state);
        }
        state.bots.stop();
        let next = |state: &mut State| {
            state.bots.bots.next(&state.table, app.time.now(), BotBudget::default(), new_seed())
        };
        if let BotAction::Search(search) = next(&mut state) {
            let reason = format!("{MAX_TRIES} processes ended while they searched");
            count(&app.metrics.set_aside);
            self.play_found(app, &mut state, search.node, Err(reason)).await;
        }
    }

    /// The version of the table for which this process searches, if it does.
    pub(crate) fn searched_version(&self) -> Option<i64> {
        // A locked state is being changed, which renews the claim.
        let state = self.state.try_lock().ok()?;
        (state.bots.leads && state.is_bots_turn()).then_some(state.version)
    }

    /// Starts the search of the bot to move, or stops the one that is no longer needed.
    fn let_bots_think(self: &Arc<Self>, app: &Arc<App>, state: &mut State) {
        if !state.bots.leads || state.is_waiting() || self.is_gone() {
            return state.bots.stop();
        }
        let longest = if state.only_bots() { DEFAULT_MOVE_TIME } else { LONGEST_SEARCH };
        let waiting = app.workers.waiting().0 / app.workers.threads().max(1);
        let sharing = u32::try_from(waiting).unwrap_or(u32::MAX).saturating_add(1);
        let budget = BotBudget { longest, sharing };
        match state.bots.bots.next(&state.table, app.time.now(), budget, new_seed()) {
            BotAction::Wait => {}
            BotAction::Stop => state.bots.stop_search(),
            BotAction::Search(search) => self.start_search(app, state, *search),
            BotAction::Apply(command) => {
                let (live, app) = (Arc::clone(self), Arc::clone(app));
                let (node, pace) = (state.table.history().current(), pace(&app, state));
                tokio::spawn(async move {
                    tokio::time::sleep(pace).await;
                    live.play_for_bot(&app, node, command).await;
                });
            }
        }
    }

    fn start_search(self: &Arc<Self>, app: &Arc<App>, state: &mut State, search: BotSearch) {
        state.bots.stop_search();
        let stop = Arc::new(AtomicBool::new(false));
        state.bots.stop = Some(Arc::clone(&stop));
        let urgency = match state.only_bots() {
            true => Urgency::Show(lock(&self.presence).watcher().unwrap_or(Visitor::ELSEWHERE)),
            false => Urgency::Move,
        };
        let pace = pace(app, state);
        let (live, app, runtime) = (Arc::clone(self), Arc::clone(app), Handle::current());
        let workers = Arc::clone(&app);
        let stopped = Arc::clone(&stop);
        // The queue for moves is never full while the server runs.
        let _ = workers.workers.ask(urgency, &stopped, move |engines| {
            if stop.load(Ordering::Relaxed) {
                return;
            }
            let result = engines.search(&*search.position, &search.request, &stop, &mut |_| {});
            if stop.load(Ordering::Relaxed) {
                return;
            }
            runtime.spawn(async move {
                tokio::time::sleep(pace).await;
                live.finish_search(&app, search.node, result).await;
            });
        });
    }

    /// Plays the move that a search has found, unless the game has moved on since.
    async fn finish_search(
        self: Arc<Self>,
        app: &Arc<App>,
        node: NodeId,
        result: Result<Report, String>,
    ) {
        let mut state = self.state.lock().await;
        if self.is_gone() {
            return;
        }
        self.play_found(app, &mut state, node, result).await;
    }

    async fn play_found(
        self: &Arc<Self>,
        app: &Arc<App>,
        state: &mut State,
        node: NodeId,
        result: Result<Report, String>,
    ) {
        let State { bots, table, .. } = &mut *state;
        let Some(found) = bots.bots.finish(table, node, result, new_seed()) else { return };
        bots.stop = None;
        if let Some(reason) = found.failure {
            tracing::warn!(id = self.id, reason, "a search failed; the bot plays a random move");
        }
        self.commit_bot_move(app, state, found.command).await;
    }

    /// Applies a command that needed no search, unless the game has moved on since.
    async fn play_for_bot(self: Arc<Self>, app: &Arc<App>, node: NodeId, command: Command) {
        let mut state = self.state.lock().await;
        if !self.is_gone() && state.table.history().current() == node {
            self.commit_bot_move(app, &mut state, command).await;
        }
    }

    async fn commit_bot_move(self: &Arc<Self>, app: &Arc<App>, state: &mut State, mv: Command) {
        let events = state.apply_or_flag(mv, app.time.now());
        if !events.is_empty() {
            // If it cannot be saved, the table is reloaded as it was and some process searches again.
            let _ = self.commit(app, state, &events).await;
        }
    }
}

/// The minimum time that a move stays on the board in games between bots.
fn pace(app: &App, state: &State) -> Duration {
    if state.only_bots() { app.config.bounds.bot_pace } else { Duration::ZERO }
}
