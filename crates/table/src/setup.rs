//! The setup of a table: game, options, seats and clock.

use serde::{Deserialize, Serialize};
use strata_rules::{AnyPosition, GameEntry, OptionError, PositionError, UnknownGame, find_game};
use thiserror::Error;

use crate::{Seat, TimeControl, clean_name};

/// The setup of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Setup {
    /// The game's id.
    pub game: String,
    /// Options and their values. Options that are not listed have their defaults.
    #[serde(default)]
    pub options: Vec<(String, String)>,
    /// The starting position, if it is not that of the options.
    #[serde(default)]
    pub position: Option<String>,
    /// The seats in player order; the first player moves first.
    pub seats: Vec<Seat>,
    /// The time control, if the game has a clock.
    #[serde(default)]
    pub clock: Option<TimeControl>,
}

/// Why a table could not be set up.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SetupError {
    /// The game is unknown.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// An option is invalid.
    #[error(transparent)]
    Options(#[from] OptionError),
    /// The position is invalid.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// An option and the position disagree.
    #[error("option {0} disagrees with the position")]
    Conflict(&'static str),
    /// The number of seats does not match the number of players.
    #[error("the game is for {players} players, but there are {seats} seats")]
    Seats {
        /// The number of players in the game with these options.
        players: usize,
        /// The number of seats given.
        seats: usize,
    },
    /// The clock has times that cannot be written.
    #[error("the clock has times that are too long or too precise")]
    Clock,
}

impl Setup {
    /// A game between these seats, with defaults for everything else.
    pub fn new(game: impl Into<String>, seats: impl Into<Vec<Seat>>) -> Self {
        Self {
            game: game.into(),
            options: Vec::new(),
            position: None,
            seats: seats.into(),
            clock: None,
        }
    }

    /// The same setup with every player moved one seat on, so that another player moves first. Two
    /// players swap sides.
    #[must_use]
    pub fn rotated(mut self) -> Self {
        if let Some(last) = self.seats.pop() {
            self.seats.insert(0, last);
        }
        self
    }

    /// Opens the game and normalises the setup.
    pub(crate) fn open(&mut self, games: &[GameEntry]) -> Result<Box<dyn AnyPosition>, SetupError> {
        let entry = find_game(games, &self.game)?;
        let pairs = self.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let game = entry.open(pairs)?;
        let start = match &self.position {
            None => game.start(),
            Some(text) => entry.read_position(text.trim())?,
        };
        if let Some(option) = game.options().first_conflict(start.options()) {
            return Err(SetupError::Conflict(option.name));
        }
        let position = self.position.is_some().then(|| start.text());
        self.normalise(&*start, position)?;
        Ok(start)
    }

    /// Checks and normalises the setup of a game that starts from `start`.
    pub(crate) fn normalise(
        &mut self,
        start: &dyn AnyPosition,
        position: Option<String>,
    ) -> Result<(), SetupError> {
        let (players, seats) = (start.players(), self.seats.len());
        if players != seats {
            return Err(SetupError::Seats { players, seats });
        }
        if self.clock.is_some_and(|clock| !clock.is_representable()) {
            return Err(SetupError::Clock);
        }
        self.game = start.info().id.to_owned();
        self.options = changed_options(start);
        self.position = position;
        for seat in &mut self.seats {
            seat.name = clean_name(&seat.name);
        }
        Ok(())
    }
}

/// The options that are not at their defaults.
fn changed_options(position: &dyn AnyPosition) -> Vec<(String, String)> {
    let options = position.options().iter();
    let changed = options.filter(|(spec, value)| *value != spec.spell(spec.default));
    changed.map(|(spec, value)| (spec.name.to_owned(), value)).collect()
}
