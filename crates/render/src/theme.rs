//! The looks to choose from.

use std::str::FromStr;

use strata_rules::shorten;
use thiserror::Error;

/// Light or dark ground, with the usual colours or with ones that colour-blind players tell apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Theme {
    /// Dark ground.
    pub dark: bool,
    /// Colours that stay apart for colour-blind players, and letters on every piece.
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

/// No theme has that name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no theme {0}; the themes are light, dark, light-cb and dark-cb")]
pub struct UnknownTheme(String);

impl FromStr for Theme {
    type Err = UnknownTheme;

    fn from_str(name: &str) -> Result<Self, UnknownTheme> {
        let found = Self::ALL.iter().find(|(known, _)| *known == name);
        found.map(|(_, theme)| *theme).ok_or_else(|| UnknownTheme(shorten(name)))
    }
}
