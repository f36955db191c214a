//! A table of proven bounds under exact keys, shared by all threads without locks.
//!
//! An entry takes eight bytes. Its place in the table stands for part of the key, and the entry stores
//! the rest, so that a hit is never a mistake.

use std::sync::atomic::{AtomicU64, Ordering};

use strata_rules::random::mix;

use super::wdl::Bounds;

/// The entries of a bucket fill a cache line.
const BUCKET_ENTRIES: usize = 8;
const ENTRY_BYTES: usize = size_of::<AtomicU64>();
const CACHE_LINE: usize = BUCKET_ENTRIES * ENTRY_BYTES;

/// An entry is the rest of its key, the logarithm of the nodes that it took, and the bounds.
const WORK_SHIFT: u32 = 3;
const REST_SHIFT: u32 = 8;
const MAX_REST_BITS: u32 = u64::BITS - REST_SHIFT;

/// A table of eight-byte entries; it has none if the keys are too long for its size.
#[derive(Debug)]
pub(super) struct CompactTable {
    entries: Box<[AtomicU64]>,
    /// The first entry at the start of a cache line.
    first: usize,
    buckets: u64,
}

/// Where a key is found, and the rest of the key.
struct Place {
    bucket: u64,
    rest: u64,
}

impl CompactTable {
    /// A table for keys of at most `key_bits` bits.
    pub(super) fn new(megabytes: usize, key_bits: u32) -> Self {
        let buckets = (megabytes << 20) / CACHE_LINE;
        let fits = buckets > 0 && key_bits.saturating_sub(buckets.ilog2()) <= MAX_REST_BITS;
        let buckets = if fits { buckets } else { 0 };
        // The operating system provides zeroed memory on first use.
        let entries = bytemuck::zeroed_slice_box::<AtomicU64>((buckets + 1) * BUCKET_ENTRIES);
        let first = entries.as_ptr().align_offset(CACHE_LINE).min(BUCKET_ENTRIES);
        Self { entries, first, buckets: buckets as u64 }
    }

    /// Whether the table can store anything.
    pub(super) const fn is_usable(&self) -> bool {
        self.buckets > 0
    }

    /// Distributes keys evenly over the buckets; key, bucket and rest determine each other.
    fn place(&self, key: u128) -> Place {
        let (rest, place) = match u64::try_from(key) {
            Ok(key) => (key / self.buckets, key % self.buckets),
            Err(_) => {
                let buckets = u128::from(self.buckets);
                ((key / buckets) as u64, (key % buckets) as u64)
            }
        };
        let offset = (u128::from(mix(rest)) * u128::from(self.buckets)) >> 64;
        let bucket = place + offset as u64;
        Place { bucket: if bucket < self.buckets { bucket } else { bucket - self.buckets }, rest }
    }

    fn bucket(&self, place: &Place) -> &[AtomicU64] {
        let start = self.first + place.bucket as usize * BUCKET_ENTRIES;
        &self.entries[start..start + BUCKET_ENTRIES]
    }

    /// The entry of a key and its bounds.
    #[inline]
    fn find(&self, key: u128) -> Option<(u64, Bounds)> {
        if self.buckets == 0 {
            return None;
        }
        let place = self.place(key);
        let mut entries = self.bucket(&place).iter().map(|entry| entry.load(Ordering::Relaxed));
        entries.find_map(|entry| Some((entry, bounds_of(entry, place.rest)?)))
    }

    pub(super) fn probe(&self, key: u128) -> Option<Bounds> {
        self.find(key).map(|(_, bounds)| bounds)
    }

    /// Roughly how many nodes it took to find the bounds of a key.
    pub(super) fn nodes(&self, key: u128) -> Option<u64> {
        self.find(key).map(|(entry, _)| 1 << work_of(entry))
    }

    /// Stores bounds that took a search of `nodes` nodes. They replace the entry of least work.
    pub(super) fn store(&self, key: u128, bounds: Bounds, nodes: u64) {
        if self.buckets == 0 {
            return;
        }
        let place = self.place(key);
        let bucket = self.bucket(&place);
        let mut cheapest = (&bucket[0], u64::MAX);
        for slot in bucket {
            let entry = slot.load(Ordering::Relaxed);
            if let Some(known) = bounds_of(entry, place.rest) {
                let work = work_of(entry).max(log2(nodes));
                slot.store(pack(place.rest, work, bounds.and(known)), Ordering::Relaxed);
                return;
            }
            let work = if entry == 0 { 0 } else { 1 + work_of(entry) };
            if work < cheapest.1 {
                cheapest = (slot, work);
            }
        }
        cheapest.0.store(pack(place.rest, log2(nodes), bounds), Ordering::Relaxed);
    }
}

const fn log2(nodes: u64) -> u64 {
    let log = (nodes | 1).ilog2() as u64;
    if log < 31 { log } else { 31 }
}

const fn pack(rest: u64, work: u64, bounds: Bounds) -> u64 {
    rest << REST_SHIFT | work << WORK_SHIFT | bounds.to_bits()
}

const fn work_of(entry: u64) -> u64 {
    entry >> WORK_SHIFT & 31
}

fn bounds_of(entry: u64, rest: u64) -> Option<Bounds> {
    if entry >> REST_SHIFT == rest { Bounds::from_bits(entry & 7) } else { None }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use strata_rules::Random;

    use super::*;
    use crate::solver::wdl::Goal;

    fn bounds_for(key: u128) -> Bounds {
        Bounds::from_answer(Goal::Win, mix(key as u64) & 1 == 0)
    }

    /// Keys that share most of their bits must not be confused.
    #[test]
    fn probe_returns_the_bounds_of_its_key_only() {
        for key_bits in [30, 58, 76] {
            let table = CompactTable::new(64, key_bits);
            assert!(table.is_usable());
            let mut random = Random::new(key_bits.into());
            let mut found = 0;
            for _ in 0..1_000_000 {
                let high = random.below(1 << 10);
                let key = u128::from(high) << (key_bits - 10) | u128::from(random.below(1 << 10));
                match table.probe(key) {
                    Some(bounds) => {
                        assert_eq!(bounds, bounds_for(key));
                        found += 1;
                    }
                    None => table.store(key, bounds_for(key), 1),
                }
            }
            assert!(found > 100_000, "{found}");
        }
    }

    #[test]
    fn keys_of_the_same_bucket_differ_in_the_rest() {
        let table = CompactTable::new(1, 40);
        let mut seen = HashMap::new();
        for key in (0..200_000).map(|number| number * 5_000_011) {
            let Place { bucket, rest } = table.place(key);
            assert!(bucket < table.buckets && rest >> MAX_REST_BITS == 0);
            assert_eq!(seen.insert((bucket, rest), key), None);
        }
    }

    #[test]
    fn a_table_that_is_too_small_for_its_keys_stores_nothing() {
        let table = CompactTable::new(1, 100);
        assert!(!table.is_usable());
        table.store(5, Bounds::exactly(crate::solver::Wdl::Win), 1);
        assert_eq!(table.probe(5), None);
    }

    #[test]
    fn bounds_of_the_same_key_are_combined() {
        let table = CompactTable::new(1, 40);
        table.store(5, Bounds::from_answer(Goal::Win, false), 10);
        table.store(5, Bounds::from_answer(Goal::Draw, true), 10);
        assert_eq!(table.probe(5), Some(Bounds::exactly(crate::solver::Wdl::Draw)));
    }

    #[test]
    fn nodes_are_stored_as_a_power_of_two() {
        let table = CompactTable::new(1, 40);
        table.store(5, bounds_for(5), 1000);
        assert_eq!(table.nodes(5), Some(512));
        assert_eq!(table.nodes(6), None);
    }

    #[test]
    fn entries_of_least_work_are_replaced_first() {
        let table = CompactTable::new(1, 60);
        let keys: Vec<u128> = (0_u128..)
            .map(|n| n << 20)
            .filter(|key| table.place(*key).bucket == 0)
            .take(9)
            .collect();
        for (key, nodes) in keys.iter().zip([100, 200, 300, 3, 500, 600, 700, 800, 50]) {
            table.store(*key, bounds_for(*key), nodes);
        }
        let lost: Vec<&u128> = keys.iter().filter(|key| table.probe(**key).is_none()).collect();
        assert_eq!(lost, [&keys[3]]);
    }
}
