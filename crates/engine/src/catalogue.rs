//! A list of games, and how to think about them.

use strata_rules::{AnyPosition, GameEntry, OptionError, Options};

use crate::Engine;

/// Makes the engine of a game with options; nothing if there is no such game.
pub type MakeEngineFn = fn(&str, Options) -> Option<Result<Box<dyn Engine>, OptionError>>;

/// The games, and how to think about them.
#[derive(Clone, Copy, Debug)]
pub struct Catalogue {
    /// The list of games.
    pub games: &'static [GameEntry],
    /// How engines are made.
    pub engine: MakeEngineFn,
}

impl Catalogue {
    /// A engine for the game and options of a position.
    pub fn engine_for(&self, position: &dyn AnyPosition) -> Box<dyn Engine> {
        let made = (self.engine)(position.info().id, position.options().clone());
        // The position was made with these options, by a game of the same list.
        made.and_then(Result::ok).expect("a game that has positions has engines")
    }
}
