//! How visitors look at boards and tables.

use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use strata_render::{Theme, View};

/// How somebody looks at a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct ViewParams {
    /// Whether to look from the other side.
    #[serde(deserialize_with = "yes_or_no")]
    flip: bool,
    /// The colours, and whether they suit the colour-blind.
    #[serde(deserialize_with = "theme")]
    #[schemars(schema_with = "theme_schema")]
    theme: Theme,
}

impl ViewParams {
    /// A whole picture looked at in this way.
    pub(crate) fn view(self) -> View {
        View { flip: self.flip, theme: self.theme, ..View::default() }
    }

    /// The board alone.
    pub(crate) fn board(self) -> View {
        View { board_only: true, ..self.view() }
    }
}

/// How somebody looks at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct TableViewParams {
    #[serde(flatten)]
    pub(crate) look: ViewParams,
    /// Whether the board comes along as a picture and in words.
    #[serde(deserialize_with = "yes_or_no")]
    pub(crate) svg: bool,
}

/// Reads yes or no in the ways that addresses spell it.
fn yes_or_no<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged, expecting = "expected 1 or 0")]
    enum Spelling {
        Truth(bool),
        Number(u8),
        Word(String),
    }
    match Spelling::deserialize(deserializer)? {
        Spelling::Truth(truth) => Ok(truth),
        Spelling::Number(number) => Ok(number != 0),
        Spelling::Word(word) => match word.as_str() {
            "1" | "true" | "yes" | "" => Ok(true),
            "0" | "false" | "no" => Ok(false),
            _ => Err(D::Error::custom("expected 1 or 0")),
        },
    }
}

/// Reads the name of a theme.
fn theme<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Theme, D::Error> {
    let name = String::deserialize(deserializer)?;
    Theme::from_str(&name).map_err(D::Error::custom)
}

/// The names of the themes, for the document of the API.
fn theme_schema(_: &mut SchemaGenerator) -> Schema {
    let names = Theme::ALL.map(|(name, _)| name);
    json_schema!({ "type": "string", "enum": names, "default": names[0] })
}
