//! Commands that change a table.

use serde::{Deserialize, Serialize};
use strata_rules::Player;
use thiserror::Error;

use crate::{Event, NodeId};

/// A command to a table. A finished table refuses every command.
///
/// At a shared table, where people on several devices play each other (see [`Table::is_shared`]),
/// a takeback needs the consent of all players, and pausing and jumping to another move are refused.
///
/// [`Table::is_shared`]: crate::Table::is_shared
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "command", rename_all = "snake_case")]
pub enum Command {
    /// Plays a move, for a person or a bot. It declines a draw offered by another player.
    Play {
        /// The player to move.
        by: Player,
        /// The move in any notation that the game accepts.
        mv: String,
    },
    /// Resigns the game.
    Resign {
        /// The player who resigns.
        by: Player,
    },
    /// Offers a draw to all other players, in a game that can be drawn. The offer remains open
    /// until one of them moves. A player can offer a draw only once before the next move.
    /// [`Bots::answer_offer`](crate::Bots::answer_offer) answers for bots.
    OfferDraw {
        /// The player who offers it.
        by: Player,
    },
    /// Accepts the draw offer. The game is drawn once all players have accepted.
    AcceptDraw {
        /// The player who accepts it.
        by: Player,
    },
    /// Declines the draw offer, or withdraws the player's own offer.
    DeclineDraw {
        /// The player who declines or withdraws it.
        by: Player,
    },
    /// Takes moves back until a person is to move. At a shared table it requests a takeback from
    /// the other players, until the requesting player is to move. A player can request a takeback
    /// only once before the next move.
    Takeback {
        /// The player who takes back.
        by: Player,
    },
    /// Accepts the takeback request.
    AcceptTakeback {
        /// The player who accepts it.
        by: Player,
    },
    /// Declines the takeback request, or withdraws the player's own request.
    DeclineTakeback {
        /// The player who declines or withdraws it.
        by: Player,
    },
    /// Replays moves that were taken back, until a person is to move or the line ends.
    Redo,
    /// Jumps to another node of the history and continues the game there.
    GoTo {
        /// The node to jump to.
        node: NodeId,
    },
    /// Stops the clocks. Moves are refused until the game is resumed.
    Pause,
    /// Starts the clocks again.
    Resume,
    /// Changes the name of a player.
    Rename {
        /// The player to rename.
        player: Player,
        /// The new name.
        name: String,
    },
    /// Removes a player who left the game and did not come back. The caller decides when that is
    /// the case.
    Forfeit {
        /// The player who left.
        player: Player,
    },
    /// Ends the game without a result.
    Abandon,
}

impl Command {
    /// The player who gives the command or whom it concerns, if there is one.
    pub const fn player(&self) -> Option<Player> {
        match self {
            Self::Play { by, .. }
            | Self::Resign { by }
            | Self::OfferDraw { by }
            | Self::AcceptDraw { by }
            | Self::DeclineDraw { by }
            | Self::Takeback { by }
            | Self::AcceptTakeback { by }
            | Self::DeclineTakeback { by } => Some(*by),
            Self::Rename { player, .. } | Self::Forfeit { player } => Some(*player),
            Self::Redo | Self::GoTo { .. } | Self::Pause | Self::Resume | Self::Abandon => None,
        }
    }
}

/// Why a table refused a command. The command has changed nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{reason}")]
pub struct Refusal {
    /// The reason, as a sentence without a full stop.
    pub reason: String,
    /// Events before the command: players who ran out of time.
    pub events: Vec<Event>,
}

impl From<String> for Refusal {
    fn from(reason: String) -> Self {
        Self { reason, events: Vec::new() }
    }
}

impl From<&str> for Refusal {
    fn from(reason: &str) -> Self {
        reason.to_owned().into()
    }
}
