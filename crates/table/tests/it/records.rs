//! Saving tables as records and restoring them, also from records of other programs.

use std::time::Duration;

use crate::common::{ann, apply, bob, line, millis, play, played, read, sit, small, state};
use strata_games::GAMES;
use strata_records::{DEEPEST_VARIATION, Played, Record, Variation, verify};
use strata_rules::Player;
use strata_table::{Command, FinishKind, MOST_MOVES, RestoreError, Seat, SeatKind, Setup, Table};

fn restore(text: &str) -> Table {
    Table::from_record(GAMES, &read(text), Duration::ZERO).unwrap_or_else(|error| panic!("{error}"))
}

fn error_of(text: &str) -> String {
    Table::from_record(GAMES, &read(text), Duration::ZERO).expect_err(text).to_string()
}

#[test]
fn record_has_readable_tags_and_clock_comments() {
    let mut table = sit(small([ann(), Seat::remote("Bob \"B\"")], "5+3"));
    table.apply(play(0, "a4b4"), millis(2_500)).expect("a move");
    table.apply(play(1, "a3b3"), millis(4_000)).expect("a move");
    table.apply(Command::Takeback { by: Player(0) }, millis(5_000)).expect("an offer");
    let text = r#"[Game "clusterfuss"]
[Options "size=4"]
[Player0 "Ann"]
[Seat0 "person"]
[Player1 "Bob \"B\""]
[Seat1 "remote"]
[TimeControl "5+3"]
[Result "*"]
[TurnTime "0:00:01.234"]
[Offer "takeback 0"]

1. a4b4 {[%clk 0:05:00.5]} 1... a3b3 {[%clk 0:05:01.5]} *
"#;
    assert_eq!(table.record_text(millis(5_234)), text);
    assert_eq!(
        state(&restore(text), Duration::ZERO).lines().nth(8),
        Some(r#"[TurnTime "0:00:01.234"]"#)
    );
}

#[test]
fn moves_taken_back_are_saved_as_variations() {
    let mut table = played(small([ann(), bob()], ""), &["a4b4", "a3b3", "d1c1"]);
    apply(&mut table, Command::Takeback { by: Player(0) }).expect("one move");
    apply(&mut table, Command::Takeback { by: Player(0) }).expect("another");
    apply(&mut table, play(1, "a1a2")).expect("something else");
    apply(&mut table, Command::Takeback { by: Player(0) }).expect("not that either");
    let text = table.record_text(Duration::ZERO);
    assert!(text.contains("[Current \"1\"]"), "{text}");
    assert!(text.contains("1. a4b4 a1a2 ( 1... a3b3 2. d1c1 ) *"), "{text}");
    assert_eq!(line(&restore(&text)), ["a4b4"]);
    apply(&mut table, Command::Resign { by: Player(0) }).expect("enough");
    let text = table.record_text(Duration::ZERO);
    assert!(text.contains("[Result \"0-1\"]\n[Termination \"resignation\"]\n[Current"), "{text}");
    assert_eq!(restore(&text).result(), table.result());
}

#[test]
fn records_of_other_programs_are_restored_with_comments_and_variations() {
    let text = r#"[Event "club evening"]
[Game "clusterfuss"]
[Options "size=4"]
[Player0 "  Ann   B.  "]
[TimeControl "40/7200:3600"]
[Date "2026.11.15"]

{A quiet start.} 1. a4b4! {takes [%clk 0:04:58] first [%eval 0.3]} (1. {Or} a4a3 {also} b2b3 (1... c3c4) 2. d1d2)
1... a3b3 ; to the end of the line
2. d1c1 *
"#;
    let table = restore(text);
    assert_eq!(table.seats()[0], Seat::person("Ann B."));
    assert_eq!(table.seats()[1], Seat { name: String::new(), kind: SeatKind::Person });
    assert_eq!(line(&table), ["a4b4", "a3b3", "d1c1"], "the last move is current");
    assert_eq!((table.setup().clock, table.result()), (None, None));
    let history = table.history();
    let first = &history[history.main_line()[1]];
    assert_eq!(first.clock, Some(Duration::from_secs(298)));
    assert_eq!(first.evaluation.as_deref(), Some("0.3"));
    assert_eq!(
        (&first.glyphs[..], &first.comments[..]),
        (&[1][..], &["takes first".to_owned()][..])
    );
    let record = table.to_record(Duration::ZERO);
    assert_eq!(record.tag("Event"), Some("club evening"));
    assert_eq!(record.tag("TimeControl"), Some("40/7200:3600"));
    assert_eq!(record.comments, ["A quiet start."]);
    let variation = &record.moves[0].variations[0].moves;
    assert_eq!(variation[0].comments, ["Or", "also"]);
    assert_eq!(variation[1].variations[0].moves[0].text, "c3c4");
    let again = restore(&table.record_text(Duration::ZERO));
    assert_eq!(state(&again, Duration::ZERO), state(&table, Duration::ZERO));
}

#[test]
fn result_without_a_known_reason_is_preserved() {
    let start = "[Game \"clusterfuss\"]\n[Options \"size=4\"]\n";
    for (termination, expected) in [
        ("[Termination \"forfeit: it finds no move\"]\n", "Red wins: forfeit: it finds no move"),
        ("", "Red wins: as recorded"),
    ] {
        let table = restore(&format!("{start}{termination}\n1. a4b4 1-0\n"));
        let finish = table.result().expect("over");
        assert_eq!((finish.how, finish.sentence.as_str()), (FinishKind::Recorded, expected));
        let again = restore(&table.record_text(Duration::ZERO));
        assert_eq!(state(&again, Duration::ZERO), state(&table, Duration::ZERO));
    }
    let table = restore(&format!("{start}[Termination \"agreement\"]\n\n1. a4b4 1/2-1/2\n"));
    assert_eq!(table.result().map(|finish| finish.how), Some(FinishKind::Agreement));
    let table = restore(&format!("{start}[Termination \"unterminated\"]\n\n1. a4b4 *\n"));
    assert_eq!(table.result(), None);
}

#[test]
fn result_by_the_rules_overrides_the_recorded_one() {
    let table = restore("[Game \"clusterfuss\"]\n[Options \"size=2\"]\n\n1. a2a1 b2b1 2. a1b1 *\n");
    assert_eq!(table.result().map(|finish| finish.result.as_str()), Some("1-0"));
    assert_eq!(verify(&table.to_record(Duration::ZERO), GAMES).faults, []);
}

#[test]
fn redoing_to_the_end_of_a_finished_variation_ends_the_game() {
    let text = "[Game \"clusterfuss\"]\n[Options \"size=2\"]\n\n1. a2b2 (1. a2a1 b2b1 2. a1b1) *\n";
    let mut table = restore(text);
    let end = table.history().ids().find(|id| table.history()[*id].position.outcome().is_some());
    let end = end.expect("the variation ends the game");
    let before_end = table.history()[end].parent.expect("a node before it");
    apply(&mut table, Command::GoTo { node: before_end }).expect("it is there");
    let record = read(&table.record_text(Duration::ZERO));
    assert_eq!(verify(&record, GAMES).faults, [], "the end is ahead but was not reached");
    apply(&mut table, Command::Redo).expect("to the end");
    assert_eq!(table.result().map(|finish| finish.how), Some(FinishKind::Rules));
}

#[test]
fn invalid_records_are_refused_with_a_reason() {
    let game = |tags: &str, moves: &str| {
        error_of(&format!("[Game \"clusterfuss\"]\n[Options \"size=4\"]\n{tags}\n{moves}\n"))
    };
    assert!(error_of("[Game \"chess\"]\n\n*\n").starts_with("unknown game chess"));
    assert_eq!(
        error_of("[Date \"x\"]\n\n*\n"),
        "the tag Game is missing: a record starts with a line such as [Game \"staqs\"]"
    );
    assert_eq!(game("", "1. a4b4 a4b4 *"), "ply 2, a4b4: a4 is empty");
    assert_eq!(
        game("", "1. a4b4 (1. a1a1) *"),
        "ply 1, a1a1: a1 and a1 are not orthogonal neighbours"
    );
    assert_eq!(game("", "1. a4b4 5-3"), "invalid result 5-3");
    assert_eq!(game("[Current \"2\"]\n", "1. a4b4 *"), "tag Current: 2 is not a number of moves");
    assert!(game("[Seat0 \"dog\"]\n", "*").starts_with("seat dog: expected"));
    assert!(game("[TurnTime \"soon\"]\n", "*").starts_with("tag TurnTime: soon is not a time"));
    assert!(game("[Offer \"pony 1\"]\n", "*").starts_with("tag Offer: pony 1 is not an offer"));
}

fn record(moves: Vec<Played>) -> Record {
    let mut record = Record { moves, ..Record::default() };
    record.set_tag("Game", "clusterfuss");
    record
}

fn variation(moves: Vec<Played>) -> Variation {
    Variation { comments: Vec::new(), moves }
}

#[test]
fn too_deeply_nested_variations_are_refused() {
    let nested = |depth: usize| {
        let line = (0..depth).fold(vec![Played::new("a8b8")], |line, _| {
            vec![Played { variations: vec![variation(line)], ..Played::new("a8b8") }]
        });
        Table::from_record(GAMES, &record(line), Duration::ZERO)
    };
    assert!(nested(DEEPEST_VARIATION).is_ok());
    assert!(matches!(nested(DEEPEST_VARIATION + 1), Err(RestoreError::Move { .. })));
}

/// The first `count` pairs of moves, as variations of one another.
fn pairs(count: usize) -> Record {
    let start = sit(Setup::new("clusterfuss", [ann(), bob()]));
    let mut lines: Vec<Vec<Played>> = Vec::new();
    for first in start.position().moves() {
        let mut position = start.position().boxed_clone();
        position.play(&first).expect("a legal move");
        let replies = position.moves().into_iter();
        lines.extend(replies.map(|reply| vec![Played::new(&first), Played::new(reply)]));
    }
    let mut main = lines.remove(0);
    main[0].variations = lines.into_iter().take(count - 1).map(variation).collect();
    record(main)
}

#[test]
fn history_is_limited_to_most_moves() {
    let table = Table::from_record(GAMES, &pairs(9_000), Duration::ZERO).expect("not too many");
    assert!((9_000..MOST_MOVES).contains(&table.history().count_moves()));
    let error = Table::from_record(GAMES, &pairs(10_000), Duration::ZERO).expect_err("too many");
    let expected = format!("the game already has {MOST_MOVES} moves with its variations");
    assert!(error.to_string().ends_with(&expected), "{error}");
}

/// The record can be read back after any sequence of jumps.
#[test]
fn jump_that_would_nest_variations_too_deeply_is_refused() {
    let mut setup = small([ann(), bob()], "");
    setup.options[0].1 = "10".to_owned();
    let mut table = sit(setup);
    let mut others = Vec::new();
    while others.len() <= DEEPEST_VARIATION {
        let moves = table.position().moves();
        let by = table.turn().expect("it goes on").0;
        if moves.len() == 1 {
            apply(&mut table, play(by, &moves[0])).expect("the only move");
            continue;
        }
        apply(&mut table, play(by, &moves[1])).expect("one move");
        others.push(table.history().current());
        apply(&mut table, Command::Takeback { by: Player(0) }).expect("taken back");
        apply(&mut table, play(by, &moves[0])).expect("and another");
    }
    // In reverse order, each jump nests all later lines one level deeper.
    for (jumps, node) in others.into_iter().rev().enumerate() {
        let before = state(&table, Duration::ZERO);
        match apply(&mut table, Command::GoTo { node }) {
            Ok(_) => assert!(jumps < DEEPEST_VARIATION),
            Err(refusal) => {
                assert_eq!(jumps, DEEPEST_VARIATION, "{refusal}");
                assert_eq!(state(&table, Duration::ZERO), before);
            }
        }
        assert_eq!(read(&table.record_text(Duration::ZERO)), table.to_record(Duration::ZERO));
    }
}
