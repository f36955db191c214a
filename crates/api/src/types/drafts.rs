//! Positions that are set up by hand.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strata_rules::{Brush, Options, Setting, Square};

use super::Pairs;
use super::positions::OptionsRequest;
use crate::{ThemeName, ViewParams};

/// A draft, and a change to make to it.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct DraftRequest {
    /// The id of a game, see `GET /api/games`.
    pub game: String,
    /// Options that differ from their defaults.
    #[serde(default)]
    pub options: OptionsRequest,
    /// The draft as text; by default the start position.
    pub position: Option<String>,
    /// The change to make.
    pub change: Option<Change>,
    /// Whether to show the board from the other side.
    #[serde(default)]
    pub flip: bool,
    /// Whether to show stacks from straight above instead of at an angle.
    #[serde(default)]
    pub from_above: bool,
    /// The colours and the board, wooden by default; those that end in `cb` suit colour-blind players.
    #[serde(default)]
    pub theme: ThemeName,
}

impl DraftRequest {
    /// How to show the board.
    pub fn view(&self) -> ViewParams {
        ViewParams::new(self.flip, self.from_above, self.theme)
    }
}

/// A change to a draft.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Change {
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
pub struct Placement {
    /// The name of a brush.
    pub brush: String,
    /// The squares. With fewer than the brush needs, nothing is placed yet, and the response says
    /// what to choose next.
    pub squares: Vec<String>,
}

/// A new value of a setting.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SettingValue {
    /// The name of a setting.
    pub setting: String,
    /// The value; for a word its index in `words`.
    pub value: u32,
}

/// A position that is being set up by hand. It need not be legal yet.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Draft {
    /// The draft as text.
    pub position: String,
    /// Who is to move; null while the draft is not a legal position.
    pub status: Option<String>,
    /// Why the draft is not a legal position; null if it is one.
    pub problem: Option<String>,
    /// The squares that are chosen for a brush that needs more of them.
    pub chosen: Vec<Square>,
    /// What to choose next; empty unless squares are chosen.
    #[schemars(example = "Choose the other end")]
    pub prompt: &'static str,
    pub options: Options,
    /// The pieces that can be put on the board.
    pub brushes: Vec<Brush>,
    /// Everything else that can be changed.
    pub settings: Vec<Setting>,
    /// The board as SVG.
    pub svg: String,
    /// Every square in words, by its name.
    pub squares: Pairs<String>,
}
