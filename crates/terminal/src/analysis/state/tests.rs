//! Analyses without a screen.

use strata_games::GAMES;
use strata_records::Reader;
use strata_table::{Command, Setup};

use super::*;

/// A game of Clusterfuss in which both players play the first legal move.
fn analysis(moves: usize) -> Analysis {
    let seats = [Seat::person("Ann"), Seat::person("Bob")];
    let setup = Setup::new("clusterfuss", seats);
    let mut table = Table::new(GAMES, setup, Duration::ZERO).expect("a table");
    for _ in 0..moves {
        let by = table.turn().expect("the game goes on");
        let mv = table.position().moves().remove(0);
        table.apply(Command::Play { by, mv }, Duration::ZERO).expect("a legal move");
    }
    Analysis::new(&table, table.history().current(), Duration::ZERO)
}

fn report(mv: &str, value: Value, nodes: u64) -> Report {
    let lines = vec![Line::new(vec![mv.to_owned()], value)];
    Report { depth: 1, nodes, time: Duration::ZERO, lines }
}

/// Gives every position of the main line the value of an even game and its first move.
fn review(analysis: &mut Analysis) {
    analysis.start_review();
    while let Some(node) = analysis.next_to_review() {
        let best = analysis.history()[node].position.moves().remove(0);
        analysis.note(node, report(&best, Value::Estimate(0), 1));
        analysis.reviewed(node);
    }
}

#[test]
fn played_moves_become_variations_and_stepping_changes_nothing() {
    let mut analysis = analysis(4);
    let main_line = analysis.history().main_line();
    assert!(!analysis.step(Toward::Later));
    assert!(analysis.step(Toward::Earlier) && analysis.step(Toward::Earlier));
    let other = analysis.position().moves().remove(1);
    analysis.play(&other).expect("a legal move");
    assert_eq!(analysis.history().main_line(), main_line);
    assert_eq!(analysis.history()[analysis.current()].mv, other);
    assert!(analysis.next_variation());
    assert_eq!(analysis.current(), main_line[3]);
    assert!(analysis.step(Toward::First) && analysis.step(Toward::Last));
    assert_eq!(analysis.current(), main_line[4]);
    assert!(analysis.play("nonsense").is_err());
    assert_eq!(analysis.current(), main_line[4]);
}

#[test]
fn deleting_removes_a_variation_and_leaves_the_rest() {
    let mut analysis = analysis(4);
    analysis.step(Toward::First);
    let others = analysis.position().moves();
    analysis.play(&others[1]).expect("a legal move");
    let reply = analysis.position().moves().remove(0);
    analysis.play(&reply).expect("a legal move");
    analysis.step(Toward::Earlier);
    assert_eq!(analysis.history().count_moves(), 6);
    assert!(analysis.delete());
    assert_eq!(analysis.history().count_moves(), 4);
    assert_eq!(analysis.current(), History::ROOT);
    assert!(!analysis.delete(), "the start cannot be deleted");
    assert_eq!(analysis.history().main_line().len(), 5);
}

#[test]
fn proven_and_larger_reports_replace_others() {
    let mut analysis = analysis(0);
    let value = |analysis: &Analysis| analysis.value(History::ROOT);
    analysis.note(History::ROOT, report("a", Value::Estimate(10), 100));
    analysis.note(History::ROOT, report("a", Value::Estimate(20), 50));
    assert_eq!(value(&analysis), Some(Value::Estimate(10)));
    analysis.note(History::ROOT, report("a", Value::Win(Distance::Exact(3)), 5));
    analysis.note(History::ROOT, report("a", Value::Estimate(20), 5_000));
    assert_eq!(value(&analysis), Some(Value::Win(Distance::Exact(3))));
}

#[test]
fn review_covers_the_main_line_and_finds_mistakes() {
    let mut analysis = analysis(4);
    analysis.start_review();
    assert_eq!(analysis.review_progress(), Some((0, 5)));
    review(&mut analysis);
    assert_eq!(analysis.review_progress(), None);
    assert_eq!(analysis.count_mistakes(), [0, 0, 0]);
    // The third position was winning by another move.
    let node = analysis.history().main_line()[2];
    let better = analysis.history()[node].position.moves().remove(1);
    analysis.note(node, report(&better, Value::Win(Distance::Exact(5)), 10));
    assert_eq!(analysis.count_mistakes(), [0, 0, 1]);
    analysis.step(Toward::First);
    assert!(analysis.go_to_mistake(true));
    let mistake = analysis.mistake(analysis.current()).expect("a mistake");
    assert_eq!(mistake.quality, MoveQuality::Blunder);
    let text = format!("was a proven win, now 50%; {better} was better.");
    assert_eq!(mistake.text, text);
    assert!(!analysis.go_to_mistake(true), "there is only one");
    analysis.step(Toward::Last);
    assert!(analysis.go_to_mistake(false));
    assert_eq!(analysis.history()[analysis.current()].ply, 3);
}

#[test]
fn chances_are_those_of_the_first_player() {
    let mut analysis = analysis(1);
    let line = analysis.history().main_line();
    assert_eq!(analysis.first_players_chance(line[0]), None);
    analysis.note(line[0], report("a", Value::Win(Distance::Exact(3)), 1));
    analysis.note(line[1], report("a", Value::Win(Distance::Exact(3)), 1));
    assert_eq!(analysis.first_players_chance(line[0]), Some(1.0));
    assert_eq!(analysis.first_players_chance(line[1]), Some(0.0));
}

#[test]
fn records_have_variations_and_evaluations_and_read_back() {
    let mut analysis = analysis(4);
    review(&mut analysis);
    analysis.step(Toward::Earlier);
    let other = analysis.position().moves().pop().expect("a move");
    analysis.play(&other).expect("a legal move");
    let text = analysis.record_text();
    assert!(text.contains("[%eval +0.00]"), "{text}");
    assert!(text.contains(&format!("( 2... {other} )")), "{text}");
    let record = Reader::new(text.as_bytes()).next().expect("a record").expect("a good one");
    let table = Table::from_record(GAMES, &record, Duration::ZERO).expect("its own record");
    assert_eq!(table.history().count_moves(), 5);
}

#[test]
fn evaluations_and_glyphs_of_a_record_are_shown_until_better_ones_are_known() {
    let mut analysis = analysis(4);
    review(&mut analysis);
    let line = analysis.history().main_line();
    let better = analysis.history()[line[2]].position.moves().remove(1);
    analysis.note(line[2], report(&better, Value::Win(Distance::Exact(5)), 10));
    let text = analysis.record_text();
    let record = Reader::new(text.as_bytes()).next().expect("a record").expect("a good one");
    let table = Table::from_record(GAMES, &record, Duration::ZERO).expect("its own record");
    let mut again = Analysis::new(&table, History::ROOT, Duration::ZERO);
    assert_eq!(again.first_players_chance(line[2]), Some(1.0));
    assert_eq!(again.first_players_chance(line[3]), Some(0.5));
    assert_eq!(again.count_mistakes(), [0, 0, 1]);
    again.note(line[2], report(&better, Value::Estimate(0), 10));
    assert_eq!(again.first_players_chance(line[2]), Some(0.5));
}

#[test]
fn playing_a_mirror_image_of_the_best_move_is_no_mistake() {
    let mut analysis = analysis(3);
    let line = analysis.history().main_line();
    let played = analysis.history()[line[2]].mv.clone();
    let mut best = report("a6b6", Value::Win(Distance::AtMost(5)), 10);
    analysis.note(line[1], best.clone());
    analysis.note(line[2], report("a", Value::Estimate(0), 10));
    assert!(analysis.mistake(line[2]).is_some());
    best.lines[0].mirrors = vec!["b1b2".to_owned(), played];
    analysis.note(line[1], best);
    assert_eq!(analysis.mistake(line[2]), None);
}

#[test]
fn game_continues_from_the_current_position() {
    let mut analysis = analysis(4);
    analysis.step(Toward::Earlier);
    let seats = [Seat::person("Ann"), Seat::bot(strata_engine::Level::LOWEST)];
    let record = analysis.record_up_to_here(&seats);
    let table = Table::from_record(GAMES, &record, Duration::ZERO).expect("a good record");
    assert_eq!(table.position().text(), analysis.position().text());
    assert_eq!(table.seats(), seats);
}
