//! Games whose options are still open, and the list of them.

use std::sync::Arc;

use thiserror::Error;

use crate::any::{AnyGame, AnyPosition, Erased};
use crate::text::LONGEST_POSITION;
use crate::{AnyDraft, Edit, Evaluator, GameInfo, OptionError, Options, PositionError, shorten};

/// Something that is to be done with a game, whichever it turns out to be.
///
/// This is how generic code such as a search reaches the games of a list without naming them.
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it with `game`.
    fn visit<G: Edit + Evaluator>(self, game: G) -> Self::Output;
}

/// A game before its options are chosen. Board sizes are separate types, so opening one means
/// choosing a type: that is why the game is handed to a visitor and not returned.
pub trait Family {
    /// The game's card.
    const INFO: &'static GameInfo;

    /// Opens the game with these options.
    fn open<V: Visitor>(options: Options, visitor: V) -> Result<V::Output, OptionError>;
}

/// A game in a list of games.
#[derive(Clone, Copy, Debug)]
pub struct GameEntry {
    /// The game's card.
    pub info: &'static GameInfo,
    open: fn(Options) -> Result<Arc<dyn AnyGame>, OptionError>,
}

impl GameEntry {
    /// The entry of a family of games.
    pub const fn of<F: Family>() -> Self {
        Self { info: F::INFO, open: |options| F::open(options, Erase) }
    }

    /// Opens the game with the given options and defaults for the others.
    pub fn open<'a>(
        &self,
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Arc<dyn AnyGame>, OptionError> {
        (self.open)(Options::from_pairs(self.info.id, self.info.options, pairs)?)
    }

    /// Reads a position, which carries its options.
    pub fn read_position(&self, text: &str) -> Result<Box<dyn AnyPosition>, PositionError> {
        self.read_with(text, |game, state| game.read_position(state))
    }

    /// Reads a draft of a position, which carries its options too.
    pub fn read_draft(&self, text: &str) -> Result<Box<dyn AnyDraft>, PositionError> {
        self.read_with(text, |game, state| game.read_draft(state))
    }

    fn read_with<T>(
        &self,
        text: &str,
        read: impl Fn(&dyn AnyGame, &str) -> Result<T, String>,
    ) -> Result<T, PositionError> {
        let state_error = |reason: String| PositionError::State { text: shorten(text), reason };
        if text.len() > LONGEST_POSITION {
            return Err(state_error(format!("longer than {LONGEST_POSITION} characters")));
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

struct Erase;

impl Visitor for Erase {
    type Output = Arc<dyn AnyGame>;

    fn visit<G: Edit + Evaluator>(self, game: G) -> Self::Output {
        Arc::new(Erased::new(game))
    }
}

/// No game has that name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown game {name}; the games are {known}")]
pub struct UnknownGame {
    name: String,
    known: String,
}

/// The entry with this id; letter case does not matter.
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

/// Makes a list of games: `GAMES`, the entries that interfaces use, and `visit`, which gives
/// generic code the game of a list by its name.
#[macro_export]
macro_rules! game_list {
    ($($family:ty),+ $(,)?) => {
        /// Every game there is.
        pub static GAMES: &[$crate::GameEntry] = &[$($crate::GameEntry::of::<$family>()),+];

        /// Opens the game with this id for `visitor`; nothing if no game has it.
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
