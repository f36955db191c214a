//! The log of a history: what has happened to it, in entries that are only ever appended. To save a
//! change, it is enough to save the new entries, however long the game is.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use strata_records::Record;
use strata_rules::GameEntry;

use crate::{Event, History, NodeId, RestoreError, Table};

/// A change of a history.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum LogEntry {
    /// A move was played after a node; its player then had so many milliseconds left.
    Played(NodeId, String, Option<u64>),
    /// A node became the current one.
    WentTo(NodeId),
}

impl History {
    /// The log of the whole history; `None` if it has annotations, which are not part of a log.
    pub fn log(&self) -> Option<Vec<LogEntry>> {
        let is_plain = |id| {
            let node = &self[id];
            node.comments.is_empty() && node.glyphs.is_empty() && node.evaluation.is_none()
        };
        if !self.ids().all(is_plain) {
            return None;
        }
        let mut log: Vec<LogEntry> = self.ids().filter_map(|id| self.played(id)).collect();
        // The last line that was gone to is the first of several.
        let mut order = self.preorder();
        order.reverse();
        let ends = order.iter().filter(|id| self[**id].children.is_empty());
        log.extend(ends.chain([&self.current()]).map(|id| LogEntry::WentTo(*id)));
        Some(log)
    }

    /// What these events have added to the log.
    pub fn log_of(&self, events: &[Event]) -> Vec<LogEntry> {
        let entry = |event: &Event| match event {
            Event::Moved { node, .. } | Event::Eliminated { node, .. } => self.played(*node),
            event => event.node().map(LogEntry::WentTo),
        };
        events.iter().filter_map(entry).collect()
    }

    /// The entry of the move that led to a node.
    fn played(&self, id: NodeId) -> Option<LogEntry> {
        let node = self.get(id)?;
        let millis = |clock: Duration| u64::try_from(clock.as_millis()).unwrap_or(u64::MAX);
        Some(LogEntry::Played(node.parent?, node.mv.clone(), node.clock.map(millis)))
    }

    /// The nodes that a change may have entered.
    pub fn entered_by(&self, entry: &LogEntry) -> Vec<NodeId> {
        match entry {
            LogEntry::Played(parent, ..) => {
                self.get(*parent).map_or_else(Vec::new, |node| node.children.clone())
            }
            LogEntry::WentTo(id) => vec![*id],
        }
    }

    /// Makes a change again.
    pub fn replay(&mut self, entry: &LogEntry) -> Result<(), String> {
        let known = |id: NodeId| self.get(id).map(|_| id).ok_or("there is no such node");
        match entry {
            LogEntry::Played(parent, mv, clock) => {
                let id = self.add_recorded(known(*parent)?, mv)?;
                self.node_mut(id).clock = clock.map(Duration::from_millis);
                self.make_current(id);
            }
            LogEntry::WentTo(id) => {
                let id = known(*id)?;
                self.make_current(id);
            }
        }
        Ok(())
    }
}

impl Table {
    /// Restores a table from its head and the log of its history.
    pub fn from_log(
        games: &[GameEntry],
        head: &Record,
        log: &[LogEntry],
        now: Duration,
    ) -> Result<Self, RestoreError> {
        let start = strata_records::start_position(head, games)?;
        Self::continued(head, History::new(start), log, now)
    }

    /// Makes changes that another process has made: takes its head, and the new entries of the log.
    ///
    /// # Errors
    /// If they are invalid. Then the table is not usable any more.
    pub fn catch_up(
        &mut self,
        head: &Record,
        log: &[LogEntry],
        now: Duration,
    ) -> Result<(), RestoreError> {
        let start = self.history[History::ROOT].position.clone();
        let history = std::mem::replace(&mut self.history, History::new(start));
        *self = Self::continued(head, history, log, now)?;
        Ok(())
    }

    fn continued(
        head: &Record,
        mut history: History,
        log: &[LogEntry],
        now: Duration,
    ) -> Result<Self, RestoreError> {
        log.iter().try_for_each(|entry| history.replay(entry)).map_err(RestoreError::Log)?;
        Self::with_history(head, history, now)
    }
}
