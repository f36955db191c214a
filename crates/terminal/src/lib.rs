//! Strata in a terminal, for any list of games.
//!
//! [`run`] owns the real terminal. Everything else is [`App`], which hears [`Input`]s and draws
//! itself, so that whole games are played in tests. [`Plain`] is the same as lines of text, and
//! [`Store`] keeps games and settings in files.

mod app;
mod form;
mod game;
mod home;
mod input;
mod keeper;
mod kept_games;
mod keys;
mod list;
mod load;
mod look;
mod menu;
mod plain;
mod reader;
mod run;
mod screen;
mod settings;
mod settings_screen;
mod store;
mod text_line;

pub use app::{App, Opening};
pub use input::Input;
pub use keeper::{Keeper, Kept, MemoryKeeper};
pub use load::{read_record, read_table};
pub use plain::Plain;
pub use run::run;
pub use settings::{Animation, ColourChoice, Settings};
pub use store::{Directories, Store};
