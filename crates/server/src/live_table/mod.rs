//! A live table: a table in memory, the owners of its seats, and the clients that follow it.

mod bots;
mod clock_watch;
mod commands;
mod entries;
mod follow;
mod join;
mod listing;
mod log;
mod phrases;
mod presence;
mod rematch;
mod seat_owners;
mod snapshot;
mod stored;

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use strata_rules::{Player, PlayerSet};
use strata_table::{Event, NodeId, Seat, Setup, Table, TimeControl};
use tokio::sync::{Notify, watch};

pub(crate) use presence::PresenceTicket;
pub(crate) use seat_owners::{Occupancy, SeatOwner};
pub(crate) use snapshot::Snapshot;

use crate::api::types::lobby::Said;
use crate::app::App;
use crate::error::ApiError;
use crate::metrics::count;
use crate::secret::SecretHash;
use crate::store::{Elsewhere, SaveError, StoredTable};
use crate::sync::lock;
use crate::visitors::{Bucket, Visitor};
use bots::TableBots;
use entries::Entries;
use log::Log;
use presence::Presence;

/// A live table.
pub(crate) struct LiveTable {
    pub(crate) id: String,
    state: tokio::sync::Mutex<State>,
    shown: watch::Sender<Arc<Snapshot>>,
    presence: Mutex<Presence>,
    /// How much each player may say.
    phrases: Mutex<Vec<Bucket>>,
    /// Wakes the task that watches the clock.
    clock_changed: Arc<Notify>,
    used: Mutex<Instant>,
    /// About how many bytes it takes.
    bytes: AtomicUsize,
    /// Whether it was dropped: it may differ from the store.
    gone: AtomicBool,
    /// The number of followers that receive the whole table after every change.
    whole: AtomicUsize,
}

/// The state, which changes by one command at a time.
struct State {
    table: Table,
    owners: Vec<SeatOwner>,
    rematch: Option<String>,
    /// Whether everyone may find it in the lobby.
    listed: bool,
    /// The last phrase of each player who has said something.
    said: Vec<Said>,
    /// The version in the store.
    version: i64,
    /// Increases with every change, also when another server makes it.
    revision: u64,
    bots: TableBots,
    /// The history as clients see it.
    entries: Entries,
    /// Nodes that were entered since then.
    entered: Vec<NodeId>,
    /// The log in the store; `None` if the store has the whole record.
    log: Option<Log>,
}

/// Why a change was not made.
enum Failed {
    /// Another server was faster. The state is now the one that it has saved.
    Lost,
    /// The client gets to know why.
    Refused(ApiError),
}

impl From<ApiError> for Failed {
    fn from(error: ApiError) -> Self {
        Self::Refused(error)
    }
}

const NOT_AWAY: &str = "the player to move is not away";
const NOT_SAVED: ApiError =
    ApiError::Unavailable("the game could not be saved; reload it and try again");
pub(crate) const NO_SUCH_SEAT: ApiError =
    ApiError::Unauthorized("this secret does not match any seat in this game");

impl State {
    /// The player to move, if the others can claim the win when that player is away; or why not.
    fn waited_for(&self) -> Result<Player, &'static str> {
        let is_real_time = |clock: &TimeControl| clock.is_real_time();
        if !self.table.setup().clock.as_ref().is_some_and(is_real_time) {
            return Err(
                "a win can only be claimed in games with a clock of less than an hour per turn",
            );
        }
        let turn = self.table.turn().ok_or("the game is over")?;
        if self.is_waiting() {
            return Err("the game has not started");
        }
        if !self.table.is_shared() || self.table.seats()[turn.index()].is_bot() {
            return Err(NOT_AWAY);
        }
        Ok(turn)
    }

    /// How long the player to move has been away, if the others can claim the win for it.
    fn absent(&self, presence: &Presence, now: Duration) -> Option<Duration> {
        let turn = self.waited_for().ok().filter(|turn| !presence.is_here(*turn))?;
        Some(presence.absence(turn, now))
    }

    /// Whether the clocks wait for players to take their seats.
    fn is_waiting(&self) -> bool {
        self.table.setup().clock.is_some()
            && self.table.result().is_none()
            && self.table.history().count_moves() == 0
            && self.owners.iter().any(|owner| owner.occupancy != Occupancy::Taken)
    }

    /// Whether a bot is to move.
    fn is_bots_turn(&self) -> bool {
        let is_bot = self.table.seat_to_move().is_some_and(Seat::is_bot);
        is_bot && !self.table.is_paused() && !self.is_waiting()
    }

    /// The time for the table, which is zero until its clocks start.
    fn time(&self, app: &App) -> Duration {
        if self.is_waiting() { Duration::ZERO } else { app.time.now() }
    }

    fn new(table: Table, owners: Vec<SeatOwner>, rematch: Option<String>, version: i64) -> Self {
        Self {
            table,
            owners,
            rematch,
            listed: false,
            said: Vec::new(),
            version,
            revision: 0,
            bots: TableBots::default(),
            entries: Entries::default(),
            entered: Vec::new(),
            log: None,
        }
    }

    /// Begins the next revision, after these events.
    fn revise(&mut self, app: &App, events: &[Event]) {
        self.revision = self.next_revision(app);
        self.entered.extend(events.iter().filter_map(Event::node));
        self.entries.update(self.table.history(), &self.entered, self.revision);
        self.entered.clear();
    }

    /// The next revision, which a page can represent exactly in 53 bits: the version counts most, then
    /// the start of the process, then the number of the snapshot. So it is larger than all earlier
    /// ones of this process and of those that it succeeds.
    fn next_revision(&self, app: &App) -> u64 {
        const START_BITS: u32 = 16;
        const SNAPSHOT_BITS: u32 = 17;
        let version = u64::try_from(self.version).unwrap_or(0);
        let start = app.store.start % (1 << START_BITS);
        (self.revision + 1).max((version << START_BITS | start) << SNAPSHOT_BITS)
    }

    /// About how many bytes it takes.
    fn bytes(&self) -> usize {
        /// A history entry with its position, and its part of the snapshot.
        const NODE: usize = 640;
        const REST: usize = 16 << 10;
        REST + NODE * self.table.history().count_moves()
    }
}

impl LiveTable {
    /// Creates a table and saves it. It is in the lobby if a visitor has put it there.
    pub(crate) async fn create(
        app: &Arc<App>,
        id: String,
        setup: Setup,
        owners: Vec<SeatOwner>,
        lister: Option<Visitor>,
    ) -> Result<Arc<Self>, ApiError> {
        let table = new_table(app, setup)?;
        let state = State { listed: lister.is_some(), ..State::new(table, owners, None, 0) };
        let live_table = Self::new(app, id, state, Elsewhere::default());
        let mut state = live_table.state.lock().await;
        let lister = lister.map(|visitor| visitor.to_string()).unwrap_or_default();
        let stored = StoredTable { lister, ..state.stored(&live_table, app, &[]) };
        let log = stored.log.as_ref().map(|log| Log::of(log, stored.plies));
        app.store.save(stored).await.map_err(|_| NOT_SAVED)?;
        state.version += 1;
        state.log = log;
        app.live_tables.add(app, &live_table);
        live_table.watch_clock(app, &state);
        live_table.rest_unseen(app, &mut state).await;
        live_table.lead_bots(app, &mut state);
        drop(state);
        count(&app.metrics.tables_created);
        Ok(live_table)
    }

    /// Loads a stored table.
    pub(crate) fn restore(
        app: &Arc<App>,
        stored: StoredTable,
        elsewhere: Elsewhere,
    ) -> Result<Arc<Self>, ApiError> {
        let state = State::restore(app, &stored)?;
        let live_table = Self::new(app, stored.id, state, elsewhere);
        if let Ok(state) = live_table.state.try_lock() {
            live_table.watch_clock(app, &state);
        }
        Ok(live_table)
    }

    fn new(app: &App, id: String, mut state: State, elsewhere: Elsewhere) -> Arc<Self> {
        state.revise(app, &[]);
        let mut presence = Presence::new(state.table.players());
        presence.set_elsewhere(elsewhere, app.time.now());
        let first = Snapshot::new(app, &id, &state, &presence, &[]);
        Arc::new(Self {
            id,
            phrases: Mutex::new(phrases::buckets(state.table.players())),
            shown: watch::Sender::new(Arc::new(first)),
            bytes: AtomicUsize::new(state.bytes()),
            state: tokio::sync::Mutex::new(state),
            presence: Mutex::new(presence),
            clock_changed: Arc::default(),
            used: Mutex::new(Instant::now()),
            gone: AtomicBool::new(false),
            whole: AtomicUsize::new(0),
        })
    }

    /// The current snapshot, and every later one.
    pub(crate) fn watch(&self) -> watch::Receiver<Arc<Snapshot>> {
        self.shown.subscribe()
    }

    /// The current snapshot.
    pub(crate) fn snapshot(&self) -> Arc<Snapshot> {
        *lock(&self.used) = Instant::now();
        Arc::clone(&self.shown.borrow())
    }

    /// Whether a change could not be saved: then the table has to be loaded again.
    pub(crate) fn is_gone(&self) -> bool {
        self.gone.load(Ordering::Relaxed)
    }

    /// When it was last used.
    pub(crate) fn used(&self) -> Instant {
        *lock(&self.used)
    }

    /// Whether it was used within the time `idle`.
    pub(crate) fn is_fresh(&self, idle: Duration) -> bool {
        self.used().elapsed() < idle
    }

    /// Reads the table itself.
    pub(crate) async fn with_table<T>(&self, read: impl FnOnce(&Table) -> T) -> T {
        read(&self.state.lock().await.table)
    }

    /// The players whose seats a secret owns. They count as present from now on.
    pub(crate) async fn players_of(&self, app: &App, secret: Option<SecretHash>) -> PlayerSet {
        // Spectators need not wait for a change that is being saved.
        match secret {
            Some(_) => self.players_with(app, &*self.state.lock().await, secret),
            None => PlayerSet::EMPTY,
        }
    }

    /// The same while the state is locked: the secret of an open seat changes when someone joins,
    /// so the answer is valid only as long as the lock is held.
    fn players_with(&self, app: &App, state: &State, secret: Option<SecretHash>) -> PlayerSet {
        let mut players = PlayerSet::EMPTY;
        let Some(secret) = secret else { return players };
        // All seats are compared, so that the time does not reveal which one matches.
        for (player, owner) in Player::all(state.owners.len()).zip(&state.owners) {
            if owner.hash.is_some_and(|known| known.is(&secret)) {
                players = players.with(player);
            }
        }
        if lock(&self.presence).note(players, app.time.now()) {
            app.presence_changed(&self.id);
        }
        players
    }

    /// About how many bytes it takes.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }

    /// What a command costs, in requests: if someone receives the whole table afterwards, there is more
    /// to send in long games.
    pub(crate) fn cost(&self, sends_whole: bool) -> f64 {
        const BYTES_OF_A_REQUEST: usize = 64 << 10;
        let sends_whole = sends_whole || self.whole.load(Ordering::Relaxed) > 0;
        1.0 + if sends_whole { (self.bytes() / BYTES_OF_A_REQUEST) as f64 } else { 0.0 }
    }

    /// Counts a follower that receives the whole table after every change.
    pub(crate) fn count_whole(self: &Arc<Self>) -> WholeTicket {
        self.whole.fetch_add(1, Ordering::Relaxed);
        WholeTicket(Arc::clone(self))
    }

    /// Saves the state if no other server has changed the table, then publishes it.
    async fn commit(
        self: &Arc<Self>,
        app: &Arc<App>,
        state: &mut State,
        events: &[Event],
    ) -> Result<(), Failed> {
        let stored = state.stored(self, app, events);
        let log = stored.log.as_ref().map(|log| Log::of(log, stored.plies));
        match app.store.save(stored).await {
            Ok(()) => {}
            Err(SaveError::Conflict) => {
                count(&app.metrics.conflicts);
                // The history has the change that was not saved.
                state.log = None;
                state.entries.forget();
                self.reload(app, state).await?;
                return Err(Failed::Lost);
            }
            Err(SaveError::Failed) => {
                self.drop_from_memory(app);
                return Err(NOT_SAVED.into());
            }
        }
        state.version += 1;
        state.log = log;
        for event in events {
            if matches!(event, Event::Moved { .. }) {
                count(&app.metrics.moves);
            }
        }
        self.show_change(app, state, events);
        self.lead_bots(app, state);
        Ok(())
    }

    /// Shows a change of this or another server.
    fn show_change(&self, app: &App, state: &mut State, events: &[Event]) {
        let (turn, node) = (state.table.turn(), state.table.history().current());
        lock(&self.presence).note_turn(turn, node, app.time.now());
        self.bytes.store(state.bytes(), Ordering::Relaxed);
        self.publish(app, state, events);
        self.clock_changed.notify_one();
    }

    /// Drops the table, because it differs from the store or the store does not respond. Its followers
    /// have to reconnect.
    pub(crate) fn drop_from_memory(self: &Arc<Self>, app: &App) {
        app.live_tables.forget(self);
        self.gone.store(true, Ordering::Relaxed);
        self.shown.send_modify(|_| {});
    }

    /// Sends a new snapshot to all followers if the number of spectators has changed.
    pub(crate) async fn show_spectators(&self, app: &App) {
        let mut state = self.state.lock().await;
        let spectators = lock(&self.presence).spectators();
        let shown = self.shown.borrow().spectators();
        if spectators != shown {
            self.publish(app, &mut state, &[]);
        }
    }

    /// Sends a new snapshot to all followers.
    fn publish(&self, app: &App, state: &mut State, events: &[Event]) {
        if self.is_gone() {
            return;
        }
        state.revise(app, events);
        let presence = lock(&self.presence);
        let snapshot = Snapshot::new(app, &self.id, state, &presence, events);
        drop(presence);
        *lock(&self.used) = Instant::now();
        self.shown.send_replace(Arc::new(snapshot));
    }
}

/// A follower that receives the whole table after every change, until this is dropped.
pub(crate) struct WholeTicket(Arc<LiveTable>);

impl Drop for WholeTicket {
    fn drop(&mut self) {
        self.0.whole.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A new table whose game starts now.
fn new_table(app: &App, setup: Setup) -> Result<Table, ApiError> {
    let now = app.time.now();
    let mut table = Table::new(app.catalogue.games, setup, now).map_err(ApiError::unprocessable)?;
    table.set_date(now);
    Ok(table)
}

impl Drop for LiveTable {
    fn drop(&mut self) {
        // The task that watches the clock ends.
        self.clock_changed.notify_one();
    }
}
