//! The table of proven bounds.

use super::compact::CompactTable;
use super::wdl::Bounds;
use crate::transposition::{Bound, Code, Proof, Proofs, Stamp};

/// The table belongs to a single search.
const NOW: Stamp = Stamp { era: 1, search: 0 };

/// Proven bounds under exact keys. Keys that do not fit into the entries of a compact table are stored
/// in full.
#[derive(Debug)]
pub(super) enum Table {
    Compact(CompactTable),
    Full(Proofs),
}

impl Table {
    /// A table for keys of at most `key_bits` bits.
    pub(super) fn new(megabytes: usize, key_bits: u32) -> Self {
        let compact = CompactTable::new(megabytes, key_bits);
        if compact.is_usable() {
            Self::Compact(compact)
        } else {
            Self::Full(Proofs::new(megabytes << 20))
        }
    }

    pub(super) fn probe(&self, key: u128) -> Option<Bounds> {
        match self {
            Self::Compact(table) => table.probe(key),
            Self::Full(table) => {
                let proof = table.probe(Code::Unique(key), NOW)?;
                Bounds::from_bits(proof.score as u64)
            }
        }
    }

    /// Roughly how many nodes it took to find the bounds of a key, if the table stores that.
    pub(super) fn nodes(&self, key: u128) -> Option<u64> {
        match self {
            Self::Compact(table) => table.nodes(key),
            Self::Full(_) => None,
        }
    }

    /// Stores bounds that took a search of `nodes` nodes.
    pub(super) fn store(&self, key: u128, bounds: Bounds, nodes: u64) {
        match self {
            Self::Compact(table) => table.store(key, bounds, nodes),
            Self::Full(table) => {
                let known = self.probe(key);
                let bounds = known.map_or(bounds, |known| bounds.and(known));
                let score = bounds.to_bits() as i32;
                let proof = Proof { score, bound: Bound::Exact, move_index: None };
                table.store(Code::Unique(key), proof, (nodes | 1).ilog2() as u8, NOW);
            }
        }
    }
}
