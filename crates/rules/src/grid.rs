//! Bitboards: sets of squares as machine words.

use std::fmt::Debug;
use std::hash::Hash;
use std::marker::PhantomData;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

use crate::{Square, Symmetry};

/// An unsigned integer used as a bitboard.
pub trait Word:
    Copy
    + Eq
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + BitXorAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The empty set.
    const EMPTY: Self;
    /// The low bits of `wide`.
    fn truncate(wide: u128) -> Self;
    /// The same set in the widest word.
    fn widen(self) -> u128;
    /// The number of members.
    fn count(self) -> u32;
    /// The lowest member; the set must not be empty.
    fn first(self) -> usize;
    /// The set without its lowest member; it must not be empty.
    fn without_first(self) -> Self;

    /// The set of one member.
    fn bit(index: usize) -> Self {
        Self::truncate(1) << index as u32
    }

    /// Whether the set is empty.
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether `index` is a member.
    fn has(self, index: usize) -> bool {
        !(self & Self::bit(index)).is_empty()
    }

    /// The members, lowest first.
    fn iter(self) -> Members<Self> {
        Members(self)
    }

    /// The `n`th lowest member, from 0; there must be one.
    fn nth(mut self, n: u32) -> usize {
        for _ in 0..n {
            self = self.without_first();
        }
        self.first()
    }
}

macro_rules! impl_word {
    ($($word:ty),+) => {$(
        impl Word for $word {
            const EMPTY: Self = 0;
            fn truncate(wide: u128) -> Self { wide as Self }
            fn widen(self) -> u128 { self.into() }
            fn count(self) -> u32 { self.count_ones() }
            fn first(self) -> usize { self.trailing_zeros() as usize }
            fn without_first(self) -> Self { self & (self - 1) }
        }
    )+};
}
impl_word!(u32, u64);

impl Word for u128 {
    const EMPTY: Self = 0;
    fn truncate(wide: u128) -> Self {
        wide
    }
    fn widen(self) -> u128 {
        self
    }
    fn count(self) -> u32 {
        self.count_ones()
    }
    fn first(self) -> usize {
        self.trailing_zeros() as usize
    }
    fn without_first(self) -> Self {
        self & (self - 1)
    }
}

/// The members of a set, lowest first.
#[derive(Clone, Copy, Debug)]
pub struct Members<W>(W);

impl<W: Word> Iterator for Members<W> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        if self.0.is_empty() {
            return None;
        }
        let first = self.0.first();
        self.0 = self.0.without_first();
        Some(first)
    }
}

/// The geometry of an `N`×`N` board on the bits of `W`: bit `rank * N + file`.
#[derive(Clone, Copy, Debug)]
pub struct Grid<const N: usize, W>(PhantomData<W>);

const fn repeat(unit: u128, step: usize, times: usize) -> u128 {
    let mut set = 0;
    let mut i = 0;
    while i < times {
        set |= unit << (i * step);
        i += 1;
    }
    set
}

impl<const N: usize, W: Word> Grid<N, W> {
    const FULL: u128 = repeat(1, 1, N * N);
    const FIRST_FILE: u128 = repeat(1, N, N);
    const LAST_FILE: u128 = Self::FIRST_FILE << (N - 1);
    const DARK: u128 = {
        let mut set = 0;
        let mut index = 0;
        while index < N * N {
            set |= (((index % N + index / N + 1) % 2) as u128) << index;
            index += 1;
        }
        set
    };

    /// Every square of the board.
    pub fn full() -> W {
        W::truncate(Self::FULL)
    }

    /// The squares of the colour of `a1`, as on a chessboard.
    pub fn dark() -> W {
        W::truncate(Self::DARK)
    }

    /// The square with this index.
    pub const fn square(index: usize) -> Square {
        Square::from_index(index, N)
    }

    /// The index of a square, if it is on the board.
    pub fn index(square: Square) -> Option<usize> {
        square.is_on(N, N).then(|| square.index(N))
    }

    /// The set shifted one rank up.
    pub fn north(set: W) -> W {
        (set << N as u32) & Self::full()
    }

    /// The set shifted one rank down.
    pub fn south(set: W) -> W {
        set >> N as u32
    }

    /// The set shifted one file to the right.
    pub fn east(set: W) -> W {
        (set & !W::truncate(Self::LAST_FILE)) << 1
    }

    /// The set shifted one file to the left.
    pub fn west(set: W) -> W {
        (set & !W::truncate(Self::FIRST_FILE)) >> 1
    }

    /// Every square orthogonally adjacent to a member.
    pub fn neighbours(set: W) -> W {
        Self::north(set) | Self::south(set) | Self::east(set) | Self::west(set)
    }

    /// Every square orthogonally adjacent to at least two members.
    pub fn with_two_neighbours(set: W) -> W {
        let (north, south) = (Self::north(set), Self::south(set));
        let (east, west) = (Self::east(set), Self::west(set));
        (north & south) | (east & west) | ((north | south) & (east | west))
    }

    /// Flood fill: the members of `within` that are connected to `seed` inside it.
    pub fn flood(seed: W, within: W) -> W {
        Self::flood_until(seed, within, Self::full())
    }

    /// Flood fill that may end early, once all of `goal` is reached.
    pub fn flood_until(seed: W, within: W, goal: W) -> W {
        let mut reached = seed & within;
        loop {
            // Two steps at a time: comparing costs nearly as much as a step.
            let wider = (reached | Self::neighbours(reached)) & within;
            let wider = (wider | Self::neighbours(wider)) & within;
            if wider == reached || (goal & !wider).is_empty() {
                return wider;
            }
            reached = wider;
        }
    }

    /// The image of the set under a symmetry.
    pub fn transform(set: W, symmetry: Symmetry) -> W {
        set.iter().fold(W::EMPTY, |image, index| image | W::bit(symmetry.apply_index(index, N)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_neighbours<const N: usize, W: Word>() {
        for index in 0..N * N {
            let Square { file, rank } = Grid::<N, W>::square(index);
            let found = Grid::<N, W>::neighbours(W::bit(index));
            for other in 0..N * N {
                let to = Grid::<N, W>::square(other);
                let adjacent = file.abs_diff(to.file) + rank.abs_diff(to.rank) == 1;
                assert_eq!(found.has(other), adjacent, "{N}: {index} {other}");
                let between = Grid::<N, W>::with_two_neighbours(W::bit(index) | W::bit(other));
                for square in 0..N * N {
                    let neighbours = Grid::<N, W>::neighbours(W::bit(square));
                    let both = index != other && neighbours.has(index) && neighbours.has(other);
                    assert_eq!(between.has(square), both, "{N}: {square} {index} {other}");
                }
            }
        }
    }

    #[test]
    fn neighbours_are_the_orthogonally_adjacent_squares() {
        check_neighbours::<3, u32>();
        check_neighbours::<5, u32>();
        check_neighbours::<8, u64>();
        check_neighbours::<10, u128>();
    }

    #[test]
    fn flood_fills_one_connected_component() {
        type Board = Grid<3, u32>;
        assert_eq!(Board::flood(1, 0b101_101_101), 0b001_001_001);
        assert_eq!(Board::flood(1, 0b101_111_101), 0b101_111_101);
    }
}
