//! The players of a match. The built-in engine and other programs are treated alike: before every
//! game they forget the last one and allocate their memory; then they get the same limits.

use strata_engine::{Catalogue, Clock, Limits};
use strata_rules::AnyPosition;

use crate::Spec;
use crate::built_in::BuiltIn;
use crate::program::Program;
use crate::spec::Kind;

/// A player of a match.
pub(crate) enum Player {
    BuiltIn(Box<BuiltIn>),
    Program(Box<Program>),
}

/// A position in a game, with what a player needs to search it.
#[derive(Clone, Copy)]
pub(crate) struct Turn<'a> {
    /// The start position as text.
    pub(crate) start: &'a str,
    /// The moves since then.
    pub(crate) moves: &'a [String],
    /// The position after the moves.
    pub(crate) position: &'a dyn AnyPosition,
    /// The clocks of both seats.
    pub(crate) clocks: [Option<Clock>; 2],
}

impl Player {
    pub(crate) fn new(
        spec: &Spec,
        limits: Limits,
        position: &dyn AnyPosition,
        catalogue: Catalogue,
    ) -> Self {
        let spec = spec.clone().with_default_limits(limits);
        match spec.kind {
            Kind::BuiltIn { search, level } => {
                let engine = catalogue.engine_for(position);
                Self::BuiltIn(Box::new(BuiltIn::new(engine, search, level, &spec.settings)))
            }
            Kind::Program { .. } => Self::Program(Box::new(Program::new(spec))),
        }
    }

    /// The clock at the start of a game, if the player has one.
    pub(crate) fn clock(&self) -> Option<Clock> {
        match self {
            Self::BuiltIn(player) => player.limits().clock,
            Self::Program(player) => player.limits().clock,
        }
    }

    /// Forgets the last game and prepares for a new one. A program that has ended is restarted.
    pub(crate) fn new_game(&mut self, seed: u32) -> Result<(), String> {
        match self {
            Self::BuiltIn(player) => {
                player.new_game(seed);
                Ok(())
            }
            Self::Program(player) => player.new_game(seed),
        }
    }

    /// The chosen move, or why there is none.
    pub(crate) fn choose(&mut self, turn: &Turn<'_>) -> Result<String, String> {
        match self {
            Self::BuiltIn(player) => player.choose(turn),
            Self::Program(player) => player.choose(turn),
        }
    }

    /// Starts to search during the opponent's turn, if the player ponders. `turn` is the position
    /// after the player's own move.
    pub(crate) fn ponder(&mut self, turn: &Turn<'_>) {
        match self {
            Self::BuiltIn(player) => player.ponder(turn),
            Self::Program(player) => player.ponder(turn),
        }
    }
}

impl Turn<'_> {
    /// The limits with the clock of a seat.
    pub(crate) fn limits(&self, limits: Limits, seat: usize) -> Limits {
        Limits { clock: self.clocks[seat], ..limits }
    }

    /// The moves and the position after one more move; `None` if it is illegal or ends the game.
    pub(crate) fn after(&self, mv: &str) -> Option<(Vec<String>, Box<dyn AnyPosition>)> {
        let mut position = self.position.boxed_clone();
        let mv = position.play(mv).ok()?;
        let moves = self.moves.iter().cloned().chain([mv]).collect();
        position.outcome().is_none().then_some((moves, position))
    }
}
