//! Live tables.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strata_rules::{MAX_PLAYERS, Options, Player, PlayerSet, Square, Step};
use strata_table::{Event, Finish, NodeId, Offer};

use super::Pairs;
use super::lobby::Said;
use super::positions::OptionsRequest;

/// A table to set up.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TableRequest {
    /// The id of a game, see `GET /api/games`.
    pub game: String,
    /// Options that differ from their defaults.
    #[serde(default)]
    pub options: OptionsRequest,
    /// The position to start from, as text; by default the start position of the game.
    pub position: Option<String>,
    /// One seat for each player in turn order. The option `players` sets their number, if the game
    /// has it.
    #[schemars(length(min = 2, max = MAX_PLAYERS))]
    pub seats: Vec<SeatRequest>,
    /// Minutes and increment in seconds such as `5+3`, seconds per turn such as `30/turn`, or both
    /// such as `5+3,30/turn`; by default no clock.
    pub clock: Option<String>,
    /// Whether everyone may find the table in the lobby, to take an open seat or to watch.
    #[serde(default)]
    pub listed: bool,
}

/// A seat to set up.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatRequest {
    pub kind: SeatKind,
    /// The level of a bot, 3 by default.
    #[schemars(range(min = 1, max = 8))]
    pub level: Option<u8>,
    /// The name of the player, cut to 40 characters.
    #[serde(default)]
    pub name: String,
}

/// Who plays: the person who sets up the table, the engine, a person who receives the secret of the
/// seat, or the first person who joins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SeatKind {
    Person,
    Bot,
    Remote,
    Open,
}

/// A person who joins a table.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct JoinRequest {
    /// The name of the player, cut to 40 characters.
    pub name: Option<String>,
}

/// A new table. This response is the only one that contains the secrets.
#[derive(Debug, Serialize, JsonSchema)]
pub struct NewTable {
    /// The id of the table. Anyone who knows it can watch.
    pub id: String,
    /// The secrets in turn order; null for bots. The secret of an open seat becomes invalid when
    /// someone joins and receives a new one.
    pub seats: Vec<Option<SeatSecret>>,
    /// The address of the table's page, relative to the address of the server.
    pub url: String,
    /// The addresses of the pages to send to the players, relative to the address of the server.
    pub seat_urls: Vec<Option<String>>,
}

/// A seat and its secret.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SeatSecret {
    pub player: Player,
    pub secret: String,
}

/// A table. The server writes its parts one by one: the first is different for every client, the
/// second for every view, the others are the same for all.
#[derive(Debug, JsonSchema)]
#[expect(dead_code, reason = "it describes how the parts are joined")]
pub struct Table {
    #[serde(flatten)]
    client: ClientPart,
    #[serde(flatten)]
    board: Option<BoardPart>,
    #[serde(flatten)]
    history: HistoryPart<'static>,
    #[serde(flatten)]
    state: TableState<'static>,
}

/// A table without its history.
#[derive(Debug, JsonSchema)]
#[expect(dead_code, reason = "it describes how the parts are joined")]
pub struct TableWithoutHistory {
    #[serde(flatten)]
    client: ClientPart,
    #[serde(flatten)]
    board: Option<BoardPart>,
    #[serde(flatten)]
    state: TableState<'static>,
}

/// The part of a table that is different for every client.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ClientPart {
    /// The players whose seats your secret owns; empty for spectators.
    pub you: Vec<Player>,
    /// The time of this message, in milliseconds.
    pub server_time_ms: i64,
    /// The time that each player has left; null without a clock.
    pub clocks: Vec<Option<Clock>>,
}

/// The board, if the parameter `svg` is true.
#[derive(Debug, Serialize, JsonSchema)]
pub struct BoardPart {
    /// The board as SVG, if the request asked for it.
    pub svg: String,
    /// Every square in words, by its name, if the request asked for it.
    pub squares: Pairs<String>,
}

/// The part of a table that grows with the game.
#[derive(Debug, Serialize, JsonSchema)]
pub struct HistoryPart<'a> {
    /// All entries of the history, ordered by id.
    pub history: Vec<HistoryEntry<'a>>,
    /// The moves that led to the current entry, in numbered rows as in records.
    pub rows: Vec<MoveRow>,
}

/// The part of a table that is the same for all clients and does not grow with the game.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TableState<'a> {
    pub id: &'a str,
    /// The id of the game.
    pub game: &'a str,
    pub options: &'a Options,
    pub setup: TableSetup<'a>,
    /// The position as text.
    pub position: String,
    /// Who is to move, or how the game ended.
    pub status: &'a str,
    /// The player to move; null if the game is over.
    pub turn: Option<Player>,
    /// The seats in turn order.
    pub seats: Vec<Seat<'a>>,
    /// The id of the current history entry.
    pub current: NodeId,
    /// The player whose clock is running.
    pub clock_running: Option<Player>,
    /// The server time at which the win can be claimed if the player to move is still away.
    pub claim_at_ms: Option<i64>,
    /// Whether the game waits for players to take their seats. The clocks start after that.
    pub waiting: bool,
    /// An offer that has not been answered.
    pub offer: Option<&'a Offer>,
    pub paused: bool,
    /// The number of spectators who are watching at the moment, at all servers. It may be a second old.
    pub spectators: usize,
    /// Whether everyone may find the table in the lobby.
    pub listed: bool,
    /// What players have said since the server loaded the table: the last phrase of each.
    pub said: &'a [Said],
    /// Whether people play each other from different devices.
    pub shared: bool,
    /// The result; null while the game is in progress.
    pub result: Option<&'a Finish>,
    /// The first steps of all legal moves; `POST /api/position` returns the following ones.
    pub next: Vec<Step>,
    /// The squares that the last move touched.
    pub last_move: Vec<Square>,
    /// The players who asked for a rematch.
    pub want_rematch: PlayerSet,
    /// The next game, once all people at the table have asked for a rematch.
    pub rematch: Option<Rematch<'a>>,
    /// A number that increases with every change.
    pub revision: u64,
    /// What happened in the last change.
    pub events: &'a [Event],
    /// Sentences about changes that no player chose: forced passes, and players who left the game.
    pub notices: Vec<String>,
}

/// A row of the list of moves.
#[derive(Debug, Serialize, JsonSchema)]
pub struct MoveRow {
    /// The number of the row, from 1.
    #[schemars(range(min = 1))]
    pub number: usize,
    /// The history entry of each player's move in this row, in turn order; null where a player does
    /// not move.
    pub moves: Vec<Option<NodeId>>,
}

/// The settings of a table.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TableSetup<'a> {
    /// The position the game started from; null if it is the start position of the game.
    pub position: Option<&'a str>,
    /// The clock, as in the request.
    pub clock: Option<String>,
}

/// A seat at a table.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Seat<'a> {
    pub name: &'a str,
    /// The name of the side.
    pub side: String,
    pub kind: SeatKind,
    /// The level of a bot.
    #[schemars(range(min = 1, max = 8))]
    pub level: Option<u8>,
    /// Whether the player is connected.
    pub connected: bool,
    /// Whether the seat is taken.
    pub taken: bool,
    /// Whether the player has left a game of three or more that the others are still playing.
    pub out: bool,
}

/// The time that a player has left, in milliseconds.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Clock {
    /// For the whole game.
    pub game_ms: Option<i64>,
    /// For the current turn.
    pub turn_ms: Option<i64>,
}

/// A position in the history of a game and the move that led to it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct HistoryEntry<'a> {
    /// The id. It may change when the server restarts.
    pub id: NodeId,
    /// The move; empty for the first entry.
    pub mv: &'a str,
    /// The player who moved; in the first entry the player to move.
    pub player: Player,
    /// The entry before the move.
    pub parent: Option<NodeId>,
    /// The entries after this one, the main line first.
    pub children: &'a [NodeId],
    /// The time that the player had left after the move.
    pub clock_ms: Option<i64>,
    /// The number of its row in a list of moves; 0 for the first entry.
    pub number: usize,
    /// The number of moves that led here.
    // The last field: the load generator finds the end of an entry by it.
    pub ply: usize,
}

/// The next game.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Rematch<'a> {
    /// The id of the next table. Your secret owns your seat there, too.
    pub id: &'a str,
}
