//! What happens at a table.

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
        /// Who played it.
        player: Player,
        /// The move in its canonical spelling.
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
        /// Who wanted it.
        by: Player,
        /// Where the game stands now.
        node: NodeId,
    },
    /// Moves that were taken back are on the board again.
    Redone {
        /// Where the game stands now.
        node: NodeId,
    },
    /// The game goes on from another place in its history.
    WentTo {
        /// Where the game stands now.
        node: NodeId,
    },
    /// A draw is offered to all others.
    DrawOffered {
        /// By whom.
        by: Player,
    },
    /// Somebody takes the draw, but not yet everybody.
    DrawAccepted {
        /// Who.
        by: Player,
    },
    /// The draw is off the table.
    DrawDeclined {
        /// Who declined it, or withdrew it.
        by: Player,
    },
    /// Somebody asks all others to take moves back.
    TakebackOffered {
        /// Who.
        by: Player,
    },
    /// Somebody agrees, but not yet everybody.
    TakebackAccepted {
        /// Who.
        by: Player,
    },
    /// Nothing is taken back.
    TakebackDeclined {
        /// Who declined it, or withdrew it.
        by: Player,
    },
    /// Somebody gave up.
    Resigned {
        /// Who.
        player: Player,
    },
    /// Somebody's time is up.
    FlagFell {
        /// Whose.
        player: Player,
    },
    /// The clocks stand still.
    Paused,
    /// The clocks run again.
    Resumed,
    /// Somebody has another name.
    Renamed {
        /// Who.
        player: Player,
        /// The name.
        name: String,
    },
    /// The game is over.
    Finished(Finish),
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Finish {
    /// The winner; several players when they share the win, everyone when it is a draw, nobody
    /// when the game was abandoned.
    pub winners: PlayerSet,
    /// What ended it.
    pub how: FinishKind,
    /// The result as records spell it: `1-0`, `1/2`, `0-1/2-1/2`; `*` when there is none.
    pub result: String,
    /// Who won and why, as a sentence: "Blue wins: White resigned".
    pub sentence: String,
}

/// What ended a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum FinishKind {
    /// The rules.
    Rules,
    /// A player gave up. The others share the win.
    Resignation(Player),
    /// A player's time was up. The others share the win.
    Time(Player),
    /// A player left and did not come back. The others share the win.
    Absence(Player),
    /// All agreed on a draw.
    Agreement,
    /// The game was broken off without a result.
    Abandoned,
    /// Something that only the record knows.
    Recorded,
}

impl FinishKind {
    /// The value of the tag `Termination`; the board itself needs none.
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

    /// The kind that a record with this `Termination` and these winners means.
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

/// The result of a game that these players have won.
pub(crate) fn result_text(winners: PlayerSet, players: usize) -> String {
    match winners.is_empty() {
        true => "*".to_owned(),
        false => Outcome { winners, decided_by: "" }.result(players),
    }
}
