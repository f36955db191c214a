//! Phrases that players say to each other. They are not stored: only those who are there see them.

use std::time::Duration;

use strata_api::commands::CommandError;
use strata_rules::{Player, PlayerSet};

use super::{Failed, LiveTable, State};
use crate::api::types::commands::Arguments;
use crate::api::types::lobby::Said;
use crate::app::App;
use crate::error::ApiError;
use crate::sync::lock;
use crate::time::millis;
use crate::visitors::Bucket;

/// How many phrases a player can say at once, and how long it takes until there is another one.
const BURST: f64 = 3.0;
const REFILL: Duration = Duration::from_secs(5);

/// A full bucket of phrases for each player.
pub(super) fn buckets(players: usize) -> Vec<Bucket> {
    vec![Bucket::new(BURST, 1.0 / REFILL.as_secs_f64()); players]
}

impl LiveTable {
    /// Lets a player say something to all who are at the table.
    pub(super) async fn say(
        &self,
        app: &App,
        state: &mut State,
        owned: PlayerSet,
        arguments: &Arguments,
    ) -> Result<(), Failed> {
        let missing = CommandError::Missing("say", "phrase", "one of the phrases");
        let phrase = arguments.phrase.ok_or_else(|| ApiError::from(missing))?;
        if !state.table.is_shared() {
            let reason = "phrases are for games between people at different devices";
            return Err(Failed::Refused(ApiError::Conflict(reason.to_owned())));
        }
        let player = arguments.player.or_else(|| owned.iter().next()).unwrap_or(Player(0));
        if let Some(bucket) = lock(&self.phrases).get_mut(player.index())
            && !bucket.take(1.0)
        {
            let refusal = "too many phrases; wait a few seconds";
            return Err(Failed::Refused(ApiError::TooSoon(refusal, bucket.wait(1.0))));
        }
        let said = Said { player, phrase, at_ms: millis(app.time.now()) };
        self.show_phrase(app, state, said);
        if let Err(error) = app.store.share_phrase(&self.id, said).await {
            tracing::warn!(%error, "other servers do not get to know a phrase");
        }
        Ok(())
    }

    /// Shows what a player has said at another server.
    pub(crate) async fn hear(&self, app: &App, said: Said) {
        self.show_phrase(app, &mut *self.state.lock().await, said);
    }

    fn show_phrase(&self, app: &App, state: &mut State, said: Said) {
        if said.player.index() >= state.owners.len() || state.said.contains(&said) {
            return;
        }
        state.said.retain(|other| other.player != said.player);
        state.said.push(said);
        self.publish(app, state, &[]);
    }
}
