//! The reference implementation of Clusterfuss, written only from the rules page.

use std::collections::HashSet;

use super::{
    Reference, Square, all_squares, name, neighbours, number, only_options, read_two_squares, word,
};

#[derive(Clone, Copy, PartialEq)]
enum Colour {
    Red,
    Blue,
}

impl Colour {
    fn other(self) -> Colour {
        match self {
            Colour::Red => Colour::Blue,
            Colour::Blue => Colour::Red,
        }
    }
}

/// `board[rank][file]`
type Board = Vec<Vec<Option<Colour>>>;

#[derive(Clone)]
pub struct Clusterfuss {
    board: Board,
    pie: bool,
    /// The colour to move.
    colour: Colour,
    /// The player who has Red.
    red_player: usize,
    /// How many moves have been made.
    made: usize,
}

fn at(board: &Board, (file, rank): Square) -> Option<Colour> {
    board[rank][file]
}

/// The squares where checkers of this colour stand.
fn checkers(board: &Board, colour: Colour) -> Vec<Square> {
    let mut squares = all_squares(board.len());
    squares.retain(|square| at(board, *square) == Some(colour));
    squares
}

/// Adds to `group` every checker, of either colour, orthogonally connected to the one on `square`.
fn gather(board: &Board, square: Square, group: &mut HashSet<Square>) {
    if at(board, square).is_none() || !group.insert(square) {
        return;
    }
    for next in neighbours(square, board.len()) {
        gather(board, next, group);
    }
}

fn group_of(board: &Board, square: Square) -> HashSet<Square> {
    let mut group = HashSet::new();
    gather(board, square, &mut group);
    group
}

/// The board after the move, or nothing if the move is illegal. `to` is a neighbour of `from`.
fn after_move(board: &Board, colour: Colour, from: Square, to: Square) -> Option<Board> {
    if at(board, from) != Some(colour) {
        return None;
    }
    // Every move captures, friend or enemy: the square moved onto must be occupied.
    at(board, to)?;
    let mut after = board.clone();
    after[from.1][from.0] = None;
    after[to.1][to.0] = Some(colour);

    // All the mover's checkers must be in one group, so in the group of the checker that moved.
    let group = group_of(&after, to);
    if checkers(&after, colour).iter().any(|s| !group.contains(s)) {
        return None;
    }
    // Whatever lies outside that group is in groups of enemy checkers only: it is removed.
    for square in all_squares(after.len()) {
        if !group.contains(&square) {
            after[square.1][square.0] = None;
        }
    }
    Some(after)
}

impl Clusterfuss {
    pub fn new(options: &[(&str, &str)]) -> Clusterfuss {
        only_options(options, &["size", "pie"]);
        let size = number(options, "size", 2..=10).unwrap_or(8);
        // The board is full, the colours alternate, and the top-left corner is red.
        let mut board = vec![vec![None; size]; size];
        for (file, rank) in all_squares(size) {
            let steps_from_top_left = file + (size - 1 - rank);
            board[rank][file] = if steps_from_top_left.is_multiple_of(2) {
                Some(Colour::Red)
            } else {
                Some(Colour::Blue)
            };
        }
        Clusterfuss {
            board,
            pie: word(options, "pie", &["off", "on"]) == "on",
            colour: Colour::Red,
            red_player: 0,
            made: 0,
        }
    }

    fn player_of(&self, colour: Colour) -> usize {
        match colour {
            Colour::Red => self.red_player,
            Colour::Blue => 1 - self.red_player,
        }
    }

    fn captures(&self) -> Vec<String> {
        let mut moves = Vec::new();
        for from in checkers(&self.board, self.colour) {
            for to in neighbours(from, self.board.len()) {
                if after_move(&self.board, self.colour, from, to).is_some() {
                    moves.push(name(from) + &name(to));
                }
            }
        }
        moves
    }
}

impl Reference for Clusterfuss {
    fn turn(&self) -> usize {
        self.player_of(self.colour)
    }

    fn moves(&self) -> Vec<String> {
        if self.winners().is_some() {
            return Vec::new();
        }
        let mut moves = self.captures();
        // The pie rule: the answer to Red's first move may be to change colours.
        if self.pie && self.made == 1 {
            moves.push("swap".to_string());
        }
        // A player without a legal move is skipped.
        if moves.is_empty() {
            moves.push("pass".to_string());
        }
        moves
    }

    fn play(&mut self, mv: &str) {
        assert!(self.moves().contains(&mv.to_string()), "{mv} is illegal");
        self.made += 1;
        if mv == "swap" {
            // The players change colours, and it is still Blue that moves next.
            self.red_player = 1 - self.red_player;
            return;
        }
        if mv != "pass" {
            let (from, to) = read_two_squares(mv);
            self.board = after_move(&self.board, self.colour, from, to).expect("a legal move");
        }
        self.colour = self.colour.other();
    }

    fn winners(&self) -> Option<Vec<usize>> {
        // You win when no enemy checker is left.
        for colour in [Colour::Red, Colour::Blue] {
            if checkers(&self.board, colour.other()).is_empty() {
                return Some(vec![self.player_of(colour)]);
            }
        }
        None
    }

    fn board(&self) -> String {
        let ranks: Vec<String> = self.board.iter().rev().map(|r| describe(r)).collect();
        ranks.join("-")
    }
}

/// One rank of the board's description: the checkers' letters, and numbers for runs of empty squares.
fn describe(rank: &[Option<Colour>]) -> String {
    let mut text = String::new();
    let mut run = 0;
    for cell in rank {
        let letter = match cell {
            None => {
                run += 1;
                continue;
            }
            Some(Colour::Red) => "r",
            Some(Colour::Blue) => "b",
        };
        if run > 0 {
            text += &run.to_string();
        }
        run = 0;
        text += letter;
    }
    if run > 0 {
        text += &run.to_string();
    }
    text
}
