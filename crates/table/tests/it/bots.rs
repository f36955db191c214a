//! The bot driver.

use std::time::Duration;

use crate::cases;
use crate::common::*;
use strata_engine::{Level, Line, Report, Value};
use strata_rules::{AnyPosition, Player};
use strata_table::{BotAction, BotBudget, BotSearch, Bots, Command, Event, Seat, Setup, Table};

const NOW: Duration = Duration::ZERO;

fn level(number: u8) -> Level {
    Level::new(number).expect("a level")
}

/// A report with the first legal move.
fn report(position: &dyn AnyPosition, value: Value) -> Report {
    let lines = vec![Line::new(vec![position.moves().remove(0)], value)];
    Report { depth: 1, nodes: 1, time: Duration::ZERO, lines }
}

/// Runs the bots until they wait.
fn run_bots(table: &mut Table, bots: &mut Bots) -> Vec<Event> {
    let mut events = Vec::new();
    loop {
        match bots.next(table, NOW, BotBudget::default(), 1) {
            BotAction::Wait => return events,
            BotAction::Stop => {}
            BotAction::Apply(command) => {
                events.extend(table.apply(command, NOW).expect("bots play by the rules"));
            }
            BotAction::Search(search) => {
                let found = cases::search(&*search.position, search.request.level);
                let result =
                    found.expect("a level of the cases").map_err(|error| error.to_string());
                let fails = result.is_err();
                let mv = bots.finish(table, search.node, result, 1).expect("a move");
                assert_eq!(mv.failure.is_some(), fails);
                events.extend(table.apply(mv.command, NOW).expect("a legal move"));
            }
        }
    }
}

#[test]
fn bots_answer_draw_offers_as_the_cases_say() {
    for case in &cases::DRAW_OFFERS {
        let (mut table, mut bots) = (sit(case.setup()), Bots::default());
        for mv in case.moves {
            apply(&mut table, play(0, mv)).expect(mv);
            run_bots(&mut table, &mut bots);
        }
        apply(&mut table, Command::OfferDraw { by: Player(0) }).expect("an offer");
        let events = run_bots(&mut table, &mut bots);
        let is_accepted = match &events[..] {
            [Event::Finished(_)] => true,
            [Event::DrawDeclined { by: Player(1) }] => false,
            other => panic!("{}: {other:?}", case.name()),
        };
        assert_eq!(is_accepted, case.is_accepted, "{}", case.name());
    }
}

#[test]
fn value_of_a_move_that_was_taken_back_is_not_used() {
    let mut setup = Setup::new("staqs", [ann(), Seat::bot(level(3))]);
    setup.options = vec![("size".to_owned(), "3".to_owned())];
    let (mut table, mut bots) = (sit(setup), Bots::default());
    apply(&mut table, play(0, "b2")).expect("a legal move");
    run_bots(&mut table, &mut bots);
    apply(&mut table, Command::Takeback { by: Player(0) }).expect("a takeback");
    apply(&mut table, Command::OfferDraw { by: Player(0) }).expect("an offer");
    let events = run_bots(&mut table, &mut bots);
    assert_eq!(events, [Event::DrawDeclined { by: Player(1) }]);
}

fn bots_only() -> Table {
    sit(small([Seat::bot(level(8)), Seat::bot(level(8))], ""))
}

fn search(table: &Table, bots: &mut Bots, now: Duration) -> BotSearch {
    match bots.next(table, now, BotBudget::default(), 1) {
        BotAction::Search(search) => *search,
        other => panic!("{other:?}"),
    }
}

#[test]
fn search_is_started_once_and_stopped_when_the_game_moves_on() {
    let (mut table, mut bots) = (bots_only(), Bots::default());
    let first = search(&table, &mut bots, NOW);
    assert_eq!(first.player, Player(0));
    assert!(matches!(bots.next(&table, NOW, BotBudget::default(), 1), BotAction::Wait));
    apply(&mut table, Command::Pause).expect("it can be paused");
    assert!(matches!(bots.next(&table, NOW, BotBudget::default(), 1), BotAction::Stop));
    let late = bots.finish(&table, first.node, Ok(report(&*first.position, Value::Draw)), 1);
    assert_eq!(late, None, "the search was stopped");
}

#[test]
fn overdue_search_is_replaced_by_its_best_move_so_far() {
    let (table, mut bots) = (bots_only(), Bots::default());
    let found = search(&table, &mut bots, NOW);
    assert_eq!(bots.wake(), None, "there is no move to play yet");
    let much_later = Duration::from_secs(60);
    assert!(matches!(bots.next(&table, much_later, BotBudget::default(), 1), BotAction::Wait));
    let report = report(&*found.position, Value::Estimate(5));
    bots.progress(found.node, &report);
    let due = bots.wake().expect("there is a move now");
    assert!(due > found.request.limits.movetime.expect("a time"));
    assert!(matches!(bots.next(&table, NOW, BotBudget::default(), 1), BotAction::Wait));
    let BotAction::Apply(command) = bots.next(&table, due, BotBudget::default(), 1) else {
        panic!("it is overdue")
    };
    assert_eq!(command, play(0, &report.lines[0].moves[0]));
}

#[test]
fn failed_search_plays_a_random_legal_move_and_says_why() {
    let (mut table, mut bots) = (bots_only(), Bots::default());
    let found = search(&table, &mut bots, NOW);
    let mv = bots.finish(&table, found.node, Err("out of memory".to_owned()), 7).expect("a move");
    assert_eq!(mv.failure.as_deref(), Some("out of memory"));
    apply(&mut table, mv.command).expect("it is legal");
}

#[test]
fn only_move_is_played_without_a_search() {
    let mut setup = Setup::new("clusterfuss", [bot(), bot()]);
    setup.position = Some("size-2_1r-1b_r".to_owned());
    let (table, mut bots) = (sit(setup), Bots::default());
    let action = bots.next(&table, NOW, BotBudget::default(), 1);
    let BotAction::Apply(Command::Play { mv, .. }) = action else { panic!("{action:?}") };
    assert_eq!(mv, "b2b1");
}

#[test]
fn bots_agree_to_every_rematch_and_people_have_to_ask() {
    let table = sit(small([ann(), bot()], ""));
    assert_eq!(table.rematch_needs().iter().collect::<Vec<_>>(), [Player(0)]);
    assert!(bots_only().rematch_needs().is_empty());
}
