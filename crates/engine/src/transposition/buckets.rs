//! Memory for a table, allocated on first use.

use std::sync::OnceLock;

use prefetch_index::prefetch_index;

#[derive(Debug)]
pub(super) struct Buckets<B> {
    buckets: OnceLock<Box<[B]>>,
    bytes: usize,
}

impl<B: Default> Buckets<B> {
    /// As many buckets as fit into `bytes`.
    pub(super) const fn new(bytes: usize) -> Self {
        Self { buckets: OnceLock::new(), bytes }
    }

    /// All buckets.
    pub(super) fn allocate(&self) -> &[B] {
        self.buckets.get_or_init(|| {
            let count = self.bytes / size_of::<B>();
            std::iter::repeat_with(B::default).take(count).collect()
        })
    }

    /// The bucket for a number whose bits are well mixed; `None` if there are no buckets.
    pub(super) fn get(&self, mixed: u64) -> Option<&B> {
        let buckets = self.allocate();
        buckets.get(index(mixed, buckets.len()))
    }

    /// Starts to read the bucket for a number into the cache, without waiting for it.
    pub(super) fn prefetch(&self, mixed: u64) {
        let buckets = self.allocate();
        prefetch_index(buckets, index(mixed, buckets.len()));
    }
}

/// The index of the bucket for a number: multiplying is faster than a remainder.
fn index(mixed: u64, count: usize) -> usize {
    ((u128::from(mixed) * count as u128) >> 64) as usize
}
