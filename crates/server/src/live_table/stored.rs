//! How a table is stored: its record, and what a record does not have.

use std::time::Duration;

use strata_records::Reader;
use strata_table::{NodeId, Table};

use super::bots::TableBots;
use super::{LiveTable, State, seat_owners};
use crate::app::App;
use crate::error::ApiError;
use crate::store::{LEASE, StoredTable};
use crate::time::{from_millis, millis};

impl State {
    /// The next version for the store.
    pub(super) fn stored(&self, live_table: &LiveTable, app: &App) -> StoredTable {
        let now = app.time.now();
        let history = self.table.history();
        let order = history.preorder();
        let node_ids = match order.is_sorted() {
            true => String::new(),
            false => serde_json::to_string(&order).unwrap_or_default(),
        };
        let clock = self.table.deadline().filter(|_| !self.is_waiting());
        let lease = if app.workers.is_empty() { Duration::ZERO } else { LEASE };
        let bot = self.is_bots_turn().then(|| now + lease);
        StoredTable {
            id: live_table.id.clone(),
            version: self.version + 1,
            record: self.table.record_text(self.time(app)),
            node_ids,
            bots: self.bots.write(),
            seats: seat_owners::write(&self.owners),
            rematch: self.rematch.clone().unwrap_or_default(),
            plies: i64::try_from(history.count_moves()).unwrap_or(i64::MAX),
            saved_ms: millis(now),
            clock_ms: clock.map_or(0, millis),
            bot_ms: bot.map_or(0, millis),
            listed_ms: if self.listed { millis(now + self.linger()) } else { 0 },
            lister: String::new(),
        }
    }

    /// The state of a stored table.
    pub(super) fn restore(app: &App, stored: &StoredTable) -> Result<Self, ApiError> {
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
        let mut table = Table::from_record(app.catalogue.games, &record, saved)
            .map_err(|error| unreadable(&error))?;
        if !stored.node_ids.is_empty() {
            let order: Option<Vec<NodeId>> = serde_json::from_str(&stored.node_ids).ok();
            if !order.is_some_and(|order| table.restore_ids(&order)) {
                return Err(unreadable(&"the ids of the history are unreadable"));
            }
        }
        let owners = seat_owners::read(&stored.seats, table.players())
            .ok_or_else(|| unreadable(&"the seat owners are unreadable"))?;
        let rematch = Some(stored.rematch.clone()).filter(|id| !id.is_empty());
        let bots = TableBots::read(&stored.bots);
        let listed = stored.listed_ms > 0;
        Ok(Self { bots, listed, ..Self::new(table, owners, rematch, stored.version) })
    }
}
