//! Walks on the 4×4 board without steps straight back.

use std::ops::ControlFlow;

use strata_rules::{MOVE_INDEX_COUNT, Symmetry};

pub(super) const SIDE: usize = 4;
pub(super) const SQUARES: usize = SIDE * SIDE;

/// The maximum length of a walk: the highest stack plus the player's stone.
pub(super) const MAX_WALK_LENGTH: usize = super::play::MAX_STACK_HEIGHT + 1;

/// The letters of the four directions; `3 - d` is opposite to `d`.
pub(super) const LETTERS: [char; 4] = ['e', 'n', 's', 'w'];

/// The direction of arrival at the start of a walk: every direction is allowed.
pub(super) const NO_DIRECTION: usize = 4;

const fn step(square: usize, direction: usize) -> Option<usize> {
    let (file, rank) = (square % SIDE, square / SIDE);
    match direction {
        0 if file < SIDE - 1 => Some(square + 1),
        1 if rank < SIDE - 1 => Some(square + SIDE),
        2 if rank > 0 => Some(square - SIDE),
        3 if file > 0 => Some(square - 1),
        _ => None,
    }
}

const fn all_steps() -> [[Option<u8>; 4]; SQUARES] {
    let mut table = [[None; 4]; SQUARES];
    let mut i = 0;
    while i < SQUARES * 4 {
        if let Some(to) = step(i / 4, i % 4) {
            table[i / 4][i % 4] = Some(to as u8);
        }
        i += 1;
    }
    table
}

static STEPS: [[Option<u8>; 4]; SQUARES] = all_steps();

/// The adjacent square in a direction, if it is on the board.
pub(super) fn neighbour(square: usize, direction: usize) -> Option<usize> {
    STEPS[square][direction].map(usize::from)
}

/// Whether a walk may step in `direction` after a step in direction `arrived`.
pub(super) const fn may_leave(arrived: usize, direction: usize) -> bool {
    arrived == NO_DIRECTION || direction != 3 - arrived
}

const fn count_walks() -> [[[u32; NO_DIRECTION + 1]; SQUARES]; MAX_WALK_LENGTH + 1] {
    let mut counts = [[[1; NO_DIRECTION + 1]; SQUARES]; MAX_WALK_LENGTH + 1];
    let mut length = 1;
    while length <= MAX_WALK_LENGTH {
        let mut i = 0;
        while i < SQUARES * (NO_DIRECTION + 1) {
            let (square, arrived) = (i / (NO_DIRECTION + 1), i % (NO_DIRECTION + 1));
            let mut sum = 0;
            let mut direction = 0;
            while direction < 4 {
                if may_leave(arrived, direction)
                    && let Some(to) = step(square, direction)
                {
                    sum += counts[length - 1][to][direction];
                }
                direction += 1;
            }
            counts[length][square][arrived] = sum;
            i += 1;
        }
        length += 1;
    }
    counts
}

static WALKS: [[[u32; NO_DIRECTION + 1]; SQUARES]; MAX_WALK_LENGTH + 1] = count_walks();

/// The number of walks of `length` steps from `square`, reached in direction `arrived`.
pub(super) fn walks(square: usize, arrived: usize, length: usize) -> u64 {
    WALKS[length][square][arrived].into()
}

/// The steps of a walk: two bits per step, the last step in the lowest bits, after a leading one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Path(u64);

impl Path {
    pub(super) const EMPTY: Self = Self(1);

    /// The number of bits of the longest path.
    pub(super) const BITS: usize = 2 * MAX_WALK_LENGTH + 1;

    pub(super) const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    pub(super) const fn bits(self) -> u64 {
        self.0
    }

    /// The path with one more step.
    pub(super) const fn then(self, direction: usize) -> Self {
        Self(self.0 << 2 | direction as u64)
    }

    /// The number of steps.
    pub(super) const fn length(self) -> usize {
        (63 - self.0.leading_zeros() as usize) / 2
    }

    /// The directions of the steps.
    pub(super) fn directions(self) -> impl Iterator<Item = usize> {
        (0..self.length()).rev().map(move |later| (self.0 >> (2 * later) & 3) as usize)
    }

    /// The squares stepped on by a walk from `origin` that stays on the board.
    pub(super) fn squares(self, origin: usize) -> impl Iterator<Item = usize> {
        const DISTANCES: [usize; 4] = [1, SIDE, SIDE.wrapping_neg(), 1_usize.wrapping_neg()];
        self.directions().scan(origin, |square, direction| {
            *square = square.wrapping_add(DISTANCES[direction]) % SQUARES;
            Some(*square)
        })
    }

    /// The number of walks of the same length from `origin` that are generated before this one.
    pub(super) fn ordinal(self, origin: usize) -> u64 {
        let (mut square, mut arrived, mut left) = (origin, NO_DIRECTION, self.length());
        let mut before = 0;
        for direction in self.directions() {
            left -= 1;
            for other in (0..direction).filter(|&other| may_leave(arrived, other)) {
                before += neighbour(square, other).map_or(0, |to| walks(to, other, left));
            }
            square = neighbour(square, direction).unwrap_or(square);
            arrived = direction;
        }
        before
    }
}

/// Walks of up to this length have move indices of their own.
pub(super) const MAX_INDEXED_LENGTH: usize = 5;

/// The first move index and the number of move indices for each origin, by the length of the walk.
/// All lengths above `MAX_INDEXED_LENGTH` share the indices that remain.
static MOVE_INDICES: [[(u16, u16); SQUARES]; MAX_INDEXED_LENGTH + 2] = {
    let mut table = [[(0, 0); SQUARES]; MAX_INDEXED_LENGTH + 2];
    let counts = count_walks();
    let mut next = 0;
    let mut length = 2;
    while length <= MAX_INDEXED_LENGTH + 1 {
        let remaining = MOVE_INDEX_COUNT as u32 - next;
        let (mut total, mut origin) = (0, 0);
        while origin < SQUARES {
            total += counts[length][origin][NO_DIRECTION];
            origin += 1;
        }
        origin = 0;
        while origin < SQUARES {
            let mut count = counts[length][origin][NO_DIRECTION];
            if total > remaining {
                count = count * remaining / total;
            }
            table[length][origin] = (next as u16, count as u16);
            next += count;
            origin += 1;
        }
        length += 1;
    }
    table
};

/// The move index of a walk: different for all walks of up to `MAX_INDEXED_LENGTH` steps.
pub(super) fn move_index(origin: usize, length: usize, ordinal: u64) -> u16 {
    let (first, count) = MOVE_INDICES[length.min(MAX_INDEXED_LENGTH + 1)][origin];
    first + (ordinal % u64::from(count.max(1))) as u16
}

/// Calls `visit` with every continuation of a path by `left` more steps, in the order of the
/// directions.
pub(super) fn visit_walks(
    path: Path,
    left: usize,
    square: usize,
    arrived: usize,
    visit: &mut impl FnMut(Path) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if left == 0 {
        return visit(path);
    }
    for direction in (0..4).filter(|&direction| may_leave(arrived, direction)) {
        if let Some(to) = neighbour(square, direction) {
            visit_walks(path.then(direction), left - 1, to, direction, visit)?;
        }
    }
    ControlFlow::Continue(())
}

/// The image of a direction under a symmetry.
pub(super) fn transform_direction(direction: usize, symmetry: Symmetry) -> usize {
    // From an inner square, every step stays on the board.
    const INNER: usize = SIDE + 1;
    let from = symmetry.apply_index(INNER, SIDE);
    let to = neighbour(INNER, direction).map(|square| symmetry.apply_index(square, SIDE));
    (0..4).find(|&image| neighbour(from, image) == to).unwrap_or(direction)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opposite_directions_undo_each_other() {
        for square in 0..SQUARES {
            for direction in 0..4 {
                if let Some(to) = neighbour(square, direction) {
                    assert_eq!(neighbour(to, 3 - direction), Some(square));
                }
            }
        }
    }

    #[test]
    fn walks_from_a_corner_are_counted() {
        let first = |length| walks(0, NO_DIRECTION, length);
        assert_eq!([first(1), first(2), first(3)], [2, 4, 10]);
    }

    #[test]
    fn ordinals_number_the_walks_in_their_order() {
        for origin in 0..SQUARES {
            for length in 1..8 {
                let mut count = 0;
                let _ = visit_walks(Path::EMPTY, length, origin, NO_DIRECTION, &mut |path| {
                    assert_eq!((path.length(), path.ordinal(origin)), (length, count));
                    count += 1;
                    ControlFlow::Continue(())
                });
                assert_eq!(count, walks(origin, NO_DIRECTION, length));
            }
        }
    }

    #[test]
    fn squares_of_a_path_are_neighbours_in_its_directions() {
        let _ = visit_walks(Path::EMPTY, 6, 5, NO_DIRECTION, &mut |path| {
            let mut here = 5;
            for (direction, square) in path.directions().zip(path.squares(5)) {
                assert_eq!(neighbour(here, direction), Some(square));
                here = square;
            }
            ControlFlow::Continue(())
        });
    }
}
