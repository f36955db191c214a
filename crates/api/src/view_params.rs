//! How boards and tables are shown.

use std::borrow::Cow;

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
    theme: ThemeName,
}

impl ViewParams {
    /// These parameters, for requests that have them among others. (Serde's `flatten` would make a copy of
    /// every such request first, which takes up much of the page's module.)
    pub(crate) fn new(flip: bool, from_above: bool, theme: ThemeName) -> Self {
        Self { flip, from_above, theme }
    }

    /// The view of a whole picture.
    pub fn view(self) -> View {
        let Self { flip, from_above, theme: ThemeName(theme) } = self;
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

/// The name of a theme.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ThemeName(Theme);

impl<'de> Deserialize<'de> for ThemeName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        name.parse().map(Self).map_err(D::Error::custom)
    }
}

impl JsonSchema for ThemeName {
    fn schema_name() -> Cow<'static, str> {
        "ThemeName".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let names = Theme::ALL.map(|(name, _)| name);
        json_schema!({ "type": "string", "enum": names, "default": names[0] })
    }
}
