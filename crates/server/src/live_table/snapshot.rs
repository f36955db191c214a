//! What clients see of a table.

use std::sync::{Mutex, OnceLock};
use std::time::Duration;

use axum::body::Bytes;
use serde::Serialize;
use strata_render::svg;
use strata_rules::{AnyPosition, Player, PlayerSet};
use strata_table::{Event, SeatKind as TableSeatKind, TimeLeft};
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::entries::Entries;
use super::listing::Listing;
use super::presence::Presence;
use super::{Occupancy, SeatOwner, State};
use crate::api::types::tables::{BoardPart, ClientPart, Clock, Seat, SeatKind};
use crate::app::App;
use crate::sync::lock;
use crate::time::millis;
use strata_api::tables::{Surroundings, clock, running_clock, status, table_state};
use strata_api::view::squares;
use strata_api::{TableViewParams, ViewParams};

/// What clients see of a table after a change.
pub(crate) struct Snapshot {
    /// The fields of a [`TableState`] as JSON, without the braces.
    fields: Utf8Bytes,
    entries: Entries,
    /// The fields of a [`HistoryPart`] as JSON, with a comma at the end, once a client needs them.
    history: OnceLock<Utf8Bytes>,
    revision: u64,
    position: Box<dyn AnyPosition>,
    /// The title and the status of the game.
    preview: (String, String),
    times: Vec<Option<TimeLeft>>,
    running: Option<Player>,
    taken: Duration,
    spectators: usize,
    /// What the lobby shows; `None` if the table is private.
    listing: Option<Listing>,
    /// The fields of [`BoardPart`]s as JSON, for the views that clients have asked for.
    drawn: Mutex<Vec<(ViewParams, Utf8Bytes)>>,
    /// The messages about the change to this snapshot, for clients with the same seats, view and
    /// revision before it.
    changes: Mutex<Vec<(ChangeKey, Bytes)>>,
}

type ChangeKey = (u64, PlayerSet, TableViewParams);

/// The most messages about a change to keep.
const MOST_CHANGES: usize = 32;
/// How long a message is sent as it is: its clocks are as old as the message.
const FRESH: Duration = Duration::from_millis(100);

impl Snapshot {
    pub(super) fn new(
        app: &App,
        id: &str,
        state: &State,
        presence: &Presence,
        events: &[Event],
    ) -> Self {
        let table = &state.table;
        let now = app.time.now();
        let waiting = state.is_waiting();
        let running = running_clock(table, waiting);
        let position = table.position();
        let status = status(table);
        let names: Vec<String> =
            Player::all(table.players()).map(|player| table.name_of(player)).collect();
        let title = format!("{}: {}", position.info().name, names.join(" – "));
        let claim_at = |absence| now + app.config.bounds.absence.saturating_sub(absence);
        let fields = table_state(
            table,
            Surroundings {
                id,
                status: &status,
                seats: seats(state, presence),
                waiting,
                spectators: presence.spectators(),
                listed: state.listed,
                said: &state.said,
                claim_at_ms: state.absent(presence, now).map(|absence| millis(claim_at(absence))),
                want_rematch: state.want_rematch(),
                rematch: state.rematch.as_deref(),
                revision: state.revision,
                events,
            },
        );
        let fields = json_fields(&fields).into();
        Self {
            fields,
            entries: state.entries.clone(),
            history: OnceLock::new(),
            revision: state.revision,
            position: position.boxed_clone(),
            preview: (title, status),
            times: Player::all(table.players())
                .map(|player| table.time_left(player, state.time(app)))
                .collect(),
            running,
            taken: now,
            spectators: presence.spectators(),
            listing: state.listing(id, presence),
            drawn: Mutex::default(),
            changes: Mutex::default(),
        }
    }

    /// What is different for every client, and the board, each as JSON with a comma at the end.
    fn parts(&self, view: TableViewParams, you: PlayerSet, now: Duration) -> [Utf8Bytes; 2] {
        let (you, server_time_ms) = (you.iter().collect(), millis(now));
        let client = ClientPart { you, server_time_ms, clocks: self.clocks(now) };
        let client = format!("{},", json_fields(&client)).into();
        let board = if view.svg { self.board(view.view) } else { Utf8Bytes::default() };
        [client, board]
    }

    /// The fields of a [`HistoryPart`] as JSON, with a comma at the end.
    fn history(&self) -> Utf8Bytes {
        let write = || {
            // Numbers always serialise.
            let rows = serde_json::to_string(&self.entries.rows()).unwrap_or_default();
            format!(r#""history":{},"rows":{rows},"#, self.entries.json()).into()
        };
        self.history.get_or_init(write).clone()
    }

    /// The table as JSON, for the owner of the seats of `you`.
    pub(crate) fn table(&self, view: TableViewParams, you: PlayerSet, now: Duration) -> String {
        let [client, board] = self.parts(view, you, now);
        format!("{{{client}{board}{}{}}}", self.history(), self.fields)
    }

    /// The table as a message of a stream, in parts.
    pub(crate) fn message(
        &self,
        view: TableViewParams,
        you: PlayerSet,
        now: Duration,
    ) -> Vec<Bytes> {
        let [client, board] = self.parts(view, you, now);
        let begin = Bytes::from(format!(r#"{{"type":"table","table":{{{client}"#));
        let (history, fields) = (self.history().into(), self.fields.clone().into());
        vec![begin, board.into(), history, fields, Bytes::from_static(b"}}")]
    }

    /// What has changed since a revision, as a message of a socket; `None` if that is not known. It is
    /// made once for all clients that see the same.
    pub(crate) fn change(
        &self,
        since: u64,
        view: TableViewParams,
        you: PlayerSet,
        now: Duration,
    ) -> Option<Bytes> {
        let key = (since, you, view);
        let is_fresh = now.saturating_sub(self.taken) < FRESH;
        let mut changes = lock(&self.changes);
        if let Some((_, known)) = changes.iter().find(|(known, _)| is_fresh && *known == key) {
            return Some(known.clone());
        }
        let entries = self.entries.json_since(since)?;
        let [client, board] = self.parts(view, you, now);
        let begin = format!(r#"{{"type":"change","since":{since},"entries":{entries}"#);
        let text = format!(r#"{begin},"table":{{{client}{board}{}}}}}"#, self.fields);
        let message = Bytes::from(text);
        if is_fresh && changes.len() < MOST_CHANGES {
            changes.push((key, message.clone()));
        }
        Some(message)
    }

    /// A number that increases with every change.
    pub(crate) const fn revision(&self) -> u64 {
        self.revision
    }

    /// The number of spectators that it shows.
    pub(super) const fn spectators(&self) -> usize {
        self.spectators
    }

    /// What the lobby shows; `None` if the table is private.
    pub(crate) const fn listing(&self) -> Option<&Listing> {
        self.listing.as_ref()
    }

    /// The title and the status of the game.
    pub(crate) fn preview(&self) -> (String, String) {
        self.preview.clone()
    }

    fn clocks(&self, now: Duration) -> Vec<Option<Clock>> {
        let since = now.saturating_sub(self.taken);
        let face = |(player, left): (Player, &Option<TimeLeft>)| {
            let passed = if self.running == Some(player) { since } else { Duration::ZERO };
            Some(clock((*left)?, passed))
        };
        Player::all(self.times.len()).zip(&self.times).map(face).collect()
    }

    /// The fields of a [`BoardPart`] as JSON, with a comma at the end.
    fn board(&self, view: ViewParams) -> Utf8Bytes {
        let mut drawn = lock(&self.drawn);
        if let Some((_, board)) = drawn.iter().find(|(known, _)| *known == view) {
            return board.clone();
        }
        let scene = self.position.scene();
        let info = self.position.info();
        let svg = svg::svg(&scene, info, &view.board());
        let board = BoardPart { svg, squares: squares(&scene, info) };
        let board: Utf8Bytes = format!("{},", json_fields(&board)).into();
        drawn.push((view, board.clone()));
        board
    }
}

/// An object as JSON, without its braces.
fn json_fields(object: &impl Serialize) -> String {
    // Numbers and texts always serialise.
    let mut text = serde_json::to_string(object).unwrap_or_default();
    text.pop();
    text.split_off(1.min(text.len()))
}

pub(super) fn seats<'a>(state: &'a State, presence: &Presence) -> Vec<Seat<'a>> {
    let table = &state.table;
    let seat = |(player, owner): (Player, &SeatOwner)| {
        let seat = &table.seats()[player.index()];
        let (kind, level) = match seat.kind {
            TableSeatKind::Bot(level) => (SeatKind::Bot, Some(level.number())),
            _ if owner.occupancy == Occupancy::Open => (SeatKind::Open, None),
            TableSeatKind::Person => (SeatKind::Person, None),
            TableSeatKind::Remote => (SeatKind::Remote, None),
        };
        Seat {
            name: &seat.name,
            side: table.position().side_name(player).to_owned(),
            kind,
            level,
            connected: seat.is_bot() || presence.is_here(player),
            taken: owner.occupancy == Occupancy::Taken,
            out: table.eliminated().contains(player),
        }
    };
    Player::all(state.owners.len()).zip(&state.owners).map(seat).collect()
}
