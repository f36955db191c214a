//! Following a table: what sockets and event streams have in common.

use std::sync::Arc;

use axum::body::Bytes;
use strata_rules::{Player, PlayerSet};
use tokio::sync::watch;

use crate::app::App;
use crate::error::ApiError;
use crate::live_table::{LiveTable, NO_SUCH_SEAT, PresenceTicket, Snapshot};
use crate::secret::SecretHash;
use crate::view_params::TableViewParams;
use crate::visitors::{StreamTicket, Visitor};

/// Somebody who follows a table. What they have not seen when it changes again they never see:
/// every message shows the whole table, so a slow client misses nothing that still matters.
pub(crate) struct Follower {
    pub(crate) app: Arc<App>,
    pub(crate) live_table: Arc<LiveTable>,
    pub(crate) view: TableViewParams,
    pub(crate) visitor: Visitor,
    secret: Option<SecretHash>,
    shown: watch::Receiver<Arc<Snapshot>>,
    presence: Option<PresenceTicket>,
    _ticket: StreamTicket,
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
            live_table,
            view,
            visitor,
            secret: None,
            presence: None,
            _ticket: ticket,
        })
    }

    /// Sits down with a secret, or just looks on without one. Refused secrets look on.
    pub(crate) async fn enter(&mut self, secret: Option<&str>) -> Result<(), ApiError> {
        self.secret = secret.map(SecretHash::of);
        let (live_table, app) = (Arc::clone(&self.live_table), Arc::clone(&self.app));
        let (visitor, secret) = (self.visitor, self.secret);
        // A client that goes away must not leave a change half kept.
        let entered =
            tokio::spawn(async move { live_table.enter(&app, visitor, secret).await }).await;
        let busy = ApiError::Unavailable("the table cannot be entered now: try again");
        // The new one first, so that nobody seems to leave.
        self.presence = Some(entered.map_err(|_| busy)?);
        match secret {
            Some(_) if self.held().is_empty() => Err(NO_SUCH_SEAT),
            _ => Ok(()),
        }
    }

    /// They look away, or at the table again.
    pub(crate) fn watch(&mut self, watches: bool) {
        if let Some(presence) = &mut self.presence {
            presence.watch(watches);
        }
    }

    /// Whether they have come in at all.
    pub(crate) const fn has_entered(&self) -> bool {
        self.presence.is_some()
    }

    /// The secret that they came with.
    pub(crate) const fn secret(&self) -> Option<SecretHash> {
        self.secret
    }

    /// The seats they hold.
    fn held(&self) -> PlayerSet {
        self.presence.as_ref().map_or(PlayerSet::EMPTY, PresenceTicket::players)
    }

    /// The table as it is now, in parts.
    pub(crate) fn message(&mut self) -> [Bytes; 4] {
        let snapshot = Arc::clone(&self.shown.borrow_and_update());
        let you: Vec<Player> = self.held().iter().collect();
        snapshot.message(self.view, you, self.app.time.now())
    }

    /// Waits for a change; says whether there is anything to follow any more.
    pub(crate) async fn changed(&mut self) -> bool {
        // Who came in while it went has seen the last change already.
        !self.live_table.is_gone()
            && self.shown.changed().await.is_ok()
            && !self.live_table.is_gone()
    }
}
