//! Messages of WebSockets and event streams.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::commands::{Action, Arguments};
use super::lobby::Lobby;
use super::tables::{HistoryEntry, Table, TableWithoutHistory};
use crate::web::extract::MAX_SECRET;
use strata_api::TableViewParams;

/// A message of a client: first the secret, then commands.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct SocketRequest {
    /// The secret of a seat.
    #[schemars(length(max = MAX_SECRET))]
    pub(crate) auth: Option<String>,
    /// How to show the table from now on.
    pub(crate) look: Option<TableViewParams>,
    /// Whether the user is watching, which is assumed at first. Games between bots pause while no
    /// one is watching.
    pub(crate) watching: Option<bool>,
    /// Whether to receive changes from now on instead of whole tables.
    pub(crate) changes: Option<bool>,
    /// A number that the answer repeats.
    pub(crate) seq: Option<u64>,
    /// A command, as in `POST /api/tables/{id}/command`.
    pub(crate) command: Option<Action>,
    #[serde(flatten)]
    pub(crate) arguments: Arguments,
}

/// One line of an event stream.
#[derive(Debug, JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "it describes what the server writes in parts")]
pub(crate) enum StreamMessage {
    Table(Box<TableMessage>),
    Ping(Ping),
}

/// A message of the server over a socket.
#[derive(Debug, JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "it describes what the server writes in parts")]
pub(crate) enum SocketMessage {
    Table(Box<TableMessage>),
    Change(Box<ChangeMessage>),
    Ping(Ping),
    Answer(SocketAnswer),
}

/// The value of `type` in a message.
#[derive(Debug, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
#[expect(dead_code, reason = "it describes what the server writes in parts")]
pub(crate) enum TypeTable {
    Table,
}

/// The value of `type` in a message.
#[derive(Debug, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
#[expect(dead_code, reason = "it describes what the server writes in parts")]
pub(crate) enum TypePing {
    Ping,
}

/// The value of `type` in a message.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub(crate) enum TypeAnswer {
    Answer,
}

/// The whole table: at first, after every change, and when a player connects or disconnects.
#[derive(Debug, JsonSchema)]
#[expect(dead_code, reason = "the server writes it in parts")]
pub(crate) struct TableMessage {
    r#type: TypeTable,
    table: Table,
}

/// The value of `type` in a message.
#[derive(Debug, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
#[expect(dead_code, reason = "it describes what the server writes in parts")]
pub(crate) enum TypeChange {
    Change,
}

/// What has changed since the last message with a table, for clients that have asked for `changes`. To
/// get the whole table, replace the entries of the known history that have the same ids by these, or
/// append them.
#[derive(Debug, JsonSchema)]
#[expect(dead_code, reason = "the server writes it in parts")]
pub(crate) struct ChangeMessage {
    r#type: TypeChange,
    /// The revision of the last message.
    since: u64,
    /// New entries of the history, and those that have changed, in this order.
    entries: Vec<HistoryEntry<'static>>,
    table: TableWithoutHistory,
}

/// Sent every 10 seconds.
#[derive(Debug, JsonSchema)]
#[expect(dead_code, reason = "the server writes a constant")]
pub(crate) struct Ping {
    r#type: TypePing,
}

/// The answer to a message with a number, or to an invalid message. After a command the changed
/// table follows.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct SocketAnswer {
    pub(crate) r#type: TypeAnswer,
    /// The number of the message.
    pub(crate) seq: Option<u64>,
    /// Why the message was refused; null if it was accepted.
    pub(crate) error: Option<String>,
}

/// The value of `type` in a message.
#[derive(Debug, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
#[expect(dead_code, reason = "it describes what the server writes in parts")]
pub(crate) enum TypeLobby {
    Lobby,
}

/// The whole lobby: at first, and after every change.
#[derive(Debug, JsonSchema)]
#[expect(dead_code, reason = "the server writes it in parts")]
pub(crate) struct LobbyMessage {
    r#type: TypeLobby,
    lobby: Lobby<'static>,
}

/// A message of the server about the lobby.
#[derive(Debug, JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "it describes what the server writes in parts")]
pub(crate) enum LobbySocketMessage {
    Lobby(Box<LobbyMessage>),
    Ping(Ping),
}

/// Clients need not send anything; what they send is ignored.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct LobbySocketRequest {}
