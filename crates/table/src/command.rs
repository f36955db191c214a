//! What can be asked of a table.

use serde::{Deserialize, Serialize};
use strata_rules::Player;
use thiserror::Error;

use crate::{Event, NodeId};

/// What can be asked of a table. A finished one does nothing more.
///
/// Where persons at several screens play each other (see [`Table::is_shared`]) nothing is taken
/// back without the consent of all of them, and nobody goes elsewhere in the history or pauses.
///
/// [`Table::is_shared`]: crate::Table::is_shared
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "command", rename_all = "snake_case")]
pub enum Command {
    /// Plays a move, for a person as for a bot. A draw that somebody else offered is declined by
    /// it.
    Play {
        /// Who plays it.
        by: Player,
        /// The move in any spelling that the game reads.
        mv: String,
    },
    /// Gives up.
    Resign {
        /// Who.
        by: Player,
    },
    /// Offers a draw to all others, in a game that has draws. It stands until one of them plays,
    /// and whoever has offered one does not do so again before the next move.
    /// Whoever plays for a bot also answers for it (see [`takes_draw`](crate::Table::takes_draw)).
    OfferDraw {
        /// Who.
        by: Player,
    },
    /// Takes the draw that is offered. It is one when all have taken it.
    AcceptDraw {
        /// Who.
        by: Player,
    },
    /// Declines the draw that is offered, or withdraws one's own offer.
    DeclineDraw {
        /// Who.
        by: Player,
    },
    /// Goes back to where a person last had the move. At a shared table it asks the others, and
    /// goes back to where the asking player last had the move; each player asks once before the
    /// next move.
    Takeback {
        /// Who.
        by: Player,
    },
    /// Agrees to take back.
    AcceptTakeback {
        /// Who.
        by: Player,
    },
    /// Does not agree, or withdraws one's own request.
    DeclineTakeback {
        /// Who.
        by: Player,
    },
    /// Plays again what was taken back, to where a person next has the move or the line ends.
    Redo,
    /// Goes on from another place in the history.
    GoTo {
        /// Which one.
        node: NodeId,
    },
    /// Stops the clocks. Until they run again nobody can move.
    Pause,
    /// Lets the clocks run again.
    Resume,
    /// Gives somebody another name.
    Rename {
        /// Whom.
        player: Player,
        /// The name.
        name: String,
    },
    /// Ends the game for somebody who has left it and does not come back. Whoever runs the table
    /// judges that.
    Forfeit {
        /// Who has left.
        player: Player,
    },
    /// Breaks the game off without a result.
    Abandon,
}

impl Command {
    /// Who gives the command or is meant by it, where that is a player.
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

/// Why a table did not do what was asked. The command has changed nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{reason}")]
pub struct Refusal {
    /// The reason, as a sentence without a full stop.
    pub reason: String,
    /// What had already happened when the command came: time that ran out.
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
