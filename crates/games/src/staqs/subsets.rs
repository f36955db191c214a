//! Numbering sets of squares.

use strata_rules::grid::Word;

/// The number of ways to choose `k` of `n`.
pub(super) const fn choose(n: usize, k: usize) -> u64 {
    let mut ways = 1;
    let mut taken = 0;
    while taken < k {
        ways = ways * (n - taken) as u64 / (taken as u64 + 1);
        taken += 1;
    }
    ways
}

/// The index of a set in the colexicographic order of all sets of the same size.
pub(super) fn rank<W: Word>(set: W) -> u64 {
    set.iter().zip(1..).map(|(member, k)| choose(member, k)).sum()
}
