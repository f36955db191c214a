//! Which lines a sowing can complete, for all short walks.

use std::ops::ControlFlow;
use std::sync::LazyLock;

use super::lines::LINES;
use super::walk::{NO_DIRECTION, Path, SQUARES, visit_walks};

/// The maximum height of the lifted stacks in the table. Higher ones are rare.
pub(super) const MAX_HEIGHT: usize = 7;

const PATTERNS: usize = 1 << (MAX_HEIGHT + 1);

/// For each line, the sets of its squares that some sowing completes, as a set of 4-bit numbers:
/// the player's stones are on top of these squares after the stack was lifted.
pub(super) type CompletedSets = [u16; LINES.len()];

/// The lines that sowings complete, by the square and the pattern of the lifted stack, see
/// `pattern_of`.
#[derive(Debug)]
pub(super) struct Completions(Box<[CompletedSets]>);

static COMPLETIONS: LazyLock<Completions> = LazyLock::new(|| {
    let mut table = vec![[0; LINES.len()]; SQUARES * PATTERNS].into_boxed_slice();
    for (origin, of_origin) in table.chunks_exact_mut(PATTERNS).enumerate() {
        for height in 1..=MAX_HEIGHT {
            fill(origin, height, &mut of_origin[1 << height..2 << height]);
        }
    }
    Completions(table)
});

impl Completions {
    pub(super) fn shared() -> &'static Self {
        &COMPLETIONS
    }

    /// The sets of squares of each line that a sowing from `origin` completes. The stack has at most
    /// `MAX_HEIGHT` stones.
    #[inline]
    pub(super) fn get(&self, origin: usize, pattern: usize) -> &CompletedSets {
        &self.0[origin * PATTERNS + pattern]
    }
}

/// Which stones of a stack belong to a player, with the bottom stone in the lowest bit, below a bit
/// that marks the height. `stones` is the result of `stones_of`.
#[inline]
pub(super) const fn pattern_of(stones: u64, height: usize) -> usize {
    let pairs = (stones | stones >> 1) & 0x3333;
    let fours = (pairs | pairs >> 2) & 0x0F0F;
    ((fours | fours >> 4) & 0xFF) as usize | 1 << height
}

/// Fills in all patterns of stacks of one height on one square.
fn fill(origin: usize, height: usize, patterns: &mut [CompletedSets]) {
    let _ = visit_walks(Path::EMPTY, height + 1, origin, NO_DIRECTION, &mut |path| {
        let squares: Vec<usize> = path.squares(origin).collect();
        for (line, squares_of_line) in LINES.iter().enumerate() {
            // The squares of the line that the walk visits, as a 4-bit number, and the steps whose
            // stones remain on top there.
            let (mut visited, mut steps) = (0, 0);
            for (step, square) in squares.iter().enumerate().rev() {
                let bit = 1 << place_in_line(*squares_of_line, *square);
                if squares_of_line >> square & 1 == 1 && visited & bit == 0 {
                    visited |= bit;
                    steps |= 1 << step;
                }
            }
            if visited != 0 {
                // The last stone is always the player's own.
                patterns[steps & !(1 << height)][line] |= supersets(15 & !visited);
            }
        }
        ControlFlow::Continue(())
    });
    // A walk that completes a line does so with more own stones in hand, too.
    for level in 0..height {
        for pattern in (0..patterns.len()).filter(|pattern| pattern >> level & 1 == 1) {
            let fewer = patterns[pattern & !(1 << level)];
            patterns[pattern].iter_mut().zip(fewer).for_each(|(sets, more)| *sets |= more);
        }
    }
}

/// The number of squares of a line before this one.
const fn place_in_line(line: u16, square: usize) -> u32 {
    (line & ((1 << square) - 1)).count_ones()
}

/// All 4-bit sets that contain `set`, as a set of numbers.
fn supersets(set: u16) -> u16 {
    (0..16).filter(|other| other & set == set).fold(0, |sets, other| sets | 1 << other)
}
