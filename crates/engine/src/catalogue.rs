//! A list of games, and how to think about them.

use strata_rules::{AnyPosition, GameEntry, OptionError, Options};

use crate::Thinker;

/// Makes the thinker of a game with options; nothing if there is no such game.
pub type MakeThinkerFn = fn(&str, Options) -> Option<Result<Box<dyn Thinker>, OptionError>>;

/// The games, and how to think about them.
#[derive(Clone, Copy, Debug)]
pub struct Catalogue {
    /// The list of games.
    pub games: &'static [GameEntry],
    /// How thinkers are made.
    pub thinker: MakeThinkerFn,
}

impl Catalogue {
    /// A thinker for the game and options of a position.
    pub fn thinker_for(&self, position: &dyn AnyPosition) -> Box<dyn Thinker> {
        let made = (self.thinker)(position.info().id, position.options().clone());
        // The position was made with these options, by a game of the same list.
        made.and_then(Result::ok).expect("a game that has positions has thinkers")
    }
}
