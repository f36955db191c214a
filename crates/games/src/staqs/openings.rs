//! The result of every position of the standard board with one to three pieces placed.
//!
//! `openings.bin` contains the results of all these positions up to symmetry, five per byte, in the order
//! of their keys. `cargo run --release -p strata-games --example staqs_openings` recomputes the file from
//! the results of the setups.

use std::sync::OnceLock;

use strata_rules::Symmetry;
use strata_rules::grid::Grid;

use super::setups::{BlueResult, RESULTS_PER_BYTE};

const GRID: Grid<5, u32> = Grid::new(5);
const SQUARES: usize = 25;

static RESULTS: &[u8] = include_bytes!("openings.bin");

/// The smallest number among the symmetric images of Blue's and White's squares.
pub fn key(blue: u32, white: u32) -> u64 {
    let images = Symmetry::SQUARE.iter().map(|&by| {
        u64::from(GRID.transform(blue, by)) << SQUARES | u64::from(GRID.transform(white, by))
    });
    images.min().unwrap_or_default()
}

/// The keys of all positions with one to three pieces, in ascending order.
pub fn keys() -> &'static [u64] {
    static KEYS: OnceLock<Vec<u64>> = OnceLock::new();
    KEYS.get_or_init(|| {
        let squares = || (0..SQUARES).map(|square| 1_u32 << square);
        let pairs = squares().flat_map(|blue| squares().map(move |white| (blue, white & !blue)));
        let third = |(blue, white)| {
            let free = squares().filter(move |square| square & (blue | white) == 0);
            free.map(move |square| (blue | square, white)).chain([(blue, white)])
        };
        // Where both squares are the same, only Blue has placed a piece.
        let is_possible = |(blue, white): &(u32, u32)| *white != 0 || blue.count_ones() == 1;
        let keys = pairs.flat_map(third).filter(is_possible).map(|(blue, white)| key(blue, white));
        let mut keys: Vec<u64> = keys.collect();
        keys.sort_unstable();
        keys.dedup();
        keys
    })
}

/// The result of best play from the squares of Blue and White, if one to three pieces are placed.
pub(super) fn result(blue: u32, white: u32) -> Option<BlueResult> {
    let index = keys().binary_search(&key(blue, white)).ok()?;
    let power = 3_u8.pow((index % RESULTS_PER_BYTE) as u32);
    Some(match RESULTS.get(index / RESULTS_PER_BYTE)? / power % 3 {
        0 => BlueResult::Loss,
        1 => BlueResult::Draw,
        _ => BlueResult::Win,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn free(blue: u32, white: u32) -> impl Iterator<Item = u32> {
        (0..SQUARES).map(|square| 1 << square).filter(move |square| square & (blue | white) == 0)
    }

    #[test]
    fn file_has_a_result_for_every_position() {
        assert_eq!(RESULTS.len(), keys().len().div_ceil(RESULTS_PER_BYTE));
        for blue in free(0, 0) {
            assert!(result(blue, 0).is_some());
            for white in free(blue, 0) {
                assert!(result(blue, white).is_some());
                assert!(free(blue, white).all(|third| result(blue | third, white).is_some()));
            }
        }
        assert_eq!(result(0, 0), None);
        assert_eq!(result(0b11, 0b1100), None);
    }

    #[test]
    fn results_agree_with_those_of_the_next_placement() {
        for blue in free(0, 0) {
            let best = free(blue, 0).filter_map(|white| result(blue, white)).min();
            assert_eq!(result(blue, 0), best);
            for white in free(blue, 0) {
                let next = free(blue, white).filter_map(|third| result(blue | third, white));
                assert_eq!(result(blue, white), next.max());
            }
        }
    }
}
