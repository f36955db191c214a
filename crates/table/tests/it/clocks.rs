//! Clocks, with times chosen by the tests.

use crate::common::{ann, bob, bot, millis, play, sit, small, three};
use std::time::Duration;
use strata_rules::Player;
use strata_table::{Command, Event, FinishKind, Table, TimeLeft};

const ANN: Player = Player(0);
const BOB: Player = Player(1);

/// The milliseconds both players have left for the game.
fn left(table: &Table, now: u64) -> [u128; 2] {
    [ANN, BOB].map(|player| {
        let time = table.time_left(player, millis(now)).expect("a clock");
        time.game.expect("a game's time").as_millis()
    })
}

fn at(table: &mut Table, now: u64, command: Command) -> Vec<Event> {
    table.apply(command, millis(now)).unwrap_or_else(|refusal| panic!("{refusal}"))
}

#[test]
fn only_the_clock_of_the_player_to_move_runs() {
    let mut table = sit(small([ann(), bob()], "1+2"));
    assert_eq!(left(&table, 0), [60_000, 60_000]);
    assert_eq!(left(&table, 1_500), [58_500, 60_000]);
    at(&mut table, 10_000, play(0, "a4b4"));
    assert_eq!(left(&table, 10_000), [52_000, 60_000], "two seconds are added");
    assert_eq!(left(&table, 15_000), [52_000, 55_000]);
    at(&mut table, 15_000, play(1, "a3b3"));
    assert_eq!(left(&table, 15_250), [51_750, 57_000]);
    let node = &table.history()[table.history().current()];
    assert_eq!(node.clock, Some(millis(57_000)));
}

#[test]
fn player_without_time_loses() {
    let mut table = sit(small([ann(), bob()], "1+0"));
    assert_eq!(table.deadline(), Some(millis(60_000)));
    assert_eq!(table.tick(millis(59_999)), []);
    let events = table.tick(millis(60_000));
    assert_eq!(events[0], Event::FlagFell { player: ANN });
    let finish = table.result().expect("over").clone();
    assert_eq!(events[1..], [Event::Finished(finish.clone())]);
    assert_eq!((finish.how, finish.result.as_str()), (FinishKind::Time(ANN), "0-1"));
    assert_eq!(finish.sentence, "Blue wins: Red ran out of time");
    assert_eq!((table.deadline(), table.tick(millis(99_999))), (None, vec![]));
    assert_eq!(left(&table, 99_999), [0, 60_000]);
}

#[test]
fn move_after_the_time_is_up_is_refused() {
    let mut table = sit(small([ann(), bob()], "1+0"));
    let refusal = table.apply(play(0, "a4b4"), millis(60_000)).expect_err("too late");
    assert_eq!(refusal.reason, "the game is over: Blue wins: Red ran out of time");
    assert_eq!(refusal.events.len(), 2, "the refusal reports the fallen flag");
    assert_eq!(left(&table, 70_000), [0, 60_000], "a clock stops at zero");
    let again = table.apply(play(0, "a4b4"), millis(60_001)).expect_err("over");
    assert_eq!(again.events, []);
}

#[test]
fn time_per_turn_is_limited() {
    let mut table = sit(small([ann(), bob()], "30/turn"));
    let time = |table: &Table, player, now| table.time_left(player, millis(now));
    let turn = |millis: u64| {
        let turn = (millis > 0).then(|| Duration::from_millis(millis));
        Some(TimeLeft { game: None, turn, increment: Duration::ZERO })
    };
    assert_eq!(time(&table, ANN, 10_000), turn(20_000));
    assert_eq!(time(&table, BOB, 10_000), turn(0));
    at(&mut table, 29_999, play(0, "a4b4"));
    assert_eq!(table.deadline(), Some(millis(59_999)));
    assert_eq!(time(&table, BOB, 29_999), turn(30_000));
    assert_eq!(table.tick(millis(59_999))[0], Event::FlagFell { player: BOB });
}

#[test]
fn shorter_of_both_limits_counts() {
    let mut table = sit(small([ann(), bob()], "1+0,40/turn"));
    assert_eq!(table.deadline(), Some(millis(40_000)));
    at(&mut table, 35_000, play(0, "a4b4"));
    at(&mut table, 36_000, play(1, "a3b3"));
    assert_eq!(table.deadline(), Some(millis(61_000)), "25 seconds are left for the game");
    let time = table.time_left(ANN, millis(36_000)).expect("a clock");
    assert_eq!(time.least(), Some(millis(25_000)));
}

#[test]
fn game_without_a_clock_has_no_deadline() {
    let mut table = sit(small([ann(), bob()], ""));
    assert_eq!((table.deadline(), table.time_left(ANN, millis(5))), (None, None));
    assert_eq!(table.tick(Duration::MAX), []);
    table.apply(play(0, "a4b4"), Duration::MAX).expect("no time limit");
}

#[test]
fn clocks_stop_while_paused() {
    let mut table = sit(small([ann(), bob()], "1+0"));
    at(&mut table, 10_000, Command::Pause);
    assert_eq!((table.deadline(), left(&table, 500_000)), (None, [50_000, 60_000]));
    assert_eq!(table.tick(millis(500_000)), []);
    let refusal = table.apply(play(0, "a4b4"), millis(500_000)).expect_err("paused");
    assert_eq!(refusal.reason, "the game is paused");
    at(&mut table, 600_000, Command::Resume);
    assert_eq!(table.deadline(), Some(millis(650_000)));
    assert_eq!(left(&table, 601_000), [49_000, 60_000]);
}

#[test]
fn takeback_restores_the_clocks() {
    let mut table = sit(small([ann(), bob()], "1+2"));
    at(&mut table, 10_000, play(0, "a4b4"));
    at(&mut table, 15_000, play(1, "a3b3"));
    let node = table.history().current();
    at(&mut table, 20_000, Command::Takeback { by: BOB });
    assert_eq!(left(&table, 20_000), [52_000, 60_000]);
    at(&mut table, 30_000, Command::Takeback { by: ANN });
    assert_eq!(left(&table, 30_000), [60_000, 60_000]);
    at(&mut table, 40_000, Command::GoTo { node });
    assert_eq!(left(&table, 41_000), [51_000, 57_000]);
    at(&mut table, 41_000, Command::Pause);
    at(&mut table, 41_000, Command::Takeback { by: ANN });
    assert_eq!(left(&table, 99_000), [52_000, 60_000], "still paused");
}

#[test]
fn command_of_a_player_whose_flag_falls_in_a_game_of_three_comes_too_late() {
    let mut table = sit(three([ann(), bob(), bot()], "1+0"));
    let refusal = table.apply(play(0, "c3"), millis(60_000)).expect_err("too late");
    assert_eq!(refusal.reason, "Blue (Ann) is out of the game");
    assert_eq!(refusal.events[0], Event::FlagFell { player: ANN });
    assert_eq!((table.turn(), table.result()), (Some(BOB), None));
}

#[test]
fn time_never_runs_backwards() {
    let mut table = sit(small([ann(), bob()], "1+0"));
    table.tick(millis(10_000));
    assert_eq!(left(&table, 0), [50_000, 60_000]);
    at(&mut table, 5_000, play(0, "a4b4"));
    assert_eq!(left(&table, 5_000), [50_000, 60_000]);
    assert_eq!(table.deadline(), Some(millis(70_000)));
}

#[test]
fn times_are_rounded_to_milliseconds_and_may_start_anywhere() {
    let started = Duration::from_nanos(5_000_999_999);
    let setup = small([ann(), bob()], "0.001+0");
    let mut table = Table::new(strata_games::GAMES, setup, started).expect("a table");
    assert_eq!(table.deadline(), Some(millis(5_060)));
    assert_eq!(table.tick(millis(5_059)), []);
    assert_eq!(table.tick(table.deadline().expect("it runs")).len(), 2);
}

#[test]
fn clocks_are_restored_from_a_record() {
    let mut table = sit(small([ann(), bob()], "1+2"));
    at(&mut table, 10_123, play(0, "a4b4"));
    let record = table.to_record(millis(12_345));
    assert_eq!(record.tag("TurnTime"), Some("0:00:02.222"));
    let later = millis(1_000_000);
    let again = Table::from_record(strata_games::GAMES, &record, later).expect("its own record");
    assert_eq!(left(&again, 1_000_000), left(&table, 12_345));
    assert_eq!(again.deadline(), Some(later + millis(60_000 - 2_222)));
}
