//! Tables as clients see them.

use std::time::Duration;

use strata_records::MoveNumber;
use strata_rules::{Player, PlayerSet};
use strata_table::wording::event_sentence;
use strata_table::{Event, History, Table, TimeLeft};

use crate::types::lobby::Said;
use crate::types::tables::{Clock, HistoryEntry, MoveRow, Rematch, Seat, TableSetup, TableState};

/// What a client sees of a table besides the game itself.
#[derive(Debug)]
pub struct Surroundings<'a> {
    /// The id of the table.
    pub id: &'a str,
    /// Who is to move, or how the game ended.
    pub status: &'a str,
    /// The seats in turn order.
    pub seats: Vec<Seat<'a>>,
    /// Whether the game waits for players to take their seats.
    pub waiting: bool,
    /// The number of spectators who are watching.
    pub spectators: usize,
    /// Whether everyone may find it in the lobby.
    pub listed: bool,
    /// What players have said.
    pub said: &'a [Said],
    /// When the win can be claimed.
    pub claim_at_ms: Option<i64>,
    /// The players who asked for a rematch.
    pub want_rematch: PlayerSet,
    /// The id of the next table.
    pub rematch: Option<&'a str>,
    /// A number that increases with every change.
    pub revision: u64,
    /// What happened in the last change.
    pub events: &'a [Event],
}

/// The part of a table that is the same for all clients.
pub fn table_state<'a>(table: &'a Table, around: Surroundings<'a>) -> TableState<'a> {
    let position = table.position();
    TableState {
        history: history(table.history()),
        rows: rows(table.history()),
        id: around.id,
        game: &table.setup().game,
        options: position.options(),
        setup: setup(table),
        position: position.text(),
        status: around.status,
        turn: table.turn(),
        seats: around.seats,
        current: table.history().current(),
        clock_running: running_clock(table, around.waiting),
        claim_at_ms: around.claim_at_ms,
        waiting: around.waiting,
        offer: table.offer(),
        paused: table.is_paused(),
        spectators: around.spectators,
        listed: around.listed,
        said: around.said,
        shared: table.is_shared(),
        result: table.result(),
        next: match table.turn() {
            Some(_) => position.continuations(&[]).next,
            None => Vec::new(),
        },
        last_move: position.scene().last_move,
        want_rematch: around.want_rematch,
        rematch: around.rematch.map(|id| Rematch { id }),
        revision: around.revision,
        events: around.events,
        notices: notices(table, around.events),
    }
}

/// Who is to move, or how the game ended.
pub fn status(table: &Table) -> String {
    table.result().map_or_else(|| table.position().status(), |end| end.sentence.clone())
}

/// The player whose clock is running.
pub fn running_clock(table: &Table, waiting: bool) -> Option<Player> {
    let has_clock = table.setup().clock.is_some();
    table.turn().filter(|_| has_clock && !waiting && !table.is_paused())
}

/// The time that a player has left, `passed` after it was measured.
pub fn clock(left: TimeLeft, passed: Duration) -> Clock {
    let remaining = |time: Duration| millis(time.saturating_sub(passed));
    Clock { game_ms: left.game.map(remaining), turn_ms: left.turn.map(remaining) }
}

/// Whole milliseconds, as they are sent.
pub fn millis(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

fn setup(table: &Table) -> TableSetup<'_> {
    let setup = table.setup();
    TableSetup {
        position: setup.position.as_deref(),
        clock: setup.clock.as_ref().map(ToString::to_string),
    }
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

/// All entries of a history, with their numbers in a list of moves.
pub fn history(history: &History) -> Vec<HistoryEntry<'_>> {
    let mut numbers: Vec<Option<MoveNumber>> = Vec::new();
    let mut entry = |id| {
        let node = &history[id];
        // Parents come before their children.
        let number =
            node.parent.map(|parent| MoveNumber::after(numbers[parent.index()], node.player));
        numbers.push(number);
        HistoryEntry {
            id,
            mv: &node.mv,
            player: node.player,
            parent: node.parent,
            children: &node.children,
            clock_ms: node.clock.map(millis),
            number: number.map_or(0, |number| number.number),
            ply: node.ply,
        }
    };
    history.ids().map(&mut entry).collect()
}
