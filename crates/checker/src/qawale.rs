//! The rules of Qawale.
//!
//! A board lists the stacks from a1, each from the bottom to the top, with a 0 after each stack:
//! 1 is a neutral stone, 2 a stone of the player to move, 3 a stone of the other player. A move is
//! the square of the lifted stack and the directions of its path: 0 east, 1 north, 2 south, 3 west.

use smallvec::SmallVec;

use crate::grid::{Grid, pack, unpack};
use crate::{Board, Rules, Visit, read_options};

const SIZE: usize = 4;
const SQUARES: usize = SIZE * SIZE;
const NEUTRAL_STONES: usize = 8;
const NEUTRAL: u8 = 1;
const MINE: u8 = 2;
const THEIRS: u8 = 3;

/// The rows, the columns and the long diagonals as sets of squares.
const LINES: [u16; 10] =
    [0x000F, 0x00F0, 0x0F00, 0xF000, 0x1111, 0x2222, 0x4444, 0x8888, 0x8421, 0x1248];

pub(crate) struct Qawale {
    grid: Grid,
    /// The number of stones of each player.
    stones: usize,
    /// Whether the mover wins when one move completes a line for both.
    mover_wins: bool,
}

fn count(board: &Board, stone: u8) -> usize {
    board.iter().filter(|other| **other == stone).count()
}

/// The stacks, each with the 0 after it.
fn stacks(board: &Board) -> impl Iterator<Item = &[u8]> {
    board.split_inclusive(|stone| *stone == 0)
}

fn step(square: usize, direction: usize) -> Option<usize> {
    let (file, rank) = (square % SIZE, square / SIZE);
    match direction {
        0 if file + 1 < SIZE => Some(square + 1),
        1 if rank + 1 < SIZE => Some(square + SIZE),
        2 if rank > 0 => Some(square - SIZE),
        3 if file > 0 => Some(square - 1),
        _ => None,
    }
}

/// A lifted stack on its way.
struct Sowing {
    stacks: [SmallVec<[u8; 16]>; SQUARES],
    /// The square of the lifted stack and the directions so far.
    mv: Vec<usize>,
}

impl Sowing {
    /// Drops the stones one by one on every path from `square` that never goes straight back. Returns whether
    /// the visitor has stopped.
    fn drop(&mut self, stones: &[u8], square: usize, visit: Visit) -> bool {
        let Some((stone, rest)) = stones.split_first() else {
            return visit(&self.mv, self.board());
        };
        let back = if self.mv.len() > 1 { 3 - self.mv[self.mv.len() - 1] } else { 4 };
        for direction in (0..4).filter(|direction| *direction != back) {
            let Some(next) = step(square, direction) else { continue };
            self.stacks[next].push(*stone);
            self.mv.push(direction);
            if self.drop(rest, next, visit) {
                return true;
            }
            self.mv.pop();
            self.stacks[next].pop();
        }
        false
    }

    /// The board after the move, seen from the other player.
    fn board(&self) -> Board {
        const OTHER_SIDE: [u8; 4] = [0, NEUTRAL, THEIRS, MINE];
        let mut board = Board::new();
        for stack in &self.stacks {
            stack.iter().for_each(|stone| board.push(OTHER_SIDE[usize::from(*stone)]));
            board.push(0);
        }
        board
    }
}

impl Qawale {
    pub(crate) fn open(options: &str) -> Result<Self, String> {
        let numbers = &["8", "1", "2", "3", "4", "5", "6", "7"];
        let known = [("stones", &numbers[..]), ("doubleline", &["mover", "opponent"])];
        let [stones, double_line] = read_options(options, known)?;
        Ok(Self { grid: Grid::new(SIZE), stones, mover_wins: double_line == 0 })
    }
}

impl Rules for Qawale {
    fn start(&self) -> Board {
        let is_corner = |square: usize| [0, 3, 12, 15].contains(&square);
        let stack = |square| if is_corner(square) { &[NEUTRAL, NEUTRAL, 0][..] } else { &[0] };
        (0..SQUARES).flat_map(stack).copied().collect()
    }

    fn result(&self, board: &Board) -> Option<i8> {
        // For each kind of stone, the squares where it is on top.
        let (mut tops, mut square, mut top) = ([0_u16; 4], 0, 0);
        for &stone in board {
            if stone == 0 {
                tops[usize::from(top)] |= 1 << square;
                square += 1;
            }
            top = stone;
        }
        let has_line = |stone| LINES.iter().any(|line| tops[usize::from(stone)] & line == *line);
        // The other player has just moved.
        match (has_line(MINE), has_line(THEIRS)) {
            (true, true) => Some(if self.mover_wins { -1 } else { 1 }),
            (true, false) => Some(1),
            (false, true) => Some(-1),
            (false, false) => (self.resources(board) == 0).then_some(0),
        }
    }

    fn visit_moves(&self, board: &Board, visit: Visit) {
        let mut sowing = Sowing { stacks: Default::default(), mv: Vec::new() };
        for (square, stack) in stacks(board).enumerate() {
            sowing.stacks[square].extend_from_slice(&stack[..stack.len() - 1]);
        }
        for square in 0..SQUARES {
            let stack = std::mem::take(&mut sowing.stacks[square]);
            sowing.mv = vec![square];
            if !stack.is_empty() && sowing.drop(&[&stack[..], &[MINE]].concat(), square, visit) {
                return;
            }
            sowing.stacks[square] = stack;
        }
    }

    fn name(&self, mv: &[usize]) -> String {
        let path = mv[1..].iter().map(|direction| ['e', 'n', 's', 'w'][*direction]);
        self.grid.names(&mv[..1]).chars().chain(path).collect()
    }

    /// The number of stones in hand: every move plays one. A board is zeros, neutral stones and the players'.
    fn resources(&self, board: &Board) -> usize {
        2 * self.stones + SQUARES + NEUTRAL_STONES - board.len()
    }

    fn first_image(&self, board: &Board) -> Board {
        let stacks: Vec<&[u8]> = stacks(board).collect();
        self.grid.first_image(&stacks).iter().flat_map(|from| stacks[*from]).copied().collect()
    }

    fn encode(&self, board: &Board) -> Vec<u8> {
        let mut digits = board.to_vec();
        digits.resize(SQUARES + NEUTRAL_STONES + 2 * self.stones, 0);
        pack(&digits, 4, 4)
    }

    fn decode(&self, key: &[u8]) -> Result<Board, String> {
        let digits = unpack(key, 4, 4);
        let stacks = digits.split_inclusive(|stone| *stone == 0);
        let board: Board = stacks.take(SQUARES).flatten().copied().collect();
        let (mine, theirs) = (count(&board, MINE), count(&board, THEIRS));
        // The other player has made equally many moves or, as the first player, one more.
        let is_fair = theirs <= self.stones && (theirs == mine || theirs == mine + 1);
        match count(&board, 0) == SQUARES && count(&board, NEUTRAL) == NEUTRAL_STONES && is_fair {
            true => Ok(board),
            false => Err("the numbers of stacks or stones are impossible".to_owned()),
        }
    }
}
