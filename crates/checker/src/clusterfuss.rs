//! The rules of Clusterfuss without the pie rule.
//!
//! A board is a byte per square: 0 is empty, 1 a checker of the player to move, 2 a checker of the
//! other player. A move is the square a checker leaves and the square it captures on.

use crate::grid::{Grid, pack, unpack};
use crate::{Board, Move, Rules, read_options};

const EMPTY: u8 = 0;
const MINE: u8 = 1;
const THEIRS: u8 = 2;

pub(crate) struct Clusterfuss {
    grid: Grid,
}

impl Clusterfuss {
    pub(crate) fn open(options: &str) -> Result<Self, String> {
        let sizes = &["8", "2", "3", "4", "5", "6", "7", "9", "10"];
        let [size, _] = read_options(options, [("size", sizes), ("pie", &["off"])])?;
        Ok(Self { grid: Grid::new(size.parse().expect("one of the sizes")) })
    }

    /// For each square, whether it is in the group of the checker on `start`.
    fn group(&self, board: &Board, start: usize) -> Vec<bool> {
        let mut group = vec![false; board.len()];
        group[start] = true;
        let mut unvisited = vec![start];
        while let Some(square) = unvisited.pop() {
            for &next in &self.grid.neighbours[square] {
                if board[next] != EMPTY && !group[next] {
                    group[next] = true;
                    unvisited.push(next);
                }
            }
        }
        group
    }

    /// The board after a capture, or `None` if it would leave the player's checkers in two groups.
    fn capture(&self, board: &Board, from: usize, to: usize) -> Option<Board> {
        let mut board = board.clone();
        board[from] = EMPTY;
        board[to] = MINE;
        let group = self.group(&board, to);
        let detached = |square: &usize| !group[*square];
        if (0..board.len()).filter(detached).any(|square| board[square] == MINE) {
            return None;
        }
        (0..board.len()).filter(detached).for_each(|square| board[square] = EMPTY);
        Some(board)
    }
}

impl Rules for Clusterfuss {
    fn start(&self) -> Board {
        let size = self.grid.size;
        let steps_from_top_left = |square: usize| square % size + (size - 1 - square / size);
        let is_mine = |square: usize| steps_from_top_left(square) % 2 == 0;
        (0..size * size).map(|square| if is_mine(square) { MINE } else { THEIRS }).collect()
    }

    fn result(&self, board: &Board) -> Option<i8> {
        match (board.contains(&MINE), board.contains(&THEIRS)) {
            (true, true) => None,
            (mine, _) => Some(if mine { 1 } else { -1 }),
        }
    }

    /// A player always has a move, so there are no passes.
    fn moves(&self, board: &Board) -> Vec<Move> {
        let mut moves = Vec::new();
        for from in (0..board.len()).filter(|&from| board[from] == MINE) {
            for &to in &self.grid.neighbours[from] {
                if board[to] != EMPTY && self.capture(board, from, to).is_some() {
                    moves.push(vec![from as u8, to as u8]);
                }
            }
        }
        moves
    }

    fn play(&self, board: &Board, mv: &Move) -> Board {
        let board = self.capture(board, mv[0].into(), mv[1].into()).expect("a legal move");
        let other_side = |cell| match cell {
            MINE => THEIRS,
            THEIRS => MINE,
            _ => EMPTY,
        };
        board.into_iter().map(other_side).collect()
    }

    fn notation(&self, mv: &Move) -> String {
        self.grid.names(mv)
    }

    /// The number of checkers: every move captures one.
    fn resources(&self, board: &Board) -> usize {
        board.iter().filter(|cell| **cell != EMPTY).count()
    }

    fn key_length(&self) -> usize {
        (self.grid.size * self.grid.size).div_ceil(5)
    }

    fn key(&self, board: &Board) -> Vec<u8> {
        let size = self.grid.size;
        let move_to_corner = |mut image: Board| {
            let is_column_empty =
                |file: &usize| image[*file..].iter().step_by(size).all(|c| *c == EMPTY);
            let left = (0..size).take_while(is_column_empty).count();
            let bottom = image.iter().take_while(|cell| **cell == EMPTY).count() / size;
            image.rotate_left((bottom * size + left) % (size * size));
            image
        };
        let smallest = self.grid.images(board).map(move_to_corner).min().expect("eight images");
        pack(&smallest, 3, 5)
    }

    fn decode(&self, key: &[u8]) -> Result<Board, String> {
        let mut board = unpack(key, 3, 5);
        board.truncate(self.grid.size * self.grid.size);
        let first = board.iter().position(|cell| *cell != EMPTY).ok_or("the board is empty")?;
        let group = self.group(&board, first);
        match (0..board.len()).all(|square| board[square] == EMPTY || group[square]) {
            true => Ok(board),
            false => Err("the checkers are not in one group".to_owned()),
        }
    }
}
