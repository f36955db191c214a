//! What the lobby shows of a table.

use std::time::Duration;

use strata_rules::Player;
use strata_table::TimeControl;

use super::presence::Presence;
use super::snapshot::seats;
use super::{LiveTable, Occupancy, State};
use crate::api::types::lobby::{LobbySeat, LobbyTable};
use crate::app::App;

/// How long a table stays in the lobby after its players have left.
const LINGER: Duration = Duration::from_secs(60);
/// The same for games with hours or days for each turn: their players need not be there.
const SLOW_LINGER: Duration = Duration::from_secs(24 * 3_600);

/// What the lobby shows of a table.
#[derive(Debug)]
pub(crate) struct Listing {
    pub(crate) table: LobbyTable,
    /// Whether anyone can take a seat.
    pub(crate) is_challenge: bool,
    /// Whether all seats are taken.
    pub(crate) is_full: bool,
    /// Whether it may be shown now: it is not over, and a player is there or need not be.
    pub(crate) is_shown: bool,
    /// Whether a player is there.
    is_attended: bool,
}

impl State {
    /// What the lobby shows of the table; `None` if it is private.
    pub(super) fn listing(&self, id: &str, presence: &Presence) -> Option<Listing> {
        if !self.listed {
            return None;
        }
        let (table, position) = (&self.table, self.table.position());
        let is_over = table.result().is_some();
        let is_person = |player: &Player| !table.seats()[player.index()].is_bot();
        let mut people = Player::all(table.players()).filter(is_person);
        let is_attended = !is_over && people.any(|player| presence.is_here(player));
        let seats = seats(self, presence).into_iter().map(|seat| LobbySeat {
            name: seat.name.to_owned(),
            side: seat.side,
            kind: seat.kind,
            level: seat.level,
            taken: seat.taken,
        });
        Some(Listing {
            is_challenge: self.owners.iter().any(|owner| owner.occupancy == Occupancy::Open),
            is_full: self.owners.iter().all(|owner| owner.occupancy == Occupancy::Taken),
            is_shown: !is_over && (is_attended || self.is_slow()),
            is_attended,
            table: LobbyTable {
                id: id.to_owned(),
                game: table.setup().game.clone(),
                options: position.options().clone(),
                from_position: table.setup().position.is_some(),
                position: position.text(),
                last_move: position.scene().last_move,
                moves: table.history()[table.history().current()].ply,
                clock: table.setup().clock.as_ref().map(ToString::to_string),
                turn: table.turn(),
                seats: seats.collect(),
                spectators: presence.spectators(),
            },
        })
    }

    /// Whether players have hours or days for each turn.
    fn is_slow(&self) -> bool {
        self.table.setup().clock.as_ref().is_some_and(|clock: &TimeControl| !clock.is_real_time())
    }

    /// How long the table stays in the lobby without its players.
    pub(super) fn linger(&self) -> Duration {
        if self.is_slow() { SLOW_LINGER } else { LINGER }
    }
}

impl LiveTable {
    /// Until when the table should be in the lobby, if a player is there.
    pub(crate) async fn listed_until(&self, app: &App) -> Option<Duration> {
        let snapshot = self.watch().borrow().clone();
        snapshot.listing().filter(|listing| listing.is_attended)?;
        let linger = self.state.lock().await.linger();
        Some(app.time.now() + linger)
    }
}
