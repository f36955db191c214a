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

/// The members and the size of the sets for which `CHOICES` has numbers.
const TABLE_MEMBERS: usize = 64;
const TABLE_SIZE: usize = 4;

/// `choose(member, k)` for small sets.
const CHOICES: [[u32; TABLE_SIZE + 1]; TABLE_MEMBERS] = {
    let mut choices = [[0; TABLE_SIZE + 1]; TABLE_MEMBERS];
    let mut member = 0;
    while member < TABLE_MEMBERS {
        let mut k = 0;
        while k <= TABLE_SIZE {
            choices[member][k] = if k > member { 0 } else { choose(member, k) as u32 };
            k += 1;
        }
        member += 1;
    }
    choices
};

/// The index of a set in the colexicographic order of all sets of the same size.
pub(super) fn rank<W: Word>(set: W) -> u64 {
    let choices = |(member, k): (usize, usize)| match CHOICES.get(member).and_then(|row| row.get(k))
    {
        Some(ways) => u64::from(*ways),
        None => choose(member, k),
    };
    set.iter().zip(1..).map(choices).sum()
}
