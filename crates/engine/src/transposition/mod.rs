//! The transposition table, shared by all threads without locks.
//!
//! It has two parts. Most nodes only need the first: small entries found by the incremental hash of
//! a position. Hashes may collide, so these entries prove nothing. Proven results are in the second
//! part, under a number that identifies the position uniquely; it is computed only for them.

mod buckets;
mod hashed;
mod proofs;

pub(crate) use hashed::Entry;
pub(crate) use proofs::{Code, Proof, Proofs};

use hashed::HashedEntries;

/// The kind of bound that a score is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// No score, only a move.
    None,
    /// A lower bound (fail high).
    Lower,
    /// An upper bound (fail low).
    Upper,
    /// An exact score.
    Exact,
}

impl Bound {
    const fn from_bits(bits: u64) -> Self {
        match bits & 3 {
            0 => Self::None,
            1 => Self::Lower,
            2 => Self::Upper,
            _ => Self::Exact,
        }
    }

    /// Whether the true score is at least the stored one.
    pub(crate) const fn is_lower(self) -> bool {
        matches!(self, Self::Lower | Self::Exact)
    }

    /// Whether the true score is at most the stored one.
    pub(crate) const fn is_upper(self) -> bool {
        matches!(self, Self::Upper | Self::Exact)
    }

    /// Whether a score with this bound decides a node with the window `alpha` to `beta`.
    pub(crate) const fn settles(self, score: i32, alpha: i32, beta: i32) -> bool {
        matches!(self, Self::Exact)
            || (self.is_lower() && score >= beta)
            || (self.is_upper() && score <= alpha)
    }
}

/// The value in the bits of a move index that means no move.
const NO_MOVE: u64 = 0xFFFF;

const fn pack_move(move_index: Option<u16>) -> u64 {
    match move_index {
        Some(index) => index as u64,
        None => NO_MOVE,
    }
}

const fn unpack_move(bits: u64) -> Option<u16> {
    match bits & 0xFFFF {
        NO_MOVE => None,
        index => Some(index as u16),
    }
}

/// When an entry was written: entries of other eras count as empty, and older searches of the same
/// era are replaced first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Stamp {
    pub(crate) era: u8,
    pub(crate) search: u8,
}

impl Stamp {
    const fn pack(self) -> u64 {
        (self.era as u64) << 8 | self.search as u64
    }

    const fn unpack(bits: u64) -> Self {
        Self { era: (bits >> 8) as u8, search: bits as u8 }
    }

    /// How much an entry of this depth, written at `written`, is worth keeping.
    fn worth(self, written: Self, depth: u8) -> i32 {
        if written.era != self.era {
            return i32::MIN;
        }
        let age = self.search.wrapping_sub(written.search);
        i32::from(depth) - 4 * i32::from(age)
    }
}

/// The transposition table.
#[derive(Debug)]
pub struct TranspositionTable {
    hashed: HashedEntries,
    proofs: Proofs,
    megabytes: usize,
    now: Stamp,
}

impl TranspositionTable {
    /// A table of this size, half of it for proofs; a table of 0 megabytes stores nothing. Its memory
    /// is allocated on first use or by [`Self::allocate`].
    pub const fn new(megabytes: usize) -> Self {
        let half = megabytes * (1 << 20) / 2;
        Self {
            hashed: HashedEntries::new(half),
            proofs: Proofs::new(half),
            megabytes,
            // Memory is zero at first, and era 0 means empty.
            now: Stamp { era: 1, search: 0 },
        }
    }

    /// The size.
    pub const fn megabytes(&self) -> usize {
        self.megabytes
    }

    /// Allocates the memory, which takes some milliseconds.
    pub fn allocate(&self) {
        self.hashed.allocate();
        self.proofs.allocate();
    }

    /// Removes all entries. They stay in memory, but belong to an earlier era.
    pub fn clear(&mut self) {
        if self.now.era == u8::MAX {
            *self = Self::new(self.megabytes);
        } else {
            self.now = Stamp { era: self.now.era + 1, search: 0 };
        }
    }

    /// Starts a new search: entries of earlier ones are replaced first.
    pub const fn age(&mut self) {
        self.now.search = self.now.search.wrapping_add(1);
    }

    /// Starts to read the entry of a position that will be probed soon.
    pub(crate) fn prefetch(&self, hash: u64) {
        self.hashed.prefetch(hash);
    }

    pub(crate) fn probe(&self, hash: u64) -> Option<Entry> {
        self.hashed.probe(hash, self.now)
    }

    pub(crate) fn store(&self, hash: u64, entry: Entry) {
        self.hashed.store(hash, entry, self.now);
    }

    pub(crate) fn probe_proof(&self, code: Code) -> Option<Proof> {
        self.proofs.probe(code, self.now)
    }

    /// Stores a proven score that took a search of `depth` plies.
    pub(crate) fn store_proof(&self, code: Code, proof: Proof, depth: u8) {
        self.proofs.store(code, proof, depth, self.now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENTRY: Entry =
        Entry { score: 5, depth: 3, bound: Bound::Lower, has_proof: false, move_index: Some(9) };
    const PROOF: Proof = Proof { score: 0, bound: Bound::Exact, move_index: None };

    #[test]
    fn a_cleared_table_is_empty() {
        let mut table = TranspositionTable::new(1);
        for _ in 0..600 {
            table.store(7, ENTRY);
            table.store_proof(Code::Unique(7), PROOF, 1);
            assert_eq!(table.probe(7), Some(ENTRY));
            assert_eq!(table.probe_proof(Code::Unique(7)), Some(PROOF));
            table.clear();
            assert_eq!(table.probe(7), None);
            assert_eq!(table.probe_proof(Code::Unique(7)), None);
        }
    }

    #[test]
    fn entries_of_an_earlier_game_do_not_displace_new_ones() {
        let mut used = TranspositionTable::new(1);
        let fresh = TranspositionTable::new(1);
        let deep = Entry { depth: 200, ..ENTRY };
        (0..200_000).for_each(|number| used.store(strata_rules::random::mix(number), deep));
        used.clear();
        let hashes = || (0..100_000).map(|number| strata_rules::random::mix(number ^ 1 << 40));
        for hash in hashes() {
            used.store(hash, ENTRY);
            fresh.store(hash, ENTRY);
        }
        assert!(hashes().all(|hash| used.probe(hash) == fresh.probe(hash)));
    }

    #[test]
    fn a_table_of_size_zero_stores_nothing() {
        let table = TranspositionTable::new(0);
        table.store(7, ENTRY);
        table.store_proof(Code::Unique(7), PROOF, 1);
        assert_eq!(table.probe(7), None);
        assert_eq!(table.probe_proof(Code::Unique(7)), None);
    }
}
