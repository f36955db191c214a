//! Settings for all games.

use serde::{Deserialize, Serialize};
use strata_render::terminal::Colours;
use strata_render::{Material, Theme};

/// Settings for all games. A setting that is missing in the file has its default.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The colours to use.
    pub colours: ColourChoice,
    /// Whether the terminal has a dark background.
    pub dark: bool,
    /// Colours that colour-blind players can tell apart.
    pub colour_blind: bool,
    /// Plain ASCII instead of box drawing characters and symbols.
    pub ascii: bool,
    /// How fast the moves of bots are shown.
    pub animation: Animation,
    /// Whether the evaluation bar is shown.
    pub evaluation: bool,
    /// Whether a whole move waits to be confirmed before it is played.
    pub confirm_moves: bool,
    /// The name for the first human seat.
    pub name: String,
    /// The ids of the games whose lesson was finished.
    pub learned: Vec<String>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            colours: ColourChoice::Auto,
            dark: true,
            colour_blind: false,
            ascii: false,
            animation: Animation::Normal,
            evaluation: false,
            confirm_moves: false,
            name: String::new(),
            learned: Vec::new(),
        }
    }
}

impl Settings {
    /// Whether the lesson of a game was finished.
    pub fn has_learned(&self, game: &str) -> bool {
        self.learned.iter().any(|known| known == game)
    }

    /// The theme for the renderer.
    pub const fn theme(&self) -> Theme {
        Theme { dark: self.dark, colour_blind: self.colour_blind, material: Material::Wood }
    }

    /// The colours to use in a terminal whose own choice is `default`.
    pub const fn colours(&self, default: Colours) -> Colours {
        match self.colours {
            ColourChoice::Auto => default,
            ColourChoice::All => Colours::All,
            ColourChoice::Many => Colours::Many,
            ColourChoice::Sixteen => Colours::Sixteen,
            ColourChoice::None => Colours::None,
        }
    }
}

/// The colours to use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ColourChoice {
    /// As many as the terminal supports.
    #[default]
    Auto,
    /// 24-bit colours.
    All,
    /// The 256 indexed colours.
    Many,
    /// The 16 ANSI colours.
    Sixteen,
    /// No colours.
    None,
}

/// How fast the moves of bots are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Animation {
    /// Moves are shown at once.
    Off,
    /// Step by step, slowly.
    Slow,
    /// Step by step.
    #[default]
    Normal,
    /// Step by step, quickly.
    Fast,
}
