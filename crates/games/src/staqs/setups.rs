//! The result of every completed setup on the standard board: 5×5, two players, four pieces each.
//!
//! `setups.bin` contains the results of all 9.97 million setups up to symmetry of Blue's squares,
//! five per byte. `cargo run --release -p strata-games --example staqs_setups` recomputes the file.

use std::sync::OnceLock;

use strata_rules::Symmetry;
use strata_rules::grid::{Grid, Word};

use super::subsets::{choose, rank};
use crate::tables::{TableFile, embedded};

const GRID: Grid<5, u32> = Grid::new(5);
const SQUARES: usize = 25;
/// The pieces of each player.
pub const PIECES: usize = 4;
/// The number of ways to place White's pieces on the squares that Blue left free.
pub const WHITES: usize = choose(SQUARES - PIECES, PIECES) as usize;
/// The number of results in each byte of the file, as base-3 digits.
pub const RESULTS_PER_BYTE: usize = 5;

/// The results.
pub static FILE: TableFile = TableFile::new("staqs", "setups.bin", embedded!("setups.bin"));

/// The result of best play for Blue, who makes the first move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum BlueResult {
    /// Blue loses.
    Loss,
    /// A draw.
    Draw,
    /// Blue wins.
    Win,
}

/// The sets of four squares out of `squares`, in the order of `rank`.
pub fn sets_of_four(squares: usize) -> impl Iterator<Item = u32> {
    let next = |set: &u32| {
        let lowest = set & set.wrapping_neg();
        let carried = set + lowest;
        Some(carried | (((carried ^ set) >> 2) / lowest))
    };
    std::iter::successors(Some(0b1111), next).take(choose(squares, PIECES) as usize)
}

/// The members of `set` renumbered as if the squares of `without` did not exist.
fn squeeze(set: u32, without: u32) -> u32 {
    set.iter().fold(0, |squeezed, square| {
        squeezed | u32::bit(square - (without & (u32::bit(square) - 1)).count() as usize)
    })
}

/// The inverse of `squeeze`.
pub fn stretch(squeezed: u32, without: u32) -> u32 {
    let free = GRID.full() & !without;
    squeezed.iter().fold(0, |set, place| set | u32::bit(free.nth(place as u32)))
}

/// The symmetry classes of Blue's squares, each with a representative set.
#[derive(Debug)]
pub struct Classes {
    /// For each set, its class and the symmetry that maps it to the representative.
    of_set: Vec<(u16, Symmetry)>,
    /// The representative of each class.
    pub representatives: Vec<u32>,
}

impl Classes {
    /// The classes, computed on the first call.
    pub fn get() -> &'static Self {
        static CLASSES: OnceLock<Classes> = OnceLock::new();
        CLASSES.get_or_init(Self::compute)
    }

    fn compute() -> Self {
        let mut classes = Self { of_set: Vec::new(), representatives: Vec::new() };
        for set in sets_of_four(SQUARES) {
            let images = Symmetry::SQUARE.iter().map(|&by| (GRID.transform(set, by), by));
            let (least, by) =
                images.min_by_key(|(image, _)| *image).unwrap_or((set, Symmetry::IDENTITY));
            if least == set {
                classes.representatives.push(set);
                classes.of_set.push((classes.representatives.len() as u16 - 1, Symmetry::IDENTITY));
            } else {
                // The least set of a class comes first in the order of ranks.
                classes.of_set.push((classes.of_set[rank(least) as usize].0, by));
            }
        }
        classes
    }
}

/// The result of a setup, from the sets of squares of Blue and White; `None` until the file is loaded.
pub fn result(blue: u32, white: u32) -> Option<BlueResult> {
    let results = FILE.data()?;
    let classes = Classes::get();
    let (class, by) = classes.of_set[rank(blue) as usize];
    let representative = classes.representatives[usize::from(class)];
    let white = rank(squeeze(GRID.transform(white, by), representative)) as usize;
    let index = usize::from(class) * WHITES + white;
    let power = 3_u8.pow((index % RESULTS_PER_BYTE) as u32);
    Some(match results.get(index / RESULTS_PER_BYTE)? / power % 3 {
        0 => BlueResult::Loss,
        1 => BlueResult::Draw,
        _ => BlueResult::Win,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rank_numbers_sets_in_order() {
        for squares in [SQUARES - PIECES, SQUARES] {
            for (number, set) in sets_of_four(squares).enumerate() {
                assert_eq!(rank(set) as usize, number);
                assert!(set < 1 << squares);
            }
        }
        assert_eq!(sets_of_four(SQUARES).count(), choose(SQUARES, PIECES) as usize);
    }

    #[test]
    fn stretch_is_the_inverse_of_squeeze() {
        let blue = 0b10_0000_1000_0100_0001_0000_0000;
        for squeezed in sets_of_four(SQUARES - PIECES) {
            let white = stretch(squeezed, blue);
            assert_eq!(white & blue, 0);
            assert_eq!(squeeze(white, blue), squeezed);
        }
    }

    #[test]
    fn file_has_a_result_for_every_setup() {
        let setups = Classes::get().representatives.len() * WHITES;
        assert_eq!(FILE.data().map_or(0, <[u8]>::len), setups.div_ceil(RESULTS_PER_BYTE));
    }

    #[test]
    fn symmetric_setups_have_the_same_result() {
        for (number, blue) in sets_of_four(SQUARES).enumerate().step_by(97) {
            let white =
                stretch(sets_of_four(SQUARES - PIECES).nth(number / 3).unwrap_or(0b1111), blue);
            for &by in Symmetry::SQUARE {
                let image = result(GRID.transform(blue, by), GRID.transform(white, by));
                assert_eq!(image, result(blue, white), "{blue:b} {white:b}");
            }
        }
    }
}
