//! The traits of a board game with perfect information for two or more players.
//!
//! - [`Game`] is the fast core: positions, moves, outcomes, hashes, symmetries.
//! - [`Text`] formats and parses moves and positions.
//! - [`Show`] describes positions as [`Scene`]s and moves as [`Step`]s, so that interfaces do not
//!   depend on any game.
//! - [`Edit`] is the position editor.
//! - [`Evaluator`] evaluates positions and orders moves for a search.
//! - [`Family`] is a game whose options are not yet chosen; [`game_list!`] defines a list of them.
//! - [`AnyGame`] and [`AnyPosition`] are type-erased games and positions, for interfaces.
//! - [`laws::check`] tests the properties that every game must have.

mod any;
mod edit;
mod evaluator;
mod family;
mod game;
pub mod grid;
mod info;
pub mod laws;
mod level;
mod options;
mod outcome;
pub mod perft;
mod player;
pub mod random;
mod scene;
#[cfg(feature = "schema")]
mod schema;
mod square;
mod step;
mod suggest;
mod symmetry;
pub mod text;
mod why_not;

pub use any::{AnyGame, AnyPosition, LineError, PlayoutStats, play_line};
pub use edit::{AnyDraft, Brush, Edit, Setting};
pub use evaluator::{
    EndgameVisitor, Evaluator, ForcedResult, MAX_ESTIMATE, MOVE_INDEX_COUNT, OnePly, OnePlyResult,
    smallest_code, step_from_index, step_index, winning_chance,
};
pub use family::{Family, GameEntry, UnknownGame, Visitor, find_game};
pub use game::Game;
pub use info::{GameInfo, Paint, Side};
pub use level::LevelSettings;
pub use options::{OptionError, OptionSpec, Options, Values, shorten, shorten_to};
pub use outcome::Outcome;
pub use player::{MAX_PLAYERS, Player, PlayerSet};
pub use random::Random;
pub use scene::{
    Cell, Edge, HandItem, Owner, Panel, Piece, Ruler, Scene, Show, Tile, follow_moves,
};
pub use square::Square;
pub use step::{Continuations, Step};
pub use suggest::nearest;
pub use symmetry::Symmetry;
pub use text::{MoveError, PositionError, Text};
pub use why_not::WhyNot;
