//! What is known of a game before it is opened.

use serde::Serialize;

use crate::{OptionSpec, Player};

/// The colours that pieces come in. Renderers choose the exact shade.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Paint {
    /// Blue pieces.
    Blue,
    /// White pieces.
    White,
    /// Red pieces.
    Red,
    /// Green pieces.
    Green,
    /// Pieces of light wood.
    Light,
    /// Pieces of dark wood.
    Dark,
}

/// One side of a game, as people call it.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Side {
    /// The name: "Blue".
    pub name: &'static str,
    /// The letter that stands for it where colour is not enough. No two sides of a game share it.
    pub letter: char,
    /// The colour of its pieces.
    pub paint: Paint,
}

/// A game's card: who made it, who plays it, what can be varied.
#[derive(Clone, Copy, Debug)]
pub struct GameInfo {
    /// The word that names the game on the command line and in records.
    pub id: &'static str,
    /// The name as its author writes it.
    pub name: &'static str,
    /// Who invented it.
    pub author: &'static str,
    /// When it appeared.
    pub year: u16,
    /// The game in one sentence.
    pub summary: &'static str,
    /// The sides in turn order; as many as the most players it seats.
    pub sides: &'static [Side],
    /// The fewest players.
    pub least_players: usize,
    /// Whether a game may end in a draw.
    pub draws: bool,
    /// Its options.
    pub options: &'static [OptionSpec],
    /// The rules for people, in Markdown.
    pub rules: &'static str,
}

impl GameInfo {
    /// The side with this number.
    pub fn side(&self, player: Player) -> &'static Side {
        &self.sides[player.index()]
    }
}
