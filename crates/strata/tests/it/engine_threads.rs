//! Bots play whole games at tables, with engines on their own threads.

use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use strata::standard_catalogue;
use strata_engine::{Level, Limits, Report, Request};
use strata_table::{
    BotAction, BotBudget, BotSearch, Bots, EngineThread, FinishKind, SearchJob, SearchUpdate, Seat,
    Setup, Table, hint_request,
};

/// Long enough for any machine: a test that waits this long has failed.
const PATIENCE: Duration = Duration::from_secs(60);

fn level(number: u8) -> Level {
    Level::new(number).expect("a level")
}

fn engine_thread(table: &Table) -> (EngineThread, Receiver<SearchUpdate>) {
    let (sender, receiver) = mpsc::channel();
    let tell = move |update| drop(sender.send(update));
    (EngineThread::new(standard_catalogue(), table.position(), tell), receiver)
}

/// Waits until a search reports something: progress, or its end if it finds a proof.
fn wait_for_update(updates: &Receiver<SearchUpdate>, wanted: u64) {
    loop {
        match updates.recv_timeout(PATIENCE).expect("an update") {
            SearchUpdate::Progress { id, .. } | SearchUpdate::Done { id, .. } if id == wanted => {
                return;
            }
            SearchUpdate::Failed { reason, .. } => panic!("{reason}"),
            _ => {}
        }
    }
}

/// The report of a search, once it has ended.
fn final_report(updates: &Receiver<SearchUpdate>, wanted: u64) -> Report {
    loop {
        match updates.recv_timeout(PATIENCE).expect("an update") {
            SearchUpdate::Done { id, report } if id == wanted => return report,
            SearchUpdate::Failed { reason, .. } => panic!("{reason}"),
            _ => {}
        }
    }
}

/// A table at which bots of these levels play. No time passes there.
fn bots_at(game: &str, options: &[(&str, &str)], levels: &[u8], clock: &str) -> Table {
    let seats: Vec<Seat> = levels.iter().map(|number| Seat::bot(level(*number))).collect();
    let mut setup = Setup::new(game, seats);
    let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
    setup.options = options.iter().map(owned).collect();
    setup.clock = Some(clock.parse().expect("a clock"));
    Table::new(standard_catalogue().games, setup, Duration::ZERO).expect("a table")
}

/// Lets bots play at most `most` moves on an engine thread.
fn let_bots_play(table: &mut Table, most: usize) {
    let (engine, updates) = engine_thread(table);
    let mut bots = Bots::default();
    for id in 0..most as u64 {
        let command = match bots.next(table, Duration::ZERO, BotBudget::default(), id) {
            BotAction::Wait | BotAction::Stop => return,
            BotAction::Apply(command) => command,
            BotAction::Search(search) => {
                let BotSearch { node, position, request, .. } = *search;
                engine.start(SearchJob { id, position: position.text(), request });
                let report = final_report(&updates, id);
                bots.finish(table, node, Ok(report), id).expect("a move").command
            }
        };
        table.apply(command, Duration::ZERO).unwrap_or_else(|refusal| panic!("{refusal}"));
    }
}

#[test]
fn bots_play_games_to_the_end() {
    for (game, options, levels) in [
        ("staqs", &[("players", "3")][..], &[1, 2, 3][..]),
        ("clusterfuss", &[("size", "4")], &[1, 2]),
        ("qawale", &[], &[1, 2]),
    ] {
        let mut table = bots_at(game, options, levels, "1+1,10/turn");
        let_bots_play(&mut table, 1_000);
        assert_eq!(table.result().map(|finish| finish.how), Some(FinishKind::Rules), "{game}");
    }
}

#[test]
fn strongest_bot_finds_a_move_within_a_short_turn() {
    let mut table = bots_at("isaac", &[], &[8, 8], "0.7/turn");
    let_bots_play(&mut table, 2);
    assert_eq!(table.history().count_moves(), 2);
}

#[test]
fn search_that_is_finished_early_returns_its_best_move() {
    let table = bots_at("isaac", &[], &[8, 8], "5+3");
    let (engine, updates) = engine_thread(&table);
    let request = Request { limits: Limits::default(), ..hint_request() };
    engine.start(SearchJob { id: 1, position: table.position().text(), request });
    wait_for_update(&updates, 1);
    engine.finish_now();
    let best = final_report(&updates, 1).lines[0].moves[0].clone();
    assert!(table.position().moves().contains(&best));
    assert!(!engine.is_busy());
}

#[test]
fn infinite_searches_can_be_replaced_and_stopped() {
    let games = standard_catalogue().games;
    for entry in games {
        let setup = Setup::new(entry.info.id, [Seat::person(""), Seat::person("")]);
        let table = Table::new(games, setup, Duration::ZERO).expect("a table");
        let (engine, updates) = engine_thread(&table);
        let position = table.position().text();
        let infinite = Request { limits: Limits::default(), ..hint_request() };
        engine.start(SearchJob { id: 1, position: position.clone(), request: infinite });
        wait_for_update(&updates, 1);
        let quick = Request { limits: Limits::nodes(1_000), ..hint_request() };
        engine.start(SearchJob { id: 2, position: position.clone(), request: quick });
        final_report(&updates, 2);
        engine.start(SearchJob { id: 3, position, request: infinite });
        wait_for_update(&updates, 3);
        // Dropping it waits until the search has stopped.
        drop(engine);
    }
}
