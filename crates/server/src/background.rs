//! What a process does by itself, without a request: it follows what other processes change, takes
//! over what they leave undone, and tidies up.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::task::JoinSet;
use tokio::time::{interval, sleep, timeout};

use crate::app::App;
use crate::jobs;
use crate::lobby;
use crate::metrics::count;
use crate::proofs;
use crate::store::{LEASE, Notice};
use crate::sync::lock;

/// How often a process looks for bots that wait for a move, and for clocks that have run out.
const LOOK: Duration = Duration::from_millis(500);
/// How often claims are renewed, and jobs that were tried too often are set aside.
const RENEW: Duration = Duration::from_secs(1);
/// How often the time in the lobby is extended.
const EXTEND: Duration = Duration::from_secs(15);
/// How often visitors' spending is shared.
const SHARE: Duration = Duration::from_secs(2);
/// How often unused tables are deleted, and for how long they are stored.
const CLEAN: Duration = Duration::from_secs(3_600);
const UNUSED: Duration = Duration::from_secs(7 * 24 * 3_600);
/// How long changes of presence are collected.
const COLLECT: Duration = Duration::from_millis(50);
/// How often clients learn at most that the number of spectators has changed.
const COUNT: Duration = Duration::from_secs(1);

/// A set of ids that a task works on.
#[derive(Debug, Default)]
pub(crate) struct Changed {
    ids: Mutex<HashSet<String>>,
    added: Notify,
}

impl Changed {
    pub(crate) fn add(&self, id: &str) {
        if lock(&self.ids).insert(id.to_owned()) {
            self.added.notify_one();
        }
    }

    /// Waits for the first id, collects more for a moment, and returns all.
    async fn take(&self, collect: Duration) -> HashSet<String> {
        while lock(&self.ids).is_empty() {
            self.added.notified().await;
        }
        sleep(collect).await;
        std::mem::take(&mut *lock(&self.ids))
    }
}

/// The tasks of a process.
pub(crate) struct Background(JoinSet<()>);

impl Background {
    pub(crate) fn start(app: &Arc<App>) -> Self {
        let mut tasks = JoinSet::new();
        tasks.spawn(forget_idle_tables(Arc::clone(app)));
        tasks.spawn(follow(Arc::clone(app)));
        tasks.spawn(take_over(Arc::clone(app)));
        tasks.spawn(renew(Arc::clone(app)));
        tasks.spawn(watch_store(Arc::clone(app)));
        tasks.spawn(clean(Arc::clone(app)));
        tasks.spawn(jobs::work(Arc::clone(app)));
        tasks.spawn(show_spectators(Arc::clone(app)));
        if app.config.serves_games {
            tasks.spawn(lobby::run(Arc::clone(app)));
            tasks.spawn(extend_listings(Arc::clone(app)));
        }
        if !app.config.serves_games {
            tasks.spawn(proofs::work(Arc::clone(app)));
        }
        if app.store.shared().is_some() {
            let listening = Arc::clone(app);
            tasks.spawn(async move { listening.store.listen().await });
            tasks.spawn(share_presence(Arc::clone(app)));
            tasks.spawn(share_spending(Arc::clone(app)));
        }
        Self(tasks)
    }

    /// Stops the tasks, and hands over to other processes what this one has claimed.
    pub(crate) async fn stop(mut self, app: &Arc<App>) {
        self.0.shutdown().await;
        for live_table in app.live_tables.all() {
            if let Some(version) = live_table.searched_version() {
                let now = app.time.now();
                report(app.store.extend_bot_turn(&live_table.id, version, now).await);
            }
        }
        report(app.store.release_jobs().await);
        report(app.store.proofs().give_all_back().await);
        if app.store.shared().is_some() {
            report(app.store.leave().await);
        }
    }
}

/// Logs an error. What failed is done by this or another process later.
fn report<T>(outcome: Result<T, sqlx::Error>) -> Option<T> {
    outcome.inspect_err(|error| tracing::warn!(%error, "cannot use the database")).ok()
}

async fn forget_idle_tables(app: Arc<App>) {
    let idle = app.config.bounds.idle;
    loop {
        app.live_tables.sweep(idle);
        sleep((idle / 4).max(Duration::from_millis(50))).await;
    }
}

/// Shows what other processes change.
async fn follow(app: Arc<App>) {
    let mut notices = app.store.notices.receive();
    while let Some(notice) = notices.next().await {
        match notice {
            Notice::Table { id, version } => {
                if let Some(live_table) = app.live_tables.find(&id) {
                    let app = Arc::clone(&app);
                    tokio::spawn(async move { live_table.follow(&app, version).await });
                }
            }
            Notice::Resync => {
                for live_table in app.live_tables.all() {
                    live_table.resync(&app).await;
                    app.presence_changed(&live_table.id);
                }
            }
            Notice::Said { id, said } => {
                if let Some(live_table) = app.live_tables.find(&id) {
                    let app = Arc::clone(&app);
                    tokio::spawn(async move { live_table.hear(&app, said).await });
                }
            }
            Notice::Work | Notice::Jobs => {}
        }
    }
}

/// Takes over bots that wait for a move, and clocks that have run out.
async fn take_over(app: Arc<App>) {
    let mut notices = app.store.notices.receive();
    loop {
        let waiting = async {
            while notices.next().await? != Notice::Work {}
            Some(())
        };
        let _ = timeout(LOOK, waiting).await;
        let now = app.time.now();
        for id in report(app.store.claim_clocks(now).await).unwrap_or_default() {
            let app = Arc::clone(&app);
            tokio::spawn(async move {
                if let Ok(live_table) = app.live_tables.get(&app, &id).await {
                    live_table.check_clock(&app).await;
                }
            });
        }
        let room = app.workers.room_for_moves();
        if room == 0 {
            continue;
        }
        for turn in report(app.store.claim_bot_turns(now, room).await).unwrap_or_default() {
            let app = Arc::clone(&app);
            tokio::spawn(async move {
                if let Ok(live_table) = app.live_tables.get(&app, &turn.id).await {
                    live_table.take_bot_turn(&app, turn.tries).await;
                }
            });
        }
    }
}

/// Renews the claims of this process, and sets jobs aside that were tried too often.
async fn renew(app: Arc<App>) {
    let mut ticks = interval(RENEW);
    loop {
        ticks.tick().await;
        app.count_people();
        for live_table in app.live_tables.all() {
            if let Some(version) = live_table.searched_version() {
                let until = app.time.now() + LEASE;
                report(app.store.extend_bot_turn(&live_table.id, version, until).await);
            }
        }
        for id in report(app.store.tidy_jobs(app.time.now()).await).unwrap_or_default() {
            tracing::error!(id, "a job was set aside: every process that tried it ended");
        }
        let proofs = app.store.proofs();
        for position in report(proofs.set_aside(app.time.now()).await).unwrap_or_default() {
            count(&app.metrics.proof_jobs_set_aside);
            tracing::error!(
                position,
                "a job of a proof was set aside: every worker that tried it ended"
            );
        }
    }
}

/// Disconnects all followers when the database does not respond any more: they should know that the
/// game cannot go on. They connect again when it is back.
async fn watch_store(app: Arc<App>) {
    let mut ticks = interval(RENEW);
    let mut was_away = false;
    loop {
        ticks.tick().await;
        let is_away = !app.store.saves() && !app.store.answers().await;
        if is_away && !was_away {
            tracing::error!("the database does not respond; disconnecting all followers");
            app.live_tables.all().iter().for_each(|live_table| live_table.drop_from_memory(&app));
        }
        was_away = is_away;
    }
}

async fn clean(app: Arc<App>) {
    let mut ticks = interval(CLEAN);
    loop {
        ticks.tick().await;
        report(app.store.delete_unused(app.time.now().saturating_sub(UNUSED)).await);
    }
}

async fn share_presence(app: Arc<App>) {
    loop {
        let ids = app.presence.take(COLLECT).await;
        let tables = ids.iter().filter_map(|id| app.live_tables.find(id));
        let rows: Vec<_> = tables.map(|live_table| live_table.presence_row()).collect();
        if !rows.is_empty() && report(app.store.share_presence(&rows).await).is_none() {
            sleep(RENEW).await;
            ids.iter().for_each(|id| app.presence.add(id));
        }
    }
}

async fn show_spectators(app: Arc<App>) {
    loop {
        for id in app.spectators.take(COUNT).await {
            if let Some(live_table) = app.live_tables.find(&id) {
                live_table.show_spectators(&app).await;
            }
        }
    }
}

/// Keeps the tables in the lobby at which a player is.
async fn extend_listings(app: Arc<App>) {
    loop {
        sleep(EXTEND).await;
        let mut attended = Vec::new();
        for live_table in app.live_tables.all() {
            if let Some(until) = live_table.listed_until(&app).await {
                attended.push((live_table.id.clone(), until));
            }
        }
        if !attended.is_empty() {
            report(app.store.extend_listing(&attended).await);
        }
    }
}

async fn share_spending(app: Arc<App>) {
    let mut ticks = interval(SHARE);
    let mut last = app.time.now();
    loop {
        ticks.tick().await;
        let now = app.time.now();
        let spent = app.visitors.take_spending();
        if let Some(others) = report(app.store.share_spending(&spent, now, last).await) {
            app.visitors.charge(&others);
            last = now;
        }
    }
}
