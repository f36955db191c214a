//! The rules of STAQS for two players without blockades.
//!
//! A board is a byte per square, then a byte for the hand of the player to move and one for that of
//! the other player. A square is 0 if it is empty, 1 if it has a neutral piece, 2h for a stack of
//! height h of the player to move, and 2h + 1 for a stack of the other player. A move is a square
//! to place a piece on, or the square a stack leaves and the one it moves to, or empty for a pass.

use std::iter;

use crate::grid::Grid;
use crate::{Board, Children, Rules, least_effort_first, read_options};

type Move = Vec<usize>;

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

fn is_mine(square: u8) -> bool {
    square >= PLACED && square.is_multiple_of(2)
}

fn is_theirs(square: u8) -> bool {
    square >= PLACED && square % 2 == 1
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
        let (squares, hands) = board.split_at(self.squares);
        let other = |&square: &u8| match square {
            _ if is_mine(square) => square + 1,
            _ if is_theirs(square) => square - 1,
            _ => square,
        };
        squares.iter().map(other).chain([hands[1], hands[0]]).collect()
    }

    /// The legal moves; a pass if there is no other.
    fn moves_or_pass<'a>(&'a self, board: &'a Board) -> impl Iterator<Item = Move> + 'a {
        let mut moves = self.moves(board).peekable();
        let pass = if moves.peek().is_none() { Some(Vec::new()) } else { None };
        moves.chain(pass)
    }

    /// The legal moves except a pass.
    fn moves<'a>(&'a self, board: &'a Board) -> impl Iterator<Item = Move> + 'a {
        let (squares, hands) = board.split_at(self.squares);
        let neutral = |square: &usize| squares[*square] == NEUTRAL;
        let may_shift = !self.setup_first || hands == [0, 0];
        let movers = (0..self.squares).filter(move |&from| may_shift && is_mine(squares[from]));
        let steps =
            movers.flat_map(|from| self.grid.neighbours[from].iter().map(move |&to| (from, to)));
        let shifts = steps.filter(move |(_, to)| neutral(to)).map(|(from, to)| vec![from, to]);
        let places = (0..self.squares).filter(move |to| hands[0] > 0 && neutral(to));
        shifts.chain(places.map(|to| vec![to]))
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

    /// A height that no chosen stack can exceed: a stack walks over neutral pieces that are connected to
    /// it, and its path alternates between the two colours of a chessboard.
    fn height_bound(&self, board: &Board, choose: fn(u8) -> bool) -> usize {
        let colour = |square: usize| (square % self.grid.size + square / self.grid.size) % 2;
        let bound = |from: usize| {
            let (mut seen, mut open, mut pieces) = (vec![false; self.squares], vec![from], [0, 0]);
            while let Some(square) = open.pop() {
                for &next in &self.grid.neighbours[square] {
                    if board[next] == NEUTRAL && !seen[next] {
                        seen[next] = true;
                        open.push(next);
                        pieces[colour(next)] += 1;
                    }
                }
            }
            let (first, second) = (pieces[1 - colour(from)], pieces[colour(from)]);
            usize::from(board[from] / 2) + if first > second { 2 * second + 1 } else { 2 * first }
        };
        let stacks = (0..self.squares).filter(|square| choose(board[*square]));
        stacks.map(bound).max().unwrap_or(0)
    }

    /// The heights of the chosen stacks, the tallest first.
    fn heights(&self, board: &Board, choose: fn(u8) -> bool) -> Vec<u8> {
        let stacks = board[..self.squares].iter().copied().filter(|square| choose(*square));
        let mut heights: Vec<u8> = stacks.map(|square| square / 2).collect();
        heights.sort_by(|a, b| b.cmp(a));
        heights
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
        is_over.then(|| self.heights(board, is_mine).cmp(&self.heights(board, is_theirs)) as i8)
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

    /// Stacks never shrink. So a player whose stacks cannot become as tall as the tallest stack of the
    /// other player has lost.
    fn forced_result(&self, board: &Board) -> Option<i8> {
        let tallest = |choose| self.heights(board, choose).first().copied().map_or(0, usize::from);
        match board[self.squares..] {
            [0, 0] if self.height_bound(board, is_theirs) < tallest(is_mine) => Some(1),
            [0, 0] if self.height_bound(board, is_mine) < tallest(is_theirs) => Some(-1),
            _ => None,
        }
    }

    /// The effort is the number of moves.
    fn search_order<'a>(&'a self, board: &'a Board) -> Children<'a> {
        least_effort_first(self.children(board), |next| self.moves(next).count())
    }

    fn first_image(&self, board: &Board) -> Board {
        let (squares, hands) = board.split_at(self.squares);
        self.grid.smallest_image(squares).into_iter().chain(hands.iter().copied()).collect()
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
