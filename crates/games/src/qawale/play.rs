//! The rules of Qawale.

use std::ops::ControlFlow;

use strata_rules::random::hash_keys;
use strata_rules::{Family, Game, GameInfo, Options, Outcome, Player, Symmetry};

use super::Qawale;
use super::walk::{
    MAX_WALK_LENGTH, NO_DIRECTION, SIDE, SQUARES, may_leave, neighbour, transform_direction, walks,
};

/// Qawale with its options.
#[derive(Debug)]
pub struct Board {
    options: Options,
    opponent_wins_double: bool,
}

/// The number of stones of each player.
pub(super) const STONES: u8 = 8;

/// An upper bound on the height of a stack in any game.
///
/// A walk without a step straight back needs at least four steps to return to a square, so a sowing
/// drops at most every fourth stone on the same square. The growing stack and the lifted stack are
/// different and share the available stones.
pub(super) const MAX_STACK_HEIGHT: usize = {
    let mut highest = 2;
    let mut turn = 0;
    while turn < 2 * STONES as usize {
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
};

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

/// A sowing: the square in 4 bits, the number of steps in 5, then 2 bits per step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move(u64);

impl Move {
    const STEPS_AT: u32 = 4;
    const PATH_AT: u32 = 9;

    pub(super) const fn new(origin: usize, steps: usize) -> Self {
        Self(origin as u64 | (steps as u64) << Self::STEPS_AT)
    }

    /// The move with the direction of its step number `index` set.
    pub(super) const fn with_step(self, index: usize, direction: usize) -> Self {
        Self(self.0 | (direction as u64) << (Self::PATH_AT + 2 * index as u32))
    }

    /// The whole move as a number.
    pub(super) const fn bits(self) -> u64 {
        self.0
    }

    pub(super) const fn origin(self) -> usize {
        (self.0 & 15) as usize
    }

    /// The directions of its steps.
    pub(super) fn directions(self) -> impl Iterator<Item = usize> {
        let steps = self.0 >> Self::STEPS_AT & 31;
        (0..steps).map(move |index| (self.0 >> (Self::PATH_AT as u64 + 2 * index) & 3) as usize)
    }

    /// The squares it steps on.
    pub(super) fn squares(self) -> impl Iterator<Item = usize> {
        self.directions().scan(self.origin(), |square, direction| {
            *square = neighbour(*square, direction)?;
            Some(*square)
        })
    }
}

/// The number of stones in a stack.
pub(super) const fn height(stack: u64) -> usize {
    (65 - stack.leading_zeros() as usize) / 2
}

const LEVELS: usize = MAX_STACK_HEIGHT + 1;
const KEYS: [[[u64; LEVELS]; SQUARES]; 4] = {
    let flat: [u64; LEVELS * SQUARES * 4] = hash_keys(0x0A3A);
    let mut keys = [[[0; LEVELS]; SQUARES]; 4];
    let mut i = 0;
    while i < LEVELS * SQUARES * 4 {
        keys[i % 4][i / 4 % SQUARES][i / 4 / SQUARES] = flat[i];
        i += 1;
    }
    keys
};

fn stone_key(square: usize, level: usize, stone: u64) -> u64 {
    KEYS[stone as usize][square][level]
}

/// Whether a set of squares holds a whole row, column or long diagonal.
pub(super) const fn has_line(set: u16) -> bool {
    const RISING: u16 = 0x8421;
    const FALLING: u16 = 0x1248;
    set & set >> 1 & set >> 2 & set >> 3 & 0x1111 != 0
        || set & set >> 4 & set >> 8 & set >> 12 != 0
        || set & RISING == RISING
        || set & FALLING == FALLING
}

impl Position {
    /// Puts a stone on top of a square.
    pub(super) fn push(&mut self, square: usize, stone: u64) {
        let level = height(self.stacks[square]);
        self.stacks[square] |= stone << (2 * level);
        self.hash ^= stone_key(square, level, stone);
        let bit = 1 << square;
        for player in 0..2 {
            self.tops[player] &= !bit;
            self.tops[player] |= bit * u16::from(stone == stone_of(player));
        }
    }

    /// Removes the whole stack from a square and returns it.
    pub(super) fn lift(&mut self, square: usize) -> u64 {
        let stack = std::mem::take(&mut self.stacks[square]);
        for level in 0..height(stack) {
            self.hash ^= stone_key(square, level, stack >> (2 * level) & 3);
        }
        self.tops = self.tops.map(|tops| tops & !(1 << square));
        stack
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

    fn is_over(&self) -> bool {
        self.winner != NO_WINNER || self.plies == 2 * STONES
    }

    /// An empty board.
    pub(super) fn empty(plies: u8) -> Self {
        Self { stacks: [0; SQUARES], tops: [0; 2], plies, winner: NO_WINNER, hash: 0 }
    }
}

impl Board {
    pub(super) fn new(options: Options) -> Self {
        Self { opponent_wins_double: options.value("doubleline") == 1, options }
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

/// Calls `visit` with every continuation of a walk that has `left` more steps.
fn visit_walks(
    mv: Move,
    made: usize,
    left: usize,
    square: usize,
    arrived: usize,
    visit: &mut impl FnMut(Move) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if left == 0 {
        return visit(mv);
    }
    for direction in 0..4 {
        if may_leave(arrived, direction)
            && let Some(to) = neighbour(square, direction)
        {
            visit_walks(mv.with_step(made, direction), made + 1, left - 1, to, direction, visit)?;
        }
    }
    ControlFlow::Continue(())
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
        if !position.is_over() {
            return None;
        }
        if position.winner == NO_WINNER {
            return Some(Outcome::draw(2, "no line after 16 stones"));
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
        if position.is_over() {
            return ControlFlow::Continue(());
        }
        for (square, stack) in position.stacks.into_iter().enumerate() {
            if stack != 0 {
                let steps = height(stack) + 1;
                visit_walks(Move::new(square, steps), 0, steps, square, NO_DIRECTION, &mut visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn count_moves(&self, position: &Position) -> u64 {
        if position.is_over() {
            return 0;
        }
        let sowings = |(square, stack): (usize, &u64)| match stack {
            0 => 0,
            _ => walks(square, NO_DIRECTION, height(*stack) + 1),
        };
        position.stacks.iter().enumerate().map(sowings).sum()
    }

    fn nth_move(&self, position: &Position, mut n: u64) -> Option<Move> {
        if position.is_over() {
            return None;
        }
        for (origin, stack) in position.stacks.into_iter().enumerate().filter(|(_, s)| *s != 0) {
            let steps = height(stack) + 1;
            let sowings = walks(origin, NO_DIRECTION, steps);
            if n >= sowings {
                n -= sowings;
                continue;
            }
            let mut mv = Move::new(origin, steps);
            let (mut square, mut arrived) = (origin, NO_DIRECTION);
            for made in 0..steps {
                for direction in (0..4).filter(|&direction| may_leave(arrived, direction)) {
                    let Some(to) = neighbour(square, direction) else { continue };
                    let beyond = walks(to, direction, steps - made - 1);
                    if n < beyond {
                        mv = mv.with_step(made, direction);
                        (square, arrived) = (to, direction);
                        break;
                    }
                    n -= beyond;
                }
            }
            return Some(mv);
        }
        None
    }

    fn play(&self, position: &mut Position, mv: Move) {
        let mover = usize::from(position.plies % 2);
        let lifted = position.lift(mv.origin());
        let mut hand = lifted | stone_of(mover) << (2 * height(lifted));
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
        // Two bits per stone, with a zero after each stack. The stones determine the turn.
        let mut code = 0;
        for stack in position.stacks {
            code = code << (2 * height(stack) + 2) | u128::from(stack);
        }
        Some(code)
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
        let image = Move::new(origin, mv.directions().count());
        mv.directions().enumerate().fold(image, |image, (made, direction)| {
            image.with_step(made, transform_direction(direction, symmetry))
        })
    }
}

const _: () = assert!(Move::PATH_AT as usize + 2 * MAX_WALK_LENGTH <= 64, "a sowing fits its word");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn has_line_accepts_rows_columns_and_long_diagonals_only() {
        let lines = (0..=u16::MAX).filter(|set| set.count_ones() == 4 && has_line(*set)).count();
        assert_eq!(lines, 10);
        assert!(!has_line(0b0110_0110_0110_0000));
    }

    #[test]
    fn max_stack_height_is_21() {
        assert_eq!(MAX_STACK_HEIGHT, 21);
    }

    #[test]
    fn height_is_the_number_of_stones() {
        assert_eq!([0, 0b01, 0b11, 0b0101, 0b100101].map(height), [0, 1, 1, 2, 3]);
    }
}
