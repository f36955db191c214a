//! Setups: checks, normal form, and JSON.

use crate::common::{ann, apply, bob, bot, play, sit, small};
use std::time::Duration;
use strata_games::GAMES;
use strata_rules::Player;
use strata_table::{Command, FinishKind, SeatKind, Setup, SetupError, Table};

const BOB: Player = Player(1);

#[test]
fn invalid_setups_are_refused() {
    let error =
        |setup: Setup| Table::new(GAMES, setup, Duration::ZERO).expect_err("bad").to_string();
    assert!(error(Setup::new("chess", [ann(), bob()])).starts_with("unknown game chess"));
    let mut setup = small([ann(), bob()], "");
    setup.seats.push(bot());
    assert_eq!(error(setup), "the game is for 2 players, but there are 3 seats");
    let mut setup = small([ann(), bob()], "");
    setup.options[0].1 = "99".to_owned();
    assert_eq!(error(setup.clone()), "size=99: size must be 2 to 10");
    setup.options[0].1 = "3".to_owned();
    setup.position = Some("size-2_rb-br_r".to_owned());
    assert_eq!(error(setup.clone()), SetupError::Conflict("size").to_string());
    setup.position = Some("nonsense".to_owned());
    assert!(error(setup).starts_with("position nonsense:"));
    let mut setup = small([ann(), bob()], "5+3");
    setup.clock.as_mut().expect("a clock").turn = Some(Duration::MAX);
    assert_eq!(error(setup), SetupError::Clock.to_string());
}

#[test]
fn setup_is_normalised() {
    let mut setup = Setup::new("Clusterfuss", [ann(), bob()]);
    setup.options = vec![("pie".to_owned(), "off".to_owned()), ("size".to_owned(), "4".to_owned())];
    let table = sit(setup);
    assert_eq!(table.setup(), &small([ann(), bob()], ""));
}

#[test]
fn game_from_a_finished_position_is_over() {
    let mut setup = Setup::new("clusterfuss", [ann(), bob()]);
    setup.position = Some("size-2_rr-1r_b".to_owned());
    let table = sit(setup);
    assert_eq!(table.result().map(|finish| finish.how), Some(FinishKind::Rules));
}

#[test]
fn commands_events_and_setups_have_stable_json() {
    let json = r#"{"command":"play","by":0,"mv":"a4b4"}"#;
    let command: Command = serde_json::from_str(json).expect("a command");
    assert_eq!(command, play(0, "a4b4"));
    let mut table = sit(small([ann(), bot()], "5+3"));
    let events = apply(&mut table, command).expect("a move");
    let json = serde_json::to_string(&events).expect("events");
    assert_eq!(json, r#"[{"event":"moved","player":0,"mv":"a4b4","node":1,"forced":false}]"#);
    let events = apply(&mut table, Command::Resign { by: BOB }).expect("over");
    let json = serde_json::to_string(&events[1]).expect("events");
    assert_eq!(
        json,
        r#"{"event":"finished","winners":[0],"how":{"resignation":1},"result":"1-0","sentence":"Red wins: Blue resigned"}"#
    );
    let json = serde_json::to_string(table.setup()).expect("a setup");
    assert_eq!(serde_json::from_str::<Setup>(&json).expect("the same"), *table.setup());
    let least =
        r#"{"game":"qawale","seats":[{"name":"","kind":"person"},{"name":"","kind":"bot:8"}]}"#;
    let setup: Setup = serde_json::from_str(least).expect("the rest has defaults");
    assert!(matches!(setup.seats[1].kind, SeatKind::Bot(_)));
    assert!(serde_json::from_str::<Setup>(&least.replace("bot:8", "bot:9")).is_err());
}
