//! Playing again with sides swapped.

use std::sync::Arc;

use strata_rules::Player;
use strata_table::Setup;

use super::{Hold, Holder, NOT_SAVED, Room, State};
use crate::app::App;
use crate::error::ApiError;
use crate::secret::new_id;

impl Room {
    /// Sets up the rematch, once; everybody finds it by the old table, and every secret holds the
    /// seat that its owner moves to.
    pub(super) async fn rematch(
        self: &Arc<Self>,
        app: &Arc<App>,
        state: &mut State,
    ) -> Result<(), ApiError> {
        if state.table.result().is_none() {
            return Err(ApiError::Conflict("a rematch comes after the game".to_owned()));
        }
        if state.rematch.is_some() {
            return Ok(());
        }
        let setup = state.table.rematch();
        let holds = moved_on(&state.table.setup().clone(), &state.holds);
        let id = new_id().map_err(|_| NOT_SAVED)?;
        Self::create(app, id.clone(), setup, holds).await?;
        state.rematch = Some(id);
        self.commit(app, state, &[]).await
    }
}

/// The holds with everybody one seat further on. People come when they see it.
fn moved_on(setup: &Setup, holds: &[Hold]) -> Vec<Hold> {
    let mut moved: Vec<Hold> = Player::all(holds.len())
        .zip(holds)
        .map(|(player, hold)| match hold.holder {
            Holder::Taken if !setup.seats[player.index()].is_bot() => {
                Hold { holder: Holder::Reserved, ..*hold }
            }
            _ => *hold,
        })
        .collect();
    moved.rotate_right(1);
    moved
}
