//! How a table is stored: its record, and what a record does not have.

use std::time::Duration;

use strata_records::{Reader, Record};
use strata_table::{Event, History, NodeId, Table};

use super::bots::TableBots;
use super::log::{self, Log};
use super::{LiveTable, State, seat_owners};
use crate::app::App;
use crate::error::ApiError;
use crate::store::{LEASE, StoredTable};
use crate::time::{from_millis, millis};

impl State {
    /// The next version for the store.
    pub(super) fn stored(
        &self,
        live_table: &LiveTable,
        app: &App,
        events: &[Event],
    ) -> StoredTable {
        let now = app.time.now();
        let history = self.table.history();
        let log = if app.store.appends() { self.next_log(self.time(app), events) } else { None };
        let (record, node_ids) = match &log {
            Some(_) => (String::new(), String::new()),
            None => (self.table.record_text(self.time(app)), node_ids(history)),
        };
        let clock = self.table.deadline().filter(|_| !self.is_waiting());
        let lease = if app.workers.is_empty() { Duration::ZERO } else { LEASE };
        let bot = self.is_bots_turn().then(|| now + lease);
        StoredTable {
            id: live_table.id.clone(),
            version: self.version + 1,
            record,
            node_ids,
            log,
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
        let table = read_table(app, stored).map_err(|error| unreadable(stored, &*error))?;
        let mut state = Self::new(table, Vec::new(), None, 0);
        state.take_over(stored)?;
        Ok(state)
    }

    /// Becomes the stored table, of which this is an earlier version. On an error, it is not usable any
    /// more.
    pub(super) fn become_stored(
        &mut self,
        app: &App,
        stored: &StoredTable,
    ) -> Result<(), ApiError> {
        let known = self.log.as_ref().zip(stored.log.as_ref());
        match known.and_then(|(known, log)| Some((known.new_entries(log)?, log))) {
            Some((new, log)) => {
                let caught_up = read_record(&log.head).and_then(|head| {
                    Ok(self.table.catch_up(&head, &new, saved_at(app, stored))?)
                });
                caught_up.map_err(|error| unreadable(stored, &*error))?;
                let history = self.table.history();
                self.entered.extend(new.iter().flat_map(|entry| history.entered_by(entry)));
            }
            None => {
                self.table =
                    read_table(app, stored).map_err(|error| unreadable(stored, &*error))?;
                self.entries.forget();
            }
        }
        self.take_over(stored)
    }

    /// Takes over everything but the table.
    fn take_over(&mut self, stored: &StoredTable) -> Result<(), ApiError> {
        self.owners = seat_owners::read(&stored.seats, self.table.players())
            .ok_or_else(|| unreadable(stored, &"the seat owners are unreadable"))?;
        self.rematch = Some(stored.rematch.clone()).filter(|id| !id.is_empty());
        // This also stops the search for a bot: another process searches now.
        self.bots = TableBots::read(&stored.bots);
        self.listed = stored.listed_ms > 0;
        self.log = stored.log.as_ref().map(|log| Log::of(log, stored.plies));
        self.version = stored.version;
        Ok(())
    }
}

type Unreadable = Box<dyn std::error::Error>;

fn unreadable(stored: &StoredTable, error: &dyn std::fmt::Display) -> ApiError {
    tracing::error!(id = stored.id, %error, "cannot read a stored game");
    ApiError::Failed("the stored game is damaged and cannot be loaded")
}

/// When a table was saved, as if the time since then had only been that in which games could be
/// played.
fn saved_at(app: &App, stored: &StoredTable) -> Duration {
    let now = app.time.now();
    now.saturating_sub(app.store.uptime_since(from_millis(stored.saved_ms), now))
}

fn read_record(text: &str) -> Result<Record, Unreadable> {
    Ok(Reader::new(text.as_bytes()).next().ok_or("the record is empty")??)
}

fn read_table(app: &App, stored: &StoredTable) -> Result<Table, Unreadable> {
    let (games, saved) = (app.catalogue.games, saved_at(app, stored));
    if let Some(log) = &stored.log {
        let entries = log::read(log.before.lines().chain(log.tail.lines()))?;
        return Ok(Table::from_log(games, &read_record(&log.head)?, &entries, saved)?);
    }
    let mut table = Table::from_record(games, &read_record(&stored.record)?, saved)?;
    if !stored.node_ids.is_empty() {
        let order: Vec<NodeId> = serde_json::from_str(&stored.node_ids)?;
        if !table.restore_ids(&order) {
            return Err("the ids of the history are wrong".into());
        }
    }
    Ok(table)
}

/// The ids of the history entries in the order of the record; empty if they are sorted.
fn node_ids(history: &History) -> String {
    let order = history.preorder();
    match order.is_sorted() {
        true => String::new(),
        false => serde_json::to_string(&order).unwrap_or_default(),
    }
}
