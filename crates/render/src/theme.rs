//! The themes.

use std::str::FromStr;

use strata_rules::shorten;
use thiserror::Error;

/// What boards are made of. Only SVG pictures show it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Material {
    /// Maple, or walnut in the dark.
    #[default]
    Wood,
    /// Green cloth in a wooden frame.
    Felt,
    /// Grey stone.
    Slate,
    /// A printed sheet.
    Paper,
}

/// A light or dark theme, in the usual colours or in colours for colour-blind players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Theme {
    /// What boards are made of.
    pub material: Material,
    /// Dark background.
    pub dark: bool,
    /// Colours that colour-blind players can distinguish, and letters on every piece.
    pub colour_blind: bool,
}

const fn theme(material: Material, dark: bool, colour_blind: bool) -> Theme {
    Theme { material, dark, colour_blind }
}

impl Theme {
    /// The names in words.
    pub const EXPECTED: &str =
        "light or dark, optionally with felt-, slate- or paper- before and -cb after it";

    /// Every theme with its name. The names of the wooden ones do not mention the material.
    pub const ALL: [(&'static str, Self); 16] = [
        ("light", theme(Material::Wood, false, false)),
        ("dark", theme(Material::Wood, true, false)),
        ("light-cb", theme(Material::Wood, false, true)),
        ("dark-cb", theme(Material::Wood, true, true)),
        ("felt-light", theme(Material::Felt, false, false)),
        ("felt-dark", theme(Material::Felt, true, false)),
        ("felt-light-cb", theme(Material::Felt, false, true)),
        ("felt-dark-cb", theme(Material::Felt, true, true)),
        ("slate-light", theme(Material::Slate, false, false)),
        ("slate-dark", theme(Material::Slate, true, false)),
        ("slate-light-cb", theme(Material::Slate, false, true)),
        ("slate-dark-cb", theme(Material::Slate, true, true)),
        ("paper-light", theme(Material::Paper, false, false)),
        ("paper-dark", theme(Material::Paper, true, false)),
        ("paper-light-cb", theme(Material::Paper, false, true)),
        ("paper-dark-cb", theme(Material::Paper, true, true)),
    ];
}

/// There is no theme with this name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown theme {0}; expected {expected}", expected = Theme::EXPECTED)]
pub struct UnknownTheme(String);

impl FromStr for Theme {
    type Err = UnknownTheme;

    fn from_str(name: &str) -> Result<Self, UnknownTheme> {
        let found = Self::ALL.iter().find(|(known, _)| *known == name);
        found.map(|(_, theme)| *theme).ok_or_else(|| UnknownTheme(shorten(name)))
    }
}
