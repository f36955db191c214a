//! Tables of all short walks, for finding the top stones after a sowing without playing it.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::LazyLock;

use super::lines::{LANES, Lanes, splat};
use super::play::Move;
use super::walk::{MAX_INDEXED_LENGTH, NO_DIRECTION, Path, SQUARES, visit_walks};

/// The maximum length of the walks in the tables. Higher stacks are rare.
const MAX_TABLED_LENGTH: usize = 8;

/// The maximum length of the walks that are known to lead to different positions.
pub(super) const MAX_DISTINCT_LENGTH: usize = 6;

/// The sowings of stacks of one height from one square.
#[derive(Debug, Default)]
pub(super) struct Sowings {
    length: usize,
    /// In the order of move generation.
    moves: Vec<Move>,
    /// For each group of four walks: the sets of squares they step on, then for each step the
    /// square where its stone remains on top, or nothing if a later step covers it. The last group
    /// is filled up with walks that step on all squares and leave no stone.
    groups: Vec<Lanes>,
    /// For each repetition code of the hand and each group: the walks that lead to a position that
    /// no earlier walk leads to.
    distinct: Vec<u8>,
}

/// The tables of all short walks.
#[derive(Debug)]
pub(super) struct SowingTables {
    /// By the number of stones in hand and the square.
    by_length: Vec<[Sowings; SQUARES]>,
    /// The moves with an index that no other move has, by their index.
    indexed: Vec<Move>,
}

static TABLES: LazyLock<SowingTables> = LazyLock::new(|| {
    let table = |length| std::array::from_fn(|origin| Sowings::new(origin, length));
    let by_length: Vec<[Sowings; SQUARES]> = (0..=MAX_TABLED_LENGTH).map(table).collect();
    let with_own_index = by_length[..=MAX_INDEXED_LENGTH].iter().flatten();
    let indexed = with_own_index.flat_map(|sowings| &sowings.moves).copied().collect();
    SowingTables { by_length, indexed }
});

impl SowingTables {
    pub(super) fn shared() -> &'static Self {
        &TABLES
    }

    /// The sowings from `origin` with this number of stones in hand; `None` if it is too high.
    #[inline]
    pub(super) fn get(&self, origin: usize, stones: usize) -> Option<&Sowings> {
        self.by_length.get(stones).map(|table| &table[origin])
    }

    /// The move with this index; `None` if moves share it.
    #[inline]
    pub(super) fn indexed(&self, index: u16) -> Option<Move> {
        self.indexed.get(usize::from(index)).copied()
    }
}

impl Sowings {
    fn new(origin: usize, length: usize) -> Self {
        let mut sowings = Self { length, ..Self::default() };
        if length < 2 {
            return sowings;
        }
        let _ = visit_walks(Path::EMPTY, length, origin, NO_DIRECTION, &mut |path| {
            sowings.moves.push(Move::new(origin, path));
            ControlFlow::Continue(())
        });
        let rows = length + 1;
        sowings.groups = vec![0; sowings.moves.len().div_ceil(LANES) * rows];
        sowings.groups.iter_mut().step_by(rows).for_each(|visited| *visited = Lanes::MAX);
        for (number, mv) in sowings.moves.iter().enumerate() {
            let group = &mut sowings.groups[number / LANES * rows..][..rows];
            let lane = 16 * (number % LANES);
            let mut visited: u16 = 0;
            let squares: Vec<usize> = mv.squares().collect();
            for (step, square) in squares.into_iter().enumerate().rev() {
                group[1 + step] |= Lanes::from(1 << square & !visited) << lane;
                visited |= 1 << square;
            }
            group[0] &= !(Lanes::from(!visited) << lane);
        }
        sowings.distinct = sowings.distinct_walks();
        sowings
    }

    fn distinct_walks(&self) -> Vec<u8> {
        let groups = self.moves.len().div_ceil(LANES);
        if self.length > MAX_DISTINCT_LENGTH {
            return vec![u8::MAX; groups];
        }
        let mut distinct = vec![0; groups << repetition_bits(self.length)];
        let mut done = HashSet::new();
        for digits in 0..3_u64.pow(self.length as u32) {
            let mut rest = digits;
            let mut hand = 0;
            for _ in 0..self.length {
                hand = hand << 2 | (rest % 3 + 1);
                rest /= 3;
            }
            let code = repetition_code(hand, self.length);
            if !done.insert(code) {
                continue;
            }
            let mut results = HashSet::new();
            for (number, mv) in self.moves.iter().enumerate() {
                if results.insert(dropped_stones(*mv, hand)) {
                    distinct[code * groups + number / LANES] |= 1 << (number % LANES);
                }
            }
        }
        distinct
    }

    /// All sowings, in the order of move generation.
    pub(super) fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Each group of sowings.
    #[inline]
    pub(super) fn groups(&self) -> impl Iterator<Item = Group<'_>> {
        self.groups.chunks_exact(self.length + 1).map(Group)
    }

    /// For each group, the sowings of a hand that lead to different positions: every position that
    /// some sowing leads to is reached by one of them.
    #[inline]
    pub(super) fn distinct(&self, hand: u64) -> &[u8] {
        let groups = self.moves.len().div_ceil(LANES);
        &self.distinct[repetition_code(hand, self.length) * groups..][..groups]
    }
}

/// Four sowings.
#[derive(Clone, Copy)]
pub(super) struct Group<'a>(&'a [Lanes]);

impl Group<'_> {
    /// The squares with a player's stone on top after each sowing. `tops` is that set after the
    /// stack was lifted, and `levels` marks the player's stones in hand, see `stones_of`.
    #[inline]
    pub(super) fn tops_after(self, tops: u16, levels: u64) -> Lanes {
        let mut result = splat(tops) & !self.0[0];
        let mut rest = levels;
        while rest != 0 {
            result |= self.0[1 + rest.trailing_zeros() as usize / 2];
            rest &= rest - 1;
        }
        result
    }
}

/// The number of bits of `repetition_code`.
const fn repetition_bits(length: usize) -> usize {
    if length > MAX_DISTINCT_LENGTH {
        return 0;
    }
    length.saturating_sub(2) + length.saturating_sub(4)
}

/// Which stones in hand have the same colour as the second and the fourth after them.
///
/// Two sowings of a hand lead to the same position only if one becomes the other by exchanging
/// stones of the same colour. They are an even number of steps apart, since the squares of a walk
/// alternate between the colours of a chessboard.
#[inline]
fn repetition_code(hand: u64, length: usize) -> usize {
    let mut code = 0;
    if length > MAX_DISTINCT_LENGTH {
        return code;
    }
    for apart in [2, 4] {
        let differences = hand ^ hand >> (2 * apart);
        for level in 0..length.saturating_sub(apart) {
            code = code << 1 | usize::from(differences >> (2 * level) & 3 == 0);
        }
    }
    code
}

/// The stones that a sowing drops: four bits per square for at most two stones on each.
///
/// Sowings of the same stack lead to the same position exactly if they drop the same stones on each
/// square, and sowings of different stacks never do: a lifted stack cannot be restored, since at most
/// every fourth stone falls on its square.
fn dropped_stones(mv: Move, hand: u64) -> u64 {
    let mut dropped: u64 = 0;
    for (level, square) in mv.squares().enumerate() {
        let stone = hand >> (2 * level) & 3;
        let is_second = dropped >> (4 * square) & 3 != 0;
        dropped |= stone << (4 * square + 2 * usize::from(is_second));
    }
    dropped
}

// The codes compare stones two and four steps apart only, and no square is visited three times.
const _: () = assert!(MAX_DISTINCT_LENGTH <= 6);

#[cfg(test)]
mod tests {
    use strata_rules::Game;

    use super::super::play::{Hand, stones_of};
    use super::super::tests::random_positions;
    use super::super::walk::walks;
    use super::*;

    #[test]
    fn tops_from_the_tables_equal_those_after_playing_the_sowing() {
        let mut compared = 0;
        for (board, position) in random_positions(60) {
            for origin in (0..SQUARES).filter(|origin| position.stacks[*origin] != 0) {
                let hand = Hand::lifted(&position, origin);
                let Some(sowings) = board.sowings().get(origin, hand.count) else { continue };
                for (number, mv) in sowings.moves().iter().enumerate() {
                    let group = sowings.groups().nth(number / LANES).expect("a group");
                    let mut next = position;
                    board.play(&mut next, *mv);
                    for player in 0..2 {
                        let lifted = position.tops[player] & !(1 << origin);
                        let lanes = group.tops_after(lifted, stones_of(hand.stones, player));
                        let tops = (lanes >> (16 * (number % LANES))) as u16;
                        assert_eq!(tops, next.tops[player], "{mv:?}");
                    }
                    compared += 1;
                }
            }
        }
        assert!(compared > 10_000, "{compared}");
    }

    #[test]
    fn tables_hold_all_walks_in_the_order_of_their_ordinals() {
        for length in 2..=MAX_TABLED_LENGTH {
            for origin in 0..SQUARES {
                let sowings = SowingTables::shared().get(origin, length).expect("a table");
                for (number, mv) in sowings.moves().iter().enumerate() {
                    assert_eq!(mv.path().ordinal(origin), number as u64);
                }
                assert_eq!(sowings.moves().len() as u64, walks(origin, NO_DIRECTION, length));
            }
        }
    }

    #[test]
    fn moves_of_stacks_of_up_to_four_stones_have_different_indices() {
        let tables = SowingTables::shared();
        for length in 2..=5 {
            for origin in 0..SQUARES {
                for mv in tables.get(origin, length).expect("a table").moves() {
                    assert_eq!(tables.indexed(mv.index()), Some(*mv));
                }
            }
        }
    }
}
