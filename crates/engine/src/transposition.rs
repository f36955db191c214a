//! The transposition table, shared by all threads without locks.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering, fence};

use strata_rules::random::mix;

use crate::value::is_decisive;

/// The key of a position in the transposition table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Key {
    /// A number that identifies the position uniquely within the game.
    Exact(u128),
    /// The number of a reference position, and a number that identifies the position uniquely among
    /// all that can follow it.
    Relative(u64, u64),
    /// A hash, which may collide: nothing stored under it is proven.
    Hash(u64),
}

impl Key {
    const fn words(self) -> (u64, u64, u64) {
        match self {
            Self::Exact(code) => ((code >> 64) as u64, code as u64, 1),
            Self::Relative(reference, code) => (reference, code, 2),
            Self::Hash(hash) => (0, hash, 3),
        }
    }

    const fn is_unique(self) -> bool {
        !matches!(self, Self::Hash(_))
    }
}

/// The kind of bound that a score is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// No score, only the best move.
    None,
    /// A lower bound (fail high).
    Lower,
    /// An upper bound (fail low).
    Upper,
    /// An exact score at the stored depth.
    Exact,
}

/// A transposition table entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The score for the player to move; distances to a win are counted from this position.
    pub score: i32,
    /// The search depth in plies.
    pub depth: u8,
    /// The kind of bound.
    pub bound: Bound,
    /// Whether every leaf below was the end of a game.
    pub proven: bool,
    /// The index of the best move.
    pub move_index: Option<u16>,
}

const NO_MOVE: u16 = u16::MAX;

impl Entry {
    fn pack(self, kind: u64, generation: u8) -> u64 {
        u64::from(self.score as i16 as u16)
            | u64::from(self.move_index.unwrap_or(NO_MOVE)) << 16
            | u64::from(self.depth) << 32
            | u64::from(generation) << 40
            | (self.bound as u64) << 48
            | u64::from(self.proven) << 50
            | kind << 56
    }

    fn unpack(data: u64) -> Self {
        let move_index = (data >> 16) as u16;
        Self {
            score: (data as u16 as i16).into(),
            move_index: (move_index != NO_MOVE).then_some(move_index),
            depth: (data >> 32) as u8,
            bound: match data >> 48 & 3 {
                0 => Bound::None,
                1 => Bound::Lower,
                2 => Bound::Upper,
                _ => Bound::Exact,
            },
            proven: data >> 50 & 1 == 1,
        }
    }
}

/// Two entries of three words each, and a sequence lock: `writes` is odd during a write.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket {
    writes: AtomicU64,
    words: [AtomicU64; 6],
}

impl Bucket {
    /// A consistent snapshot of both entries, or `None` during a write.
    fn read(&self) -> Option<[u64; 6]> {
        let before = self.writes.load(Ordering::Acquire);
        let words = [0, 1, 2, 3, 4, 5].map(|word: usize| self.words[word].load(Ordering::Relaxed));
        fence(Ordering::Acquire);
        let after = self.writes.load(Ordering::Relaxed);
        (before == after && before & 1 == 0).then_some(words)
    }

    /// Replaces one entry; does nothing while another thread is writing to the bucket.
    fn write(&self, entry: usize, words: [u64; 3]) {
        let count = self.writes.load(Ordering::Relaxed);
        let odd = count | 1;
        if count == odd
            || self
                .writes
                .compare_exchange(count, odd, Ordering::Acquire, Ordering::Relaxed)
                .is_err()
        {
            return;
        }
        fence(Ordering::Release);
        for (target, word) in self.words[3 * entry..].iter().zip(words) {
            target.store(word, Ordering::Relaxed);
        }
        self.writes.store(odd.wrapping_add(1), Ordering::Release);
    }
}

/// The transposition table. Its memory is allocated on first use.
#[derive(Debug)]
pub struct TranspositionTable {
    buckets: OnceLock<Box<[Bucket]>>,
    megabytes: usize,
    generation: u8,
}

impl TranspositionTable {
    /// A table of at most this size; a table of 0 megabytes stores nothing.
    pub const fn new(megabytes: usize) -> Self {
        Self { buckets: OnceLock::new(), megabytes, generation: 0 }
    }

    /// The maximum size.
    pub const fn megabytes(&self) -> usize {
        self.megabytes
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        self.buckets = OnceLock::new();
        self.generation = 0;
    }

    /// Starts a new generation: older entries are replaced first.
    pub const fn age(&mut self) {
        self.generation = self.generation.wrapping_add(1);
    }

    /// Allocates the memory now.
    pub fn allocate(&self) {
        self.buckets();
    }

    fn buckets(&self) -> &[Bucket] {
        self.buckets.get_or_init(|| {
            let count = self.megabytes * (1 << 20) / size_of::<Bucket>();
            std::iter::repeat_with(Bucket::default).take(count).collect()
        })
    }

    fn bucket(&self, (high, low, _): (u64, u64, u64)) -> Option<&Bucket> {
        let buckets = self.buckets();
        let mixed = mix(low ^ mix(high));
        let index = (u128::from(mixed) * buckets.len() as u128) >> 64;
        buckets.get(index as usize)
    }

    /// The entry of a position.
    pub fn probe(&self, key: Key) -> Option<Entry> {
        let words @ (high, low, kind) = key.words();
        let found = self.bucket(words)?.read()?;
        found
            .chunks_exact(3)
            .find(|entry| entry[0] == high && entry[1] == low && entry[2] >> 56 == kind)
            .map(|entry| Entry::unpack(entry[2]))
    }

    /// Stores an entry. Proven scores are dropped if the key is only a hash.
    pub fn store(&self, key: Key, mut entry: Entry) {
        if !key.is_unique() {
            entry.proven = false;
            if is_decisive(entry.score) {
                entry = Entry { score: 0, depth: 0, bound: Bound::None, ..entry };
            }
        }
        let words @ (high, low, kind) = key.words();
        let Some(bucket) = self.bucket(words) else { return };
        let Some(old) = bucket.read() else { return };
        let worth = |place: usize| {
            let data = old[3 * place + 2];
            let is_same = old[3 * place] == high && old[3 * place + 1] == low && data >> 56 == kind;
            let age = self.generation.wrapping_sub((data >> 40) as u8);
            match data {
                0 => i32::MIN,
                // A position must not be in a bucket twice.
                _ if is_same => i32::MIN + 1,
                _ => i32::from((data >> 32) as u8) - 4 * i32::from(age),
            }
        };
        let is_second_same = worth(1) == i32::MIN + 1;
        let place = usize::from(is_second_same || worth(1) < worth(0));
        bucket.write(place, [high, low, entry.pack(kind, self.generation)]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use strata_rules::Random;

    fn entry_for(number: u64) -> Entry {
        Entry {
            score: (number % 20_000) as i32 - 10_000,
            depth: (number % 50) as u8,
            bound: Bound::Lower,
            proven: number.is_multiple_of(2),
            move_index: (!number.is_multiple_of(3)).then_some((number % 4096) as u16),
        }
    }

    #[test]
    fn entries_round_trip_through_packing() {
        for score in [-30_000, -1, 0, 1, 30_000] {
            for bound in [Bound::None, Bound::Lower, Bound::Upper, Bound::Exact] {
                let entry =
                    Entry { score, depth: 255, bound, proven: true, move_index: Some(4095) };
                assert_eq!(Entry::unpack(entry.pack(2, 77)), entry);
            }
        }
    }

    #[test]
    fn probe_returns_the_entry_of_its_key_only() {
        let table = TranspositionTable::new(1);
        let mut random = Random::new(1);
        let mut found = 0;
        for _ in 0..100_000 {
            let number = random.below(40_000);
            // Keys that share one half must not be confused.
            let code = u128::from(number / 200) << 64 | u128::from(number % 200);
            match table.probe(Key::Exact(code)) {
                Some(entry) => {
                    assert_eq!(entry, entry_for(number));
                    found += 1;
                }
                None => table.store(Key::Exact(code), entry_for(number)),
            }
            assert_eq!(table.probe(Key::Relative(u64::MAX, number)), None);
        }
        assert!(found > 10_000, "{found}");
    }

    #[test]
    fn proven_scores_are_not_stored_under_a_hash() {
        let table = TranspositionTable::new(1);
        let won = Entry {
            score: 29_995,
            depth: 9,
            bound: Bound::Exact,
            proven: true,
            move_index: Some(5),
        };
        table.store(Key::Hash(7), won);
        let found = table.probe(Key::Hash(7)).expect("stored");
        assert_eq!((found.bound, found.proven, found.move_index), (Bound::None, false, Some(5)));
        assert_eq!(table.probe(Key::Exact(7)), None);
    }

    #[test]
    fn a_table_of_size_zero_stores_nothing() {
        let table = TranspositionTable::new(0);
        table.store(Key::Exact(7), entry_for(7));
        assert_eq!(table.probe(Key::Exact(7)), None);
    }

    /// A key whose two halves and whose entry all depend on `number`.
    fn key_for(number: u64) -> Key {
        Key::Exact(u128::from(mix(number)) << 64 | u128::from(number))
    }

    #[test]
    fn a_bucket_cannot_be_read_or_written_during_a_write() {
        let table = TranspositionTable::new(1);
        let key = key_for(3);
        table.store(key, entry_for(3));
        let bucket = table.bucket(key.words()).expect("the table has buckets");
        let writes = bucket.writes.fetch_add(1, Ordering::Relaxed);
        assert_eq!(table.probe(key), None, "the entry may be half written");
        table.store(key, entry_for(4));
        bucket.writes.store(writes, Ordering::Relaxed);
        assert_eq!(table.probe(key), Some(entry_for(3)), "the second write must be dropped");
    }

    /// All keys fall into one bucket of two entries, so that the threads overwrite each other's
    /// entries all the time.
    #[test]
    fn threads_never_see_torn_entries() {
        let table = TranspositionTable::new(1);
        let bucket_of =
            |number: &u64| table.bucket(key_for(*number).words()).map(std::ptr::from_ref);
        let numbers: Vec<u64> =
            (0..).filter(|number| bucket_of(number) == bucket_of(&0)).take(6).collect();
        let hits: u64 = std::thread::scope(|scope| {
            let hammer = |seed: u64| {
                let mut random = Random::new(seed);
                let mut hits = 0;
                for _ in 0..1_000_000 {
                    let number = numbers[random.below(numbers.len() as u64) as usize];
                    match table.probe(key_for(number)) {
                        Some(entry) => {
                            assert_eq!(entry, entry_for(number));
                            hits += 1;
                        }
                        None => table.store(key_for(number), entry_for(number)),
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
