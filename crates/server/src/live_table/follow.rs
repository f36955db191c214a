//! Keeping up with other servers that change the same table.

use std::sync::Arc;

use super::log::Log;
use super::{Failed, LiveTable, NOT_SAVED, State};
use crate::app::App;
use crate::error::ApiError;
use crate::live_tables::UNKNOWN_TABLE;
use crate::sync::lock;

impl LiveTable {
    /// Catches up with the stored table, and shows it.
    pub(super) async fn reload(
        self: &Arc<Self>,
        app: &Arc<App>,
        state: &mut State,
    ) -> Result<(), ApiError> {
        let known = state.log.as_ref().map(Log::place);
        let caught_up = match app.store.load(&self.id, known).await {
            Ok(Some(stored)) => state.become_stored(app, &stored),
            Ok(None) => Err(ApiError::NotFound(UNKNOWN_TABLE.to_owned())),
            Err(error) => {
                tracing::error!(%error, "cannot load a table");
                Err(NOT_SAVED)
            }
        };
        caught_up.inspect_err(|_| self.drop_from_memory(app))?;
        self.show_change(app, state, &[]);
        Ok(())
    }

    /// Reloads the table if another server has changed it. Returns whether it has.
    pub(super) async fn catch_up(
        self: &Arc<Self>,
        app: &Arc<App>,
        state: &mut State,
    ) -> Result<bool, ApiError> {
        if app.store.shared().is_none() {
            return Ok(false);
        }
        let version = app.store.version(&self.id).await.map_err(|_| NOT_SAVED)?;
        if version == Some(state.version) {
            return Ok(false);
        }
        self.reload(app, state).await.map(|()| true)
    }

    /// The outcome of a change for the client; `None` if the change has to be tried again, because
    /// another server has changed the table in the meantime.
    pub(super) async fn settle<T>(
        self: &Arc<Self>,
        app: &Arc<App>,
        state: &mut State,
        outcome: Result<T, Failed>,
    ) -> Option<Result<T, ApiError>> {
        match outcome {
            Ok(value) => Some(Ok(value)),
            Err(Failed::Lost) => None,
            Err(Failed::Refused(error)) if self.is_gone() => Some(Err(error)),
            // The reason may no longer hold.
            Err(Failed::Refused(error)) => match self.catch_up(app, state).await {
                Ok(true) => None,
                Ok(false) => Some(Err(error)),
                Err(error) => Some(Err(error)),
            },
        }
    }

    /// Shows what other servers have changed: the table, if it is older than this version, or who is
    /// present.
    pub(crate) async fn follow(self: &Arc<Self>, app: &Arc<App>, version: i64) {
        let elsewhere = match version {
            0 => app.store.elsewhere(&self.id).await.ok(),
            _ => None,
        };
        let mut state = self.state.lock().await;
        if self.is_gone() {
            return;
        }
        if elsewhere.is_some() {
            app.spectators.add(&self.id);
        }
        if let Some(elsewhere) = elsewhere
            && lock(&self.presence).set_elsewhere(elsewhere, app.time.now())
        {
            self.publish(app, &mut state, &[]);
            self.rest_unseen(app, &mut state).await;
        }
        if version > state.version {
            // If this fails, the table is dropped.
            let _ = self.reload(app, &mut state).await;
            // Another server may have paused a game between bots that is watched here.
            if lock(&self.presence).watcher().is_some() {
                self.rest_unseen(app, &mut state).await;
            }
        }
    }

    /// Looks for changes that were made while the table was being loaded: their notices came too early.
    pub(crate) async fn start_following(self: &Arc<Self>, app: &Arc<App>) {
        if app.store.shared().is_none() {
            return;
        }
        self.follow(app, 0).await;
        let mut state = self.state.lock().await;
        if !self.is_gone() && self.catch_up(app, &mut state).await.is_err() {
            self.drop_from_memory(app);
        }
    }

    /// Reads everything again: notices may have been lost, or clocks have stopped for a while.
    pub(crate) async fn resync(self: &Arc<Self>, app: &Arc<App>) {
        self.follow(app, 0).await;
        let mut state = self.state.lock().await;
        if !self.is_gone() {
            // If this fails, the table is dropped.
            let _ = self.reload(app, &mut state).await;
        }
    }
}
