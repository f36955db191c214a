//! The themes.

use std::str::FromStr;

use strata_rules::shorten;
use thiserror::Error;

/// A light or dark theme, in the usual colours or in colours for colour-blind players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Theme {
    /// Dark background.
    pub dark: bool,
    /// Colours that colour-blind players can distinguish, and letters on every piece.
    pub colour_blind: bool,
}

impl Theme {
    /// Every theme with its name.
    pub const ALL: [(&'static str, Self); 4] = [
        ("light", Self { dark: false, colour_blind: false }),
        ("dark", Self { dark: true, colour_blind: false }),
        ("light-cb", Self { dark: false, colour_blind: true }),
        ("dark-cb", Self { dark: true, colour_blind: true }),
    ];
}

/// There is no theme with this name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown theme {0}; the themes are light, dark, light-cb and dark-cb")]
pub struct UnknownTheme(String);

impl FromStr for Theme {
    type Err = UnknownTheme;

    fn from_str(name: &str) -> Result<Self, UnknownTheme> {
        let found = Self::ALL.iter().find(|(known, _)| *known == name);
        found.map(|(_, theme)| *theme).ok_or_else(|| UnknownTheme(shorten(name)))
    }
}
