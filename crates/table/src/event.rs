//! Events at a table.

use serde::Serialize;
use strata_rules::{Outcome, Player, PlayerSet};

use crate::NodeId;

/// Something that happened at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "TableEvent"))]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// A move was played.
    Moved {
        /// The player who moved.
        player: Player,
        /// The move in its canonical notation.
        mv: String,
        /// The node it leads to.
        node: NodeId,
        /// Whether it was a pass without any other legal move, which the table plays by itself.
        forced: bool,
    },
    /// A player left a game of three or more, which the others continue.
    Eliminated {
        /// The player who left.
        player: Player,
        /// The node at which the game continues.
        node: NodeId,
    },
    /// Moves were taken back.
    TookBack {
        /// The player who took back.
        by: Player,
        /// The current node.
        node: NodeId,
    },
    /// Moves that were taken back were replayed.
    Redone {
        /// The current node.
        node: NodeId,
    },
    /// The game jumped to another node of its history.
    WentTo {
        /// The current node.
        node: NodeId,
    },
    /// A player offered a draw to all others.
    DrawOffered {
        /// The player who offered it.
        by: Player,
    },
    /// A player accepted the draw offer, and others still have to.
    DrawAccepted {
        /// The player who accepted it.
        by: Player,
    },
    /// The draw offer was declined or withdrawn.
    DrawDeclined {
        /// The player who declined or withdrew it.
        by: Player,
    },
    /// A player requested a takeback from all others.
    TakebackOffered {
        /// The player who requested it.
        by: Player,
    },
    /// A player accepted the takeback request, and others still have to.
    TakebackAccepted {
        /// The player who accepted it.
        by: Player,
    },
    /// The takeback request was declined or withdrawn.
    TakebackDeclined {
        /// The player who declined or withdrew it.
        by: Player,
    },
    /// A player resigned.
    Resigned {
        /// The player who resigned.
        player: Player,
    },
    /// A player ran out of time.
    FlagFell {
        /// The player who ran out of time.
        player: Player,
    },
    /// The clocks were stopped.
    Paused,
    /// The clocks were started again.
    Resumed,
    /// A player changed their name.
    Renamed {
        /// The player.
        player: Player,
        /// The new name.
        name: String,
    },
    /// The game is over.
    Finished(Finish),
}

impl Event {
    /// The node that became the current one.
    pub const fn node(&self) -> Option<NodeId> {
        match self {
            Self::Moved { node, .. }
            | Self::Eliminated { node, .. }
            | Self::TookBack { node, .. }
            | Self::Redone { node }
            | Self::WentTo { node } => Some(*node),
            _ => None,
        }
    }
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Finish {
    /// The winner; several players if they share the win, all if it is a draw, none if the game
    /// was abandoned.
    pub winners: PlayerSet,
    /// How the game ended.
    pub how: FinishKind,
    /// The result in record notation: `1-0`, `1/2`, `0-1/2-1/2`; `*` without a result.
    pub result: String,
    /// Who won and why, as a sentence: "Blue wins: White resigned".
    pub sentence: String,
}

/// The way in which a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum FinishKind {
    /// By the rules.
    Rules,
    /// A player resigned. The others share the win.
    Resignation(Player),
    /// A player ran out of time. The others share the win.
    Time(Player),
    /// A player left and did not come back. The others share the win.
    Absence(Player),
    /// All players agreed to a draw.
    Agreement,
    /// The game ended without a result.
    Abandoned,
    /// In a way that the record does not name.
    Recorded,
}

impl FinishKind {
    /// The value of the tag `Termination`. A game that ended by the rules needs none.
    pub(crate) const fn termination(self) -> Option<&'static str> {
        match self {
            Self::Rules | Self::Recorded => None,
            Self::Resignation(_) => Some("resignation"),
            Self::Time(_) => Some("time forfeit"),
            Self::Absence(_) => Some("absence"),
            Self::Agreement => Some("agreement"),
            Self::Abandoned => Some("abandoned"),
        }
    }

    /// The kind described by a record with this `Termination` and these winners.
    pub(crate) fn recorded(termination: &str, winners: PlayerSet, players: usize) -> Self {
        let mut losers = Player::all(players).filter(|player| !winners.contains(*player));
        let kind = match (losers.next(), losers.next()) {
            (Some(loser), None) => {
                [Self::Resignation(loser), Self::Time(loser), Self::Absence(loser)]
            }
            (None, _) => [Self::Agreement; 3],
            (Some(_), Some(_)) => return Self::Recorded,
        };
        let kind = kind.into_iter().find(|kind| kind.termination() == Some(termination));
        kind.unwrap_or(Self::Recorded)
    }
}

/// The result of a game won by these players.
pub(crate) fn result_text(winners: PlayerSet, players: usize) -> String {
    match winners.is_empty() {
        true => "*".to_owned(),
        false => Outcome { winners, decided_by: "" }.result(players),
    }
}
