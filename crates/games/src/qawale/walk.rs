//! Walks on the 4×4 board without steps straight back.

use strata_rules::Symmetry;

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
}
