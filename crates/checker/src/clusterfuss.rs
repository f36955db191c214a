//! The rules of Clusterfuss without the pie rule.
//!
//! A board is a byte per square: 0 is empty, 1 a checker of the player to move, 2 a checker of the
//! other player. A move is the square a checker leaves and the square it captures on.

use crate::grid::{Grid, pack, unpack};
use crate::{Board, Children, Move, Rules, read_options};

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
        let mut unvisited = Vec::with_capacity(board.len());
        group[start] = true;
        unvisited.push(start);
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

    /// The board after a capture, seen from the other player; `None` if the capture would leave the
    /// player's checkers in two groups.
    fn capture(&self, board: &Board, from: usize, to: usize) -> Option<Board> {
        let mut board = board.clone();
        board[from] = EMPTY;
        board[to] = MINE;
        let group = self.group(&board, to);
        for (cell, in_group) in board.iter_mut().zip(group) {
            *cell = match *cell {
                MINE if in_group => THEIRS,
                MINE => return None,
                THEIRS if in_group => MINE,
                _ => EMPTY,
            };
        }
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

    fn children<'a>(&'a self, board: &'a Board) -> Children<'a> {
        let mine = (0..board.len()).filter(|&from| board[from] == MINE);
        let steps =
            mine.flat_map(|from| self.grid.neighbours[from].iter().map(move |&to| (from, to)));
        let captures = steps.filter(|&(_, to)| board[to] != EMPTY);
        let after = |(from, to)| Some((vec![from, to], self.capture(board, from, to)?));
        Box::new(captures.filter_map(after))
    }

    fn notation(&self, mv: &Move) -> String {
        self.grid.names(mv)
    }

    /// The number of checkers: every move captures one.
    fn resources(&self, board: &Board) -> usize {
        board.iter().filter(|cell| **cell != EMPTY).count()
    }

    fn key(&self, board: &Board) -> Vec<u8> {
        let size = self.grid.size;
        let move_to_corner = |mut image: Board| {
            let is_empty = |cell: &u8| *cell == EMPTY;
            let is_file_empty = |file: &usize| image[*file..].iter().step_by(size).all(is_empty);
            let left = (0..size).take_while(is_file_empty).count();
            let bottom = image.iter().take_while(|cell| is_empty(cell)).count() / size;
            image.rotate_left(bottom * size + left);
            image
        };
        pack(&self.grid.images(board).map(move_to_corner).min().expect("eight images"), 3, 5)
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
