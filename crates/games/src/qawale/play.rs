//! The rules of Qawale.

use std::ops::ControlFlow;

use strata_rules::random::HashKeys;
use strata_rules::{Family, Game, GameInfo, Options, Outcome, Player, Symmetry};

use super::code::code_of;
use super::completions::Completions;
use super::lines::has_line;
use super::sowings::SowingTables;
use super::walk::{
    NO_DIRECTION, Path, SIDE, SQUARES, may_leave, move_index, neighbour, transform_direction,
    visit_walks, walks,
};
use super::{MAX_STONES, Qawale};

/// Qawale with its options.
#[derive(Debug)]
pub struct Board {
    options: Options,
    stones: u8,
    opponent_wins_double: bool,
    sowings: &'static SowingTables,
    completions: &'static Completions,
}

/// An upper bound on the height of a stack in games with this number of stones for each player.
///
/// A walk without a step straight back needs at least four steps to return to a square, so a sowing
/// drops at most every fourth stone on the same square. The growing stack and the lifted stack are
/// different and share the available stones.
const fn max_stack_height(stones_each: u8) -> usize {
    let mut highest = 2;
    let mut turn = 0;
    while turn < 2 * stones_each as usize {
        let stones = 8 + turn;
        let before = highest;
        let mut grown = 1;
        while grown <= before {
            let lifted = if before < stones - grown { before } else { stones - grown };
            let height = grown + (lifted + 1).div_ceil(4);
            highest = if height > highest { height } else { highest };
            grown += 1;
        }
        turn += 1;
    }
    highest
}

/// An upper bound on the height of a stack in any game.
pub(super) const MAX_STACK_HEIGHT: usize = max_stack_height(MAX_STONES);

/// The two-bit code of a stone; 0 means no stone.
pub(super) const NEUTRAL: u64 = 1;
pub(super) const LIGHT: u64 = 2;
pub(super) const DARK: u64 = 3;

/// The code of a player's stones.
pub(super) const fn stone_of(player: usize) -> u64 {
    LIGHT + player as u64
}

/// The stacks, the top stones and the number of plies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// Two bits per stone; the bottom stone is in the lowest bits.
    pub(super) stacks: [u64; SQUARES],
    /// The squares on which each player's stone is on top.
    pub(super) tops: [u16; 2],
    pub(super) plies: u8,
    /// The player who has won, or `NO_WINNER`.
    pub(super) winner: u8,
    pub(super) hash: u64,
}

const NO_WINNER: u8 = 2;

/// A sowing: the square in 4 bits, then the path, and the move index in the highest bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move(u64);

impl Move {
    const PATH_AT: u32 = 4;
    const INDEX_AT: u32 = 52;

    /// The sowing from `origin` along `path`.
    pub(super) fn new(origin: usize, path: Path) -> Self {
        Self::with_ordinal(origin, path, path.ordinal(origin))
    }

    /// The same, if the ordinal of the path is known.
    pub(super) fn with_ordinal(origin: usize, path: Path, ordinal: u64) -> Self {
        let index = move_index(origin, path.length(), ordinal);
        Self(origin as u64 | path.bits() << Self::PATH_AT | u64::from(index) << Self::INDEX_AT)
    }

    pub(super) const fn origin(self) -> usize {
        (self.0 & 15) as usize
    }

    pub(super) const fn path(self) -> Path {
        Path::from_bits((self.0 & ((1 << Self::INDEX_AT) - 1)) >> Self::PATH_AT)
    }

    /// An index below [`MOVE_INDEX_COUNT`](strata_rules::MOVE_INDEX_COUNT).
    pub(super) const fn index(self) -> u16 {
        (self.0 >> Self::INDEX_AT) as u16
    }

    /// The squares it steps on.
    pub(super) fn squares(self) -> impl Iterator<Item = usize> {
        self.path().squares(self.origin())
    }
}

/// The number of stones in a stack.
pub(super) const fn height(stack: u64) -> usize {
    (65 - stack.leading_zeros() as usize) / 2
}

/// The number of stones on a full board: a stack read from text may grow beyond those in games.
const LEVELS: usize = 8 + 2 * MAX_STONES as usize;
static KEYS: HashKeys<{ LEVELS * SQUARES * 4 }> = HashKeys::new(0x0A3A);

#[inline]
fn stone_key(square: usize, level: usize, stone: u64) -> u64 {
    KEYS[(level * SQUARES + square) * 4 + stone as usize]
}

/// A lifted stack with the player's stone on top.
#[derive(Clone, Copy)]
pub(super) struct Hand {
    /// Two bits per stone; the stone that is dropped first is in the lowest bits.
    pub(super) stones: u64,
    pub(super) count: usize,
}

impl Hand {
    /// The stones that the player to move sows from `origin`.
    #[inline]
    pub(super) fn lifted(position: &Position, origin: usize) -> Self {
        let stack = position.stacks[origin];
        let count = height(stack);
        Self { stones: stack | stone_of(position.mover()) << (2 * count), count: count + 1 }
    }
}

/// Marks a player's stones in a stack: the lower bit of each is set.
#[inline]
pub(super) const fn stones_of(stack: u64, player: usize) -> u64 {
    const LOW_BITS: u64 = 0x5555_5555_5555_5555;
    // The high bit marks a player's stone; the low bit is the player.
    let low = if player == 0 { !stack } else { stack };
    stack >> 1 & low & LOW_BITS
}

/// The top stones after a stone is dropped on a square.
#[inline]
pub(super) fn drop_stone(tops: [u16; 2], square: usize, stone: u64) -> [u16; 2] {
    let bit = 1 << square;
    let on = |player: usize| (tops[player] & !bit) | (bit * u16::from(stone == stone_of(player)));
    [on(0), on(1)]
}

impl Position {
    /// Puts a stone on top of a square.
    #[inline]
    pub(super) fn push(&mut self, square: usize, stone: u64) {
        let level = height(self.stacks[square]);
        self.stacks[square] |= stone << (2 * level);
        self.hash ^= stone_key(square, level, stone);
        self.tops = drop_stone(self.tops, square, stone);
    }

    /// Removes the whole stack from a square and returns it.
    #[inline]
    pub(super) fn lift(&mut self, square: usize) -> u64 {
        let stack = std::mem::take(&mut self.stacks[square]);
        for level in 0..height(stack) {
            self.hash ^= stone_key(square, level, stack >> (2 * level) & 3);
        }
        self.tops = self.tops.map(|tops| tops & !(1 << square));
        stack
    }

    /// Plays a move without updating the hash and the winner.
    #[inline]
    pub(super) fn sow(&mut self, mv: Move) {
        let origin = mv.origin();
        let mut hand = Hand::lifted(self, origin).stones;
        self.stacks[origin] = 0;
        self.tops = self.tops.map(|tops| tops & !(1 << origin));
        for square in mv.squares() {
            let (stack, stone) = (&mut self.stacks[square], hand & 3);
            *stack |= stone << (2 * height(*stack));
            self.tops = drop_stone(self.tops, square, stone);
            hand >>= 2;
        }
        self.plies += 1;
    }

    /// The number of stones of each kind on the board.
    pub(super) fn count_stones(&self) -> [usize; 4] {
        let mut counts = [0; 4];
        for stack in self.stacks {
            for level in 0..height(stack) {
                counts[(stack >> (2 * level) & 3) as usize] += 1;
            }
        }
        counts
    }

    /// Derives the number of plies from the stones on the board: each ply adds one.
    pub(super) fn count_plies(&mut self) {
        let [_, _, light, dark] = self.count_stones();
        self.plies = (light + dark) as u8;
    }

    /// The number of the player to move.
    #[inline]
    pub(super) const fn mover(&self) -> usize {
        (self.plies % 2) as usize
    }

    /// An empty board.
    pub(super) fn empty(plies: u8) -> Self {
        Self { stacks: [0; SQUARES], tops: [0; 2], plies, winner: NO_WINNER, hash: 0 }
    }
}

impl Board {
    pub(super) fn new(options: Options) -> Self {
        let opponent_wins_double = options.value("doubleline") == 1;
        let stones = options.value("stones") as u8;
        Self {
            options,
            stones,
            opponent_wins_double,
            sowings: SowingTables::shared(),
            completions: Completions::shared(),
        }
    }

    /// The number of stones of each player.
    pub(super) const fn stones(&self) -> u8 {
        self.stones
    }

    /// The number of stones that both players together still have in hand.
    #[inline]
    pub(super) const fn stones_left(&self, position: &Position) -> u8 {
        2 * self.stones - position.plies
    }

    /// An upper bound on the height of a stack.
    pub(super) const fn max_stack_height(&self) -> usize {
        max_stack_height(self.stones)
    }

    fn is_over(&self, position: &Position) -> bool {
        position.winner != NO_WINNER || self.stones_left(position) == 0
    }

    /// The tables of short walks.
    pub(super) const fn sowings(&self) -> &'static SowingTables {
        self.sowings
    }

    /// The lines that sowings of low stacks complete.
    pub(super) const fn completions(&self) -> &'static Completions {
        self.completions
    }

    /// Whether the opponent wins when a move completes a line for both.
    pub(super) const fn opponent_wins_double(&self) -> bool {
        self.opponent_wins_double
    }

    /// Sets the winner after a move.
    pub(super) fn update_winner(&self, position: &mut Position) {
        if position.plies == 0 {
            return;
        }
        let mover = usize::from(position.plies - 1) % 2;
        let lines = position.tops.map(has_line);
        position.winner = match (lines[mover], lines[mover ^ 1]) {
            (true, true) if self.opponent_wins_double => mover as u8 ^ 1,
            (true, _) => mover as u8,
            (false, true) => mover as u8 ^ 1,
            (false, false) => NO_WINNER,
        };
    }
}

impl Game for Board {
    type Position = Position;
    type Move = Move;

    fn info(&self) -> &'static GameInfo {
        Qawale::INFO
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn start(&self) -> Position {
        let mut position = Position::empty(0);
        for corner in [0, SIDE - 1, SQUARES - SIDE, SQUARES - 1] {
            position.push(corner, NEUTRAL);
            position.push(corner, NEUTRAL);
        }
        position
    }

    fn turn(&self, position: &Position) -> Player {
        Player(position.plies % 2)
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        if !self.is_over(position) {
            return None;
        }
        if position.winner == NO_WINNER {
            return Some(Outcome::draw(2, "no line after the last stone"));
        }
        let both = position.tops.iter().all(|tops| has_line(*tops));
        let mover = (position.plies - 1) % 2;
        let decided_by = match (both, position.winner == mover) {
            (true, true) => "both lines, the mover's counts",
            (true, false) => "both lines, the opponent's counts",
            (false, true) => "line of four",
            (false, false) => "line of four, completed by the other player",
        };
        Some(Outcome::win(Player(position.winner), decided_by))
    }

    fn visit_moves(
        &self,
        position: &Position,
        mut visit: impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.is_over(position) {
            return ControlFlow::Continue(());
        }
        for (square, stack) in position.stacks.into_iter().enumerate() {
            if stack == 0 {
                continue;
            }
            let steps = height(stack) + 1;
            if let Some(sowings) = self.sowings.get(square, steps) {
                sowings.moves().iter().try_for_each(|mv| visit(*mv))?;
            } else {
                let mut ordinal = 0;
                visit_walks(Path::EMPTY, steps, square, NO_DIRECTION, &mut |path| {
                    let mv = Move::with_ordinal(square, path, ordinal);
                    ordinal += 1;
                    visit(mv)
                })?;
            }
        }
        ControlFlow::Continue(())
    }

    fn count_moves(&self, position: &Position) -> u64 {
        if self.is_over(position) {
            return 0;
        }
        let sowings = |(square, stack): (usize, &u64)| match stack {
            0 => 0,
            _ => walks(square, NO_DIRECTION, height(*stack) + 1),
        };
        position.stacks.iter().enumerate().map(sowings).sum()
    }

    fn nth_move(&self, position: &Position, mut n: u64) -> Option<Move> {
        if self.is_over(position) {
            return None;
        }
        for (origin, stack) in position.stacks.into_iter().enumerate().filter(|(_, s)| *s != 0) {
            let steps = height(stack) + 1;
            let sowings = walks(origin, NO_DIRECTION, steps);
            if n >= sowings {
                n -= sowings;
                continue;
            }
            let ordinal = n;
            let mut path = Path::EMPTY;
            let (mut square, mut arrived) = (origin, NO_DIRECTION);
            for made in 0..steps {
                for direction in (0..4).filter(|&direction| may_leave(arrived, direction)) {
                    let Some(to) = neighbour(square, direction) else { continue };
                    let beyond = walks(to, direction, steps - made - 1);
                    if n < beyond {
                        path = path.then(direction);
                        (square, arrived) = (to, direction);
                        break;
                    }
                    n -= beyond;
                }
            }
            return Some(Move::with_ordinal(origin, path, ordinal));
        }
        None
    }

    fn play(&self, position: &mut Position, mv: Move) {
        let mut hand = Hand::lifted(position, mv.origin()).stones;
        position.lift(mv.origin());
        for square in mv.squares() {
            position.push(square, hand & 3);
            hand >>= 2;
        }
        position.plies += 1;
        self.update_winner(position);
    }

    fn hash(&self, position: &Position) -> u64 {
        position.hash
    }

    fn code(&self, position: &Position) -> Option<u128> {
        Some(code_of(position.stacks))
    }

    fn symmetries(&self) -> &'static [Symmetry] {
        Symmetry::SQUARE
    }

    fn transform(&self, position: &Position, symmetry: Symmetry) -> Position {
        let mut image = Position { winner: position.winner, ..Position::empty(position.plies) };
        for (square, stack) in position.stacks.into_iter().enumerate() {
            for level in 0..height(stack) {
                image.push(symmetry.apply_index(square, SIDE), stack >> (2 * level) & 3);
            }
        }
        image
    }

    fn transform_move(&self, mv: Move, symmetry: Symmetry) -> Move {
        let origin = symmetry.apply_index(mv.origin(), SIDE);
        let step = |path: Path, direction| path.then(transform_direction(direction, symmetry));
        Move::new(origin, mv.path().directions().fold(Path::EMPTY, step))
    }
}

const _: () = assert!(Move::PATH_AT as usize + Path::BITS <= Move::INDEX_AT as usize);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn max_stack_height_is_21_and_lower_with_fewer_stones() {
        assert_eq!([1, 2, 4, 8].map(max_stack_height), [4, 8, 13, 21]);
    }

    #[test]
    fn height_is_the_number_of_stones() {
        assert_eq!([0, 0b01, 0b11, 0b0101, 0b100101].map(height), [0, 1, 1, 2, 3]);
    }
}
