//! Tables as clients see them.

use std::time::Duration;

use strata_records::MoveNumber;
use strata_rules::{Player, PlayerSet};
use strata_table::wording::event_sentence;
use strata_table::{Event, History, NodeId, Table, TimeLeft, numbered_rows};

use crate::types::lobby::Said;
use crate::types::tables::{
    Clock, HistoryEntry, HistoryPart, MoveRow, Rematch, Seat, TableSetup, TableState,
};

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

/// The part of a table that is the same for all clients and does not grow with the game.
pub fn table_state<'a>(table: &'a Table, around: Surroundings<'a>) -> TableState<'a> {
    let position = table.position();
    TableState {
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

/// The part of a table that grows with the game.
pub fn history_part(history: &History) -> HistoryPart<'_> {
    let line = history.path_to(history.current());
    let players = line.iter().skip(1).map(|id| (*id, history[*id].player));
    let columns = history[History::ROOT].position.players();
    HistoryPart { history: self::history(history), rows: rows(players, columns) }
}

/// The moves that lead to a history entry, each with its player, in numbered rows.
pub fn rows(moves: impl Iterator<Item = (NodeId, Player)> + Clone, columns: usize) -> Vec<MoveRow> {
    let row = |row: strata_table::MoveRow| MoveRow { number: row.number, moves: row.moves };
    numbered_rows(moves, columns).into_iter().map(row).collect()
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
        // Parents come before their children.
        let number = number(history, id, |parent| numbers[parent.index()]);
        numbers.push(number);
        history_entry(history, id, number)
    };
    history.ids().map(&mut entry).collect()
}

/// The number of an entry in a list of moves, given the number of its parent; `None` at the start.
pub fn number(
    history: &History,
    id: NodeId,
    number_of: impl FnOnce(NodeId) -> Option<MoveNumber>,
) -> Option<MoveNumber> {
    let node = &history[id];
    node.parent.map(|parent| MoveNumber::after(number_of(parent), node.player))
}

/// An entry of a history.
pub fn history_entry(
    history: &History,
    id: NodeId,
    number: Option<MoveNumber>,
) -> HistoryEntry<'_> {
    let node = &history[id];
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
}
