//! The games and their rules.

use schemars::JsonSchema;
use serde::Serialize;
use strata_rules::{GameInfo, MAX_PLAYERS, OptionSpec, Side, Values};

/// A game.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Game {
    /// The id of the game in requests, records and addresses.
    id: &'static str,
    /// The name as its author writes it.
    name: &'static str,
    /// The game in one sentence.
    summary: &'static str,
    /// The inventor.
    author: &'static str,
    /// The year of publication.
    year: u16,
    /// The sides in turn order.
    sides: &'static [Side],
    players: PlayerCount,
    /// Whether a game can end in a draw.
    draws: bool,
    options: Vec<GameOption>,
    /// The playing levels of bots, the weakest first.
    levels: Vec<Level>,
    /// The address of a picture of the game, relative to the address of the server.
    picture: String,
}

/// The numbers of players that a game allows.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PlayerCount {
    #[schemars(range(min = 2, max = MAX_PLAYERS))]
    least: usize,
    #[schemars(range(min = 2, max = MAX_PLAYERS))]
    most: usize,
}

/// An option of a game.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum GameOption {
    /// A whole number.
    Range {
        /// The name that requests use.
        name: &'static str,
        /// The name to show to people.
        label: &'static str,
        /// What the option changes.
        help: &'static str,
        /// The default value.
        default: u32,
        /// The smallest value.
        least: u32,
        /// The largest value.
        most: u32,
    },
    /// One of several words.
    Choice {
        /// The name that requests use.
        name: &'static str,
        /// The name to show to people.
        label: &'static str,
        /// What the option changes.
        help: &'static str,
        /// The default value.
        default: String,
        /// The words to choose from.
        choices: &'static [&'static str],
        /// The words to show to people, in the same order.
        labels: &'static [&'static str],
    },
}

/// A playing level of bots.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Level {
    /// The number of the level, from 1 (the weakest) on.
    number: u8,
    /// The name of the level.
    name: &'static str,
    /// How the level plays, in one sentence.
    description: &'static str,
}

impl From<strata_engine::Level> for Level {
    fn from(level: strata_engine::Level) -> Self {
        Self { number: level.number(), name: level.name(), description: level.description() }
    }
}

/// The rules of a game.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Rules {
    /// The rules as HTML, with boards as SVG.
    pub html: String,
}

impl From<&GameInfo> for Game {
    fn from(info: &GameInfo) -> Self {
        Self {
            id: info.id,
            name: info.name,
            summary: info.summary,
            author: info.author,
            year: info.year,
            sides: info.sides,
            players: PlayerCount { least: info.least_players, most: info.sides.len() },
            draws: info.draws,
            options: info.options.iter().map(GameOption::from).collect(),
            levels: (1..).map_while(strata_engine::Level::new).map(Level::from).collect(),
            picture: format!("api/picture.svg?game={}", info.id),
        }
    }
}

impl From<&OptionSpec> for GameOption {
    fn from(option: &OptionSpec) -> Self {
        let OptionSpec { name, label, help, default, .. } = *option;
        match option.values {
            Values::Range(least, most) => Self::Range { name, label, help, default, least, most },
            Values::Choice(choices) => {
                let (default, labels) = (option.spell(default), option.labels);
                Self::Choice { name, label, help, default, choices, labels }
            }
        }
    }
}
