//! Rematches, with sides swapped.

use std::sync::Arc;

use strata_rules::{Player, PlayerSet};
use strata_table::Setup;

use super::{Failed, LiveTable, NOT_SAVED, Occupancy, SeatOwner, State};
use crate::app::App;
use crate::error::ApiError;
use crate::secret::new_id;
use crate::visitors::Visitor;

impl LiveTable {
    /// Notes a request for a rematch. Once all people at the table have asked, creates the next table;
    /// every secret owns the new seat of its owner.
    pub(super) async fn rematch(
        self: &Arc<Self>,
        app: &Arc<App>,
        state: &mut State,
        owned: PlayerSet,
        visitor: Visitor,
    ) -> Result<(), Failed> {
        if state.table.result().is_none() {
            return Err(Failed::Refused(ApiError::Conflict(
                "the game is still in progress; ask for a rematch when it is over".to_owned(),
            )));
        }
        if state.rematch.is_some() {
            return Ok(());
        }
        let before = state.want_rematch();
        if owned.iter().all(|player| before.contains(player)) {
            return Ok(());
        }
        owned.iter().for_each(|player| state.owners[player.index()].wants_rematch = true);
        if !state.everybody_wants_rematch() {
            return self.commit(app, state, &[]).await;
        }
        let outcome = self.set_up_rematch(app, state, visitor).await;
        if let Err(Failed::Refused(_)) = outcome {
            // The last player may ask again.
            for player in owned.iter().filter(|player| !before.contains(*player)) {
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
    ) -> Result<(), Failed> {
        app.visitors.new_table(visitor)?;
        let setup = state.table.rematch();
        let owners = rotate(&state.table.setup().clone(), &state.owners);
        let id = new_id().map_err(|_| NOT_SAVED)?;
        let lister = state.listed.then_some(visitor);
        Self::create(app, id.clone(), setup, owners, lister).await?;
        state.rematch = Some(id);
        // If another server is faster, the new table stays empty and is deleted some day.
        self.commit(app, state, &[]).await
    }
}

impl State {
    /// The players who asked for a rematch.
    pub(super) fn want_rematch(&self) -> PlayerSet {
        let all = Player::all(self.owners.len()).zip(&self.owners);
        all.filter(|(_, owner)| owner.wants_rematch).map(|(player, _)| player).collect()
    }

    fn everybody_wants_rematch(&self) -> bool {
        let is_taken = |player: &Player| self.owners[player.index()].occupancy == Occupancy::Taken;
        let mut needed = self.table.rematch_needs().iter().filter(is_taken);
        needed.all(|player| self.owners[player.index()].wants_rematch)
    }
}

/// The seat owners, each moved one seat on.
fn rotate(setup: &Setup, owners: &[SeatOwner]) -> Vec<SeatOwner> {
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
