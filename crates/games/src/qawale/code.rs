//! Numbers that identify positions.

use strata_rules::Symmetry;

use super::play::{Position, height};
use super::walk::{SIDE, SQUARES};

/// Two bits per stone, with a zero between stacks. The stones determine the turn.
#[inline]
pub(super) fn code_of(stacks: impl IntoIterator<Item = u64>) -> u128 {
    let append = |code, stack| code << (2 * height(stack) + 2) | u128::from(stack);
    stacks.into_iter().fold(0, append)
}

/// The smallest code of the images of a position with the smallest summary.
pub(super) fn smallest_code(position: &Position) -> u128 {
    let summaries = images(summary(position));
    let least = summaries.into_iter().min();
    let of_image = |image: usize| code_of(SOURCES[image].map(|square| position.stacks[square]));
    let with_least = (0..summaries.len()).filter(|&image| Some(summaries[image]) == least);
    with_least.map(of_image).min().unwrap_or_default()
}

/// The squares that each symmetry moves to squares 0, 1, 2 …
static SOURCES: [[usize; SQUARES]; 8] = {
    let mut sources = [[0; SQUARES]; 8];
    let mut i = 0;
    while i < 8 * SQUARES {
        let (symmetry, square) = (i / SQUARES, i % SQUARES);
        sources[symmetry][Symmetry::SQUARE[symmetry].apply_index(square, SIDE)] = square;
        i += 1;
    }
    sources
};

/// The top stone and the height up to 3 of each square, in four bits.
fn summary(position: &Position) -> u64 {
    let mut summary = 0;
    for (square, stack) in position.stacks.into_iter().enumerate() {
        let height = height(stack);
        let top = stack >> (2 * height.saturating_sub(1));
        summary |= (top | (height.min(3) as u64) << 2) << (4 * square);
    }
    summary
}

/// The images of a summary under all symmetries, in the order of `Symmetry::SQUARE`.
fn images(summary: u64) -> [u64; 8] {
    let transposed = transpose(summary);
    [
        summary,
        transposed,
        flip_files(summary),
        flip_files(transposed),
        flip_ranks(summary),
        flip_ranks(transposed),
        flip_ranks(flip_files(summary)),
        flip_ranks(flip_files(transposed)),
    ]
}

/// Exchanges the bits of `low` with those `distance` above.
const fn exchange(board: u64, low: u64, distance: u32) -> u64 {
    let differences = (board ^ board >> distance) & low;
    board ^ differences ^ differences << distance
}

const fn transpose(board: u64) -> u64 {
    // Inside the quarters of the board, then the quarters.
    let inside = exchange(board, 0x0000_F0F0_0000_F0F0, 12);
    exchange(inside, 0x0000_0000_FF00_FF00, 24)
}

const fn flip_files(board: u64) -> u64 {
    let neighbours = exchange(board, 0x0F0F_0F0F_0F0F_0F0F, 4);
    exchange(neighbours, 0x00FF_00FF_00FF_00FF, 8)
}

const fn flip_ranks(board: u64) -> u64 {
    let neighbours = exchange(board, 0x0000_FFFF_0000_FFFF, 16);
    exchange(neighbours, 0x0000_0000_FFFF_FFFF, 32)
}

#[cfg(test)]
mod tests {
    use strata_rules::{Evaluator, Game};

    use super::super::tests::random_positions;
    use super::*;

    #[test]
    fn images_of_the_summary_are_summaries_of_the_images() {
        for (board, position) in random_positions(30) {
            let of_images = Symmetry::SQUARE
                .iter()
                .map(|symmetry| summary(&board.transform(&position, *symmetry)));
            assert!(of_images.eq(images(summary(&position))), "{position:?}");
        }
    }

    #[test]
    fn smallest_code_is_that_of_an_image_and_the_same_for_all_images() {
        for (board, position) in random_positions(60) {
            let images = Symmetry::SQUARE.iter().map(|s| board.transform(&position, *s));
            let smallest = smallest_code(&position);
            let mut is_code_of_image = false;
            for image in images {
                assert_eq!(smallest_code(&image), smallest);
                is_code_of_image |= board.code(&image) == Some(smallest);
            }
            assert!(is_code_of_image, "{position:?}");
            let bits = u128::BITS - smallest.leading_zeros();
            assert!(board.proof_key(&position).is_none() || bits <= board.proof_key_bits());
        }
    }
}
