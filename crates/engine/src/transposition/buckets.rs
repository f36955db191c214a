//! Memory for a table, allocated on first use.

use std::sync::OnceLock;

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
        let index = (u128::from(mixed) * buckets.len() as u128) >> 64;
        buckets.get(index as usize)
    }
}
