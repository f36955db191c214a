//! Playing again with sides swapped.

use std::sync::Arc;

use strata_rules::{Player, PlayerSet};
use strata_table::Setup;

use super::{LiveTable, NOT_SAVED, Occupancy, SeatOwner, State};
use crate::app::App;
use crate::error::ApiError;
use crate::secret::new_id;
use crate::visitors::Visitor;

impl LiveTable {
    /// Sets up the rematch, once, as soon as all the people at the table want it; they find it by
    /// the old table, and every secret holds the seat that its owner moves to.
    pub(super) async fn rematch(
        self: &Arc<Self>,
        app: &Arc<App>,
        state: &mut State,
        held: PlayerSet,
        visitor: Visitor,
    ) -> Result<(), ApiError> {
        if state.table.result().is_none() {
            return Err(ApiError::Conflict("a rematch comes after the game".to_owned()));
        }
        if state.rematch.is_some() {
            return Ok(());
        }
        let before = state.want_rematch();
        if held.iter().all(|player| before.contains(player)) {
            return Ok(());
        }
        held.iter().for_each(|player| state.owners[player.index()].wants_rematch = true);
        if !state.everybody_wants_rematch() {
            return self.commit(app, state, &[]).await;
        }
        let outcome = self.set_up_rematch(app, state, visitor).await;
        if outcome.is_err() {
            // Whoever asked last may ask again.
            for player in held.iter().filter(|player| !before.contains(*player)) {
                state.owners[player.index()].wants_rematch = false;
            }
        }
        outcome
    }

    async fn set_up_rematch(
        self: &Arc<Self>,
        app: &Arc<App>,
        state: &mut State,
        visitor: Visitor,
    ) -> Result<(), ApiError> {
        app.visitors.new_table(visitor)?;
        let setup = state.table.rematch();
        let owners = moved_on(&state.table.setup().clone(), &state.owners);
        let id = new_id().map_err(|_| NOT_SAVED)?;
        Self::create(app, id.clone(), setup, owners).await?;
        state.rematch = Some(id);
        self.commit(app, state, &[]).await
    }
}

impl State {
    /// Who has asked for a rematch.
    pub(super) fn want_rematch(&self) -> PlayerSet {
        let all = Player::all(self.owners.len()).zip(&self.owners);
        all.filter(|(_, owner)| owner.wants_rematch).map(|(player, _)| player).collect()
    }

    fn everybody_wants_rematch(&self) -> bool {
        let mut people = Player::all(self.owners.len()).filter(|player| {
            let seat = &self.table.seats()[player.index()];
            !seat.is_bot() && self.owners[player.index()].occupancy == Occupancy::Taken
        });
        people.all(|player| self.owners[player.index()].wants_rematch)
    }
}

/// The seat owners, each moved one seat on. People come when they see it.
fn moved_on(setup: &Setup, owners: &[SeatOwner]) -> Vec<SeatOwner> {
    let mut moved: Vec<SeatOwner> = Player::all(owners.len())
        .zip(owners)
        .map(|(player, owner)| {
            let occupancy = match owner.occupancy {
                Occupancy::Taken if !setup.seats[player.index()].is_bot() => Occupancy::Reserved,
                other => other,
            };
            SeatOwner::new(owner.hash, occupancy)
        })
        .collect();
    moved.rotate_right(1);
    moved
}
