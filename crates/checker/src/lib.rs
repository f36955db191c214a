//! Confirms or refutes certificates of solved games; `docs/certificates.md` describes the format.
//!
//! This crate is small and simple on purpose, so that a sceptic can read all of it. It has its own
//! rules of each game and shares no code with the other crates. `check.rs` is the heart of it.

mod certificate;
mod check;
mod clusterfuss;
mod grid;
mod qawale;
mod search;
mod staqs;

use std::array;

pub use certificate::{Claim, Header, PLAYERS, Refusal, hex};
pub use check::{Progress, check, check_with};
pub use search::Search;
use smallvec::SmallVec;

/// A position, seen from the player to move. Each game documents its bytes.
pub type Board = SmallVec<[u8; 36]>;

/// Receives a move and the position after it, and returns whether that is enough. Each game documents
/// its moves.
pub type Visit<'a> = &'a mut dyn FnMut(&[usize], Board) -> bool;

/// The rules of a game in which two players take turns; a pass is a move.
pub trait Rules: Sync {
    /// The position before the first move.
    fn start(&self) -> Board;
    /// The result of a finished game for the player to move: 1 is a win, 0 a draw, -1 a loss.
    fn result(&self, board: &Board) -> Option<i8>;
    /// Visits the legal moves of an unfinished game in the documented order, at least one. The position
    /// after a move is seen from the other player, who is to move then.
    fn visit_moves(&self, board: &Board, visit: Visit);
    /// A move in the usual notation.
    fn name(&self, mv: &[usize]) -> String;
    /// A number that never grows, and that becomes smaller with any two moves in a row. It shows
    /// that no sequence of moves leads back to a position.
    fn resources(&self, board: &Board) -> usize;
    /// The least and the greatest result that an unfinished game can still have for the player to move.
    fn bounds(&self, _board: &Board) -> (i8, i8) {
        (-1, 1)
    }
    /// The search looks at moves with less effort first; at all moves in the documented order if there
    /// is none.
    fn effort(&self, _board: &Board, _mv: &[usize], _next: &Board) -> Option<i32> {
        None
    }
    /// The symmetric image that stands for all images of the position.
    fn first_image(&self, board: &Board) -> Board;
    /// A first image as it is written in certificates. All have the same length.
    fn encode(&self, board: &Board) -> Vec<u8>;
    /// The position of a key. For bytes that are not a key, it returns an error or any position.
    fn decode(&self, key: &[u8]) -> Result<Board, String>;

    /// Identifies the position up to symmetry.
    fn key(&self, board: &Board) -> Vec<u8> {
        self.encode(&self.first_image(board))
    }
    /// The name of each legal move and the position after it.
    fn moves(&self, board: &Board) -> Vec<(String, Board)> {
        let mut moves = Vec::new();
        self.visit_moves(board, &mut |mv, next| {
            moves.push((self.name(mv), next));
            false
        });
        moves
    }
}

/// The rules of a game with options such as `size-6.pie-off`, or `std` for the defaults.
pub fn rules(game: &str, options: &str) -> Result<Box<dyn Rules>, String> {
    match game {
        "clusterfuss" => Ok(Box::new(clusterfuss::Clusterfuss::open(options)?)),
        "staqs" => Ok(Box::new(staqs::Staqs::open(options)?)),
        "qawale" => Ok(Box::new(qawale::Qawale::open(options)?)),
        "isaac" => Err("Isaac is not supported: its start position is not solved".to_owned()),
        _ => Err(format!("unknown game {game:?}")),
    }
}

/// Reads options. `known` lists the name of each option and its values, the default first. A value is
/// returned as a number; a word, as its place in the list.
fn read_options<const N: usize>(
    text: &str,
    known: [(&str, &[&str]); N],
) -> Result<[usize; N], String> {
    let mut chosen = [None; N];
    for option in text.split('.').filter(|_| text != "std") {
        let (name, value) = option.split_once('-').unwrap_or((option, ""));
        let index = known.iter().position(|(known, _)| *known == name);
        let place = |index: usize| known[index].1.iter().position(|known| *known == value);
        match index.and_then(|index| Some((index, place(index)?))) {
            Some((index, place)) if chosen[index].is_none() => chosen[index] = Some(place),
            _ => return Err(format!("the option {option:?} is not supported or given twice")),
        }
    }
    let place = |index: usize| chosen[index].unwrap_or(0);
    Ok(array::from_fn(|index| known[index].1[place(index)].parse().unwrap_or(place(index))))
}
