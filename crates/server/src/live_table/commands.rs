//! Commands of players.

use std::sync::Arc;

use strata_api::commands::table_command;
use strata_rules::PlayerSet;
use strata_table::Command;

use super::{Failed, LiveTable, NOT_AWAY, NOT_SAVED, State};
use crate::api::types::commands::{Action, CommandRequest};
use crate::app::App;
use crate::error::ApiError;
use crate::secret::SecretHash;
use crate::sync::lock;
use crate::visitors::Visitor;

impl LiveTable {
    /// Executes a command of the owner of a secret, even if the client disconnects in the meantime.
    pub(crate) async fn execute(
        self: &Arc<Self>,
        app: &Arc<App>,
        visitor: Visitor,
        secret: Option<SecretHash>,
        request: CommandRequest,
    ) -> Result<(), ApiError> {
        let (live_table, app) = (Arc::clone(self), Arc::clone(app));
        // In a separate task, which completes even if the client disconnects.
        let done =
            tokio::spawn(
                async move { live_table.execute_now(&app, visitor, secret, request).await },
            );
        done.await.unwrap_or(Err(NOT_SAVED))
    }

    async fn execute_now(
        self: Arc<Self>,
        app: &Arc<App>,
        visitor: Visitor,
        secret: Option<SecretHash>,
        request: CommandRequest,
    ) -> Result<(), ApiError> {
        let mut state = self.state.lock().await;
        loop {
            let outcome = self.try_execute(app, &mut state, visitor, secret, &request).await;
            if let Some(done) = self.settle(app, &mut state, outcome).await {
                return done;
            }
        }
    }

    async fn try_execute(
        self: &Arc<Self>,
        app: &Arc<App>,
        state: &mut State,
        visitor: Visitor,
        secret: Option<SecretHash>,
        request: &CommandRequest,
    ) -> Result<(), Failed> {
        let owned = self.players_with(app, state, secret);
        if owned.is_empty() {
            return Err(Failed::Refused(ApiError::Unauthorized(
                "this command needs the secret of a seat at this table",
            )));
        }
        if self.is_gone() {
            return Err(NOT_SAVED.into());
        }
        let history = state.table.history();
        let ply = history[history.current()].ply;
        if let Some(expected) = request.arguments.ply.filter(|expected| *expected != ply as u64) {
            return Err(Failed::Refused(ApiError::Conflict(format!(
                "the game is at ply {ply}, not {expected}; reload the table"
            ))));
        }
        let Some(command) = table_command(&state.table, owned, request).map_err(ApiError::from)?
        else {
            return match request.command {
                Action::Claim => self.claim(app, state, owned).await,
                Action::Say => self.say(app, state, owned, &request.arguments).await,
                _ => self.rematch(app, state, owned, visitor).await,
            };
        };
        // The table is set up again when the clocks start, so an offer would be lost.
        let must_wait = matches!(command, Command::Play { .. } | Command::OfferDraw { .. });
        if state.is_waiting() && must_wait {
            return Err(Failed::Refused(ApiError::Conflict(
                "the game has not started; wait until all players have joined".to_owned(),
            )));
        }
        if matches!(command, Command::Play { .. }) && history_is_full(state) {
            return Err(Failed::Refused(ApiError::Conflict(format!(
                "the game has {MAX_POSITIONS} positions, with all moves taken back; start a new one"
            ))));
        }
        self.apply(app, state, command).await
    }

    /// Applies a command and saves the result.
    pub(super) async fn apply(
        self: &Arc<Self>,
        app: &Arc<App>,
        state: &mut State,
        command: Command,
    ) -> Result<(), Failed> {
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
        Ok(answer?)
    }

    /// Ends the game for the player to move, who has been away for too long. Only players who are
    /// still in the game can ask for it.
    async fn claim(
        self: &Arc<Self>,
        app: &Arc<App>,
        state: &mut State,
        owned: PlayerSet,
    ) -> Result<(), Failed> {
        let refuse = |reason: &str| Err(Failed::Refused(ApiError::Conflict(reason.to_owned())));
        if owned.iter().all(|player| state.table.eliminated().contains(player)) {
            return refuse("you are out of the game; the others decide");
        }
        let turn = match state.waited_for() {
            Ok(turn) if owned.contains(turn) => return refuse(NOT_AWAY),
            Ok(turn) => turn,
            Err(reason) => return refuse(reason),
        };
        let absence = lock(&self.presence).absence(turn, app.time.now());
        if absence < app.config.bounds.absence {
            let name = state.table.name_of(turn);
            let seconds = app.config.bounds.absence.as_secs();
            // The player was seen without a connection: send clients the new time of the claim.
            self.publish(app, state, &[]);
            return refuse(&format!(
                "{name} has not been away for {seconds} seconds; wait and claim again"
            ));
        }
        self.apply(app, state, Command::Forfeit { player: turn }).await
    }
}

/// The most positions of a table. Each change sends and saves all of them, so this bounds what a
/// command costs.
const MAX_POSITIONS: usize = 2_000;

fn history_is_full(state: &State) -> bool {
    state.table.history().count_moves() >= MAX_POSITIONS
}
