//! Who is present at a table.

use std::sync::Arc;
use std::time::{Duration, Instant};

use strata_rules::{Player, PlayerSet};
use strata_table::NodeId;

use super::LiveTable;
use crate::app::App;
use crate::secret::SecretHash;
use crate::sync::lock;
use crate::visitors::Visitor;

/// Who is present at a table.
#[derive(Debug)]
pub(super) struct Presence {
    players: Vec<Place>,
    /// The visitors who are watching, players or spectators, once for each connection.
    watchers: Vec<Visitor>,
    /// The history entry of the current turn.
    turn: Option<NodeId>,
}

#[derive(Clone, Copy, Debug)]
struct Place {
    connections: usize,
    /// When the player was last seen, or got the turn.
    since: Instant,
}

impl Presence {
    pub(super) fn new(players: usize) -> Self {
        let place = Place { connections: 0, since: Instant::now() };
        Self { players: vec![place; players], watchers: Vec::new(), turn: None }
    }

    /// Notes that players were just seen.
    pub(super) fn note(&mut self, players: PlayerSet, now: Instant) {
        for player in players.iter() {
            if let Some(place) = self.players.get_mut(player.index()) {
                place.since = now;
            }
        }
    }

    /// Notes whose turn it is. Absence counts from the start of the turn.
    pub(super) fn note_turn(&mut self, player: Option<Player>, node: NodeId, now: Instant) {
        if self.turn.replace(node) != Some(node) {
            self.note(player.into_iter().collect(), now);
        }
    }

    pub(super) fn is_here(&self, player: Player) -> bool {
        self.players.get(player.index()).is_some_and(|place| place.connections > 0)
    }

    /// How long a player has been away.
    pub(super) fn absence(&self, player: Player, now: Instant) -> Duration {
        match self.players.get(player.index()) {
            Some(place) if place.connections == 0 => now.saturating_duration_since(place.since),
            _ => Duration::ZERO,
        }
    }

    /// The visitor who has been watching for the longest time.
    pub(super) fn watcher(&self) -> Option<Visitor> {
        self.watchers.first().copied()
    }

    /// Adds or removes a watching visitor. Returns whether it is the first or was the last one.
    fn watch(&mut self, visitor: Visitor, begins: bool) -> bool {
        let was_seen = !self.watchers.is_empty();
        if begins {
            self.watchers.push(visitor);
        } else if let Some(place) = self.watchers.iter().position(|known| *known == visitor) {
            self.watchers.remove(place);
        }
        was_seen == self.watchers.is_empty()
    }

    fn here(&self) -> Vec<bool> {
        self.players.iter().map(|place| place.connections > 0).collect()
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
            let changed = lock(&self.live_table.presence).watch(self.visitor, watches);
            self.publish_change(false, changed);
        }
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
    /// Connects a client as the owner of a secret, or as a spectator.
    pub(crate) async fn enter(
        self: &Arc<Self>,
        app: &Arc<App>,
        visitor: Visitor,
        secret: Option<SecretHash>,
    ) -> PresenceTicket {
        let mut state = self.state.lock().await;
        let players = self.players_with(&state, secret);
        let (owned, live_table) = (Arc::clone(app), Arc::clone(self));
        let ticket = PresenceTicket { app: owned, live_table, visitor, players, watches: true };
        lock(&self.presence).watch(visitor, true);
        let changed = self.change_presence(players, |place| place.connections += 1);
        if !self.is_gone() && !players.is_empty() {
            // If this cannot be saved, the seat is taken at the next connection.
            let _ = self.arrive(app, &mut state, players, None).await;
        }
        if changed {
            self.publish(app, &mut state, &[]);
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
        let leave = |place: &mut Place| {
            place.connections = place.connections.saturating_sub(1);
            place.since = Instant::now();
        };
        let unseen = self.watches && lock(&self.live_table.presence).watch(self.visitor, false);
        let gone = self.live_table.change_presence(self.players, leave);
        self.publish_change(gone, unseen);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn absence_counts_from_when_the_player_was_last_seen() {
        let (ann, bob) = (Player(0), Player(1));
        let mut presence = Presence::new(2);
        let start = presence.players[0].since;
        let at = |seconds| start + Duration::from_secs(seconds);
        assert_eq!(presence.absence(ann, at(70)).as_secs(), 70);
        presence.note(PlayerSet::only(ann), at(60));
        assert_eq!(presence.absence(ann, at(70)).as_secs(), 10);
        assert_eq!(presence.absence(bob, at(70)).as_secs(), 70);
        let [first, second] =
            [json!(0), json!(1)].map(|id| serde_json::from_value(id).expect("a place"));
        presence.note_turn(Some(bob), first, at(65));
        assert_eq!(presence.absence(bob, at(70)).as_secs(), 5);
        // The same turn again does not count from now.
        presence.note_turn(Some(bob), first, at(69));
        assert_eq!(presence.absence(bob, at(70)).as_secs(), 5);
        presence.note_turn(Some(ann), second, at(70));
        assert_eq!(presence.absence(ann, at(72)).as_secs(), 2);
        presence.players[0].connections = 1;
        assert_eq!(presence.absence(ann, at(99)), Duration::ZERO);
    }
}
