//! Joining a table.

use std::sync::Arc;

use strata_rules::{Player, PlayerSet};
use strata_table::Command;

use super::{Failed, LiveTable, NO_SUCH_SEAT, NOT_SAVED, Occupancy, State, new_table};
use crate::app::App;
use crate::error::ApiError;
use crate::secret::{SecretHash, new_secret};
use crate::sync::lock;

impl LiveTable {
    /// Takes the next open seat, or the seat that a secret owns. Returns the player and the secret,
    /// which is a new one for an open seat.
    pub(crate) async fn join(
        self: &Arc<Self>,
        app: &Arc<App>,
        secret: Option<String>,
        name: Option<String>,
    ) -> Result<(Player, String), ApiError> {
        let mut state = self.state.lock().await;
        loop {
            let outcome = self.try_join(app, &mut state, secret.as_deref(), name.as_deref()).await;
            if let Some(done) = self.settle(app, &mut state, outcome).await {
                return done;
            }
        }
    }

    async fn try_join(
        self: &Arc<Self>,
        app: &Arc<App>,
        state: &mut State,
        secret: Option<&str>,
        name: Option<&str>,
    ) -> Result<(Player, String), Failed> {
        let owned = self.players_with(app, state, secret.map(SecretHash::of));
        if self.is_gone() {
            return Err(NOT_SAVED.into());
        }
        let (player, secret) = match (owned.iter().next(), secret) {
            (Some(player), Some(secret)) => (player, secret.to_owned()),
            (_, Some(_)) => return Err(NO_SUCH_SEAT.into()),
            (_, None) => state.take_open_seat()?,
        };
        self.arrive(app, state, PlayerSet::only(player), name).await?;
        Ok((player, secret))
    }

    /// Marks seats as taken by their owners. The clocks start when the last seat is taken.
    pub(super) async fn arrive(
        self: &Arc<Self>,
        app: &Arc<App>,
        state: &mut State,
        players: PlayerSet,
        name: Option<&str>,
    ) -> Result<(), Failed> {
        lock(&self.presence).note(players, app.time.now());
        let was_waiting = state.is_waiting();
        let time = state.time(app);
        let mut changed = false;
        let mut events = Vec::new();
        for player in players.iter() {
            let owner = &mut state.owners[player.index()];
            changed |= owner.occupancy != Occupancy::Taken;
            owner.occupancy = Occupancy::Taken;
            if let Some(name) = name {
                let rename = Command::Rename { player, name: name.to_owned() };
                // In a finished game names do not change.
                events.extend(state.table.apply(rename, time).unwrap_or_default());
            }
        }
        if was_waiting && !state.is_waiting() {
            let setup = state.table.setup().clone();
            state.table = new_table(app, setup)?;
            // The absence of the player to move counts from now, not from an earlier visit.
            let turn = state.table.turn().into_iter().collect();
            lock(&self.presence).note(turn, app.time.now());
        }
        if changed || !events.is_empty() {
            self.commit(app, state, &events).await?;
        }
        Ok(())
    }
}

impl State {
    /// Gives the next open seat a new secret.
    fn take_open_seat(&mut self) -> Result<(Player, String), ApiError> {
        let conflict = |reason: &str| ApiError::Conflict(reason.to_owned());
        if self.table.result().is_some() {
            return Err(conflict("the game is over"));
        }
        let mut seats = Player::all(self.owners.len()).zip(&mut self.owners);
        let (player, owner) = seats
            .find(|(_, owner)| owner.occupancy == Occupancy::Open)
            .ok_or_else(|| conflict("all seats are taken; open the table to watch"))?;
        let secret = new_secret().map_err(|_| NOT_SAVED)?;
        owner.hash = Some(SecretHash::of(&secret));
        Ok((player, secret))
    }
}
