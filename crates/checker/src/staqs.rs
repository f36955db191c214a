//! The rules of STAQS for two players without blockades.
//!
//! A board is a byte per square, then a byte for the hand of the player to move and one for that of
//! the other player. A square is 0 if it is empty, 1 if it has a neutral piece, 2h for a stack of
//! height h of the player to move, and 2h + 1 for a stack of the other player. A move is a square
//! to place a piece on, or the square a stack leaves and the one it moves to, or empty for a pass.

use std::cmp::Reverse;
use std::iter;

use smallvec::{SmallVec, smallvec};

use crate::grid::{Grid, group, neighbours};
use crate::{Board, Children, Rules, read_options};

type Move = SmallVec<[usize; 2]>;

const EMPTY: u8 = 0;
const NEUTRAL: u8 = 1;
/// The stack of a piece just placed has height 2.
const PLACED: u8 = 4;

pub(crate) struct Staqs {
    grid: Grid,
    /// The number of squares, and so the place of the hands in a board.
    squares: usize,
    pieces: u8,
    /// Whether all pieces must be placed before a stack may move.
    setup_first: bool,
}

const MINE: u8 = 0;
const THEIRS: u8 = 1;

/// Whether a square has a stack of a side.
fn is_stack(square: u8, side: u8) -> bool {
    square >= PLACED && square % 2 == side
}

/// The heights of stacks, the tallest first.
type Heights = SmallVec<[u8; 8]>;

fn tallest_first(heights: impl Iterator<Item = u8>) -> Heights {
    let mut heights: Heights = heights.collect();
    heights.sort_unstable_by_key(|height| Reverse(*height));
    heights
}

impl Staqs {
    pub(crate) fn open(options: &str) -> Result<Self, String> {
        let [size, pieces, placement, _, _] = read_options(
            options,
            [
                ("size", &["5", "3", "4", "6"]),
                ("pieces", &["4", "1", "2", "3", "5", "6", "7", "8"]),
                ("placement", &["setup", "anytime"]),
                ("blockades", &["0"]),
                ("players", &["2"]),
            ],
        )?;
        let size: usize = size.parse().expect("one of the sizes");
        let pieces = pieces.parse().expect("one of the numbers");
        if 2 * usize::from(pieces) > size * size {
            return Err(format!("the board is too small for {pieces} pieces each"));
        }
        let setup_first = placement == "setup";
        Ok(Self { grid: Grid::new(size), squares: size * size, pieces, setup_first })
    }

    /// The same position with the other player to move.
    fn other_side(&self, board: &Board) -> Board {
        let mut board = board.clone();
        board[..self.squares].iter_mut().filter(|square| **square >= PLACED).for_each(|s| *s ^= 1);
        board.swap(self.squares, self.squares + 1);
        board
    }

    /// The legal moves; a pass if there is no other.
    fn moves_or_pass<'a>(&'a self, board: &'a Board) -> impl Iterator<Item = Move> + 'a {
        let mut moves = self.moves(board).peekable();
        let pass = if moves.peek().is_none() { Some(Move::new()) } else { None };
        moves.chain(pass)
    }

    /// The legal moves except a pass.
    fn moves<'a>(&'a self, board: &'a Board) -> impl Iterator<Item = Move> + 'a {
        let (squares, hands) = board.split_at(self.squares);
        let neutral = |square: &usize| squares[*square] == NEUTRAL;
        let may_shift = !self.setup_first || hands == [0, 0];
        let movers =
            (0..self.squares).filter(move |&from| may_shift && is_stack(squares[from], MINE));
        let steps =
            movers.flat_map(|from| self.grid.neighbours[from].iter().map(move |&to| (from, to)));
        let shifts = steps.filter(move |(_, to)| neutral(to)).map(|(from, to)| smallvec![from, to]);
        let places = (0..self.squares).filter(move |to| hands[0] > 0 && neutral(to));
        shifts.chain(places.map(|to| smallvec![to]))
    }

    /// The position after a move, seen from the other player.
    fn play(&self, board: &Board, mv: &Move) -> Board {
        let mut board = board.clone();
        match mv[..] {
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

    /// Heights that the stacks of a side cannot exceed, the greatest first: a stack walks over neutral pieces
    /// that are connected to it, and its path alternates between the two colours of a chessboard.
    fn greatest_heights(&self, board: &Board, side: u8) -> Heights {
        const DARK: u64 = 0xAA55_AA55_AA55_AA55;
        let neutral = self.grid.set(|square| board[square] == NEUTRAL);
        let greatest = |square: usize| {
            let here = self.grid.bits[square];
            let region = group(neighbours(here) & neutral, neutral);
            let (dark, light) = ((region & DARK).count_ones(), (region & !DARK).count_ones());
            let (first, second) = if here & DARK == 0 { (dark, light) } else { (light, dark) };
            board[square] / 2 + (2 * first).min(2 * second + 1) as u8
        };
        tallest_first(
            (0..self.squares).filter(|square| is_stack(board[*square], side)).map(greatest),
        )
    }

    /// The heights of the stacks of a side, the tallest first.
    fn heights(&self, board: &Board, side: u8) -> Heights {
        let stacks = board[..self.squares].iter().filter(|square| is_stack(**square, side));
        tallest_first(stacks.map(|square| square / 2))
    }

    /// How soon the search looks at a move: the height of the stack that moves, the neutral pieces around
    /// the square that it moves to, and the heights of the other player's stacks there.
    fn promise(&self, board: &Board, mv: &Move) -> u8 {
        let worth = |square: u8| match square {
            NEUTRAL => 1,
            _ if is_stack(square, THEIRS) => square / 2,
            _ => 0,
        };
        let around =
            |to: usize| self.grid.neighbours[to].iter().map(|next| worth(board[*next])).sum::<u8>();
        match mv[..] {
            [from, to] => board[from] / 2 + around(to),
            [to] => around(to),
            _ => 0,
        }
    }
}

impl Rules for Staqs {
    fn start(&self) -> Board {
        let hands = [self.pieces, self.pieces];
        iter::repeat_n(NEUTRAL, self.squares).chain(hands).collect()
    }

    fn result(&self, board: &Board) -> Option<i8> {
        let is_stuck = |board: &Board| self.moves(board).next().is_none();
        let is_over = is_stuck(board) && is_stuck(&self.other_side(board));
        // Rust compares lists item by item, as the rules do.
        is_over.then(|| self.heights(board, MINE).cmp(&self.heights(board, THEIRS)) as i8)
    }

    fn children<'a>(&'a self, board: &'a Board) -> Children<'a> {
        Box::new(self.moves_or_pass(board).map(|mv| self.play(board, &mv)))
    }

    fn names(&self, board: &Board) -> Vec<String> {
        let name = |mv: Move| if mv.is_empty() { "pass".to_owned() } else { self.grid.names(&mv) };
        self.moves_or_pass(board).map(name).collect()
    }

    /// The number of neutral pieces: every move takes one, except a pass. After a pass the game is
    /// over or the other player has another move.
    fn resources(&self, board: &Board) -> usize {
        board[..self.squares].iter().filter(|square| **square == NEUTRAL).count()
    }

    /// Stacks never shrink. So a player gets at most what the greatest possible heights of the own stacks
    /// get against the other player's stacks as they are now.
    fn bounds(&self, board: &Board) -> (i8, i8) {
        if board[self.squares..] != [0, 0] {
            return (-1, 1);
        }
        let most =
            |side| self.greatest_heights(board, side).cmp(&self.heights(board, 1 - side)) as i8;
        (-most(THEIRS), most(MINE))
    }

    fn search_order<'a>(&'a self, board: &'a Board) -> Children<'a> {
        let mut moves: Vec<Move> = self.moves_or_pass(board).collect();
        moves.sort_by_cached_key(|mv| Reverse(self.promise(board, mv)));
        Box::new(moves.into_iter().map(|mv| self.play(board, &mv)))
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
