//! The rules of STAQS for two players without blockades.
//!
//! A board is a byte per square, then a byte for the hand of the player to move and one for that of
//! the other player. A square is 0 if it is empty, 1 if it has a neutral piece, 2h for a stack of
//! height h of the player to move, and 2h + 1 for a stack of the other player. A move is a square
//! to place a piece on, or the square a stack leaves and the one it moves to, or empty for a pass.

use std::cmp::Reverse;
use std::iter;

use smallvec::{SmallVec, smallvec};

use crate::grid::{Grid, group, neighbours, squares};
use crate::{Board, Rules, Visit, read_options};

const EMPTY: u8 = 0;
const NEUTRAL: u8 = 1;
/// The stack of a piece just placed has height 2.
const PLACED: u8 = 4;
const MINE: u8 = 0;
const THEIRS: u8 = 1;

pub(crate) struct Staqs {
    grid: Grid,
    /// The number of squares, and so the place of the hands in a board.
    squares: usize,
    pieces: u8,
    /// Whether all pieces must be placed before a stack may move.
    setup_first: bool,
}

/// Whether a square has a stack of a side.
fn is_stack(square: u8, side: u8) -> bool {
    square >= PLACED && square % 2 == side
}

impl Staqs {
    pub(crate) fn open(options: &str) -> Result<Self, String> {
        let known = [
            ("size", &["5", "3", "4", "6"][..]),
            ("pieces", &["4", "1", "2", "3", "5", "6", "7", "8"]),
            ("placement", &["setup", "anytime"]),
            ("blockades", &["0"]),
            ("players", &["2"]),
        ];
        let [size, pieces, placement, _, _] = read_options(options, known)?;
        let squares = size * size;
        if 2 * pieces > squares {
            return Err(format!("the board is too small for {pieces} pieces each"));
        }
        Ok(Self {
            grid: Grid::new(size),
            squares,
            pieces: pieces as u8,
            setup_first: placement == 0,
        })
    }

    /// The same position with the other player to move.
    fn other_side(&self, board: &Board) -> Board {
        let mut board = board.clone();
        board[..self.squares].iter_mut().filter(|square| **square >= PLACED).for_each(|s| *s ^= 1);
        board.swap(self.squares, self.squares + 1);
        board
    }

    /// The neutral pieces.
    fn neutral(&self, board: &Board) -> u64 {
        self.grid.set(|square| board[square] == NEUTRAL)
    }

    /// The legal moves except a pass.
    fn proper_moves(&self, board: &Board) -> impl Iterator<Item = SmallVec<[usize; 2]>> {
        let neutral = self.neutral(board);
        let numbers = |set| squares(set).map(|square| self.grid.number(square));
        let may_shift = !self.setup_first || board[self.squares..] == [0, 0];
        let movers =
            (0..self.squares).filter(move |&from| may_shift && is_stack(board[from], MINE));
        let targets = move |from: usize| numbers(neighbours(self.grid.bits[from]) & neutral);
        let shifts = movers.flat_map(move |from| targets(from).map(move |to| smallvec![from, to]));
        let places = numbers(if board[self.squares] > 0 { neutral } else { 0 });
        shifts.chain(places.map(|to| smallvec![to]))
    }

    /// The position after a move, seen from the other player.
    fn play(&self, board: &Board, mv: &[usize]) -> Board {
        let mut board = board.clone();
        match *mv {
            [from, to] => {
                board[to] = board[from] + 2;
                board[from] = EMPTY;
            }
            [square] => {
                board[square] = PLACED;
                board[self.squares] -= 1;
            }
            _ => {}
        }
        self.other_side(&board)
    }

    /// The heights of the stacks of a side after they have grown, the tallest first.
    fn heights(
        &self,
        board: &Board,
        side: u8,
        growth: impl Fn(usize) -> u32,
    ) -> SmallVec<[u32; 8]> {
        let stacks = (0..self.squares).filter(|square| is_stack(board[*square], side));
        let height = |square: usize| u32::from(board[square] / 2) + growth(square);
        let mut heights: SmallVec<_> = stacks.map(height).collect();
        heights.sort_unstable_by_key(|height| Reverse(*height));
        heights
    }

    /// A stack walks over neutral pieces that are connected to it, and its path alternates between the two
    /// colours of a chessboard. So it cannot make more steps than this.
    fn most_steps(&self, neutral: u64, square: usize) -> u32 {
        const DARK: u64 = 0xAA55_AA55_AA55_AA55;
        let here = self.grid.bits[square];
        let region = group(neighbours(here) & neutral, neutral);
        let own_colour = if here & DARK == 0 { !DARK } else { DARK };
        let (first, second) = (region & !own_colour, region & own_colour);
        (2 * first.count_ones()).min(2 * second.count_ones() + 1)
    }
}

impl Rules for Staqs {
    fn start(&self) -> Board {
        let hands = [self.pieces, self.pieces];
        iter::repeat_n(NEUTRAL, self.squares).chain(hands).collect()
    }

    fn result(&self, board: &Board) -> Option<i8> {
        let is_stuck = |board: &Board| self.proper_moves(board).next().is_none();
        let is_over = is_stuck(board) && is_stuck(&self.other_side(board));
        let heights = |side| self.heights(board, side, |_| 0);
        // Rust compares lists item by item, as the rules do.
        is_over.then(|| heights(MINE).cmp(&heights(THEIRS)) as i8)
    }

    fn visit_moves(&self, board: &Board, visit: Visit) {
        let mut moves = self.proper_moves(board).peekable();
        if moves.peek().is_none() {
            visit(&[], self.other_side(board));
        }
        moves.find(|mv| visit(mv, self.play(board, mv)));
    }

    fn name(&self, mv: &[usize]) -> String {
        if mv.is_empty() { "pass".to_owned() } else { self.grid.names(mv) }
    }

    /// The number of neutral pieces: every move takes one, except a pass. After a pass the game is
    /// over or the other player has another move.
    fn resources(&self, board: &Board) -> usize {
        self.neutral(board).count_ones() as usize
    }

    /// Stacks never shrink. So a player gets at most what the greatest possible heights of the own stacks
    /// get against the other player's stacks as they are now.
    fn bounds(&self, board: &Board) -> (i8, i8) {
        if board[self.squares..] != [0, 0] {
            return (-1, 1);
        }
        let neutral = self.neutral(board);
        let greatest = |side| self.heights(board, side, |square| self.most_steps(neutral, square));
        let most = |side| greatest(side).cmp(&self.heights(board, 1 - side, |_| 0)) as i8;
        (-most(THEIRS), most(MINE))
    }

    /// The search prefers tall stacks, and squares with many neutral pieces and tall stacks of the other player
    /// around them.
    fn effort(&self, board: &Board, mv: &[usize], _next: &Board) -> Option<i32> {
        let worth = |square: u64| match board[self.grid.number(square)] {
            NEUTRAL => 1,
            stack if is_stack(stack, THEIRS) => i32::from(stack / 2),
            _ => 0,
        };
        let next_to = |to: usize| neighbours(self.grid.bits[to]) & self.grid.set(|_| true);
        let around = |to: usize| squares(next_to(to)).map(worth).sum::<i32>();
        match *mv {
            [from, to] => Some(-i32::from(board[from] / 2) - around(to)),
            [to] => Some(-around(to)),
            _ => None,
        }
    }

    fn first_image(&self, board: &Board) -> Board {
        let mut image = board.clone();
        let sources = self.grid.first_image(&board[..self.squares]);
        image.iter_mut().zip(sources).for_each(|(square, from)| *square = board[*from]);
        image
    }

    fn encode(&self, board: &Board) -> Vec<u8> {
        board.to_vec()
    }

    fn decode(&self, key: &[u8]) -> Result<Board, String> {
        let (squares, hands) = key.split_at(self.squares);
        let tallest = self.squares + 1;
        let is_height = |square: u8| square >= PLACED && usize::from(square / 2) <= tallest;
        let is_content = |square: u8| square <= NEUTRAL || is_height(square);
        match squares.iter().all(|s| is_content(*s)) && hands.iter().all(|h| *h <= self.pieces) {
            true => Ok(key.into()),
            false => Err("a square or a hand is impossible".to_owned()),
        }
    }
}
