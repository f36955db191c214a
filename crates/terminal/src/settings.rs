//! What a player can set once for all games.

use serde::{Deserialize, Serialize};
use strata_render::Theme;
use strata_render::terminal::Colours;

/// What a player can set once for all games. Whatever a kept text leaves out has its default.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The colours to use.
    pub colours: ColourChoice,
    /// Whether the terminal has a dark ground.
    pub dark: bool,
    /// Colours that colour-blind players tell apart.
    pub colour_blind: bool,
    /// Plain ASCII instead of lines and symbols.
    pub ascii: bool,
    /// How fast the moves of bots are shown.
    pub animation: Animation,
    /// Whether the evaluation bar is shown.
    pub evaluation: bool,
    /// The name of the first person at a table.
    pub name: String,
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
            name: String::new(),
        }
    }
}

impl Settings {
    /// The theme that the renderer is to use.
    pub const fn theme(&self) -> Theme {
        Theme { dark: self.dark, colour_blind: self.colour_blind }
    }

    /// The colours to use in a terminal that by itself would use `usual`.
    pub const fn colours(&self, usual: Colours) -> Colours {
        match self.colours {
            ColourChoice::Auto => usual,
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
    /// What the terminal says it can show.
    #[default]
    Auto,
    /// Every colour.
    All,
    /// The table of 256.
    Many,
    /// The sixteen old ones.
    Sixteen,
    /// None at all.
    None,
}

/// How fast the moves of bots are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Animation {
    /// At once.
    Off,
    /// Step by step, to follow with the eye.
    Slow,
    /// Step by step.
    #[default]
    Normal,
    /// Step by step, quickly.
    Fast,
}
