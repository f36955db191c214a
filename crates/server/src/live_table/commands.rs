//! What players ask of a table.

use std::sync::Arc;
use std::time::Instant;

use schemars::JsonSchema;
use serde::Deserialize;
use strata_rules::{Player, PlayerSet};
use strata_table::{Command, NodeId};

use super::{LiveTable, NOBODY_AWAY, NOT_SAVED, State};
use crate::app::App;
use crate::error::ApiError;
use crate::secret::SecretHash;
use crate::sync::lock;
use crate::visitors::Visitor;

/// What can be done at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Action {
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
}

/// What is asked of a table, as it is sent.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[schemars(rename = "CommandAsked")]
pub(crate) struct Asked {
    /// What to do. To play needs `mv`, go_to needs `node`, rename takes `name`.
    command: Action,
    /// The move to play, in any spelling that the game reads.
    #[schemars(length(max = LONGEST_MOVE))]
    mv: Option<String>,
    /// The name to take with rename.
    name: Option<String>,
    /// The place in the history that go_to goes to.
    #[schemars(with = "Option<u64>")]
    node: Option<NodeId>,
    /// For which of several seats, where one secret holds them all.
    #[schemars(range(max = 3))]
    player: Option<u8>,
    /// How many moves lead to where the game stands, for all that whoever asks has seen: another
    /// number refuses the command.
    ply: Option<usize>,
}

/// Games read no longer moves.
pub(crate) const LONGEST_MOVE: usize = 64;

impl LiveTable {
    /// Does what the holder of some seats asks, to the end even if they do not wait for it.
    pub(crate) async fn perform(
        self: &Arc<Self>,
        app: &Arc<App>,
        visitor: Visitor,
        secret: Option<SecretHash>,
        asked: Asked,
    ) -> Result<(), ApiError> {
        let (live_table, app) = (Arc::clone(self), Arc::clone(app));
        // A client that goes away must not leave a change half kept.
        let done =
            tokio::spawn(async move { live_table.perform_now(&app, visitor, secret, asked).await });
        done.await.unwrap_or(Err(NOT_SAVED))
    }

    async fn perform_now(
        self: Arc<Self>,
        app: &Arc<App>,
        visitor: Visitor,
        secret: Option<SecretHash>,
        asked: Asked,
    ) -> Result<(), ApiError> {
        let mut state = self.state.lock().await;
        let held = self.held(&state, secret);
        if held.is_empty() {
            return Err(ApiError::NotAllowed("this needs the secret of a seat at this table"));
        }
        if self.is_gone() {
            return Err(NOT_SAVED);
        }
        let history = state.table.history();
        if asked.ply.is_some_and(|ply| ply != history[history.current()].ply) {
            return Err(ApiError::Conflict("the game has moved on: look at it again".to_owned()));
        }
        let Some(command) = state.command(held, &asked)? else {
            return match asked.command {
                Action::Claim => self.claim(app, &mut state, held).await,
                _ => self.rematch(app, &mut state, held, visitor).await,
            };
        };
        // The table is set up anew when the clocks start: an offer would be lost.
        let must_wait = matches!(command, Command::Play { .. } | Command::OfferDraw { .. });
        if state.is_waiting() && must_wait {
            return Err(ApiError::Conflict(
                "the clocks start when everybody has sat down: wait for the others".to_owned(),
            ));
        }
        self.apply(app, &mut state, command).await
    }

    /// Applies a command and keeps what comes of it.
    pub(super) async fn apply(
        self: &Arc<Self>,
        app: &Arc<App>,
        state: &mut State,
        command: Command,
    ) -> Result<(), ApiError> {
        let now = state.time(app);
        let (events, answer) = match state.table.apply(command, now) {
            Ok(mut events) => {
                events.extend(state.let_bots_answer(now));
                (events, Ok(()))
            }
            Err(refusal) => (refusal.events, Err(ApiError::Conflict(refusal.reason))),
        };
        if !events.is_empty() {
            self.commit(app, state, &events).await?;
        }
        answer
    }

    /// Gives the win to those who wait for somebody who does not come back.
    async fn claim(
        self: &Arc<Self>,
        app: &Arc<App>,
        state: &mut State,
        held: PlayerSet,
    ) -> Result<(), ApiError> {
        let refuse = |reason: &str| Err(ApiError::Conflict(reason.to_owned()));
        let turn = match state.waited_for() {
            Ok(turn) if held.contains(turn) => return refuse(NOBODY_AWAY),
            Ok(turn) => turn,
            Err(reason) => return refuse(reason),
        };
        let absence = lock(&self.presence).absence(turn, Instant::now());
        if absence < app.config.bounds.absence {
            let name = state.table.name_of(turn);
            let seconds = app.config.bounds.absence.as_secs();
            // There was a sign of them that nobody saw: everybody counts anew.
            self.publish(app, state, &[]);
            return refuse(&format!("{name} has not been away for {seconds} seconds"));
        }
        self.apply(app, state, Command::Forfeit { player: turn }).await
    }
}

impl State {
    /// The command that is meant, by the seat it is meant for; nothing for what more than the table
    /// has a say in.
    fn command(&self, held: PlayerSet, asked: &Asked) -> Result<Option<Command>, ApiError> {
        let named = asked.player.map(Player);
        if named.is_some_and(|player| !held.contains(player)) {
            return Err(ApiError::NotAllowed("the secret is not that of this player's seat"));
        }
        // Whoever holds several seats means the one to move.
        let mover = self.table.turn().filter(|turn| held.contains(*turn));
        let first = held.iter().next().unwrap_or(Player(0));
        let by = named.or(mover).unwrap_or(first);
        // And answers offers with one that has not made them.
        let offering = self.table.offer().map(|offer| offer.by);
        let other = held.iter().find(|player| Some(*player) != offering).unwrap_or(first);
        let answering = named.unwrap_or(other);
        Ok(Some(match asked.command {
            Action::Play => {
                let mv = asked.mv.clone().filter(|mv| !mv.is_empty());
                let mv = mv.ok_or_else(|| ApiError::bad("play needs the field mv with a move"))?;
                if mv.len() > LONGEST_MOVE {
                    let reason = format!("no move has more than {LONGEST_MOVE} characters");
                    return Err(ApiError::Bad(reason));
                }
                Command::Play { by, mv }
            }
            Action::Resign => Command::Resign { by },
            Action::OfferDraw => Command::OfferDraw { by },
            Action::AcceptDraw => Command::AcceptDraw { by: answering },
            Action::DeclineDraw => Command::DeclineDraw { by: answering },
            Action::Takeback => Command::Takeback { by },
            Action::AcceptTakeback => Command::AcceptTakeback { by: answering },
            Action::DeclineTakeback => Command::DeclineTakeback { by: answering },
            Action::Redo => Command::Redo,
            Action::GoTo => Command::GoTo { node: asked.node.ok_or_else(no_node)? },
            Action::Pause if self.table.setup().clock.is_none() => {
                return Err(ApiError::Conflict("there is no clock to stop".to_owned()));
            }
            Action::Pause => Command::Pause,
            Action::Resume => Command::Resume,
            Action::Rename => {
                Command::Rename { player: by, name: asked.name.clone().unwrap_or_default() }
            }
            Action::Abandon if !self.table.is_shared() => Command::Abandon,
            Action::Abandon => {
                return Err(ApiError::Conflict("with others there, resign instead".to_owned()));
            }
            Action::Rematch | Action::Claim => return Ok(None),
        }))
    }
}

fn no_node() -> ApiError {
    ApiError::bad("go_to needs the field node with a place in the history")
}
