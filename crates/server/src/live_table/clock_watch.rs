//! Ends games whose time is up.

use std::sync::{Arc, Weak};

use tokio::sync::Notify;
use tokio::time::{sleep_until, timeout_at};

use super::LiveTable;
use crate::app::App;

/// Watches the clock of a table for as long as the table is in memory.
pub(super) async fn watch_clock(app: Weak<App>, live_table: Weak<LiveTable>, changed: Arc<Notify>) {
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
        sleep_until(tokio::time::Instant::now() + std::time::Duration::from_millis(1)).await;
    }
}

impl LiveTable {
    /// Ends the game if the time is up, and returns the next deadline.
    async fn check_clock(self: &Arc<Self>, app: &Arc<App>) -> Option<std::time::Duration> {
        let mut state = self.state.lock().await;
        if self.is_gone() || state.is_waiting() {
            return None;
        }
        let events = state.table.tick(app.time.now());
        if !events.is_empty() && self.commit(app, &mut state, &events).await.is_err() {
            return None;
        }
        state.table.deadline()
    }
}
