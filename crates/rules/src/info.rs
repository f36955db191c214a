//! The description of a game: name, author, sides, options, rules.

use serde::Serialize;

use crate::{OptionSpec, Player};

/// The colour of pieces. Renderers choose the exact shade.
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

/// One side of a game.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Side {
    /// The name: "Blue".
    pub name: &'static str,
    /// The letter used where there are no colours. Unique among the sides of a game.
    pub letter: char,
    /// The colour of its pieces.
    pub paint: Paint,
}

/// The description of a game.
#[derive(Clone, Copy, Debug)]
pub struct GameInfo {
    /// The name of the game on the command line and in records.
    pub id: &'static str,
    /// The name as its author writes it.
    pub name: &'static str,
    /// The designer of the game.
    pub author: &'static str,
    /// The year of publication.
    pub year: u16,
    /// The game in one sentence.
    pub summary: &'static str,
    /// The sides in turn order, for the maximum number of players.
    pub sides: &'static [Side],
    /// The minimum number of players.
    pub least_players: usize,
    /// Whether a game may end in a draw.
    pub draws: bool,
    /// The rules of [`Outcome::decided_by`](crate::Outcome::decided_by) that break ties.
    pub tie_breaks: &'static [&'static str],
    /// The options of the game.
    pub options: &'static [OptionSpec],
    /// The rules text, in Markdown.
    pub rules: &'static str,
    /// The lesson, in the format of `docs/lessons.md`. Empty if the game has none.
    pub lesson: &'static str,
    /// What bots played, in the format of `docs/statistics.md`. Empty if there are no such games.
    pub openings: &'static str,
}

impl GameInfo {
    /// The side with the number of this player.
    pub fn side(&self, player: Player) -> &'static Side {
        &self.sides[player.index()]
    }
}
