//! A game in progress: seats, history, clocks, offers, results, records, and bots.
//!
//! - [`Table`] is a game in progress. It accepts [`Command`]s and returns [`Event`]s.
//! - [`History`] is the tree of moves, including those that were taken back.
//! - [`TimeControl`] is the time that players have. The caller passes in the current time.
//! - [`Entry`] builds a move step by step, in the same way for every interface.
//! - [`Bots`] decides when bots search, for how long, and how they answer draw offers.
//! - [`EngineThread`] runs searches for bots and hints in the background.
//! - [`Lesson`] is a text that teaches a game step by step, and judges what the player does.
//! - [`Openings`] is what bots played: the results of the games that reached a position.
//! - [`wording`] turns values, results and events into text.
//!
//! ```
//! use std::time::Duration;
//! use strata_rules::Player;
//! use strata_table::{Command, Event, Seat, Setup, Table};
//!
//! let mut setup = Setup::new("qawale", [Seat::person("Ann"), Seat::person("Bob")]);
//! setup.clock = Some("5+3".parse().expect("a clock"));
//! let mut table = Table::new(strata_games::GAMES, setup, Duration::ZERO).expect("a table");
//!
//! let play = |by, mv: &str| Command::Play { by: Player(by), mv: mv.to_owned() };
//! let now = Duration::from_secs(10);
//! let events = table.apply(play(0, "d4www"), now).expect("a legal move");
//! assert!(matches!(events[0], Event::Moved { player: Player(0), .. }));
//! let left = table.time_left(Player(0), now).expect("there is a clock");
//! assert_eq!(left.game, Some(Duration::from_secs(293)));
//!
//! let refused = table.apply(play(0, "a1een"), now).expect_err("Bob is to move");
//! assert_eq!(refused.to_string(), "it is Dark's turn (Bob)");
//!
//! let saved = table.to_record(now);
//! let again = Table::from_record(strata_games::GAMES, &saved, now).expect("its own record");
//! assert_eq!(again.to_record(now), saved);
//! ```

mod annotations;
mod bots;
mod clock;
mod command;
mod ending;
mod engine_thread;
mod entry;
mod event;
mod history;
mod lesson;
mod log;
mod names;
mod offer;
mod openings;
mod restore;
mod rows;
mod save;
mod seats;
mod setup;
mod table;
mod takeback;
mod time_control;
pub mod wording;

pub use annotations::{glyph_of, glyph_sign, remove_table_tags};
pub use bots::{BotAction, BotBudget, BotMove, BotSearch, Bots, DEFAULT_MOVE_TIME, hint_request};
pub use clock::TimeLeft;
pub use command::{Command, Refusal};
pub use engine_thread::{EngineThread, SearchJob, SearchUpdate};
pub use entry::{Entered, Entry, Input, Lifted, NumberChoice};
pub use event::{Event, Finish, FinishKind};
pub use history::{History, MOST_MOVES, Node, NodeId};
pub use lesson::{Attempt, Course, Goal, Lesson, LessonError, LessonStep, Verdict};
pub use log::LogEntry;
pub use names::clean_name;
pub use offer::{Offer, Proposal};
pub use openings::{LevelGames, Openings, Played};
pub use restore::RestoreError;
pub use rows::{MoveRow, numbered_rows};
pub use seats::{Seat, SeatKind};
pub use setup::{Setup, SetupError};
pub use table::Table;
pub use time_control::{PerGame, TimeControl, TimeControlError};
