//! A small seeded pseudo-random number generator with the same output on every machine.

use std::ops::Index;

/// One step of SplitMix64.
pub const fn mix(seed: u64) -> u64 {
    let z = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

const fn hash_keys<const COUNT: usize>(seed: u64) -> [u64; COUNT] {
    let mut keys = [0; COUNT];
    let mut i = 0;
    while i < COUNT {
        keys[i] = mix(mix(seed).wrapping_add(i as u64));
        i += 1;
    }
    keys
}

/// Zobrist keys: `COUNT` numbers from one seed. They are computed at compile time, but in the browser
/// when they are first needed, because random numbers cannot be compressed for the download.
#[derive(Debug)]
pub struct HashKeys<const COUNT: usize> {
    #[cfg(not(target_family = "wasm"))]
    keys: [u64; COUNT],
    #[cfg(target_family = "wasm")]
    keys: std::sync::OnceLock<[u64; COUNT]>,
    #[cfg(target_family = "wasm")]
    seed: u64,
}

#[cfg(not(target_family = "wasm"))]
impl<const COUNT: usize> HashKeys<COUNT> {
    /// The keys of this seed.
    pub const fn new(seed: u64) -> Self {
        Self { keys: hash_keys(seed) }
    }

    const fn keys(&self) -> &[u64; COUNT] {
        &self.keys
    }
}

#[cfg(target_family = "wasm")]
impl<const COUNT: usize> HashKeys<COUNT> {
    /// The keys of this seed.
    pub const fn new(seed: u64) -> Self {
        Self { keys: std::sync::OnceLock::new(), seed }
    }

    fn keys(&self) -> &[u64; COUNT] {
        self.keys.get_or_init(|| hash_keys(self.seed))
    }
}

impl<const COUNT: usize> Index<usize> for HashKeys<COUNT> {
    type Output = u64;

    #[inline]
    fn index(&self, index: usize) -> &u64 {
        &self.keys()[index]
    }
}

/// A random number generator that is fully determined by its seed.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A generator with this seed.
    pub const fn new(seed: u64) -> Self {
        Self(mix(seed))
    }

    /// The next 64 random bits.
    pub const fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mix(self.0)
    }

    /// A number below `bound`, which must not be 0. The bias is below 2⁻³² for bounds below 2³².
    pub const fn below(&mut self, bound: u64) -> u64 {
        ((self.next_u64() as u128 * bound as u128) >> 64) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn below_is_uniform_over_its_range() {
        let mut random = Random::new(7);
        let mut seen = [0; 10];
        for _ in 0..10_000 {
            seen[random.below(10) as usize] += 1;
        }
        assert!(seen.iter().all(|count| (850..1150).contains(count)), "{seen:?}");
    }
}
