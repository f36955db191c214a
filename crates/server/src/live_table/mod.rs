//! A live table: a table in memory, the owners of its seats, and the clients that follow it.

mod bots;
mod clock_watch;
mod commands;
mod join;
mod presence;
mod rematch;
mod review;
mod seat_owners;
mod snapshot;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use strata_records::Reader;
use strata_rules::{Player, PlayerSet};
use strata_table::{Event, Setup, Table, TimeControl};
use tokio::sync::{Notify, watch};

pub(crate) use presence::PresenceTicket;
pub(crate) use seat_owners::{Occupancy, SeatOwner};
pub(crate) use snapshot::Snapshot;

use crate::api::types::analysis::Review;
use crate::app::App;
use crate::error::ApiError;
use crate::metrics::count;
use crate::secret::SecretHash;
use crate::store::StoredTable;
use crate::sync::lock;
use crate::time::{from_millis, millis};
use bots::TableBots;
use presence::Presence;

/// A live table.
pub(crate) struct LiveTable {
    pub(crate) id: String,
    state: tokio::sync::Mutex<State>,
    shown: watch::Sender<Arc<Snapshot>>,
    presence: Mutex<Presence>,
    /// Wakes the task that watches the clock.
    clock_changed: Arc<Notify>,
    used: Mutex<Instant>,
    /// Whether it was dropped because a change could not be saved. It then differs from the store,
    /// and its followers have to reconnect.
    gone: AtomicBool,
}

/// The state, which changes by one command at a time.
struct State {
    table: Table,
    owners: Vec<SeatOwner>,
    rematch: Option<String>,
    /// Increases with every change. It starts from the time, so that it also increases when the
    /// table is loaded again.
    revision: u64,
    bots: TableBots,
    review: Option<Arc<Mutex<Review>>>,
}

const NOT_AWAY: &str = "the player to move is not away";
const NOT_SAVED: ApiError =
    ApiError::Unavailable("the game could not be saved; nothing has changed, try again");
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
    fn absent(&self, presence: &Presence) -> Option<Duration> {
        let turn = self.waited_for().ok().filter(|turn| !presence.is_here(*turn))?;
        Some(presence.absence(turn, Instant::now()))
    }

    /// Whether the clocks wait for players to take their seats.
    fn is_waiting(&self) -> bool {
        self.table.setup().clock.is_some()
            && self.table.result().is_none()
            && self.table.history().count_moves() == 0
            && self.owners.iter().any(|owner| owner.occupancy != Occupancy::Taken)
    }

    /// The time for the table, which is zero until its clocks start.
    fn time(&self, app: &App) -> Duration {
        if self.is_waiting() { Duration::ZERO } else { app.time.now() }
    }

    fn stored(&self, live_table: &LiveTable, app: &App) -> StoredTable {
        let now = self.time(app);
        StoredTable {
            id: live_table.id.clone(),
            record: self.table.record_text(now),
            seats: seat_owners::write(&self.owners),
            rematch: self.rematch.clone().unwrap_or_default(),
            plies: i64::try_from(self.table.history().count_moves()).unwrap_or(i64::MAX),
            saved_ms: millis(app.time.now()),
        }
    }
}

impl LiveTable {
    /// Creates a table and saves it.
    pub(crate) async fn create(
        app: &Arc<App>,
        id: String,
        setup: Setup,
        owners: Vec<SeatOwner>,
    ) -> Result<Arc<Self>, ApiError> {
        let table = new_table(app, setup)?;
        let live_table = Self::new(app, id, table, owners, None);
        let stored = live_table.state.lock().await.stored(&live_table, app);
        app.store.save(stored).await.map_err(|_| NOT_SAVED)?;
        app.live_tables.add(&live_table);
        live_table.start(app).await;
        count(&app.metrics.tables_created);
        Ok(live_table)
    }

    /// Loads a stored table.
    pub(crate) fn restore(app: &Arc<App>, stored: StoredTable) -> Result<Arc<Self>, ApiError> {
        let unreadable = |error: &dyn std::fmt::Display| {
            tracing::error!(id = stored.id, %error, "cannot read a stored game");
            ApiError::Failed("the stored game is damaged and cannot be loaded")
        };
        let record = Reader::new(stored.record.as_bytes()).next();
        let record = record.ok_or_else(|| unreadable(&"the record is empty"))?;
        let record = record.map_err(|error| unreadable(&error))?;
        let now = app.time.now();
        let running = app.store.uptime_since(from_millis(stored.saved_ms), now);
        let saved = now.saturating_sub(running);
        let table = Table::from_record(app.catalogue.games, &record, saved)
            .map_err(|error| unreadable(&error))?;
        let owners = seat_owners::read(&stored.seats, table.players())
            .ok_or_else(|| unreadable(&"the seat owners are unreadable"))?;
        let rematch = Some(stored.rematch).filter(|id| !id.is_empty());
        let live_table = Self::new(app, stored.id, table, owners, rematch);
        let (started, app) = (Arc::clone(&live_table), Arc::clone(app));
        tokio::spawn(async move { started.start(&app).await });
        Ok(live_table)
    }

    fn new(
        app: &App,
        id: String,
        table: Table,
        owners: Vec<SeatOwner>,
        rematch: Option<String>,
    ) -> Arc<Self> {
        let players = table.players();
        let revision = u64::try_from(millis(app.time.now())).unwrap_or(0);
        let state =
            State { table, owners, rematch, revision, bots: TableBots::default(), review: None };
        let presence = Presence::new(players);
        let first = Snapshot::new(app, &id, &state, &presence, &[]);
        Arc::new(Self {
            id,
            shown: watch::Sender::new(Arc::new(first)),
            state: tokio::sync::Mutex::new(state),
            presence: Mutex::new(presence),
            clock_changed: Arc::default(),
            used: Mutex::new(Instant::now()),
            gone: AtomicBool::new(false),
        })
    }

    async fn start(self: &Arc<Self>, app: &Arc<App>) {
        let mut state = self.state.lock().await;
        if state.table.setup().clock.is_some() {
            tokio::spawn(clock_watch::watch_clock(
                Arc::downgrade(app),
                Arc::downgrade(self),
                self.clock_changed(),
            ));
        }
        self.rest_unseen(app, &mut state).await;
        self.let_bots_think(app, &mut state);
    }

    fn clock_changed(&self) -> Arc<Notify> {
        Arc::clone(&self.clock_changed)
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

    /// Whether it was used within the time `idle`.
    pub(crate) fn is_fresh(&self, idle: Duration) -> bool {
        lock(&self.used).elapsed() < idle
    }

    /// Reads the table itself.
    pub(crate) async fn with_table<T>(&self, read: impl FnOnce(&Table) -> T) -> T {
        read(&self.state.lock().await.table)
    }

    /// The players whose seats a secret owns. They count as present from now on.
    pub(crate) async fn players_of(&self, secret: Option<SecretHash>) -> PlayerSet {
        // Spectators need not wait for a change that is being saved.
        match secret {
            Some(_) => self.players_with(&*self.state.lock().await, secret),
            None => PlayerSet::EMPTY,
        }
    }

    /// The same while the state is locked: the secret of an open seat changes when someone joins,
    /// so the answer is valid only as long as the lock is held.
    fn players_with(&self, state: &State, secret: Option<SecretHash>) -> PlayerSet {
        let mut players = PlayerSet::EMPTY;
        let Some(secret) = secret else { return players };
        // All seats are compared, so that the time does not reveal which one matches.
        for (player, owner) in Player::all(state.owners.len()).zip(&state.owners) {
            if owner.hash.is_some_and(|known| known.is(&secret)) {
                players = players.with(player);
            }
        }
        lock(&self.presence).note(players, Instant::now());
        players
    }

    /// Saves the state, then publishes it.
    async fn commit(
        self: &Arc<Self>,
        app: &Arc<App>,
        state: &mut State,
        events: &[Event],
    ) -> Result<(), ApiError> {
        if app.store.save(state.stored(self, app)).await.is_err() {
            app.live_tables.forget(self);
            self.gone.store(true, Ordering::Relaxed);
            self.shown.send_modify(|_| {});
            return Err(NOT_SAVED);
        }
        for event in events {
            if matches!(event, Event::Moved { .. }) {
                count(&app.metrics.moves);
            }
        }
        let (turn, node) = (state.table.turn(), state.table.history().current());
        lock(&self.presence).note_turn(turn, node, Instant::now());
        self.publish(app, state, events);
        self.clock_changed.notify_one();
        self.let_bots_think(app, state);
        Ok(())
    }

    /// Sends a new snapshot to all followers.
    fn publish(&self, app: &App, state: &mut State, events: &[Event]) {
        if self.is_gone() {
            return;
        }
        state.revision += 1;
        let presence = lock(&self.presence);
        let snapshot = Snapshot::new(app, &self.id, state, &presence, events);
        drop(presence);
        *lock(&self.used) = Instant::now();
        self.shown.send_replace(Arc::new(snapshot));
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
