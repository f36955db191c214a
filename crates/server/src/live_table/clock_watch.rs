//! Lets flags fall when their time has come.

use std::sync::{Arc, Weak};

use tokio::sync::Notify;
use tokio::time::{sleep_until, timeout_at};

use super::LiveTable;
use crate::app::App;

/// Watches the clock of a table for as long as the table is in memory.
pub(super) async fn watch_clock(app: Weak<App>, live_table: Weak<LiveTable>, nudge: Arc<Notify>) {
    loop {
        let deadline = {
            let (Some(app), Some(live_table)) = (app.upgrade(), live_table.upgrade()) else {
                return;
            };
            let deadline = live_table.let_time_pass(&app).await;
            deadline.map(|deadline| app.time.instant(deadline))
        };
        match deadline {
            // A nudge means that the deadline may be another one.
            Some(deadline) => drop(timeout_at(deadline, nudge.notified()).await),
            None => nudge.notified().await,
        }
        // Not more often than time is counted.
        sleep_until(tokio::time::Instant::now() + std::time::Duration::from_millis(1)).await;
    }
}

impl LiveTable {
    /// Lets flags fall, and says when that is to be done next.
    async fn let_time_pass(self: &Arc<Self>, app: &Arc<App>) -> Option<std::time::Duration> {
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
