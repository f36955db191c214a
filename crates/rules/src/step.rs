//! Moves as sequences of steps.

use std::fmt;

use serde::Serialize;

use crate::Square;

/// One choice while entering a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Step {
    /// A square of the board.
    Square(Square),
    /// A kind of piece from the hand.
    Piece(&'static str),
    /// A straight piece from the hand that covers several squares.
    Tile {
        /// The number of squares it covers.
        length: u8,
        /// Whether it lies along a file rather than along a rank.
        upright: bool,
    },
    /// A number, such as the points to score.
    Number(u32),
    /// A move that is one word: `pass`, `swap`.
    Word(&'static str),
}

impl Step {
    /// The square, if it is one.
    pub const fn square(self) -> Option<Square> {
        match self {
            Self::Square(square) => Some(square),
            _ => None,
        }
    }

    /// The number, if it is one.
    pub const fn number(self) -> Option<u32> {
        match self {
            Self::Number(number) => Some(number),
            _ => None,
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Square(square) => square.fmt(f),
            Self::Piece(word) | Self::Word(word) => f.write_str(word),
            Self::Tile { length, upright } => {
                write!(f, "tile-{length}{}", if *upright { "-upright" } else { "" })
            }
            Self::Number(number) => number.fmt(f),
        }
    }
}

/// What can follow the steps chosen so far.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Continuations {
    /// The steps that continue some legal move, sorted.
    pub next: Vec<Step>,
    /// The move, if the steps so far are a complete one.
    pub complete: Option<String>,
}
