//! The lobby: one snapshot for all visitors, made at most twice a second, and only while someone looks.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use tokio::sync::{Mutex, Notify, watch};
use tokio::time::sleep;

use crate::api::types::lobby::{Lobby as View, LobbyTable};
use crate::app::App;
use crate::live_table::{LiveTable, Snapshot};

/// How often the lobby is made while someone looks at it.
const LOOK: Duration = Duration::from_secs(1);
/// A lobby that is not older than this is not made again.
const FRESH: Duration = Duration::from_millis(500);
/// How many challenges and games it shows.
const MAX_CHALLENGES: usize = 30;
const MAX_PLAYING: usize = 12;

/// The lobby.
pub(crate) struct Lobby {
    /// As JSON.
    shown: watch::Sender<Bytes>,
    made: Mutex<Made>,
    /// The number of visitors who look at it, and a notice when one comes.
    visitors: AtomicUsize,
    arrived: Notify,
}

/// What the lobby was made from.
#[derive(Default)]
struct Made {
    at: Option<Instant>,
    /// The tables in it, which stay in memory and so are up to date.
    tables: Vec<Arc<LiveTable>>,
}

impl Default for Lobby {
    fn default() -> Self {
        let shown = watch::Sender::new(to_json(0, &[]));
        let (visitors, arrived) = (AtomicUsize::new(0), Notify::new());
        Self { shown, made: Mutex::default(), visitors, arrived }
    }
}

/// A visitor who looks at the lobby, until this is dropped.
pub(crate) struct LobbyTicket(Arc<App>);

impl LobbyTicket {
    pub(crate) fn new(app: &Arc<App>) -> Self {
        app.lobby.visitors.fetch_add(1, Ordering::Relaxed);
        app.lobby.arrived.notify_one();
        Self(Arc::clone(app))
    }
}

impl Drop for LobbyTicket {
    fn drop(&mut self) {
        self.0.lobby.visitors.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Lobby {
    /// The lobby as JSON, now and after every change.
    pub(crate) fn watch(&self) -> watch::Receiver<Bytes> {
        self.shown.subscribe()
    }

    /// Brings the lobby up to date.
    pub(crate) async fn refresh(&self, app: &Arc<App>) -> Result<(), sqlx::Error> {
        let mut made = self.made.lock().await;
        if made.at.is_some_and(|at| at.elapsed() < FRESH) {
            return Ok(());
        }
        app.count_people();
        let people = app.store.count_people().await?;
        let mut tables = Vec::new();
        for id in app.store.listed(app.time.now()).await? {
            // A table that cannot be loaded is not shown.
            tables.extend(app.live_tables.get(app, &id).await.ok());
        }
        let snapshots: Vec<Arc<Snapshot>> =
            tables.iter().map(|table| Arc::clone(&table.watch().borrow())).collect();
        let new = to_json(people, &snapshots);
        self.shown.send_if_modified(|shown| {
            let changed = *shown != new;
            *shown = new;
            changed
        });
        *made = Made { at: Some(Instant::now()), tables };
        Ok(())
    }
}

/// Keeps the lobby up to date while someone looks at it.
pub(crate) async fn run(app: Arc<App>) {
    loop {
        if app.lobby.visitors.load(Ordering::Relaxed) == 0 {
            app.lobby.made.lock().await.tables.clear();
            app.lobby.arrived.notified().await;
        }
        if let Err(error) = app.lobby.refresh(&app).await {
            tracing::warn!(%error, "cannot read the lobby");
        }
        sleep(LOOK).await;
    }
}

fn to_json(people: usize, snapshots: &[Arc<Snapshot>]) -> Bytes {
    let listings = snapshots.iter().filter_map(|snapshot| snapshot.listing());
    let shown: Vec<_> = listings.filter(|listing| listing.is_shown).collect();
    let mut challenges: Vec<&LobbyTable> =
        shown.iter().filter(|one| one.is_challenge).map(|one| &one.table).collect();
    let mut playing: Vec<&LobbyTable> =
        shown.iter().filter(|one| one.is_full).map(|one| &one.table).collect();
    playing.sort_by_key(|table| std::cmp::Reverse(table.spectators));
    let count = challenges.len() + playing.len();
    challenges.truncate(MAX_CHALLENGES);
    playing.truncate(MAX_PLAYING);
    let more = count - challenges.len() - playing.len();
    // Numbers and texts always serialise.
    serde_json::to_vec(&View { people, challenges, playing, more }).unwrap_or_default().into()
}
