//! The eight symmetries of a square board.

use crate::Square;

/// A symmetry of a square board: an optional transposition, then optional flips of the files and
/// of the ranks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Symmetry(u8);

const TRANSPOSE: u8 = 1;
const FLIP_FILES: u8 = 2;
const FLIP_RANKS: u8 = 4;

impl Symmetry {
    /// The identity.
    pub const IDENTITY: Self = Self(0);

    /// Only the identity, for games without board symmetry.
    pub const NONE: &'static [Self] = &[Self::IDENTITY];

    /// All eight symmetries of the square, the identity first.
    pub const SQUARE: &'static [Self] =
        &[Self(0), Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7)];

    /// The image of `square` on a board of `size`×`size`.
    pub const fn apply(self, square: Square, size: usize) -> Square {
        let last = size as u8 - 1;
        let Square { mut file, mut rank } = square;
        if self.0 & TRANSPOSE != 0 {
            (file, rank) = (rank, file);
        }
        if self.0 & FLIP_FILES != 0 {
            file = last - file;
        }
        if self.0 & FLIP_RANKS != 0 {
            rank = last - rank;
        }
        Square { file, rank }
    }

    /// The index of the image of the square with this index.
    pub const fn apply_index(self, index: usize, size: usize) -> usize {
        self.apply(Square::from_index(index, size), size).index(size)
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Self {
        // A transposition exchanges the two flips.
        match self.0 {
            3 => Self(5),
            5 => Self(3),
            _ => self,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_eight_symmetries_differ_and_have_inverses() {
        let corner_and_edge = [Square::new(0, 0), Square::new(1, 0)];
        let mut images = Vec::new();
        for &symmetry in Symmetry::SQUARE {
            let image = corner_and_edge.map(|square| symmetry.apply(square, 5));
            assert!(!images.contains(&image));
            images.push(image);
            for index in 0..25 {
                let there = symmetry.apply_index(index, 5);
                assert_eq!(symmetry.inverse().apply_index(there, 5), index);
            }
        }
    }
}
