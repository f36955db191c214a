//! The log of a table's history in the store. A change appends to it, so that saving does not cost more
//! the longer the game is.

use std::time::Duration;

use strata_table::{Event, LogEntry};

use super::State;
use crate::store::StoredLog;

/// The longest end of a log in the row of its table, in bytes. It is written with every change.
const LONGEST_TAIL: usize = 4 << 10;
/// A log with more than so many entries for each history entry, and some more, begins anew: players can
/// go back and forth forever.
const MOST_PER_NODE: i64 = 4;
const SPARE: i64 = 1 << 10;

/// What is known of the log in the store.
pub(super) struct Log {
    /// The version with which it began.
    base: i64,
    /// The number of its entries.
    length: i64,
    /// The last entries, one in each line.
    tail: String,
    /// The number of moves that it contains.
    moves: usize,
}

impl Log {
    /// The log of a stored table with so many moves.
    pub(super) fn of(stored: &StoredLog, moves: i64) -> Self {
        let moves = usize::try_from(moves).unwrap_or(0);
        Self { base: stored.base, length: stored.length, tail: stored.tail.clone(), moves }
    }

    /// Where it ends: with which version it began, and how many entries it has.
    pub(super) const fn place(&self) -> (i64, i64) {
        (self.base, self.length)
    }

    /// The entries that another process has added, if they are at hand.
    pub(super) fn new_entries(&self, later: &StoredLog) -> Option<Vec<LogEntry>> {
        if self.base != later.base {
            return None;
        }
        let new = usize::try_from(later.length - self.length).ok()?;
        let lines = later.tail.lines();
        let known = lines.clone().count().checked_sub(new)?;
        read(lines.skip(known)).ok()
    }
}

/// Reads entries.
pub(super) fn read<'a>(
    lines: impl Iterator<Item = &'a str>,
) -> Result<Vec<LogEntry>, serde_json::Error> {
    lines.map(serde_json::from_str).collect()
}

impl State {
    /// The log after these events, for the store; `None` if the history has annotations.
    pub(super) fn next_log(&self, now: Duration, events: &[Event]) -> Option<StoredLog> {
        let history = self.table.history();
        let new = history.log_of(events);
        let moves = i64::try_from(history.count_moves()).unwrap_or(i64::MAX);
        let is_event = |id| events.iter().any(|event| event.node() == Some(id));
        let continues = |log: &&Log| {
            log.moves <= history.count_moves()
                && history.ids_after(log.moves + 1).all(is_event)
                && log.length < moves.saturating_mul(MOST_PER_NODE).saturating_add(SPARE)
        };
        let (base, before, mut tail, new) = match self.log.as_ref().filter(continues) {
            Some(log) => (log.base, log.length, log.tail.clone(), new),
            None => (self.version + 1, 0, String::new(), history.log()?),
        };
        let count = |entries: usize| i64::try_from(entries).unwrap_or(i64::MAX);
        let length = before + count(new.len());
        for entry in &new {
            // Numbers and texts always serialise.
            tail += &serde_json::to_string(entry).unwrap_or_default();
            tail.push('\n');
        }
        let part = (tail.len() > LONGEST_TAIL).then(|| {
            let first = length - count(tail.lines().count());
            (first, std::mem::take(&mut tail))
        });
        let head = self.table.head_text(now);
        Some(StoredLog { head, base, length, tail, part, before: String::new() })
    }
}
