//! Fair matches between engines: every opening is played twice with the sides swapped.
//!
//! [`Spec`] says who plays, [`Match`] plays, [`Score`] says what the results are worth.

mod game;
mod opening;
mod play;
mod player;
mod score;
mod spec;

pub use game::{Ending, Finished};
pub use play::{Match, MatchError, Progress};
pub use score::{Score, Sprt, Verdict};
pub use spec::{Spec, SpecError};
