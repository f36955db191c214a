//! Chooses and proves moves for any game.
//!
//! - [`Engine`] is the entrance: a game without its type that is asked to think about positions.
//! - [`alphabeta`] searches all moves ahead, two players only; it finds proofs.
//! - [`mcts`] searches selectively, for wide positions and for more than two players.
//! - [`uct`] is the plain textbook search, to measure the others against.
//! - [`Level`] makes weaker and stronger players out of them.
//! - [`Value`] keeps what is proven apart from what is estimated.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use strata_engine::{Limits, MakeEngine, Request, Value};
//! use strata_rules::{Options, find_game};
//!
//! let info = find_game(strata_games::GAMES, "clusterfuss").expect("it is in the list").info;
//! let options = Options::from_pairs(info.id, info.options, [("size", "3")]).expect("a board");
//! let mut engine = strata_games::visit("clusterfuss", options, MakeEngine)
//!     .expect("the game exists")
//!     .expect("the options fit");
//! let request = Request { limits: Limits::depth(20), ..Request::default() };
//! let report = engine
//!     .search("size-3_rbr-brb-rbr_r", &request, &AtomicBool::new(false), &mut |_| {})
//!     .expect("a position");
//! assert!(matches!(report.lines[0].value, Value::Win(_) | Value::Loss(_)));
//! ```

pub mod alphabeta;
mod catalogue;
mod engine;
mod level;
mod limits;
pub mod mcts;
mod move_quality;
mod ordering;
mod report;
mod searchable;
mod table;
pub mod uct;
mod value;

pub use catalogue::{Catalogue, MakeEngineFn};
pub use engine::{Engine, MakeEngine, Request, SearchError};
pub use level::Level;
pub use limits::{Clock, Limits};
pub use move_quality::{MoveQuality, played_value, verdict};
pub use report::{Line, Report, Search};
pub use searchable::{MOST_MOVES_SEARCHED, TooManyMoves, check_searchable};
pub use table::{Bound, Entry, Key, Table};
pub use value::Value;
