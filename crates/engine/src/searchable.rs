//! Positions that are too large to search.

use strata_rules::AnyPosition;
use thiserror::Error;

/// The most moves of a position that is searched or listed. A search of more would take gigabytes
/// and far outlast its time limit.
pub const MOST_MOVES_SEARCHED: u64 = 200_000;

/// The position has too many moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the position has {moves} moves; the engine accepts at most {MOST_MOVES_SEARCHED}")]
pub struct TooManyMoves {
    /// The number of moves of the position.
    pub moves: u64,
}

/// Refuses positions with too many moves to search.
pub fn check_searchable(position: &dyn AnyPosition) -> Result<(), TooManyMoves> {
    match position.count_moves() {
        0..=MOST_MOVES_SEARCHED => Ok(()),
        moves => Err(TooManyMoves { moves }),
    }
}
