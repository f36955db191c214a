//! What is to be seen of a table.

use std::sync::Mutex;
use std::time::Duration;

use axum::body::Bytes;
use serde::Serialize;
use serde_json::{Value, json};
use strata_render::svg;
use strata_rules::{AnyPosition, Player};
use strata_table::{Event, History, NodeId, SeatKind, Table, TimeLeft};
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::presence::Presence;
use super::{Occupancy, State};
use crate::app::App;
use crate::json::squares_json;
use crate::sync::lock;
use crate::time::millis;
use crate::view_params::{TableViewParams, ViewParams};

/// What is to be seen of a table after a change.
pub(crate) struct Snapshot {
    /// The fields that are the same for all, as the inside of a JSON object.
    fields: Utf8Bytes,
    position: Box<dyn AnyPosition>,
    /// Who plays what, and how it stands.
    preview: (String, String),
    times: Vec<Option<TimeLeft>>,
    running: Option<Player>,
    taken: Duration,
    /// The boards that somebody has looked at.
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
        let patience = app.config.bounds.absence;
        let waiting = state.is_waiting();
        let has_clock = table.setup().clock.is_some();
        let running = table.turn().filter(|_| has_clock && !waiting && !table.is_paused());
        let position = table.position();
        let status = table.result().map_or_else(|| position.status(), |end| end.sentence.clone());
        let names = Player::all(table.players()).map(|player| table.name_of(player));
        let names: Vec<String> = names.collect();
        let title = format!("{}: {}", position.info().name, names.join(" – "));
        let fields = json!({
            "id": id,
            "game": table.setup().game,
            "options": position.options(),
            "setup": setup_json(table),
            "position": position.text(),
            "status": status,
            "turn": table.turn(),
            "seats": seats_json(state, presence),
            "current": table.history().current(),
            "clock_running": running,
            "claim_at_ms": state.absent(presence).map(|absence| millis(now + patience.saturating_sub(absence))),
            "waiting": waiting,
            "offer": table.offer(),
            "paused": table.is_paused(),
            "shared": table.is_shared(),
            "result": table.result(),
            "next": next_steps(table),
            "last_move": position.scene().last_move,
            "want_rematch": state.want_rematch(),
            "rematch": state.rematch.as_ref().map(|id| json!({ "id": id })),
            "revision": state.revision,
            "events": events,
        });
        let text = fields.to_string();
        let history = history_text(table.history());
        Self {
            fields: format!(r#""history":{history},{}"#, &text[1..text.len() - 1]).into(),
            position: position.boxed_clone(),
            preview: (title, status),
            times: Player::all(table.players())
                .map(|p| table.time_left(p, state.time(app)))
                .collect(),
            running,
            taken: now,
            drawn: Mutex::default(),
        }
    }

    /// The table as JSON for somebody who may move for `you`, but for the last brace: what is theirs
    /// alone, and what is the same for many and shared by them.
    fn parts(
        &self,
        seen: TableViewParams,
        you: &[Player],
        now: Duration,
    ) -> (String, [Utf8Bytes; 2]) {
        let you = json!(you);
        let clocks = Value::from(self.clocks(now));
        let board = if seen.svg { self.board(seen.look) } else { Utf8Bytes::default() };
        let now = millis(now);
        let own = format!(r#"{{"you":{you},"server_time_ms":{now},"clocks":{clocks},"#);
        (own, [board, self.fields.clone()])
    }

    /// The table as JSON for somebody who may move for `you`.
    pub(crate) fn table(&self, seen: TableViewParams, you: &[Player], now: Duration) -> String {
        let (own, [board, fields]) = self.parts(seen, you, now);
        format!("{own}{board}{fields}}}")
    }

    /// The same as a message of a stream, in parts.
    pub(crate) fn message(
        &self,
        seen: TableViewParams,
        you: &[Player],
        now: Duration,
    ) -> [Bytes; 4] {
        let (own, [board, fields]) = self.parts(seen, you, now);
        let begin = Bytes::from(format!(r#"{{"type":"table","table":{own}"#));
        [begin, board.into(), fields.into(), Bytes::from_static(b"}}")]
    }

    /// Who plays what, and how it stands, in words.
    pub(crate) fn preview(&self) -> (String, String) {
        self.preview.clone()
    }

    fn clocks(&self, now: Duration) -> Vec<Value> {
        let passed = now.saturating_sub(self.taken);
        let clock = |(player, left): (Player, &Option<TimeLeft>)| {
            let passed = if self.running == Some(player) { passed } else { Duration::ZERO };
            let shown = |time: Duration| millis(time.saturating_sub(passed));
            left.map(
                |left| json!({ "game_ms": left.game.map(shown), "turn_ms": left.turn.map(shown) }),
            )
        };
        let all = Player::all(self.times.len()).zip(&self.times);
        all.map(|place| clock(place).unwrap_or(Value::Null)).collect()
    }

    /// The board as a picture and in words, as fields of a JSON object.
    fn board(&self, look: ViewParams) -> Utf8Bytes {
        let mut drawn = lock(&self.drawn);
        if let Some((_, board)) = drawn.iter().find(|(known, _)| *known == look) {
            return board.clone();
        }
        let scene = self.position.scene();
        let info = self.position.info();
        let picture = json!(svg::svg(&scene, info, &look.board()));
        let squares = squares_json(&scene, info);
        let board: Utf8Bytes = format!(r#""svg":{picture},"squares":{squares},"#).into();
        drawn.push((look, board.clone()));
        board
    }
}

fn setup_json(table: &Table) -> Value {
    let setup = table.setup();
    json!({ "position": setup.position, "clock": setup.clock })
}

fn next_steps(table: &Table) -> Value {
    match table.turn() {
        Some(_) => json!(table.position().continuations(&[]).next),
        None => json!([]),
    }
}

fn seats_json(state: &State, presence: &Presence) -> Vec<Value> {
    let table = &state.table;
    let seat = |(player, owner): (Player, &super::SeatOwner)| {
        let seat = &table.seats()[player.index()];
        let (kind, level) = match seat.kind {
            SeatKind::Bot(level) => ("bot", Some(level.number())),
            _ if owner.occupancy == Occupancy::Open => ("open", None),
            SeatKind::Person => ("person", None),
            SeatKind::Remote => ("remote", None),
        };
        json!({
            "name": seat.name,
            "side": table.position().side_name(player),
            "kind": kind,
            "level": level,
            "connected": seat.is_bot() || presence.is_here(player),
            "taken": owner.occupancy == Occupancy::Taken,
        })
    };
    Player::all(state.owners.len()).zip(&state.owners).map(seat).collect()
}

/// A place of a history. There are many in a long game, so they are written without detours.
#[derive(Serialize)]
struct Place<'a> {
    id: NodeId,
    mv: &'a str,
    player: Player,
    parent: Option<NodeId>,
    children: &'a [NodeId],
    clock_ms: Option<i64>,
    /// The last one: whoever measures a server looks for it there.
    ply: usize,
}

/// A history as a JSON list of its places, each behind the one before it.
fn history_text(history: &History) -> String {
    let place = |id| {
        let node = &history[id];
        Place {
            id,
            mv: &node.mv,
            player: node.player,
            parent: node.parent,
            children: &node.children,
            clock_ms: node.clock.map(millis),
            ply: node.ply,
        }
    };
    let places: Vec<Place<'_>> = history.ids().map(place).collect();
    // Numbers and text always make JSON.
    serde_json::to_string(&places).unwrap_or_default()
}
