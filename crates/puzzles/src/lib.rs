//! Puzzles: positions in which every move of the solver is the only one that keeps the value.
//!
//! A puzzle is a game record with a few more tags; `docs/puzzles.md` describes the format.
//!
//! - [`Library`] is the list of all puzzles, with the puzzle of the day.
//! - [`Attempt`] plays a puzzle: it says whether a move is right, and makes the moves of the defence.
//! - [`Progress`] is what a player has solved, with a rating by [`glicko`].
//! - [`prove`] shows that a solution is the only one.
//! - [`make`] finds new puzzles in games of the engine.

mod attempt;
pub mod glicko;
mod library;
#[cfg(not(target_family = "wasm"))]
pub mod make;
mod progress;
#[cfg(not(target_family = "wasm"))]
mod prove;
mod puzzle;
#[cfg(not(target_family = "wasm"))]
mod refute;
mod solving;

pub use attempt::{Attempt, Verdict};
pub use library::{FILES, Library, UnknownPuzzle};
pub use progress::{Progress, Score};
#[cfg(not(target_family = "wasm"))]
pub use prove::{Flaw, SolverValues, Values, prove};
pub use puzzle::{Goal, Node, Puzzle, PuzzleError, same_position};
#[cfg(not(target_family = "wasm"))]
pub use refute::{Refutation, refute};
pub use solving::{Solving, rating_text, verdict_text, wrong_text};
