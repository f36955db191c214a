//! What a search needs to know of a game beyond its rules.

use crate::{Game, Player};

/// The number of different [`Evaluator::move_index`]s.
pub const MOVE_INDEX_COUNT: usize = 4096;

/// Estimates stay within this, either way.
pub const MAX_ESTIMATE: i32 = 10_000;

/// What best play leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ForcedResult {
    /// A player can force a win.
    Win {
        /// Who wins.
        player: Player,
        /// The most plies that it can take.
        plies: u16,
    },
    /// Both players can force a draw.
    Draw,
}

/// A game whose positions can be judged without playing them to the end.
pub trait Evaluator: Game {
    /// How good an unfinished position is for `player`, in hundredths of a natural logarithm of
    /// the odds of winning: 0 is even, 100 is 73 %, 200 is 88 %.
    fn evaluate(&self, position: &Self::Position, player: Player) -> i32;

    /// What a beginner sees in a move of the player to move: the higher, the better.
    fn greedy_value(&self, position: &Self::Position, mv: Self::Move) -> i64;

    /// A small number for a move, below [`MOVE_INDEX_COUNT`], for tables of moves. Moves may share one,
    /// but seldom those of one position.
    fn move_index(&self, mv: Self::Move) -> u16;

    /// How promising a move looks at first sight, for the order in which moves are searched.
    fn ordering_score(&self, _position: &Self::Position, _mv: Self::Move) -> i32 {
        0
    }

    /// A move that wins at once, if one can be found quickly. Finding none proves nothing.
    fn winning_move(&self, _position: &Self::Position) -> Option<Self::Move> {
        None
    }

    /// What best play leads to from an unfinished position, if that can be seen quickly. For two
    /// players.
    fn decided(&self, _position: &Self::Position) -> Option<ForcedResult> {
        None
    }

    /// What best play leads to from a position that was solved beforehand. For two players.
    fn solved(&self, _position: &Self::Position) -> Option<ForcedResult> {
        None
    }

    /// Whether all that can follow is so little that a search to the very end is worth a try.
    fn is_endgame(&self, _position: &Self::Position) -> bool {
        false
    }

    /// Whether there are too many moves here to look at all of them in turn.
    fn has_many_moves(&self, _position: &Self::Position) -> bool {
        false
    }

    /// A number that no other position has that can follow `anchor`, for games without a `code`;
    /// nothing if `position` cannot follow it.
    fn relative_code(&self, _anchor: &Self::Position, _position: &Self::Position) -> Option<u64> {
        None
    }

    /// Whether a move is worth searching at all beside the others. A move that is never better
    /// than some other legal one is not.
    fn is_worth_searching(&self, _position: &Self::Position, _mv: Self::Move) -> bool {
        true
    }
}

/// The index of a step between two neighbouring squares of a board, by their numbers: below 400 on
/// boards of up to 100 squares.
pub fn step_index(from: u8, to: u8) -> u16 {
    let direction = match i16::from(to) - i16::from(from) {
        1 => 0,
        -1 => 1,
        distance if distance > 0 => 2,
        _ => 3,
    };
    u16::from(from) * 4 + direction
}

/// The hash of winning that an estimate stands for.
pub fn winning_chance(estimate: i32) -> f64 {
    1.0 / (1.0 + (-f64::from(estimate) / 100.0).exp())
}
