//! Strata in a terminal, for any list of games.

mod keeper;
mod settings;

pub use keeper::{Keeper, Kept, MemoryKeeper};
pub use settings::{Animation, ColourChoice, Settings};
