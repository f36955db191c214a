//! Proven scores under numbers that identify positions uniquely.

use std::sync::atomic::{AtomicU64, Ordering, fence};

use strata_rules::random::mix;

use super::buckets::Buckets;
use super::{Bound, Stamp, pack_move, unpack_move};

/// A number that identifies a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Code {
    /// Unique within the game.
    Unique(u128),
    /// The number of a reference position, and a number that is unique among all positions that can
    /// follow it.
    Relative(u64, u64),
}

impl Code {
    const fn words(self) -> (u64, u64, u64) {
        match self {
            Self::Unique(code) => ((code >> 64) as u64, code as u64, 0),
            Self::Relative(reference, code) => (reference, code, 1),
        }
    }
}

/// A proven score or bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Proof {
    /// The score for the player to move; distances to a win are counted from this position.
    pub(crate) score: i32,
    pub(crate) bound: Bound,
    /// The index of the best move.
    pub(crate) move_index: Option<u16>,
}

impl Proof {
    const fn pack(self, kind: u64, depth: u8, stamp: Stamp) -> u64 {
        self.score as i16 as u16 as u64
            | pack_move(self.move_index) << 16
            | (depth as u64) << 32
            | (self.bound as u64) << 40
            | kind << 42
            | stamp.pack() << 48
    }

    fn unpack(data: u64) -> Self {
        Self {
            score: (data as u16 as i16).into(),
            move_index: unpack_move(data >> 16),
            bound: Bound::from_bits(data >> 40),
        }
    }
}

/// Two proofs of three words each, and a sequence lock: `writes` is odd during a write.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket {
    writes: AtomicU64,
    words: [AtomicU64; 6],
}

impl Bucket {
    /// A consistent snapshot of both proofs, or `None` during a write.
    fn read(&self) -> Option<[[u64; 3]; 2]> {
        let before = self.writes.load(Ordering::Acquire);
        let [a, b, c, d, e, f] =
            [0, 1, 2, 3, 4, 5].map(|word: usize| self.words[word].load(Ordering::Relaxed));
        fence(Ordering::Acquire);
        let after = self.writes.load(Ordering::Relaxed);
        (before == after && before & 1 == 0).then_some([[a, b, c], [d, e, f]])
    }

    /// Replaces one proof; does nothing while another thread is writing to the bucket.
    fn write(&self, place: usize, words: [u64; 3]) {
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
        for (target, word) in self.words[3 * place..].iter().zip(words) {
            target.store(word, Ordering::Relaxed);
        }
        self.writes.store(odd.wrapping_add(1), Ordering::Release);
    }
}

/// A table of proofs.
#[derive(Debug)]
pub(crate) struct Proofs(Buckets<Bucket>);

impl Proofs {
    pub(crate) const fn new(bytes: usize) -> Self {
        Self(Buckets::new(bytes))
    }

    pub(super) fn allocate(&self) {
        self.0.allocate();
    }

    fn bucket(&self, code: Code) -> Option<&Bucket> {
        let (high, low, _) = code.words();
        self.0.get(mix(low ^ mix(high)))
    }

    pub(crate) fn probe(&self, code: Code, now: Stamp) -> Option<Proof> {
        let found = self.bucket(code)?.read()?;
        found
            .iter()
            .find(|words| is_proof_of(code, words, now))
            .map(|words| Proof::unpack(words[2]))
    }

    pub(crate) fn store(&self, code: Code, proof: Proof, depth: u8, now: Stamp) {
        let Some(bucket) = self.bucket(code) else { return };
        let Some(old) = bucket.read() else { return };
        let worth = |place: &usize| {
            let words = &old[*place];
            match is_proof_of(code, words, now) {
                // A position must not be in a bucket twice.
                true => (0, i32::MIN),
                false => (1, now.worth(Stamp::unpack(words[2] >> 48), (words[2] >> 32) as u8)),
            }
        };
        let place = usize::from(worth(&1) < worth(&0));
        let (high, low, kind) = code.words();
        bucket.write(place, [high, low, proof.pack(kind, depth, now)]);
    }
}

fn is_proof_of(code: Code, words: &[u64; 3], now: Stamp) -> bool {
    let (high, low, kind) = code.words();
    words[0] == high
        && words[1] == low
        && words[2] >> 42 & 1 == kind
        && Stamp::unpack(words[2] >> 48).era == now.era
}

#[cfg(test)]
mod tests {
    use super::*;
    use strata_rules::Random;

    const NOW: Stamp = Stamp { era: 1, search: 0 };

    fn proof_for(number: u64) -> Proof {
        Proof {
            score: (number % 60_000) as i32 - 30_000,
            bound: Bound::Lower,
            move_index: (!number.is_multiple_of(3)).then_some((number % 4096) as u16),
        }
    }

    #[test]
    fn proofs_round_trip_through_packing() {
        for score in [-30_000, -1, 0, 1, 30_000] {
            for bound in [Bound::Lower, Bound::Upper, Bound::Exact] {
                let proof = Proof { score, bound, move_index: Some(4095) };
                assert_eq!(Proof::unpack(proof.pack(1, 255, NOW)), proof);
            }
        }
    }

    #[test]
    fn probe_returns_the_proof_of_its_code_only() {
        let proofs = Proofs::new(1 << 20);
        let mut random = Random::new(1);
        let mut found = 0;
        for _ in 0..100_000 {
            let number = random.below(40_000);
            // Codes that share one half must not be confused.
            let code = Code::Unique(u128::from(number / 200) << 64 | u128::from(number % 200));
            match proofs.probe(code, NOW) {
                Some(proof) => {
                    assert_eq!(proof, proof_for(number));
                    found += 1;
                }
                None => proofs.store(code, proof_for(number), 1, NOW),
            }
            assert_eq!(proofs.probe(Code::Relative(number / 200, number % 200), NOW), None);
        }
        assert!(found > 10_000, "{found}");
    }

    /// A code whose two halves and whose proof all depend on `number`.
    fn code_for(number: u64) -> Code {
        Code::Unique(u128::from(mix(number)) << 64 | u128::from(number))
    }

    #[test]
    fn a_later_proof_of_the_same_position_replaces_the_earlier_one() {
        let proofs = Proofs::new(1 << 20);
        let bucket_of = |number: u64| proofs.bucket(code_for(number)).map(std::ptr::from_ref);
        let numbers: Vec<u64> =
            (0..).filter(|number| bucket_of(*number) == bucket_of(0)).take(2).collect();
        for depth in [9, 3, 5] {
            for number in &numbers {
                proofs.store(code_for(*number), proof_for(number + u64::from(depth)), depth, NOW);
            }
            for number in &numbers {
                let expected = proof_for(number + u64::from(depth));
                assert_eq!(proofs.probe(code_for(*number), NOW), Some(expected));
            }
        }
    }

    #[test]
    fn a_bucket_cannot_be_read_or_written_during_a_write() {
        let proofs = Proofs::new(1 << 20);
        let code = code_for(3);
        proofs.store(code, proof_for(3), 1, NOW);
        let bucket = proofs.bucket(code).expect("the table has buckets");
        let writes = bucket.writes.fetch_add(1, Ordering::Relaxed);
        assert_eq!(proofs.probe(code, NOW), None, "the proof may be half written");
        proofs.store(code, proof_for(4), 1, NOW);
        bucket.writes.store(writes, Ordering::Relaxed);
        assert_eq!(proofs.probe(code, NOW), Some(proof_for(3)), "the second write must be dropped");
    }

    /// All codes fall into one bucket of two proofs, so that the threads overwrite each other's proofs
    /// all the time.
    #[test]
    fn threads_never_see_torn_proofs() {
        let proofs = Proofs::new(1 << 20);
        let bucket_of = |number: u64| proofs.bucket(code_for(number)).map(std::ptr::from_ref);
        let numbers: Vec<u64> =
            (0..).filter(|number| bucket_of(*number) == bucket_of(0)).take(6).collect();
        let hits: u64 = std::thread::scope(|scope| {
            let hammer = |seed: u64| {
                let mut random = Random::new(seed);
                let mut hits = 0;
                for _ in 0..1_000_000 {
                    let number = numbers[random.below(numbers.len() as u64) as usize];
                    match proofs.probe(code_for(number), NOW) {
                        Some(proof) => {
                            assert_eq!(proof, proof_for(number));
                            hits += 1;
                        }
                        None => proofs.store(code_for(number), proof_for(number), 1, NOW),
                    }
                }
                hits
            };
            let threads = [1, 2, 3].map(|seed| scope.spawn(move || hammer(seed)));
            threads.into_iter().map(|thread| thread.join().expect("no torn proof")).sum()
        });
        assert!(hits > 100_000, "only {hits} hits: the threads hardly shared any proof");
    }
}
