//! How the engine plays games: levels, clocks and forced moves.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use strata_engine::{Clock, Engine, Level, Limits, MakeEngine, PonderHit, Request};
use strata_rules::{AnyPosition, Random, find_game};

fn start(id: &str) -> (Box<dyn AnyPosition>, Box<dyn Engine>) {
    let entry = find_game(strata_games::GAMES, id).expect("a game");
    let game = entry.open([]).expect("defaults");
    let engine = strata_games::visit(id, game.options().clone(), MakeEngine);
    (game.start(), engine.expect("a game").expect("options"))
}

/// Random positions of a game that is not over.
fn random_positions(id: &str, games: usize) -> Vec<Box<dyn AnyPosition>> {
    let mut random = Random::new(11);
    let mut positions = Vec::new();
    for _ in 0..games {
        let mut position = start(id).0;
        while position.outcome().is_none() {
            positions.push(position.clone());
            position.play_random(&mut random);
        }
    }
    positions
}

const HOUR: Duration = Duration::from_secs(3600);

/// If the engine used its time, this test would not end.
#[test]
fn a_forced_move_is_played_at_once() {
    let clock = Clock { left: 100 * HOUR, increment: Duration::ZERO };
    let clock = Limits { clock: Some(clock), ..Limits::default() };
    let mut seen = 0;
    for id in ["staqs", "isaac"] {
        let forced = random_positions(id, 20).into_iter().filter(|it| it.moves().len() == 1);
        for position in forced.take(10) {
            for limits in [Limits::movetime(HOUR), clock] {
                let level = Some(Level::HIGHEST);
                let request = Request { limits, level, megabytes: 1, ..Request::default() };
                let stop = AtomicBool::new(false);
                let report = start(id).1.search(&position.text(), &request, &stop, &mut |_| {});
                let report = report.expect("a position");
                assert_eq!(report.lines[0].moves[0], position.moves()[0]);
                seen += 1;
            }
        }
    }
    assert!(seen > 10, "{seen}");
}

/// A level that overlooks a reply still wins if it can do so at once, and plays legal moves.
#[test]
fn levels_with_oversights_win_at_once_if_they_can() {
    let mut seen = 0;
    for position in random_positions("qawale", 30) {
        let mover = position.turn();
        let wins = |mv: &str| {
            let mut next = position.clone();
            next.play(mv).expect("legal");
            next.outcome().is_some_and(|outcome| outcome.winner() == Some(mover))
        };
        if !position.moves().iter().any(|mv| wins(mv)) {
            continue;
        }
        for seed in 0..6 {
            let request =
                Request { level: Level::new(4), seed, megabytes: 1, ..Request::default() };
            let stop = AtomicBool::new(false);
            let report = start("qawale").1.search(&position.text(), &request, &stop, &mut |_| {});
            assert!(wins(&report.expect("a position").lines[0].moves[0]), "{}", position.text());
            seen += 1;
        }
    }
    assert!(seen > 30, "{seen}");
}

/// Without the hit, the search would go on for ever; with it, the time is over at once.
#[test]
fn a_pondering_search_ends_after_the_hit() {
    for id in ["clusterfuss", "isaac"] {
        let (position, mut engine) = start(id);
        let (stop, hit) = (AtomicBool::new(false), PonderHit::default());
        let request = Request {
            limits: Limits::movetime(Duration::ZERO),
            megabytes: 4,
            ..Request::default()
        };
        let mut reports = 0;
        let mut show = |_| {
            reports += 1;
            if reports == 3 {
                hit.hit();
            }
        };
        let report = engine.ponder(&position.text(), &request, &stop, &hit, &mut show);
        assert!(!report.expect("a position").lines.is_empty());
        assert!(reports >= 3, "{id}: the time was counted before the hit");
    }
}
