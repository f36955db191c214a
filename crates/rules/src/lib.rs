//! What a board game for two or more players with open information is.
//!
//! - [`Game`] is the fast core: positions, moves, outcomes, hashes, symmetries.
//! - [`Text`] writes and reads moves and positions.
//! - [`Show`] describes positions as [`Scene`]s and moves as [`Step`]s, so that interfaces need to
//!   know no game.
//! - [`Edit`] puts positions together by hand.
//! - [`Family`] is a game whose options are still open; [`game_list!`] makes a list of them.
//! - [`AnyGame`] and [`AnyPosition`] are the same without types, for interfaces.
//! - [`laws::check`] tests what must hold of every game.

mod any;
mod edit;
mod evaluator;
mod family;
mod game;
pub mod grid;
mod info;
pub mod laws;
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
mod symmetry;
pub mod text;
mod why_not;

pub use any::{AnyGame, AnyPosition, LineError, PlayOuts, play_line};
pub use edit::{AnyDraft, Brush, Edit, Setting};
pub use evaluator::{
    Decided, Evaluator, MOST_ESTIMATE, MOVE_INDEX_COUNT, step_index, winning_chance,
};
pub use family::{Family, GameEntry, UnknownGame, Visitor, find_game};
pub use game::Game;
pub use info::{GameInfo, Paint, Side};
pub use options::{OptionError, OptionSpec, Options, Values, shorten, shorten_to};
pub use outcome::Outcome;
pub use player::{MAX_PLAYERS, Player, PlayerSet};
pub use random::Random;
pub use scene::{
    Cell, Edge, HandItem, Owner, Panel, Piece, Ruler, Scene, Show, Tile, follow_moves,
};
pub use square::Square;
pub use step::{Continuations, Step};
pub use symmetry::Symmetry;
pub use text::{MoveError, PositionError, Text};
