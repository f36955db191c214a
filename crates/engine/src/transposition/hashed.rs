//! Entries found by the hash of a position: 16 bytes each, four to a cache line.

use std::sync::atomic::{AtomicU64, Ordering};

use super::buckets::Buckets;
use super::{Bound, Stamp, pack_move, unpack_move};

/// What a search found out about a position. It may belong to another position with the same hash.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    /// The estimate for the player to move.
    pub(crate) score: i32,
    /// The search depth in plies.
    pub(crate) depth: u8,
    pub(crate) bound: Bound,
    /// Whether there may be a proof of the position.
    pub(crate) has_proof: bool,
    /// The index of the best move.
    pub(crate) move_index: Option<u16>,
}

impl Entry {
    const fn pack(self, stamp: Stamp) -> u64 {
        self.score as i16 as u16 as u64
            | pack_move(self.move_index) << 16
            | (self.depth as u64) << 32
            | (self.bound as u64) << 40
            | (self.has_proof as u64) << 42
            | stamp.pack() << 48
    }

    fn unpack(data: u64) -> Self {
        Self {
            score: (data as u16 as i16).into(),
            move_index: unpack_move(data >> 16),
            depth: (data >> 32) as u8,
            bound: Bound::from_bits(data >> 40),
            has_proof: data >> 42 & 1 == 1,
        }
    }
}

/// An entry and its hash, combined by exclusive or: if two threads write at the same time, the mixture
/// does not match any hash.
#[derive(Debug, Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

impl Slot {
    fn load(&self) -> (u64, u64) {
        let data = self.data.load(Ordering::Relaxed);
        (self.check.load(Ordering::Relaxed) ^ data, data)
    }
}

#[derive(Debug)]
pub(super) struct HashedEntries(Buckets<Bucket>);

impl HashedEntries {
    pub(super) const fn new(bytes: usize) -> Self {
        Self(Buckets::new(bytes))
    }

    pub(super) fn allocate(&self) {
        self.0.allocate();
    }

    fn bucket(&self, hash: u64) -> Option<&Bucket> {
        self.0.get(hash)
    }

    pub(super) fn prefetch(&self, hash: u64) {
        self.0.prefetch(hash);
    }

    pub(super) fn probe(&self, hash: u64, now: Stamp) -> Option<Entry> {
        let mut slots = self.bucket(hash)?.0.iter().map(Slot::load);
        slots.find(|slot| is_entry_of(hash, *slot, now)).map(|(_, data)| Entry::unpack(data))
    }

    pub(super) fn store(&self, hash: u64, entry: Entry, now: Stamp) {
        let Some(Bucket(slots)) = self.bucket(hash) else { return };
        let worth = |slot: &&Slot| match slot.load() {
            // A position must not be in a bucket twice.
            found if is_entry_of(hash, found, now) => (0, i32::MIN),
            (_, data) => (1, now.worth(Stamp::unpack(data >> 48), (data >> 32) as u8)),
        };
        let Some(slot) = slots.iter().min_by_key(worth) else { return };
        let data = entry.pack(now);
        slot.check.store(hash ^ data, Ordering::Relaxed);
        slot.data.store(data, Ordering::Relaxed);
    }
}

fn is_entry_of(hash: u64, (found, data): (u64, u64), now: Stamp) -> bool {
    found == hash && Stamp::unpack(data >> 48).era == now.era
}

#[cfg(test)]
mod tests {
    use super::*;
    use strata_rules::Random;
    use strata_rules::random::mix;

    const NOW: Stamp = Stamp { era: 1, search: 0 };

    fn entry_for(number: u64) -> Entry {
        Entry {
            score: (number % 20_000) as i32 - 10_000,
            depth: (number % 50) as u8,
            bound: Bound::Lower,
            has_proof: number.is_multiple_of(2),
            move_index: (!number.is_multiple_of(3)).then_some((number % 4096) as u16),
        }
    }

    #[test]
    fn a_bucket_is_one_cache_line() {
        assert_eq!((size_of::<Slot>(), size_of::<Bucket>()), (16, 64));
    }

    #[test]
    fn entries_round_trip_through_packing() {
        for score in [-10_000, -1, 0, 1, 10_000] {
            for bound in [Bound::None, Bound::Lower, Bound::Upper, Bound::Exact] {
                for has_proof in [false, true] {
                    let move_index = Some(4095);
                    let entry = Entry { score, depth: 255, bound, has_proof, move_index };
                    let data = entry.pack(Stamp { era: 200, search: 255 });
                    assert_eq!(Entry::unpack(data), entry);
                    assert_eq!(Stamp::unpack(data >> 48), Stamp { era: 200, search: 255 });
                }
            }
        }
    }

    #[test]
    fn probe_returns_the_latest_entry_of_its_hash_only() {
        let table = HashedEntries::new(1 << 20);
        let mut random = Random::new(1);
        let mut latest = std::collections::HashMap::new();
        let mut found = 0;
        for step in 0..200_000 {
            let hash = mix(random.below(90_000));
            if let Some(entry) = table.probe(hash, NOW) {
                assert_eq!(Some(&entry), latest.get(&hash));
                found += 1;
            }
            latest.insert(hash, entry_for(step));
            table.store(hash, entry_for(step), NOW);
        }
        assert!(found > 10_000, "{found}");
    }

    #[test]
    fn the_shallowest_entry_of_the_oldest_search_is_replaced() {
        let table = HashedEntries::new(1 << 20);
        let bucket_of = |hash: u64| table.bucket(hash).map(std::ptr::from_ref);
        let hashes: Vec<u64> =
            (0..).map(mix).filter(|h| bucket_of(*h) == bucket_of(mix(0))).take(6).collect();
        let with_depth = |depth| Entry { depth, ..entry_for(1) };
        for (hash, depth) in hashes.iter().zip([9, 4, 7, 5]) {
            table.store(*hash, with_depth(depth), NOW);
        }
        table.store(hashes[4], with_depth(1), NOW);
        assert_eq!(table.probe(hashes[1], NOW), None);
        table.store(hashes[5], with_depth(1), Stamp { search: 1, ..NOW });
        assert_eq!(table.probe(hashes[4], NOW), None);
        assert!([0, 2, 3, 5].iter().all(|&place| table.probe(hashes[place], NOW).is_some()));
    }

    /// All hashes fall into one bucket, so that the threads overwrite each other's entries all the time.
    #[test]
    fn threads_never_see_torn_entries() {
        let table = HashedEntries::new(1 << 20);
        let bucket_of = |number: u64| table.bucket(mix(number)).map(std::ptr::from_ref);
        let numbers: Vec<u64> =
            (0..).filter(|number| bucket_of(*number) == bucket_of(0)).take(9).collect();
        let hits: u64 = std::thread::scope(|scope| {
            let hammer = |seed: u64| {
                let mut random = Random::new(seed);
                let mut hits = 0;
                for _ in 0..1_000_000 {
                    let number = numbers[random.below(numbers.len() as u64) as usize];
                    match table.probe(mix(number), NOW) {
                        Some(entry) => {
                            assert_eq!(entry, entry_for(number));
                            hits += 1;
                        }
                        None => table.store(mix(number), entry_for(number), NOW),
                    }
                }
                hits
            };
            let threads = [1, 2, 3].map(|seed| scope.spawn(move || hammer(seed)));
            threads.into_iter().map(|thread| thread.join().expect("no torn entry")).sum()
        });
        assert!(hits > 100_000, "only {hits} hits: the threads hardly shared any entry");
    }
}
