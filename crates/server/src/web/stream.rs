//! Clients that follow a table, over a socket or an event stream.

use std::sync::Arc;

use axum::body::Bytes;
use strata_rules::PlayerSet;
use tokio::sync::watch;

use crate::app::App;
use crate::error::ApiError;
use crate::live_table::{LiveTable, NO_SUCH_SEAT, PresenceTicket, Snapshot, WholeTicket};
use crate::secret::SecretHash;
use crate::visitors::{StreamTicket, Visitor};
use strata_api::TableViewParams;

/// A client that follows a table. Every message contains the whole table or everything that has
/// changed since the one before, so a slow client can skip changes.
pub(crate) struct Follower {
    pub(crate) app: Arc<App>,
    pub(crate) live_table: Arc<LiveTable>,
    pub(crate) view: TableViewParams,
    pub(crate) visitor: Visitor,
    secret: Option<SecretHash>,
    shown: watch::Receiver<Arc<Snapshot>>,
    presence: Option<PresenceTicket>,
    ticket: StreamTicket,
    /// The revision that the client has.
    has: u64,
    /// For a client that receives the whole table after every change.
    whole: Option<WholeTicket>,
}

impl Follower {
    pub(crate) fn new(
        app: &Arc<App>,
        live_table: Arc<LiveTable>,
        visitor: Visitor,
        view: TableViewParams,
    ) -> Result<Self, ApiError> {
        let ticket = app.visitors.open_stream(visitor)?;
        Ok(Self {
            app: Arc::clone(app),
            shown: live_table.watch(),
            whole: Some(live_table.count_whole()),
            has: 0,
            live_table,
            view,
            visitor,
            secret: None,
            presence: None,
            ticket,
        })
    }

    /// Connects as the owner of a secret, or as a spectator. A client whose secret is refused becomes a
    /// spectator.
    pub(crate) async fn enter(&mut self, secret: Option<&str>) -> Result<(), ApiError> {
        self.secret = secret.map(SecretHash::of);
        let (live_table, app) = (Arc::clone(&self.live_table), Arc::clone(&self.app));
        let (visitor, secret) = (self.visitor, self.secret);
        // In a separate task, which completes even if the client disconnects.
        let entered =
            tokio::spawn(async move { live_table.enter(&app, visitor, secret).await }).await;
        let busy = ApiError::Unavailable("the table is not available now; try again");
        // The old presence is dropped after the new one exists, so that the player does not seem to
        // leave.
        self.presence = Some(entered.map_err(|_| busy)?);
        match (secret, self.players().is_empty()) {
            (Some(_), true) => return Err(NO_SUCH_SEAT),
            (_, true) => {}
            (_, false) => self.ticket.seat(),
        }
        Ok(())
    }

    /// Notes whether the user is watching.
    pub(crate) fn watch(&mut self, watches: bool) {
        if let Some(presence) = &mut self.presence {
            presence.watch(watches);
        }
    }

    /// Whether the client has connected to the table.
    pub(crate) const fn has_entered(&self) -> bool {
        self.presence.is_some()
    }

    /// The secret of the client.
    pub(crate) const fn secret(&self) -> Option<SecretHash> {
        self.secret
    }

    /// The players whose seats the secret owns.
    fn players(&self) -> PlayerSet {
        self.presence.as_ref().map_or(PlayerSet::EMPTY, PresenceTicket::players)
    }

    /// Chooses between changes and whole tables.
    pub(crate) fn receive_changes(&mut self, changes: bool) {
        let live_table = &self.live_table;
        self.whole = (!changes).then(|| live_table.count_whole());
    }

    /// The current table, or what has changed, as a message in parts.
    pub(crate) fn message(&mut self) -> Vec<Bytes> {
        let snapshot = Arc::clone(&self.shown.borrow_and_update());
        let (view, you, now) = (self.view, self.players(), self.app.time.now());
        let since = std::mem::replace(&mut self.has, snapshot.revision());
        let change = match self.whole {
            Some(_) => None,
            None => snapshot.change(since, view, you, now),
        };
        change.map_or_else(|| snapshot.message(view, you, now), |change| vec![change])
    }

    /// Waits for a change. Returns false if the table has been dropped.
    pub(crate) async fn changed(&mut self) -> bool {
        // The table may be dropped before or while the client waits.
        !self.live_table.is_gone()
            && self.shown.changed().await.is_ok()
            && !self.live_table.is_gone()
    }
}
