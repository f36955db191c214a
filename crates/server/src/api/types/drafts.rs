//! Positions that are set up by hand.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strata_rules::{Brush, Options, Setting, Square};

use super::positions::OptionsRequest;
use crate::view_params::ViewParams;

/// A draft, and a change to make to it.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct DraftRequest {
    /// The id of a game, see `GET /api/games`.
    pub(crate) game: String,
    /// Options that differ from their defaults.
    #[serde(default)]
    pub(crate) options: OptionsRequest,
    /// The draft as text; by default the start position.
    pub(crate) position: Option<String>,
    /// The change to make.
    pub(crate) change: Option<Change>,
    #[serde(flatten)]
    pub(crate) view: ViewParams,
}

/// A change to a draft.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Change {
    /// Puts a piece on the board.
    Put(Placement),
    /// Removes the topmost piece of a square.
    Take(String),
    /// Changes a setting.
    Set(SettingValue),
    /// Removes all pieces from the board.
    Clear,
}

/// A piece to put on the board.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Placement {
    /// The name of a brush.
    pub(crate) brush: String,
    /// The squares. With fewer than the brush needs, nothing is placed yet, and the response says
    /// what to choose next.
    pub(crate) squares: Vec<String>,
}

/// A new value of a setting.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SettingValue {
    /// The name of a setting.
    pub(crate) setting: String,
    /// The value; for a word its index in `words`.
    pub(crate) value: u32,
}

/// A position that is being set up by hand. It need not be legal yet.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Draft {
    /// The draft as text.
    pub(crate) position: String,
    /// Who is to move; null while the draft is not a legal position.
    pub(crate) status: Option<String>,
    /// Why the draft is not a legal position; null if it is one.
    pub(crate) problem: Option<String>,
    /// The squares that are chosen for a brush that needs more of them.
    pub(crate) chosen: Vec<Square>,
    /// What to choose next; empty unless squares are chosen.
    #[schemars(example = "Choose the other end")]
    pub(crate) prompt: &'static str,
    pub(crate) options: Options,
    /// The pieces that can be put on the board.
    pub(crate) brushes: Vec<Brush>,
    /// Everything else that can be changed.
    pub(crate) settings: Vec<Setting>,
    /// The board as SVG.
    pub(crate) svg: String,
    /// Every square in words, by its name.
    pub(crate) squares: BTreeMap<String, String>,
}
