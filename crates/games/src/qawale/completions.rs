//! Which lines a sowing can complete, for all short walks.

use std::ops::ControlFlow;
use std::sync::LazyLock;

use super::lines::LINES;
use super::walk::{NO_DIRECTION, Path, SIDE, SQUARES, visit_walks};

/// The maximum height of the lifted stacks in the table. Higher ones are rare.
pub(super) const MAX_HEIGHT: usize = 9;

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
    let pairs = (stones | stones >> 1) & 0x3333_3333;
    let fours = (pairs | pairs >> 2) & 0x0F0F_0F0F;
    let eights = (fours | fours >> 4) & 0x00FF_00FF;
    ((eights | eights >> 8) & 0xFFFF) as usize | 1 << height
}

/// Fills in all patterns of stacks of one height on one square.
fn fill(origin: usize, height: usize, patterns: &mut [CompletedSets]) {
    let _ = visit_walks(Path::EMPTY, height + 1, origin, NO_DIRECTION, &mut |path| {
        // The step whose stone remains on top of each square, as a set of one or no step.
        let mut last_steps = [0; SQUARES];
        path.squares(origin).enumerate().for_each(|(step, square)| last_steps[square] = 1 << step);
        for (line, squares) in LINE_SQUARES.iter().enumerate() {
            let (mut unvisited, mut steps) = (0, 0);
            for (place, square) in squares.iter().enumerate() {
                steps |= last_steps[*square];
                unvisited |= usize::from(last_steps[*square] == 0) << place;
            }
            if steps != 0 {
                // The last stone is always the player's own.
                patterns[steps & !(1 << height)][line] |= SUPERSETS[unvisited];
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

/// The squares of each line, in the order of `squares_by_line`.
static LINE_SQUARES: [[usize; SIDE]; LINES.len()] = {
    let mut squares = [[0; SIDE]; LINES.len()];
    let mut line = 0;
    while line < LINES.len() {
        let (mut place, mut square) = (0, 0);
        while square < SQUARES {
            if LINES[line] >> square & 1 == 1 {
                squares[line][place] = square;
                place += 1;
            }
            square += 1;
        }
        line += 1;
    }
    squares
};

/// For each 4-bit set, all sets that contain it, as a set of numbers.
static SUPERSETS: [u16; 16] = {
    let mut table = [0; 16];
    let mut i = 0;
    while i < 16 * 16 {
        let (set, other) = (i / 16, i % 16);
        table[set] |= ((other & set == set) as u16) << other;
        i += 1;
    }
    table
};
