//! Game-independent search: chooses moves and proves results.
//!
//! - [`Engine`] is the entry point: a type-erased engine that searches positions.
//! - [`alphabeta`] is a full-width search for two players that can prove results.
//! - [`mcts`] is a selective search, for positions with many moves and for more than two players.
//! - [`uct`] is plain UCT with random playouts, as a baseline.
//! - [`solver`] proves the value of positions with best play.
//! - [`explore`] shows the values of all moves where they are known or can be proven quickly.
//! - [`Level`] is a playing level from beginner to full strength.
//! - [`Value`] is a proven result or an estimate, never a mixture.
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
mod bench;
mod catalogue;
mod distance;
mod engine;
mod explorer;
mod level;
mod limits;
pub mod mcts;
mod move_quality;
mod ordering;
mod report;
mod root;
mod searchable;
mod signals;
pub mod solver;
#[cfg(test)]
#[path = "../tests/it/common.rs"]
mod testing;
pub mod threads;
mod time_manager;
mod transposition;
pub mod uct;
mod value;

pub use bench::{BenchResult, bench};
pub use catalogue::{Catalogue, MakeEngineFn};
pub use engine::{Engine, MakeEngine, Request, SearchError};
pub use explorer::{Explored, Source, explore};
pub use level::Level;
pub use limits::{Clock, Limits};
pub use move_quality::{MoveQuality, accuracy, played_value};
pub use report::{Line, Report, Search, short_count};
pub use searchable::{MOST_MOVES_SEARCHED, TooManyMoves, check_searchable};
pub use signals::{PonderHit, Signals};
pub use transposition::TranspositionTable;
pub use value::{Distance, Value};
