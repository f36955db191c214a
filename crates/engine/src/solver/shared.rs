//! What the threads of a proof search share.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use super::solve::Request;
use super::table::Table;
use super::wdl::Bounds;

/// Proofs that took at least this many nodes are logged, so that a later search can resume.
const MIN_LOGGED_NODES: u64 = 1 << 14;

/// A proof worth keeping when the search is interrupted.
#[derive(Clone, Copy, Debug)]
pub(super) struct LoggedProof {
    pub(super) key: u128,
    pub(super) bounds: Bounds,
}

/// The state that all threads share.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) table: Arc<Table>,
    pub(super) busy: BusyNodes,
    pub(super) path: Path,
    pub(super) nodes: AtomicU64,
    max_nodes: u64,
    pub(super) stop: Arc<AtomicBool>,
    /// Proofs that are not in the log file yet; `None` if there is no log file.
    pub(super) log: Option<Mutex<Vec<LoggedProof>>>,
}

impl Shared {
    pub(super) fn new(table: Arc<Table>, request: &Request) -> Self {
        Self {
            table,
            busy: BusyNodes::new(request.threads),
            path: Path::default(),
            nodes: AtomicU64::new(0),
            max_nodes: request.nodes.unwrap_or(u64::MAX),
            stop: Arc::default(),
            log: request.log.is_some().then(Mutex::default),
        }
    }

    /// For a search within another one, which stops together with it.
    pub(super) fn within(outer: &Self, megabytes: usize, key_bits: u32) -> Self {
        let nodes = outer.nodes.load(Ordering::Relaxed);
        Self {
            table: Arc::new(Table::new(megabytes, key_bits)),
            busy: BusyNodes::new(1),
            path: Path::default(),
            nodes: AtomicU64::new(0),
            max_nodes: outer.max_nodes.saturating_sub(nodes),
            stop: Arc::clone(&outer.stop),
            log: None,
        }
    }

    /// Adds to the node count and stops all threads if the limit is reached.
    pub(super) fn add_nodes(&self, nodes: u64) {
        if self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes >= self.max_nodes {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Whether the node limit is reached.
    pub(super) fn is_over_node_limit(&self) -> bool {
        self.nodes.load(Ordering::Relaxed) >= self.max_nodes
    }

    /// The proofs that are not in the log file yet.
    pub(super) fn take_log(&self) -> Vec<LoggedProof> {
        let log = self.log.as_ref().map(Mutex::lock);
        log.and_then(Result::ok).map(|mut log| std::mem::take(&mut *log)).unwrap_or_default()
    }

    /// Stores a proof from an earlier search.
    pub(super) fn restore(&self, proof: LoggedProof) {
        self.table.store(proof.key, proof.bounds, MIN_LOGGED_NODES);
    }

    /// Stores what a search of `nodes` nodes has proven.
    pub(super) fn record(&self, key: u128, bounds: Bounds, nodes: u64) {
        self.table.store(key, bounds, nodes);
        if nodes >= MIN_LOGGED_NODES
            && let Some(Ok(mut log)) = self.log.as_ref().map(Mutex::lock)
        {
            log.push(LoggedProof { key, bounds });
        }
    }
}

/// The nodes that are being searched, by hash, so that threads can avoid searching the same ones. A
/// lost or wrong entry costs time only.
#[derive(Debug)]
pub(super) struct BusyNodes(Box<[AtomicU64]>);

/// Nodes below this ply are too small to matter.
const MAX_BUSY_PLY: usize = 24;
const BUSY_SLOTS: usize = 1 << 16;

impl BusyNodes {
    fn new(threads: usize) -> Self {
        let slots = if threads > 1 { BUSY_SLOTS } else { 0 };
        Self((0..slots).map(|_| AtomicU64::new(0)).collect())
    }

    /// Whether several threads are searching.
    pub(super) fn has_threads(&self) -> bool {
        !self.0.is_empty()
    }

    fn slot(&self, hash: u64, ply: usize) -> Option<&AtomicU64> {
        if ply > MAX_BUSY_PLY { None } else { self.0.get(hash as usize % BUSY_SLOTS) }
    }

    pub(super) fn enter(&self, hash: u64, ply: usize) {
        if let Some(slot) = self.slot(hash, ply) {
            slot.store(hash, Ordering::Relaxed);
        }
    }

    pub(super) fn leave(&self, hash: u64, ply: usize) {
        if let Some(slot) = self.slot(hash, ply) {
            slot.store(0, Ordering::Relaxed);
        }
    }

    pub(super) fn contains(&self, hash: u64, ply: usize) -> bool {
        self.slot(hash, ply).is_some_and(|slot| slot.load(Ordering::Relaxed) == hash)
    }
}

/// How far the first thread has got: for each of the first plies, how many of the moves are done.
#[derive(Debug, Default)]
pub(super) struct Path([AtomicU64; Self::PLIES]);

impl Path {
    const PLIES: usize = 4;

    pub(super) fn show(&self, ply: usize, done: usize, count: usize) {
        if let Some(place) = self.0.get(ply) {
            place.store((done as u64) << 32 | count as u64, Ordering::Relaxed);
        }
    }

    /// Done moves and all moves, by ply.
    pub(super) fn read(&self) -> Vec<(u32, u32)> {
        let places = self.0.iter().map(|place| place.load(Ordering::Relaxed));
        places
            .map(|word| ((word >> 32) as u32, word as u32))
            .take_while(|(_, all)| *all > 0)
            .collect()
    }
}
