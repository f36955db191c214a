//! The rules of Qawale.
//!
//! A board lists the stacks from a1, each from the bottom to the top, with a 0 after each stack:
//! 1 is a neutral stone, 2 a stone of the player to move, 3 a stone of the other player. A move is
//! the square of the lifted stack and the directions of its path: 0 east, 1 north, 2 south, 3 west.

use crate::grid::{Grid, pack, unpack};
use crate::{Board, Children, Rules, read_options};

type Move = Vec<usize>;

const SIZE: usize = 4;
const SQUARES: usize = SIZE * SIZE;
const NEUTRAL_STONES: usize = 8;
const NEUTRAL: u8 = 1;
const MINE: u8 = 2;
const THEIRS: u8 = 3;

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
fn stacks(board: &Board) -> Vec<&[u8]> {
    board.split_inclusive(|stone| *stone == 0).collect()
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

/// Every move that continues `mv` from `square` by `steps` steps, never straight back.
fn paths(mv: Move, square: usize, steps: usize) -> Box<dyn Iterator<Item = Move>> {
    if steps == 0 {
        return Box::new(std::iter::once(mv));
    }
    let back = if mv.len() > 1 { 3 - mv[mv.len() - 1] } else { 4 };
    let directions = (0..4).filter(move |direction| *direction != back);
    let next = move |direction| Some((direction, step(square, direction)?));
    let paths = move |(direction, next)| paths([&mv[..], &[direction]].concat(), next, steps - 1);
    Box::new(directions.filter_map(next).flat_map(paths))
}

fn moves(board: &Board) -> impl Iterator<Item = Move> {
    let stacks = stacks(board).into_iter().enumerate().filter(|(_, stack)| stack.len() > 1);
    // The 0 after a stack stands for the stone that the player adds.
    stacks.flat_map(|(square, stack)| paths(vec![square], square, stack.len()))
}

/// The position after a move, seen from the other player.
fn play(board: &Board, mv: &Move) -> Board {
    let mut stacks: Vec<Vec<u8>> = board.split(|stone| *stone == 0).map(<[u8]>::to_vec).collect();
    let mut square = mv[0];
    let mut lifted = std::mem::take(&mut stacks[square]);
    lifted.push(MINE);
    for (stone, direction) in lifted.into_iter().zip(&mv[1..]) {
        square = step(square, *direction).expect("a legal move stays on the board");
        stacks[square].push(stone);
    }
    let other_side = |stone| match stone {
        MINE => THEIRS,
        THEIRS => MINE,
        _ => stone,
    };
    stacks.join(&0).into_iter().map(other_side).collect()
}

/// Whether four stones of this kind are on top in a row, a column or a long diagonal.
fn has_line(board: &Board, stone: u8) -> bool {
    // The top stone is the last but one of the stack with the 0 after it.
    let is_top = |stack: &&[u8]| stack.len() > 1 && stack[stack.len() - 2] == stone;
    let tops: Vec<bool> = stacks(board).iter().map(is_top).collect();
    let line = |first: usize, distance: usize| (0..SIZE).all(|i| tops[first + i * distance]);
    (0..SIZE).any(|i| line(i * SIZE, 1) || line(i, SIZE))
        || line(0, SIZE + 1)
        || line(SIZE - 1, SIZE - 1)
}

impl Qawale {
    pub(crate) fn open(options: &str) -> Result<Self, String> {
        let [stones, double_line] = read_options(
            options,
            [
                ("stones", &["8", "1", "2", "3", "4", "5", "6", "7"]),
                ("doubleline", &["mover", "opponent"]),
            ],
        )?;
        let stones = stones.parse().expect("one of the numbers");
        Ok(Self { grid: Grid::new(SIZE), stones, mover_wins: double_line == "mover" })
    }
}

impl Rules for Qawale {
    fn start(&self) -> Board {
        let stack = |square| {
            if [0, 3, 12, 15].contains(&square) { vec![NEUTRAL, NEUTRAL, 0] } else { vec![0] }
        };
        (0..SQUARES).flat_map(stack).collect()
    }

    fn result(&self, board: &Board) -> Option<i8> {
        // The other player has just moved.
        match (has_line(board, MINE), has_line(board, THEIRS)) {
            (true, true) => Some(if self.mover_wins { -1 } else { 1 }),
            (true, false) => Some(1),
            (false, true) => Some(-1),
            (false, false) => (self.resources(board) == 0).then_some(0),
        }
    }

    fn children<'a>(&'a self, board: &'a Board) -> Children<'a> {
        Box::new(moves(board).map(|mv| play(board, &mv)))
    }

    fn names(&self, board: &Board) -> Vec<String> {
        let path =
            |mv: &Move| mv[1..].iter().map(|way| ['e', 'n', 's', 'w'][*way]).collect::<String>();
        moves(board).map(|mv| self.grid.names(&mv[..1]) + &path(&mv)).collect()
    }

    /// The number of stones in hand: every move plays one.
    fn resources(&self, board: &Board) -> usize {
        2 * self.stones - count(board, MINE) - count(board, THEIRS)
    }

    fn first_image(&self, board: &Board) -> Board {
        let stacks = stacks(board);
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
