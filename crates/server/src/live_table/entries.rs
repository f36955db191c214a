//! The history of a table as clients see it. A change updates a few entries and shares the others, so
//! its cost does not grow with the game.

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use strata_api::tables::{history_entry, number, rows};
use strata_records::MoveNumber;
use strata_rules::Player;
use strata_table::{History, NodeId};

use crate::api::types::tables::MoveRow;

/// The entries in one part, which is copied when one of them changes.
const PART: usize = 64;
/// The most changes to remember. A client that has missed more gets the whole history.
const MOST_RECENT: usize = 64;

/// All entries of a history. A copy shares nearly all of its memory.
#[derive(Clone, Default)]
pub(super) struct Entries {
    parts: Vec<Arc<Vec<Arc<Entry>>>>,
    /// The last changes in order, each with its revision.
    recent: VecDeque<(u64, Arc<Entry>)>,
    /// Changes after this revision are all in `recent`.
    complete_since: u64,
    /// The current entry.
    current: Option<NodeId>,
    /// The number of players.
    columns: usize,
    /// Whether any entry may differ from the history.
    is_stale: bool,
}

/// An entry of a history.
#[derive(PartialEq, Eq)]
struct Entry {
    id: NodeId,
    mv: String,
    parent: Option<NodeId>,
    children: Vec<NodeId>,
    player: Player,
    clock: Option<Duration>,
    number: Option<MoveNumber>,
    json: String,
}

impl Entries {
    /// Compares all entries with the history at the next update.
    pub(super) fn forget(&mut self) {
        self.is_stale = true;
    }

    /// Takes over what has changed in the history since these nodes were entered.
    pub(super) fn update(&mut self, history: &History, entered: &[NodeId], revision: u64) {
        self.columns = history[History::ROOT].position.players();
        self.current = Some(history.current());
        let known = self.len();
        if known == 0 || known > history.count_moves() + 1 {
            self.parts.clear();
            self.recent.clear();
            self.complete_since = revision;
            self.is_stale = true;
        }
        for id in self.candidates(history, entered) {
            self.check(history, id, revision);
        }
        self.is_stale = false;
        debug_assert!(history.ids().all(|id| !self.differs(history, id)), "an entry was forgotten");
    }

    /// The entries that may have changed; parents come before their children. A command changes only
    /// the way to the nodes that it has entered.
    fn candidates(&self, history: &History, entered: &[NodeId]) -> BTreeSet<NodeId> {
        if self.is_stale {
            return history.ids().collect();
        }
        let entered = entered.iter().copied().chain([history.current()]);
        let new = history.ids_after(self.len());
        entered.chain(new).flat_map(|id| history.path_to(id)).collect()
    }

    /// Replaces an entry if it has changed.
    fn check(&mut self, history: &History, id: NodeId, revision: u64) {
        if !self.differs(history, id) {
            return;
        }
        let node = &history[id];
        let number = number(history, id, |parent| self.get(parent)?.number);
        // Numbers and texts always serialise.
        let json = serde_json::to_string(&history_entry(history, id, number)).unwrap_or_default();
        let entry = Arc::new(Entry {
            id,
            mv: node.mv.clone(),
            parent: node.parent,
            children: node.children.clone(),
            player: node.player,
            clock: node.clock,
            number,
            json,
        });
        if self.complete_since < revision {
            self.recent.push_back((revision, Arc::clone(&entry)));
        }
        if self.recent.len() > MOST_RECENT
            && let Some((lost, _)) = self.recent.pop_front()
        {
            self.complete_since = lost;
        }
        let (part, place) = (id.index() / PART, id.index() % PART);
        if part == self.parts.len() {
            self.parts.push(Arc::default());
        }
        let part = Arc::make_mut(&mut self.parts[part]);
        match part.get_mut(place) {
            Some(known) => *known = entry,
            None => part.push(entry),
        }
    }

    /// Whether an entry is missing or has changed.
    fn differs(&self, history: &History, id: NodeId) -> bool {
        let node = &history[id];
        self.get(id).is_none_or(|entry| {
            entry.children != node.children
                || entry.clock != node.clock
                || (entry.parent, entry.player, &entry.mv) != (node.parent, node.player, &node.mv)
        })
    }

    fn len(&self) -> usize {
        self.parts.last().map_or(0, |last| (self.parts.len() - 1) * PART + last.len())
    }

    fn get(&self, id: NodeId) -> Option<&Entry> {
        Some(self.parts.get(id.index() / PART)?.get(id.index() % PART)?)
    }

    /// All entries as JSON.
    pub(super) fn json(&self) -> String {
        joined(self.parts.iter().flat_map(|part| part.iter()))
    }

    /// The entries that have changed after a revision, as JSON, in the order of the changes; `None` if
    /// there are too many.
    pub(super) fn json_since(&self, revision: u64) -> Option<String> {
        let is_known = revision >= self.complete_since;
        let later = self.recent.iter().filter(|(changed, _)| *changed > revision);
        is_known.then(|| joined(later.map(|(_, entry)| entry)))
    }

    /// The moves that led to the current entry.
    pub(super) fn rows(&self) -> Vec<MoveRow> {
        let current = self.current.and_then(|id| self.get(id));
        let up = |entry: &&Entry| entry.parent.and_then(|parent| self.get(parent));
        let mut line: Vec<&Entry> = std::iter::successors(current, up).collect();
        line.reverse();
        rows(line.iter().skip(1).map(|entry| (entry.id, entry.player)), self.columns)
    }
}

/// Entries as a JSON array.
fn joined<'a>(entries: impl Iterator<Item = &'a Arc<Entry>>) -> String {
    let mut text = String::from("[");
    for entry in entries {
        if text.len() > 1 {
            text.push(',');
        }
        text += &entry.json;
    }
    text + "]"
}
