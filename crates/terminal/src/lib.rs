//! Strata in a terminal, for any list of games.
//!
//! [`run`] owns the real terminal. Everything else is [`App`], which hears [`Input`]s and draws
//! itself, so that whole games are played in tests. [`Plain`] is the same as lines of text, and
//! [`FileStorage`] keeps games and settings in files.

mod app;
mod context;
mod file_storage;
mod form;
mod game;
mod input;
mod keys;
mod list;
mod load;
mod look;
mod menu;
mod pager;
mod plain;
mod run;
mod saved_games;
mod screen;
mod settings;
mod settings_screen;
mod storage;
mod text_line;

pub use app::{App, StartScreen};
pub use file_storage::{Directories, FileStorage};
pub use input::Input;
pub use load::{read_record, read_table};
pub use plain::Plain;
pub use run::run;
pub use settings::{Animation, ColourChoice, Settings};
pub use storage::{MemoryStorage, SavedGame, Storage};
