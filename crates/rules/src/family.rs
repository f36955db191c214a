//! Games whose options are not yet chosen, and lists of them.

use std::sync::Arc;

use thiserror::Error;

use crate::any::{AnyGame, AnyPosition, TypedGame, play_line};
use crate::text::MAX_POSITION_LENGTH;
use crate::{AnyDraft, Edit, Evaluator, GameInfo, OptionError, Options, PositionError, shorten};

/// A generic function that is called with a game chosen at run time.
///
/// Generic code such as a search uses it to reach the games of a list without naming them.
pub trait Visitor {
    /// The return type.
    type Output;

    /// Calls the function with `game`.
    fn visit<G: Edit + Evaluator>(self, game: G) -> Self::Output;
}

/// A game before its options are chosen. Each board size is a separate type, so opening a game
/// means choosing a type; therefore the game is passed to a visitor instead of being returned.
pub trait Family {
    /// The game's name, author, sides and options.
    const INFO: &'static GameInfo;

    /// Opens the game with these options.
    fn open<V: Visitor>(options: Options, visitor: V) -> Result<V::Output, OptionError>;
}

/// A game in a list of games.
#[derive(Clone, Copy, Debug)]
pub struct GameEntry {
    /// The game's name, author, sides and options.
    pub info: &'static GameInfo,
    open: fn(Options) -> Result<Arc<dyn AnyGame>, OptionError>,
}

impl GameEntry {
    /// The entry of a family of games.
    pub const fn of<F: Family>() -> Self {
        Self { info: F::INFO, open: |options| F::open(options, BoxGame) }
    }

    /// Opens the game with the given options; the others have their defaults.
    pub fn open<'a>(
        &self,
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Arc<dyn AnyGame>, OptionError> {
        (self.open)(Options::from_pairs(self.info.id, self.info.options, pairs)?)
    }

    /// Parses a position; `text` includes the options.
    pub fn read_position(&self, text: &str) -> Result<Box<dyn AnyPosition>, PositionError> {
        self.read_with(text, |game, state| game.read_position(state))
    }

    /// Parses a draft of a position; `text` includes the options.
    pub fn read_draft(&self, text: &str) -> Result<Box<dyn AnyDraft>, PositionError> {
        self.read_with(text, |game, state| game.read_draft(state))
    }

    /// The position of a board in a text such as the rules: `position: TEXT`, or options, a colon and moves
    /// from the start, as in `size=4 : d3d4 a3a2`.
    pub fn read_board(&self, text: &str) -> Result<Box<dyn AnyPosition>, String> {
        let text = text.trim();
        if let Some(position) = text.strip_prefix("position:") {
            return self.read_position(position.trim()).map_err(|error| error.to_string());
        }
        let refuse = || format!("{text}: a board has options : moves");
        let (options, moves) = text.split_once(':').ok_or_else(refuse)?;
        let pairs: Option<Vec<(&str, &str)>> =
            options.split_whitespace().map(|pair| pair.split_once('=')).collect();
        let game = self.open(pairs.ok_or_else(refuse)?).map_err(|error| error.to_string())?;
        let mut position = game.start();
        play_line(&mut *position, moves).map_err(|error| error.to_string())?;
        Ok(position)
    }

    fn read_with<T>(
        &self,
        text: &str,
        read: impl Fn(&dyn AnyGame, &str) -> Result<T, String>,
    ) -> Result<T, PositionError> {
        let state_error = |reason: String| PositionError::State { text: shorten(text), reason };
        if text.len() > MAX_POSITION_LENGTH {
            return Err(state_error(format!("longer than {MAX_POSITION_LENGTH} characters")));
        }
        let (options, state) = text.split_once('_').ok_or_else(|| {
            state_error("expected options, an underscore and the board, such as std_…".to_owned())
        })?;
        let game = Options::from_text(self.info.id, self.info.options, options)
            .and_then(self.open)
            .map_err(|error| PositionError::Options { text: shorten(text), error })?;
        read(&*game, state).map_err(state_error)
    }
}

struct BoxGame;

impl Visitor for BoxGame {
    type Output = Arc<dyn AnyGame>;

    fn visit<G: Edit + Evaluator>(self, game: G) -> Self::Output {
        Arc::new(TypedGame::new(game))
    }
}

/// There is no game with this name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown game {name}; the games are {known}")]
pub struct UnknownGame {
    name: String,
    known: String,
}

/// The game with this id; letter case does not matter.
pub fn find_game<'a>(games: &'a [GameEntry], name: &str) -> Result<&'a GameEntry, UnknownGame> {
    games.iter().find(|entry| entry.info.id.eq_ignore_ascii_case(name)).ok_or_else(|| {
        let ids: Vec<&str> = games.iter().map(|entry| entry.info.id).collect();
        let hint = match crate::nearest(name, ids.iter().copied()) {
            Some(meant) => format!("; did you mean {meant}?"),
            None => String::new(),
        };
        UnknownGame { name: shorten(name), known: ids.join(", ") + &hint }
    })
}

/// Defines a list of games: `GAMES`, the entries that interfaces use, and `visit`, which calls a
/// visitor with the game of a given id.
#[macro_export]
macro_rules! game_list {
    ($($family:ty),+ $(,)?) => {
        /// All games.
        pub static GAMES: &[$crate::GameEntry] = &[$($crate::GameEntry::of::<$family>()),+];

        /// Opens the game with this id for `visitor`; `None` if there is no such game.
        pub fn visit<V: $crate::Visitor>(
            id: &str,
            options: $crate::Options,
            visitor: V,
        ) -> Option<Result<V::Output, $crate::OptionError>> {
            $(if id == <$family as $crate::Family>::INFO.id {
                return Some(<$family as $crate::Family>::open(options, visitor));
            })+
            None
        }
    };
}
