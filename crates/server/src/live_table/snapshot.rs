//! What clients see of a table.

use std::sync::Mutex;
use std::time::Duration;

use axum::body::Bytes;
use serde::Serialize;
use strata_render::svg;
use strata_rules::{AnyPosition, Player};
use strata_table::wording::event_sentence;
use strata_table::{Event, History, SeatKind as TableSeatKind, Table, TimeLeft};
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::presence::Presence;
use super::{Occupancy, SeatOwner, State};
use crate::api::types::tables::{
    BoardPart, ClientPart, Clock, HistoryEntry, MoveRow, Rematch, Seat, SeatKind, TableSetup,
    TableState,
};
use crate::api::view::squares;
use crate::app::App;
use crate::sync::lock;
use crate::time::millis;
use crate::view_params::{TableViewParams, ViewParams};

/// What clients see of a table after a change.
pub(crate) struct Snapshot {
    /// The fields of a [`TableState`] as JSON, without the braces.
    fields: Utf8Bytes,
    position: Box<dyn AnyPosition>,
    /// The title and the status of the game.
    preview: (String, String),
    times: Vec<Option<TimeLeft>>,
    running: Option<Player>,
    taken: Duration,
    spectators: usize,
    /// The fields of [`BoardPart`]s as JSON, for the views that clients have asked for.
    drawn: Mutex<Vec<(ViewParams, Utf8Bytes)>>,
}

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
        let has_clock = table.setup().clock.is_some();
        let running = table.turn().filter(|_| has_clock && !waiting && !table.is_paused());
        let position = table.position();
        let status = table.result().map_or_else(|| position.status(), |end| end.sentence.clone());
        let names: Vec<String> =
            Player::all(table.players()).map(|player| table.name_of(player)).collect();
        let title = format!("{}: {}", position.info().name, names.join(" – "));
        let claim_at = |absence| now + app.config.bounds.absence.saturating_sub(absence);
        let fields = TableState {
            history: history(table.history()),
            rows: rows(table.history()),
            id,
            game: &table.setup().game,
            options: position.options(),
            setup: setup(table),
            position: position.text(),
            status: &status,
            turn: table.turn(),
            seats: seats(state, presence),
            current: table.history().current(),
            clock_running: running,
            claim_at_ms: state.absent(presence, now).map(|absence| millis(claim_at(absence))),
            waiting,
            offer: table.offer(),
            paused: table.is_paused(),
            spectators: presence.spectators(),
            shared: table.is_shared(),
            result: table.result(),
            next: match table.turn() {
                Some(_) => position.continuations(&[]).next,
                None => Vec::new(),
            },
            last_move: position.scene().last_move,
            want_rematch: state.want_rematch(),
            rematch: state.rematch.as_deref().map(|id| Rematch { id }),
            revision: state.revision,
            events,
            notices: notices(table, events),
        };
        let fields = json_fields(&fields).into();
        Self {
            fields,
            position: position.boxed_clone(),
            preview: (title, status),
            times: Player::all(table.players())
                .map(|player| table.time_left(player, state.time(app)))
                .collect(),
            running,
            taken: now,
            spectators: presence.spectators(),
            drawn: Mutex::default(),
        }
    }

    /// The parts of a table, each with a comma at the end but the last: what is different for every
    /// client, the board, and what is the same for all clients.
    fn parts(&self, view: TableViewParams, you: Vec<Player>, now: Duration) -> [Utf8Bytes; 3] {
        let client = ClientPart { you, server_time_ms: millis(now), clocks: self.clocks(now) };
        let client = format!("{},", json_fields(&client)).into();
        let board = if view.svg { self.board(view.view) } else { Utf8Bytes::default() };
        [client, board, self.fields.clone()]
    }

    /// The table as JSON, for the owner of the seats of `you`.
    pub(crate) fn table(&self, view: TableViewParams, you: Vec<Player>, now: Duration) -> String {
        let [client, board, fields] = self.parts(view, you, now);
        format!("{{{client}{board}{fields}}}")
    }

    /// The table as a message of a stream, in parts.
    pub(crate) fn message(
        &self,
        view: TableViewParams,
        you: Vec<Player>,
        now: Duration,
    ) -> [Bytes; 4] {
        let [client, board, fields] = self.parts(view, you, now);
        let begin = Bytes::from(format!(r#"{{"type":"table","table":{{{client}"#));
        [begin, board.into(), fields.into(), Bytes::from_static(b"}}")]
    }

    /// The number of spectators that it shows.
    pub(super) const fn spectators(&self) -> usize {
        self.spectators
    }

    /// The title and the status of the game.
    pub(crate) fn preview(&self) -> (String, String) {
        self.preview.clone()
    }

    fn clocks(&self, now: Duration) -> Vec<Option<Clock>> {
        let since = now.saturating_sub(self.taken);
        let clock = |(player, left): (Player, &Option<TimeLeft>)| {
            let passed = if self.running == Some(player) { since } else { Duration::ZERO };
            let remaining = |time: Duration| millis(time.saturating_sub(passed));
            let TimeLeft { game, turn, .. } = (*left)?;
            Some(Clock { game_ms: game.map(remaining), turn_ms: turn.map(remaining) })
        };
        Player::all(self.times.len()).zip(&self.times).map(clock).collect()
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

fn setup(table: &Table) -> TableSetup<'_> {
    let setup = table.setup();
    TableSetup {
        position: setup.position.as_deref(),
        clock: setup.clock.as_ref().map(ToString::to_string),
    }
}

fn seats<'a>(state: &'a State, presence: &Presence) -> Vec<Seat<'a>> {
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

fn rows(history: &History) -> Vec<MoveRow> {
    let rows = history.rows(&history.path_to(history.current()));
    rows.into_iter().map(|row| MoveRow { number: row.number, moves: row.moves }).collect()
}

fn notices(table: &Table, events: &[Event]) -> Vec<String> {
    let is_unchosen = |event: &&Event| {
        matches!(event, Event::Moved { forced: true, .. } | Event::Eliminated { .. })
    };
    let unchosen = events.iter().filter(is_unchosen);
    unchosen.filter_map(|event| event_sentence(table, event)).collect()
}

fn history(history: &History) -> Vec<HistoryEntry<'_>> {
    let entry = |id| {
        let node = &history[id];
        HistoryEntry {
            id,
            mv: &node.mv,
            player: node.player,
            parent: node.parent,
            children: &node.children,
            clock_ms: node.clock.map(millis),
            ply: node.ply,
        }
    };
    history.ids().map(entry).collect()
}
