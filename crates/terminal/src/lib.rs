//! Strata in a terminal, for any list of games.
//!
//! [`run`] owns the real terminal. Everything else is [`App`], which handles [`Input`]s, draws
//! itself and returns [`Effect`]s, so that tests play whole games without a terminal. [`Plain`] is
//! the text mode, and [`FileStorage`] saves games and settings in files.

mod analysis;
mod app;
mod board;
mod context;
mod effect;
mod file_storage;
mod form;
mod game;
mod input;
mod io_reason;
mod key_page;
mod keys;
mod lesson;
mod list;
mod load;
mod look;
mod menu;
mod open_file;
mod pager;
mod plain;
mod puzzle;
mod run;
mod save_as;
mod saved_games;
mod screen;
mod settings;
mod settings_screen;
mod storage;
mod text_line;
mod unsaved;

pub use app::{App, StartScreen};
pub use effect::Effect;
pub use file_storage::{Directories, FileStorage};
pub use input::Input;
pub use io_reason::{io_reason, without_codes};
pub use load::{read_record, read_table};
pub use plain::Plain;
pub use run::run;
pub use settings::{Animation, ColourChoice, Settings};
pub use storage::{MemoryStorage, SavedGame, Storage, WriteError};
