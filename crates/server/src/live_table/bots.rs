//! Bots at a table.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use strata_engine::{Report, Request, Value};
use strata_rules::{Player, Random};
use strata_table::{
    Command, DEFAULT_MOVE_TIME, Event, NodeId, Proposal, Seat, SeatKind, request_for,
};
use tokio::runtime::Handle;

use super::{LiveTable as Room, State};
use crate::app::App;
use crate::sync::lock;
use crate::workers::Urgency;

/// What the bots at a table are doing.
#[derive(Debug, Default)]
pub(super) struct Bots {
    /// Where a bot thinks, and what stops it.
    thinking: Option<(NodeId, Arc<AtomicBool>)>,
    /// What the bots thought of their positions when they last moved.
    values: Vec<(Player, Value)>,
}

impl Bots {
    fn stop(&mut self) {
        if let Some((_, stop)) = self.thinking.take() {
            stop.store(true, Ordering::Relaxed);
        }
    }

    fn value(&self, player: Player) -> Option<Value> {
        self.values.iter().find(|(known, _)| *known == player).map(|(_, value)| *value)
    }
}

impl Drop for Bots {
    fn drop(&mut self) {
        self.stop();
    }
}

impl State {
    fn only_bots(&self) -> bool {
        self.table.seats().iter().all(Seat::is_bot)
    }

    /// What comes of a command, also where it is refused because somebody's time was up before.
    fn apply_or_flag(&mut self, command: Command, now: Duration) -> Vec<Event> {
        self.table.apply(command, now).unwrap_or_else(|refusal| refusal.events)
    }

    /// Bots answer offers of a draw by what they thought when they last moved.
    pub(super) fn let_bots_answer(&mut self, now: Duration) -> Vec<Event> {
        let mut events = Vec::new();
        for bot in Player::all(self.table.players()) {
            let open = |offer: &&strata_table::Offer| {
                offer.proposal == Proposal::Draw && offer.by != bot && !offer.accepted.contains(bot)
            };
            let is_asked = self.table.offer().filter(open).is_some();
            if !is_asked || !self.table.seats()[bot.index()].is_bot() {
                continue;
            }
            let takes = self.bots.value(bot).is_some_and(|value| self.table.takes_draw(value));
            let command = match takes {
                true => Command::AcceptDraw { by: bot },
                false => Command::DeclineDraw { by: bot },
            };
            events.extend(self.table.apply(command, now).unwrap_or_default());
        }
        events
    }
}

/// A number that no bot has started from before, as far as chance goes.
fn new_seed() -> u64 {
    getrandom::u64().unwrap_or(0)
}

/// The longest that a bot thinks about a move, however long its clock is: it has threads that
/// others wait for.
const LONGEST_THOUGHT: Duration = Duration::from_secs(3);

/// The request with a time that a server can give while so many wait for each thread.
fn bounded(mut request: Request, longest: Duration, waiting: usize) -> Request {
    let share = u32::try_from(waiting).unwrap_or(u32::MAX).saturating_add(1);
    let time = request.limits.movetime.unwrap_or(longest).min(longest);
    request.limits.movetime = Some(time / share);
    request
}

impl Room {
    /// Bots among themselves play, and their clocks run, only while somebody looks.
    pub(super) async fn rest_unseen(self: &Arc<Self>, app: &Arc<App>, state: &mut State) {
        if !state.only_bots() || state.table.result().is_some() || self.is_gone() {
            return;
        }
        let is_seen = lock(&self.presence).watcher().is_some();
        let command = match (state.table.is_paused(), is_seen) {
            (true, true) => Command::Resume,
            (false, false) => Command::Pause,
            _ => return,
        };
        let events = state.apply_or_flag(command, app.time.now());
        if state.table.setup().clock.is_some() {
            // What cannot be saved is tried again when the table is loaded.
            let _ = self.commit(app, state, &events).await;
        } else {
            self.publish(app, state, &events);
            self.let_bots_think(app, state);
        }
    }

    /// Has the bot think whose turn it is, if it is a bot's and it does not think already.
    pub(super) fn let_bots_think(self: &Arc<Self>, app: &Arc<App>, state: &mut State) {
        let only_bots = state.only_bots();
        let idle = state.table.is_paused() || state.is_waiting() || self.is_gone();
        let watcher = lock(&self.presence).watcher();
        let bot = match state.table.seat_to_move() {
            Some(Seat { kind: SeatKind::Bot(level), .. }) if !idle => Some(*level),
            _ => None,
        };
        let node = state.table.history().current();
        let (Some(level), Some(player)) = (bot, state.table.turn()) else {
            return state.bots.stop();
        };
        if state.bots.thinking.as_ref().is_some_and(|(known, _)| *known == node) {
            return;
        }
        state.bots.stop();
        let stop = Arc::new(AtomicBool::new(false));
        state.bots.thinking = Some((node, Arc::clone(&stop)));
        let request = request_for(level, state.table.time_left(player, app.time.now()), new_seed());
        let longest = if only_bots { DEFAULT_MOVE_TIME } else { LONGEST_THOUGHT };
        let request = bounded(request, longest, app.workers.waiting().0 / app.workers.threads());
        let position = state.table.position().boxed_clone();
        let (room, app, runtime) = (Arc::clone(self), Arc::clone(app), Handle::current());
        let pace = if only_bots { app.config.bounds.bot_pace } else { Duration::ZERO };
        let workers = Arc::clone(&app);
        let stopped = Arc::clone(&stop);
        let urgency = watcher.filter(|_| only_bots).map_or(Urgency::Move, Urgency::Show);
        // There is room for moves until the server ends.
        let _ = workers.workers.ask(urgency, &stopped, move |minds| {
            if stop.load(Ordering::Relaxed) {
                return;
            }
            let answer = minds.search(&*position, &request, &stop, &mut |_| {});
            if stop.load(Ordering::Relaxed) {
                return;
            }
            runtime.spawn(async move {
                tokio::time::sleep(pace).await;
                room.hear_bot(&app, node, player, answer).await;
            });
        });
    }

    /// Plays what a bot has thought of, unless the game has gone elsewhere meanwhile.
    async fn hear_bot(
        self: Arc<Self>,
        app: &Arc<App>,
        node: NodeId,
        player: Player,
        answer: Result<Report, String>,
    ) {
        let mut state = self.state.lock().await;
        let is_meant = state.bots.thinking.as_ref().is_some_and(|(known, _)| *known == node);
        if !is_meant || self.is_gone() || state.table.turn() != Some(player) {
            return;
        }
        state.bots.thinking = None;
        let best = match answer {
            Ok(report) => report.lines.into_iter().next(),
            Err(reason) => {
                tracing::warn!(id = self.id, reason, "a bot plays at random");
                None
            }
        };
        state.bots.values.retain(|(known, _)| *known != player);
        state.bots.values.extend(best.as_ref().map(|line| (player, line.value)));
        let mv = best.and_then(|line| line.moves.into_iter().next()).or_else(|| {
            state.table.position().boxed_clone().play_random(&mut Random::new(new_seed()))
        });
        let Some(mv) = mv else { return };
        let events = state.apply_or_flag(Command::Play { by: player, mv }, app.time.now());
        if !events.is_empty() {
            // When it cannot be saved, the table is loaded again as it was and the bot asked again.
            let _ = self.commit(app, &mut state, &events).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use strata_engine::Level;
    use strata_table::TimeLeft;

    use super::*;

    #[test]
    fn no_clock_gives_a_bot_more_than_a_server_can() {
        let time = |seconds: u64, turn: Option<u64>, waiting| {
            let [game, turn] = [Some(seconds), turn].map(|time| time.map(Duration::from_secs));
            let left = TimeLeft { game, turn, increment: Duration::from_secs(600) };
            let request = request_for(Level::HIGHEST, Some(left), 0);
            bounded(request, LONGEST_THOUGHT, waiting).limits.movetime
        };
        assert_eq!(time(36_000, None, 0), Some(LONGEST_THOUGHT));
        assert_eq!(time(36_000, Some(3_600), 0), Some(LONGEST_THOUGHT));
        assert_eq!(
            time(36_000, None, 2),
            Some(LONGEST_THOUGHT / 3),
            "when many wait, each gets less"
        );
        let usual = bounded(request_for(Level::HIGHEST, None, 0), LONGEST_THOUGHT, 0);
        assert_eq!(usual.limits.movetime, Some(DEFAULT_MOVE_TIME));
    }
}
