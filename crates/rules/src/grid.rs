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

/// The geometry of a square board on the bits of `W`: bit `rank * side + file`. The board has `N`
/// squares per side. If `N` is 0, the side is chosen at run time: slower, but one copy of the code
/// serves all sizes.
#[derive(Clone, Copy, Debug)]
pub struct Grid<const N: usize, W> {
    side: u8,
    masks: Masks,
    word: PhantomData<W>,
}

/// Sets of squares that depend only on the side.
#[derive(Clone, Copy, Debug)]
struct Masks {
    full: u128,
    first_file: u128,
    last_file: u128,
    dark: u128,
}

impl Masks {
    const fn new(side: usize) -> Self {
        let first_file = repeat(1, side, side);
        let mut dark = 0;
        let mut index = 0;
        while index < side * side {
            dark |= (((index % side + index / side + 1) % 2) as u128) << index;
            index += 1;
        }
        Self {
            full: repeat(1, 1, side * side),
            first_file,
            last_file: first_file << (side - 1),
            dark,
        }
    }
}

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
    /// The grid of a board with `side` squares per side, which must be `N` unless `N` is 0.
    pub const fn new(side: usize) -> Self {
        assert!(N == 0 || N == side);
        Self { side: side as u8, masks: Masks::new(side), word: PhantomData }
    }

    /// The number of squares per side.
    pub const fn side(&self) -> usize {
        if N == 0 { self.side as usize } else { N }
    }

    /// The number of squares.
    pub const fn squares(&self) -> usize {
        self.side() * self.side()
    }

    const fn masks(&self) -> Masks {
        if N == 0 { self.masks } else { const { Masks::new(if N == 0 { 1 } else { N }) } }
    }

    /// Every square of the board.
    pub fn full(&self) -> W {
        W::truncate(self.masks().full)
    }

    /// The squares of the colour of `a1`, as on a chessboard.
    pub fn dark(&self) -> W {
        W::truncate(self.masks().dark)
    }

    /// The square with this index.
    pub const fn square(&self, index: usize) -> Square {
        Square::from_index(index, self.side())
    }

    /// The index of a square, if it is on the board.
    pub fn index(&self, square: Square) -> Option<usize> {
        square.is_on(self.side(), self.side()).then(|| square.index(self.side()))
    }

    /// The set shifted one rank up.
    pub fn north(&self, set: W) -> W {
        (set << self.side() as u32) & self.full()
    }

    /// The set shifted one rank down.
    pub fn south(&self, set: W) -> W {
        set >> self.side() as u32
    }

    /// The set shifted one file to the right.
    pub fn east(&self, set: W) -> W {
        (set & !W::truncate(self.masks().last_file)) << 1
    }

    /// The set shifted one file to the left.
    pub fn west(&self, set: W) -> W {
        (set & !W::truncate(self.masks().first_file)) >> 1
    }

    /// Every square orthogonally adjacent to a member.
    pub fn neighbours(&self, set: W) -> W {
        self.north(set) | self.south(set) | self.east(set) | self.west(set)
    }

    /// Every square orthogonally adjacent to at least two members.
    pub fn with_two_neighbours(&self, set: W) -> W {
        let (north, south) = (self.north(set), self.south(set));
        let (east, west) = (self.east(set), self.west(set));
        (north & south) | (east & west) | ((north | south) & (east | west))
    }

    /// Flood fill: the members of `within` that are connected to `seed` inside it.
    pub fn flood(&self, seed: W, within: W) -> W {
        self.flood_until(seed, within, self.full())
    }

    /// Flood fill that may end early, once all of `goal` is reached.
    pub fn flood_until(&self, seed: W, within: W, goal: W) -> W {
        let mut reached = seed & within;
        loop {
            // Two steps at a time: comparing costs nearly as much as a step.
            let wider = (reached | self.neighbours(reached)) & within;
            let wider = (wider | self.neighbours(wider)) & within;
            if wider == reached || (goal & !wider).is_empty() {
                return wider;
            }
            reached = wider;
        }
    }

    /// The image of the set under a symmetry.
    pub fn transform(&self, set: W, symmetry: Symmetry) -> W {
        let image = |index| W::bit(symmetry.apply_index(index, self.side()));
        set.iter().fold(W::EMPTY, |images, index| images | image(index))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_neighbours<const N: usize, W: Word>(side: usize) {
        let grid = Grid::<N, W>::new(side);
        for index in 0..grid.squares() {
            let Square { file, rank } = grid.square(index);
            let found = grid.neighbours(W::bit(index));
            for other in 0..grid.squares() {
                let to = grid.square(other);
                let adjacent = file.abs_diff(to.file) + rank.abs_diff(to.rank) == 1;
                assert_eq!(found.has(other), adjacent, "{side}: {index} {other}");
                let between = grid.with_two_neighbours(W::bit(index) | W::bit(other));
                for square in 0..grid.squares() {
                    let neighbours = grid.neighbours(W::bit(square));
                    let both = index != other && neighbours.has(index) && neighbours.has(other);
                    assert_eq!(between.has(square), both, "{side}: {square} {index} {other}");
                }
            }
        }
    }

    #[test]
    fn neighbours_are_the_orthogonally_adjacent_squares() {
        check_neighbours::<3, u32>(3);
        check_neighbours::<5, u32>(5);
        check_neighbours::<8, u64>(8);
        check_neighbours::<10, u128>(10);
        (2..=10).for_each(check_neighbours::<0, u128>);
    }

    #[test]
    fn flood_fills_one_connected_component() {
        let grid = Grid::<3, u32>::new(3);
        assert_eq!(grid.flood(1, 0b101_101_101), 0b001_001_001);
        assert_eq!(grid.flood(1, 0b101_111_101), 0b101_111_101);
    }
}
