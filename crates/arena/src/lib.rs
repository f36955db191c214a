//! Fair matches between engines: every opening is played twice with the sides swapped.
//!
//! [`Spec`] describes a player, [`Match`] plays the games, [`Score`] is the result with its Elo
//! difference.
//! [`Datagen`] plays games for training an evaluation.

mod built_in;
mod datagen;
mod game;
mod opening;
mod play;
mod player;
mod program;
mod score;
mod spec;

pub use datagen::{Datagen, DatagenError};
pub use game::{Ending, Finished};
pub use play::{Match, MatchError, Progress};
pub use score::{Score, Sprt, Verdict};
pub use spec::{Spec, SpecError};
