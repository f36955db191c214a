//! Who is present at a table.

use std::sync::Arc;
use std::time::Duration;

use strata_rules::{Player, PlayerSet};
use strata_table::NodeId;

use super::{Failed, LiveTable};
use crate::app::App;
use crate::secret::SecretHash;
use crate::store::{Elsewhere, PresenceRow, Sighting};
use crate::sync::lock;
use crate::time::{from_millis, millis};
use crate::visitors::Visitor;

/// Who is present at a table. Times are of the server's clock, which all servers share.
#[derive(Debug)]
pub(super) struct Presence {
    players: Vec<Place>,
    /// The visitors who are watching, players or spectators, once for each connection.
    watchers: Vec<Visitor>,
    /// How many of them have no seat.
    spectators: usize,
    /// Who is connected to other servers.
    elsewhere: Elsewhere,
    /// The history entry of the current turn.
    turn: Option<NodeId>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Place {
    connections: usize,
    /// When the player was last seen, or got the turn.
    since: Duration,
    /// When the player was last seen by this server; 0 if never.
    seen_ms: i64,
}

impl Presence {
    pub(super) fn new(players: usize) -> Self {
        let elsewhere = Elsewhere::default();
        Self {
            players: vec![Place::default(); players],
            watchers: Vec::new(),
            spectators: 0,
            elsewhere,
            turn: None,
        }
    }

    /// Notes who is connected to other servers. Returns whether it is somebody else.
    pub(super) fn set_elsewhere(&mut self, elsewhere: Elsewhere, now: Duration) -> bool {
        let before = (self.here(), self.is_watched());
        let known = std::mem::replace(&mut self.elsewhere, elsewhere);
        for (index, place) in self.players.iter_mut().enumerate() {
            let sighting = |all: &Elsewhere| all.players.get(index).copied().unwrap_or_default();
            let (old, new) = (sighting(&known), sighting(&self.elsewhere));
            // The server may have ended without a word, or nothing is known of the player yet.
            let is_lost = old.here && new == Sighting::default();
            let seen = if is_lost || place.since.is_zero() && new.seen_ms == 0 {
                now
            } else {
                from_millis(new.seen_ms)
            };
            place.since = place.since.max(seen);
        }
        before != (self.here(), self.is_watched())
    }

    /// Notes that players were just seen. Returns whether one of them is not connected, so that
    /// other servers do not know it.
    pub(super) fn note(&mut self, players: PlayerSet, now: Duration) -> bool {
        let mut is_news = false;
        for player in players.iter() {
            if let Some(place) = self.players.get_mut(player.index()) {
                place.since = now;
                place.seen_ms = millis(now);
                is_news |= place.connections == 0;
            }
        }
        is_news
    }

    /// Notes whose turn it is. Absence counts from the start of the turn.
    pub(super) fn note_turn(&mut self, player: Option<Player>, node: NodeId, now: Duration) {
        if self.turn.replace(node) != Some(node)
            && let Some(place) = player.and_then(|player| self.players.get_mut(player.index()))
        {
            place.since = now;
        }
    }

    pub(super) fn is_here(&self, player: Player) -> bool {
        let elsewhere = self.elsewhere.players.get(player.index());
        self.players.get(player.index()).is_some_and(|place| place.connections > 0)
            || elsewhere.is_some_and(|sighting| sighting.here)
    }

    /// How long a player has been away.
    pub(super) fn absence(&self, player: Player, now: Duration) -> Duration {
        match self.players.get(player.index()) {
            Some(place) if !self.is_here(player) => now.saturating_sub(place.since),
            _ => Duration::ZERO,
        }
    }

    /// The visitor who has been watching at this server for the longest time.
    pub(super) fn watcher(&self) -> Option<Visitor> {
        self.watchers.first().copied()
    }

    /// Whether anybody is watching, here or elsewhere.
    pub(super) fn is_watched(&self) -> bool {
        !self.watchers.is_empty() || self.elsewhere.watchers > 0
    }

    /// What other servers should know.
    fn row(&self, game: &str) -> PresenceRow {
        let sighting =
            |place: &Place| Sighting { here: place.connections > 0, seen_ms: place.seen_ms };
        let players = self.players.iter().map(sighting).collect();
        let (watchers, spectators) = (self.watchers.len(), self.spectators);
        PresenceRow { game: game.to_owned(), players, watchers, spectators }
    }

    /// The number of connections without a seat whose users are watching, at all servers.
    pub(super) fn spectators(&self) -> usize {
        self.spectators + self.elsewhere.spectators
    }

    /// Adds or removes a watching visitor. Returns whether it is the first or was the last one.
    fn watch(&mut self, visitor: Visitor, is_spectator: bool, begins: bool) -> bool {
        let was_seen = self.is_watched();
        if begins {
            self.watchers.push(visitor);
            self.spectators += usize::from(is_spectator);
        } else if let Some(place) = self.watchers.iter().position(|known| *known == visitor) {
            self.watchers.remove(place);
            self.spectators = self.spectators.saturating_sub(usize::from(is_spectator));
        }
        was_seen != self.is_watched()
    }

    fn here(&self) -> Vec<bool> {
        Player::all(self.players.len()).map(|player| self.is_here(player)).collect()
    }
}

/// A connected client. It counts as disconnected when this is dropped.
pub(crate) struct PresenceTicket {
    app: Arc<App>,
    live_table: Arc<LiveTable>,
    visitor: Visitor,
    players: PlayerSet,
    /// Whether the user is watching. A client that is not still counts as connected.
    watches: bool,
}

impl PresenceTicket {
    /// The players whose seats the client owns.
    pub(crate) const fn players(&self) -> PlayerSet {
        self.players
    }

    /// Notes whether the user is watching.
    pub(crate) fn watch(&mut self, watches: bool) {
        if self.watches != watches {
            self.watches = watches;
            let changed = self.change_watching();
            self.publish_change(false, changed);
        }
    }

    /// Notes that the user has started or stopped watching. Returns whether it is the first or was the last one.
    fn change_watching(&self) -> bool {
        let is_spectator = self.players.is_empty();
        let mut presence = lock(&self.live_table.presence);
        let changed = presence.watch(self.visitor, is_spectator, self.watches);
        drop(presence);
        self.app.presence_changed(&self.live_table.id);
        if is_spectator {
            self.app.spectators.add(&self.live_table.id);
        }
        changed
    }

    /// Publishes a change of presence, and resumes or pauses a game between bots.
    fn publish_change(&self, presence_changed: bool, sight_changed: bool) {
        if !presence_changed && !sight_changed {
            return;
        }
        let (app, live_table) = (Arc::clone(&self.app), Arc::clone(&self.live_table));
        // At the end of the process there is no runtime and no client to inform.
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
        runtime.spawn(async move {
            let mut state = live_table.state.lock().await;
            if presence_changed {
                live_table.publish(&app, &mut state, &[]);
            }
            live_table.rest_unseen(&app, &mut state).await;
        });
    }
}

impl LiveTable {
    /// Who is connected to this server.
    pub(crate) fn presence_row(&self) -> PresenceRow {
        lock(&self.presence).row(&self.id)
    }

    /// Connects a client as the owner of a secret, or as a spectator.
    pub(crate) async fn enter(
        self: &Arc<Self>,
        app: &Arc<App>,
        visitor: Visitor,
        secret: Option<SecretHash>,
    ) -> PresenceTicket {
        let mut state = self.state.lock().await;
        // Another server may have changed the secret of the seat.
        if self.players_with(app, &state, secret).is_empty() && secret.is_some() {
            // If the table cannot be loaded, the client becomes a spectator.
            let _ = self.catch_up(app, &mut state).await;
        }
        let players = self.players_with(app, &state, secret);
        let (owned, live_table) = (Arc::clone(app), Arc::clone(self));
        let ticket = PresenceTicket { app: owned, live_table, visitor, players, watches: true };
        ticket.change_watching();
        let changed = self.change_presence(players, |place| place.connections += 1);
        if !self.is_gone() && !players.is_empty() {
            // If this cannot be saved, the seat is taken at the next connection.
            while let Err(Failed::Lost) = self.arrive(app, &mut state, players, None).await {}
        }
        if changed {
            self.publish(app, &mut state, &[]);
        }
        if state.only_bots() && app.store.shared().is_some() {
            // The process that moves for the bots must know that somebody is watching. If this fails,
            // it is told a moment later.
            let _ = app.store.share_presence(&[self.presence_row()]).await;
        }
        self.rest_unseen(app, &mut state).await;
        ticket
    }

    /// Returns whether a player connected or disconnected by the change.
    fn change_presence(&self, players: PlayerSet, change: impl Fn(&mut Place)) -> bool {
        let mut presence = lock(&self.presence);
        let before = presence.here();
        for player in players.iter() {
            if let Some(place) = presence.players.get_mut(player.index()) {
                change(place);
            }
        }
        before != presence.here()
    }
}

impl Drop for PresenceTicket {
    fn drop(&mut self) {
        let now = self.app.time.now();
        let leave = |place: &mut Place| {
            place.connections = place.connections.saturating_sub(1);
            place.since = now;
            place.seen_ms = millis(now);
        };
        let was_watching = std::mem::take(&mut self.watches);
        let gone = self.live_table.change_presence(self.players, leave);
        let unseen = was_watching && self.change_watching();
        self.app.presence_changed(&self.live_table.id);
        self.publish_change(gone, unseen);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn second(number: u64) -> Duration {
        Duration::from_secs(number)
    }

    /// The presence at a table that was loaded at this second.
    fn loaded(at: u64) -> Presence {
        let mut presence = Presence::new(2);
        presence.set_elsewhere(Elsewhere::default(), second(at));
        presence
    }

    #[test]
    fn absence_counts_from_when_the_player_was_last_seen() {
        let (ann, bob) = (Player(0), Player(1));
        let mut presence = loaded(100);
        assert_eq!(presence.absence(ann, second(170)).as_secs(), 70);
        presence.note(PlayerSet::only(ann), second(160));
        assert_eq!(presence.absence(ann, second(170)).as_secs(), 10);
        assert_eq!(presence.absence(bob, second(170)).as_secs(), 70);
        let [first, later] =
            [json!(0), json!(1)].map(|id| serde_json::from_value(id).expect("a place"));
        presence.note_turn(Some(bob), first, second(165));
        assert_eq!(presence.absence(bob, second(170)).as_secs(), 5);
        // The same turn again does not count from now.
        presence.note_turn(Some(bob), first, second(169));
        assert_eq!(presence.absence(bob, second(170)).as_secs(), 5);
        presence.note_turn(Some(ann), later, second(170));
        assert_eq!(presence.absence(ann, second(172)).as_secs(), 2);
        presence.players[0].connections = 1;
        assert_eq!(presence.absence(ann, second(199)), Duration::ZERO);
    }

    #[test]
    fn players_at_other_servers_are_present() {
        let ann = Player(0);
        let here = |here, at| {
            let sighting = Sighting { here, seen_ms: millis(second(at)) };
            Elsewhere { players: vec![sighting], watchers: usize::from(here), spectators: 0 }
        };
        let mut presence = loaded(100);
        assert!(presence.set_elsewhere(here(true, 110), second(111)));
        assert!(presence.is_here(ann) && presence.is_watched());
        assert!(!presence.set_elsewhere(here(true, 115), second(116)), "nothing new");
        assert!(presence.set_elsewhere(here(false, 120), second(121)));
        assert_eq!(presence.absence(ann, second(125)).as_secs(), 5);
        presence.set_elsewhere(here(true, 130), second(130));
        presence.set_elsewhere(Elsewhere::default(), second(140));
        assert_eq!(presence.absence(ann, second(141)).as_secs(), 1, "that server was killed");
    }
}
