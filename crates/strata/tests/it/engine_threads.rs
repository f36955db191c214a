//! Bots play whole games at tables, thinking on threads of their own.

use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use strata::standard_catalogue;
use strata_engine::{Level, Limits, Request};
use strata_table::{
    Command, EngineThread, FinishKind, SearchJob, SearchUpdate, Seat, SeatKind, Setup, Table,
    hint_request, request_for,
};

fn level(number: u8) -> Level {
    Level::new(number).expect("a level")
}

fn mind(table: &Table) -> (EngineThread, Receiver<SearchUpdate>) {
    let (sender, receiver) = mpsc::channel();
    let tell = move |answer| drop(sender.send(answer));
    (EngineThread::new(standard_catalogue(), table.position(), tell), receiver)
}

/// The first move of the last word on the question.
fn best_move(answers: &Receiver<SearchUpdate>) -> String {
    loop {
        match answers.recv_timeout(Duration::from_secs(30)).expect("an answer") {
            SearchUpdate::Progress { .. } => {}
            SearchUpdate::Done { report, .. } => return report.lines[0].moves[0].clone(),
            SearchUpdate::Failed { reason, .. } => panic!("{reason}"),
        }
    }
}

#[test]
fn bots_play_to_the_end_within_their_time() {
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
        let (mind, answers) = mind(&table);
        let mut id = 0;
        while let Some(player) = table.turn() {
            let Some(Seat { kind: SeatKind::Bot(level), .. }) = table.seat_to_move() else {
                panic!("all are bots")
            };
            id += 1;
            let time = table.time_left(player, started.elapsed());
            let request = request_for(*level, time, id);
            mind.ask(SearchJob { id, position: table.position().text(), request });
            let command = Command::Play { by: player, mv: best_move(&answers) };
            table.apply(command, started.elapsed()).unwrap_or_else(|refusal| panic!("{refusal}"));
        }
        assert_eq!(table.result().map(|finish| finish.how), Some(FinishKind::Rules), "{game}");
    }
}

#[test]
fn the_strongest_bot_keeps_a_short_turn() {
    let mut setup = Setup::new("isaac", [Seat::bot(level(8)), Seat::bot(level(8))]);
    setup.clock = Some("0.7/turn".parse().expect("a clock"));
    let mut table = Table::new(standard_catalogue().games, setup, Duration::ZERO).expect("a table");
    let (mind, answers) = mind(&table);
    let started = Instant::now();
    for id in 0..2 {
        let player = table.turn().expect("it goes on");
        let request = request_for(level(8), table.time_left(player, started.elapsed()), id);
        mind.ask(SearchJob { id, position: table.position().text(), request });
        let command = Command::Play { by: player, mv: best_move(&answers) };
        table.apply(command, started.elapsed()).unwrap_or_else(|refusal| panic!("{refusal}"));
    }
}

#[test]
fn endless_searches_are_replaced_and_stopped() {
    let games = standard_catalogue().games;
    for entry in games {
        let setup = Setup::new(entry.info.id, [Seat::person(""), Seat::person("")]);
        let table = Table::new(games, setup, Duration::ZERO).expect("a table");
        let (mind, answers) = mind(&table);
        let position = table.position().text();
        let endless = Request { limits: Limits::default(), ..hint_request() };
        mind.ask(SearchJob { id: 1, position: position.clone(), request: endless });
        std::thread::sleep(Duration::from_millis(100));
        let quick = Request { limits: Limits::nodes(1_000), ..hint_request() };
        mind.ask(SearchJob { id: 2, position: position.clone(), request: quick });
        best_move(&answers);
        mind.ask(SearchJob { id: 3, position, request: endless });
        std::thread::sleep(Duration::from_millis(100));
        // Waits until it has stopped.
        drop(mind);
    }
}
