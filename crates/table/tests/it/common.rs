//! Shared helpers.

use std::time::Duration;

use strata_engine::Level;
use strata_games::GAMES;
use strata_records::{Reader, Record};
use strata_rules::Player;
use strata_table::{Command, Event, Refusal, Seat, Setup, Table};

pub(crate) fn millis(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

pub(crate) fn ann() -> Seat {
    Seat::person("Ann")
}

pub(crate) fn bob() -> Seat {
    Seat::person("Bob")
}

pub(crate) fn bot() -> Seat {
    Seat::bot(Level::new(3).expect("a level"))
}

/// A small game of two players: 16 checkers, 24 first moves.
pub(crate) fn small(seats: [Seat; 2], clock: &str) -> Setup {
    let mut setup = Setup::new("clusterfuss", seats);
    setup.options = vec![("size".to_owned(), "4".to_owned())];
    setup.clock = (!clock.is_empty()).then(|| clock.parse().expect(clock));
    setup
}

/// A game of three players.
pub(crate) fn three(seats: [Seat; 3], clock: &str) -> Setup {
    let mut setup = Setup::new("staqs", seats);
    setup.options = vec![("players".to_owned(), "3".to_owned())];
    setup.clock = (!clock.is_empty()).then(|| clock.parse().expect(clock));
    setup
}

pub(crate) fn sit(setup: Setup) -> Table {
    Table::new(GAMES, setup, Duration::ZERO).expect("a table")
}

pub(crate) fn play(by: u8, mv: &str) -> Command {
    Command::Play { by: Player(by), mv: mv.to_owned() }
}

/// A table after these moves, all played at time 0.
pub(crate) fn played(setup: Setup, moves: &[&str]) -> Table {
    let mut table = sit(setup);
    for mv in moves {
        let by = table.turn().expect("an unfinished game");
        let command = Command::Play { by, mv: (*mv).to_owned() };
        table.apply(command, Duration::ZERO).expect(mv);
    }
    table
}

pub(crate) fn apply(table: &mut Table, command: Command) -> Result<Vec<Event>, Refusal> {
    table.apply(command, Duration::ZERO)
}

/// The moves up to the current node.
pub(crate) fn line(table: &Table) -> Vec<String> {
    let history = table.history();
    let path = history.path_to(history.current());
    path.into_iter().skip(1).map(|id| history[id].mv.clone()).collect()
}

pub(crate) fn read(text: &str) -> Record {
    let mut records: Vec<_> = Reader::new(text.as_bytes()).collect();
    assert_eq!(records.len(), 1, "{text}");
    records.remove(0).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The complete public state of a table as text.
pub(crate) fn state(table: &Table, now: Duration) -> String {
    let times: Vec<_> =
        Player::all(table.players()).map(|player| table.time_left(player, now)).collect();
    format!(
        "{}{:?} {:?} {:?} {:?} {:?} {} {:?} {times:?}",
        table.record_text(now),
        table.setup(),
        line(table),
        table.position().text(),
        table.result(),
        table.offer(),
        table.is_paused(),
        table.deadline(),
    )
}
