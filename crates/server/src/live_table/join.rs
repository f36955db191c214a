//! Sitting down at a table.

use std::sync::Arc;
use std::time::Instant;

use strata_rules::{Player, PlayerSet};
use strata_table::Command;

use super::{LiveTable, NOT_SAVED, Occupancy, State, new_table};
use crate::app::App;
use crate::error::ApiError;
use crate::secret::{SecretHash, new_secret};
use crate::sync::lock;

impl LiveTable {
    /// Takes the next open seat, or the one that a secret holds; gives the player and the secret
    /// of the seat where that is a new one.
    pub(crate) async fn sit_down(
        self: &Arc<Self>,
        app: &Arc<App>,
        secret: Option<&str>,
        name: Option<String>,
    ) -> Result<(Player, Option<String>), ApiError> {
        let mut state = self.state.lock().await;
        let held = self.held(&state, secret.map(SecretHash::of));
        if self.is_gone() {
            return Err(NOT_SAVED);
        }
        let open = |state: &State| {
            state.owners.iter().position(|owner| owner.occupancy == Occupancy::Open)
        };
        let (player, new) = match (held.iter().next(), secret) {
            (Some(player), _) => (player, None),
            (None, Some(_)) => {
                return Err(ApiError::NotAllowed("this secret is none of a seat of this game"));
            }
            (None, None) if state.table.result().is_some() => {
                return Err(ApiError::Conflict("the game is over".to_owned()));
            }
            (None, None) => {
                let place = open(&state)
                    .ok_or_else(|| ApiError::Conflict("no seat is free any more".to_owned()))?;
                let secret = new_secret().map_err(|_| NOT_SAVED)?;
                state.owners[place].hash = Some(SecretHash::of(&secret));
                (Player::all(state.owners.len()).nth(place).unwrap_or(Player(0)), Some(secret))
            }
        };
        self.arrive(app, &mut state, PlayerSet::only(player), name).await?;
        Ok((player, new))
    }

    /// Notes that the holders of seats are here; the clocks start when the last one comes.
    pub(super) async fn arrive(
        self: &Arc<Self>,
        app: &Arc<App>,
        state: &mut State,
        players: PlayerSet,
        name: Option<String>,
    ) -> Result<(), ApiError> {
        lock(&self.presence).note(players, Instant::now());
        let was_waiting = state.is_waiting();
        let time = state.time(app);
        let mut changed = false;
        let mut events = Vec::new();
        for player in players.iter() {
            let owner = &mut state.owners[player.index()];
            changed |= owner.occupancy != Occupancy::Taken;
            owner.occupancy = Occupancy::Taken;
            if let Some(name) = &name {
                let rename = Command::Rename { player, name: name.clone() };
                // A finished game keeps its names.
                events.extend(state.table.apply(rename, time).unwrap_or_default());
            }
        }
        if was_waiting && !state.is_waiting() {
            let setup = state.table.setup().clone();
            state.table = new_table(app, setup)?;
            // Whoever came first has waited long enough, perhaps elsewhere: the turn begins now.
            let turn = state.table.turn().into_iter().collect();
            lock(&self.presence).note(turn, Instant::now());
        }
        if changed || !events.is_empty() {
            self.commit(app, state, &events).await?;
        }
        Ok(())
    }
}
