//! Commands of players.

use strata_rules::{Player, PlayerSet};
use strata_table::{Command, Table};

use crate::types::commands::{Action, CommandRequest};

/// Why a command is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CommandError {
    /// It names a player whose seat the client does not own.
    #[error("this secret does not match the seat of this player")]
    OtherSeat,
    /// The state of the game does not allow it.
    #[error("{0}")]
    Conflict(&'static str),
    /// An argument is missing.
    #[error("the command {0} needs '{1}' with {2}")]
    Missing(&'static str, &'static str, &'static str),
}

/// The command for the table, from the owner of these seats; `None` for commands that concern more
/// than the table.
pub fn table_command(
    table: &Table,
    owned: PlayerSet,
    request: &CommandRequest,
) -> Result<Option<Command>, CommandError> {
    let arguments = &request.arguments;
    let named = arguments.player;
    if named.is_some_and(|player| !owned.contains(player)) {
        return Err(CommandError::OtherSeat);
    }
    // The owner of several seats acts for the player to move,
    let mover = table.turn().filter(|turn| owned.contains(*turn));
    let first = owned.iter().next().unwrap_or(Player(0));
    let by = named.or(mover).unwrap_or(first);
    // and answers offers for a player who did not make the offer.
    let offering = table.offer().map(|offer| offer.by);
    let other = owned.iter().find(|player| Some(*player) != offering).unwrap_or(first);
    let answering = named.unwrap_or(other);
    Ok(Some(match request.command {
        Action::Play => {
            let mv = arguments.mv.clone().filter(|mv| !mv.is_empty());
            Command::Play { by, mv: mv.ok_or(CommandError::Missing("play", "mv", "a move"))? }
        }
        Action::Resign => Command::Resign { by },
        Action::OfferDraw => Command::OfferDraw { by },
        Action::AcceptDraw => Command::AcceptDraw { by: answering },
        Action::DeclineDraw => Command::DeclineDraw { by: answering },
        Action::Takeback => Command::Takeback { by },
        Action::AcceptTakeback => Command::AcceptTakeback { by: answering },
        Action::DeclineTakeback => Command::DeclineTakeback { by: answering },
        Action::Redo => Command::Redo,
        Action::GoTo => {
            const ENTRY: &str = "the id of a history entry";
            let missing = CommandError::Missing("go_to", "node", ENTRY);
            Command::GoTo { node: arguments.node.ok_or(missing)? }
        }
        Action::Pause if table.setup().clock.is_none() => {
            return Err(CommandError::Conflict("this game has no clock to pause"));
        }
        Action::Pause => Command::Pause,
        Action::Resume => Command::Resume,
        Action::Rename => {
            Command::Rename { player: by, name: arguments.name.clone().unwrap_or_default() }
        }
        Action::Abandon if !table.is_shared() => Command::Abandon,
        Action::Abandon => {
            let reason = "games between people cannot be abandoned; resign instead";
            return Err(CommandError::Conflict(reason));
        }
        Action::Rematch | Action::Claim | Action::Say => return Ok(None),
    }))
}
