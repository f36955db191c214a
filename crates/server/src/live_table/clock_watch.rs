//! Ends games whose time is up.

use std::sync::{Arc, Weak};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::{sleep_until, timeout_at};

use super::{Failed, LiveTable, State};
use crate::app::App;

/// Watches the clock of a table for as long as the table is in memory. Tables that no server has in
/// memory are found in the store.
async fn watch_clock(app: Weak<App>, live_table: Weak<LiveTable>, changed: Arc<Notify>) {
    loop {
        let deadline = {
            let (Some(app), Some(live_table)) = (app.upgrade(), live_table.upgrade()) else {
                return;
            };
            let deadline = live_table.check_clock(&app).await;
            deadline.map(|deadline| app.time.instant(deadline))
        };
        match deadline {
            // A change may bring another deadline.
            Some(deadline) => drop(timeout_at(deadline, changed.notified()).await),
            None => changed.notified().await,
        }
        // Time is counted in milliseconds.
        sleep_until(tokio::time::Instant::now() + Duration::from_millis(1)).await;
    }
}

impl LiveTable {
    /// Starts to watch the clock, if there is one.
    pub(super) fn watch_clock(self: &Arc<Self>, app: &Arc<App>, state: &State) {
        if state.table.setup().clock.is_some() {
            let changed = Arc::clone(&self.clock_changed);
            tokio::spawn(watch_clock(Arc::downgrade(app), Arc::downgrade(self), changed));
        }
    }

    /// Ends the game if the time is up, and returns the next deadline.
    pub(crate) async fn check_clock(self: &Arc<Self>, app: &Arc<App>) -> Option<Duration> {
        let mut state = self.state.lock().await;
        if self.is_gone() || state.is_waiting() {
            return None;
        }
        let events = state.table.tick(app.time.now());
        if !events.is_empty()
            && let Err(Failed::Refused(_)) = self.commit(app, &mut state, &events).await
        {
            return None;
        }
        state.table.deadline()
    }
}
