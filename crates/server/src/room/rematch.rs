//! Playing again with sides swapped.

use std::sync::Arc;

use strata_rules::{Player, PlayerSet};
use strata_table::Setup;

use super::{Hold, Holder, NOT_SAVED, Room, State};
use crate::app::App;
use crate::error::ApiError;
use crate::secret::new_id;
use crate::visitors::Visitor;

impl Room {
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
        held.iter().for_each(|player| state.holds[player.index()].wants_rematch = true);
        if !state.everybody_wants_rematch() {
            return self.commit(app, state, &[]).await;
        }
        let outcome = self.set_up_rematch(app, state, visitor).await;
        if outcome.is_err() {
            // Whoever asked last may ask again.
            for player in held.iter().filter(|player| !before.contains(*player)) {
                state.holds[player.index()].wants_rematch = false;
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
        let holds = moved_on(&state.table.setup().clone(), &state.holds);
        let id = new_id().map_err(|_| NOT_SAVED)?;
        Self::create(app, id.clone(), setup, holds).await?;
        state.rematch = Some(id);
        self.commit(app, state, &[]).await
    }
}

impl State {
    /// Who has asked for a rematch.
    pub(super) fn want_rematch(&self) -> PlayerSet {
        let all = Player::all(self.holds.len()).zip(&self.holds);
        all.filter(|(_, hold)| hold.wants_rematch).map(|(player, _)| player).collect()
    }

    fn everybody_wants_rematch(&self) -> bool {
        let mut people = Player::all(self.holds.len()).filter(|player| {
            let seat = &self.table.seats()[player.index()];
            !seat.is_bot() && self.holds[player.index()].holder == Holder::Taken
        });
        people.all(|player| self.holds[player.index()].wants_rematch)
    }
}

/// The holds with everybody one seat further on. People come when they see it.
fn moved_on(setup: &Setup, holds: &[Hold]) -> Vec<Hold> {
    let mut moved: Vec<Hold> = Player::all(holds.len())
        .zip(holds)
        .map(|(player, hold)| {
            let holder = match hold.holder {
                Holder::Taken if !setup.seats[player.index()].is_bot() => Holder::Reserved,
                other => other,
            };
            Hold::new(hold.hash, holder)
        })
        .collect();
    moved.rotate_right(1);
    moved
}
