//! The lobby: open challenges and tables that everyone may watch.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strata_rules::{Options, Player, Square};

use super::tables::SeatKind;

/// The lobby. It lists only tables that were created with `listed`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Lobby<'a> {
    /// The number of people who have the page open, at all servers. It may be some seconds old.
    pub people: usize,
    /// The tables with an open seat whose creator is there, the newest first.
    pub challenges: Vec<&'a LobbyTable>,
    /// The games in progress, those with the most spectators first.
    pub playing: Vec<&'a LobbyTable>,
    /// The number of challenges and games that are not listed for lack of space.
    pub more: usize,
}

/// A table in the lobby.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LobbyTable {
    pub id: String,
    /// The id of the game.
    pub game: String,
    pub options: Options,
    /// Whether the game started from a position that was set up.
    pub from_position: bool,
    /// The current position as text.
    pub position: String,
    /// The squares that the last move touched.
    pub last_move: Vec<Square>,
    /// The number of moves so far.
    pub moves: usize,
    /// The clock, as in the request.
    pub clock: Option<String>,
    /// The player to move.
    pub turn: Option<Player>,
    /// The seats in turn order.
    pub seats: Vec<LobbySeat>,
    pub spectators: usize,
}

/// A seat of a table in the lobby.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LobbySeat {
    pub name: String,
    /// The name of the side.
    pub side: String,
    pub kind: SeatKind,
    /// The level of a bot.
    #[schemars(range(min = 1, max = 8))]
    pub level: Option<u8>,
    /// Whether the seat is taken.
    pub taken: bool,
}

/// What players can say to each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Phrase {
    Hello,
    GoodLuck,
    NiceMove,
    Oops,
    Thanks,
    WellPlayed,
}

/// The last phrase of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Said {
    pub player: Player,
    pub phrase: Phrase,
    /// The server time of the phrase.
    pub at_ms: i64,
}

/// A text to draw as a QR code.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct QrRequest {
    /// The text, such as an invite link.
    #[schemars(length(min = 1, max = MAX_QR_TEXT))]
    pub text: String,
}

/// The longest text of a QR code, in characters.
pub const MAX_QR_TEXT: usize = 300;
