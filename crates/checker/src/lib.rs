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
mod writer;

pub use certificate::{Claim, Header, PLAYERS, Refusal, hex};
pub use check::{Progress, check, check_with};
pub use search::Search;
use smallvec::SmallVec;
pub use writer::Writer;

/// A position, seen from the player to move. Each game documents its bytes.
pub type Board = SmallVec<[u8; 32]>;

/// The positions after the moves.
pub type Children<'a> = Box<dyn Iterator<Item = Board> + 'a>;

/// The rules of a game in which two players take turns; a pass is a move.
pub trait Rules: Sync {
    /// The position before the first move.
    fn start(&self) -> Board;
    /// The result of a finished game for the player to move: 1 is a win, 0 a draw, -1 a loss.
    fn result(&self, board: &Board) -> Option<i8>;
    /// The position after each legal move of an unfinished game, in the documented order of the moves;
    /// at least one. It is seen from the other player, who is to move then.
    fn children<'a>(&'a self, board: &'a Board) -> Children<'a>;
    /// The legal moves in the same order, in the usual notation.
    fn names(&self, board: &Board) -> Vec<String>;
    /// A number that never grows, and that becomes smaller with any two moves in a row. It shows
    /// that no sequence of moves leads back to a position.
    fn resources(&self, board: &Board) -> usize;
    /// The least and the greatest result that an unfinished game can still have for the player to move.
    fn bounds(&self, _board: &Board) -> (i8, i8) {
        (-1, 1)
    }
    /// The same positions as `children`, in the order in which the search looks at them.
    fn search_order<'a>(&'a self, board: &'a Board) -> Children<'a> {
        self.children(board)
    }
    /// The symmetric image that stands for all images of the position.
    fn first_image(&self, board: &Board) -> Board;
    /// A first image as it is written in certificates. All have the same length.
    fn encode(&self, board: &Board) -> Vec<u8>;
    /// Identifies the position up to symmetry.
    fn key(&self, board: &Board) -> Vec<u8> {
        self.encode(&self.first_image(board))
    }
    /// The position of a key. For bytes that are not a key, it returns an error or any position.
    fn decode(&self, key: &[u8]) -> Result<Board, String>;
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

/// Reads options. `known` lists the name of each option and its values, the default first.
fn read_options<'a, const N: usize>(
    text: &'a str,
    known: [(&str, &[&'a str]); N],
) -> Result<[&'a str; N], String> {
    let mut values = known.map(|(_, allowed)| allowed[0]);
    let mut seen = Vec::new();
    for option in text.split('.').filter(|_| text != "std") {
        let (name, value) = option.split_once('-').unwrap_or((option, ""));
        let index = known
            .iter()
            .position(|(known, allowed)| *known == name && allowed.contains(&value))
            .filter(|index| !seen.contains(index))
            .ok_or_else(|| format!("the option {option:?} is not supported or given twice"))?;
        values[index] = value;
        seen.push(index);
    }
    Ok(values)
}
