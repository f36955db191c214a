//! Bots play whole games at tables, with engines on their own threads.

use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use strata::standard_catalogue;
use strata_engine::{Level, Limits, Request};
use strata_table::{
    Command, EngineThread, FinishKind, SearchJob, SearchUpdate, Seat, SeatKind, Setup, Table,
    hint_request, request_for,
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

/// The best move of a search, once it has ended.
fn best_move(updates: &Receiver<SearchUpdate>, wanted: u64) -> String {
    loop {
        match updates.recv_timeout(PATIENCE).expect("an update") {
            SearchUpdate::Done { id, report } if id == wanted => {
                return report.lines[0].moves[0].clone();
            }
            SearchUpdate::Failed { reason, .. } => panic!("{reason}"),
            _ => {}
        }
    }
}

#[test]
fn bots_finish_games_within_their_time() {
    for (game, options) in [
        ("staqs", vec![("players", "3")]),
        ("clusterfuss", vec![("size", "4")]),
        ("qawale", vec![]),
    ] {
        let options: Vec<(String, String)> =
            options.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        let players =
            if options.first().is_some_and(|(name, _)| name == "players") { 3 } else { 2 };
        let seats: Vec<Seat> = (1..=players).map(|number| Seat::bot(level(number))).collect();
        let mut setup = Setup::new(game, seats);
        setup.options = options;
        setup.clock = Some("1+1,10/turn".parse().expect("a clock"));
        let started = Instant::now();
        let mut table =
            Table::new(standard_catalogue().games, setup, Duration::ZERO).expect("a table");
        let (engine, updates) = engine_thread(&table);
        let mut id = 0;
        while let Some(player) = table.turn() {
            let Some(Seat { kind: SeatKind::Bot(level), .. }) = table.seat_to_move() else {
                panic!("all players are bots")
            };
            id += 1;
            let time = table.time_left(player, started.elapsed());
            let request = request_for(*level, time, id);
            engine.ask(SearchJob { id, position: table.position().text(), request });
            let command = Command::Play { by: player, mv: best_move(&updates, id) };
            table.apply(command, started.elapsed()).unwrap_or_else(|refusal| panic!("{refusal}"));
        }
        assert_eq!(table.result().map(|finish| finish.how), Some(FinishKind::Rules), "{game}");
    }
}

#[test]
fn strongest_bot_respects_a_short_turn_limit() {
    let mut setup = Setup::new("isaac", [Seat::bot(level(8)), Seat::bot(level(8))]);
    setup.clock = Some("0.7/turn".parse().expect("a clock"));
    let mut table = Table::new(standard_catalogue().games, setup, Duration::ZERO).expect("a table");
    let (engine, updates) = engine_thread(&table);
    let started = Instant::now();
    for id in 0..2 {
        let player = table.turn().expect("it goes on");
        let request = request_for(level(8), table.time_left(player, started.elapsed()), id);
        engine.ask(SearchJob { id, position: table.position().text(), request });
        let command = Command::Play { by: player, mv: best_move(&updates, id) };
        table.apply(command, started.elapsed()).unwrap_or_else(|refusal| panic!("{refusal}"));
    }
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
        engine.ask(SearchJob { id: 1, position: position.clone(), request: infinite });
        wait_for_update(&updates, 1);
        let quick = Request { limits: Limits::nodes(1_000), ..hint_request() };
        engine.ask(SearchJob { id: 2, position: position.clone(), request: quick });
        best_move(&updates, 2);
        engine.ask(SearchJob { id: 3, position, request: infinite });
        wait_for_update(&updates, 3);
        // Dropping it waits until the search has stopped.
        drop(engine);
    }
}
