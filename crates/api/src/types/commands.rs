//! Commands of players.

use schemars::JsonSchema;
use serde::Deserialize;
use strata_rules::{MAX_PLAYERS, Player};
use strata_table::NodeId;

use super::lobby::Phrase;
use super::positions::MAX_MOVE;
use super::tables::Table;

/// A command of a player.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct CommandRequest {
    /// What to do. `play` needs `mv`, `go_to` needs `node`, `rename` needs `name`, `say` needs `phrase`.
    pub command: Action,
    #[serde(flatten)]
    pub arguments: Arguments,
}

/// What a player can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    Play,
    Resign,
    OfferDraw,
    AcceptDraw,
    DeclineDraw,
    Takeback,
    AcceptTakeback,
    DeclineTakeback,
    Redo,
    GoTo,
    Pause,
    Resume,
    Rename,
    Abandon,
    Rematch,
    Claim,
    Say,
}

/// The arguments of commands.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
pub struct Arguments {
    /// The move to play, in any notation that the game accepts.
    #[schemars(length(max = MAX_MOVE))]
    pub mv: Option<String>,
    /// The new name for `rename`, cut to 40 characters.
    pub name: Option<String>,
    /// The history entry for `go_to`.
    pub node: Option<NodeId>,
    /// The phrase to `say` to the other players.
    pub phrase: Option<Phrase>,
    /// The player who acts, if the secret owns several seats.
    #[schemars(range(max = MAX_PLAYERS - 1))]
    pub player: Option<Player>,
    /// The number of moves that led to the current position. If it has changed, the command is
    /// refused.
    pub ply: Option<u64>,
}

/// The command was executed and saved.
#[derive(Debug, JsonSchema)]
#[expect(dead_code, reason = "the server writes tables in parts")]
pub struct CommandDone {
    /// Always true.
    ok: bool,
    /// The revision of the table after the command, or a later one.
    revision: u64,
    /// The table; null if the request has the header `Prefer: return=minimal`.
    table: Option<Table>,
}
