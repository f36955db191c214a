//! How boards and tables are shown.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use strata_render::{Theme, View};

/// How a board is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ViewParams {
    /// Whether to show the board from the other side.
    flip: bool,
    /// Whether to show stacks from straight above instead of at an angle.
    from_above: bool,
    /// The colours and the board, wooden by default; those that end in `cb` suit colour-blind players.
    #[serde(deserialize_with = "theme")]
    #[schemars(schema_with = "theme_schema")]
    theme: Theme,
}

impl ViewParams {
    /// The view of a whole picture.
    pub fn view(self) -> View {
        let Self { flip, from_above, theme } = self;
        View { flip, from_above, theme, ..View::default() }
    }

    /// The view of the board alone.
    pub fn board(self) -> View {
        View { board_only: true, ..self.view() }
    }
}

/// How a table is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(deny_unknown_fields)]
pub struct TableViewParams {
    /// How the board is shown.
    #[serde(flatten)]
    pub view: ViewParams,
    /// Whether to include the board as SVG and in words.
    pub svg: bool,
}

/// Reads the name of a theme.
fn theme<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Theme, D::Error> {
    let name = String::deserialize(deserializer)?;
    name.parse().map_err(D::Error::custom)
}

fn theme_schema(_: &mut SchemaGenerator) -> Schema {
    let names = Theme::ALL.map(|(name, _)| name);
    json_schema!({ "type": "string", "enum": names, "default": names[0] })
}
