//! Engine threads, with a scripted engine.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;
use std::{panic, thread};

use strata_engine::solver::Wdl;
use strata_engine::{Catalogue, Engine, Line, Report, Request, SearchError, Value};
use strata_games::GAMES;
use strata_rules::{AnyPosition, find_game};
use strata_table::{EngineThread, SearchJob, SearchUpdate};

use crate::scripted_solver::{ScriptedSolver, Values};

/// An engine that behaves as the position text says: `quick`, `slow`, `bad` or `panic`.
struct Scripted {
    /// The number of searches so far, as a stand-in for a transposition table.
    searches: u64,
}

static MADE: AtomicUsize = AtomicUsize::new(0);

fn report(depth: u32, nodes: u64) -> Report {
    let line = Line::new(vec!["a1".to_owned()], Value::Estimate(0));
    Report { depth, nodes, time: Duration::ZERO, lines: vec![line] }
}

impl Engine for Scripted {
    fn search(
        &mut self,
        position: &str,
        _request: &Request,
        stop: &AtomicBool,
        show: &mut dyn FnMut(Report),
    ) -> Result<Report, SearchError> {
        self.searches += 1;
        match position {
            "slow" => {
                let mut depth = 0;
                while !stop.load(Ordering::Relaxed) {
                    depth += 1;
                    show(report(depth, self.searches));
                    thread::sleep(Duration::from_millis(1));
                }
            }
            "panic" => panic!("scripted"),
            "bad" => {
                let (text, reason) = (position.to_owned(), "scripted".to_owned());
                return Err(SearchError::Position { text, reason });
            }
            _ => {}
        }
        Ok(report(99, self.searches))
    }

    fn forget(&mut self) {
        self.searches = 0;
    }
}

const CATALOGUE: Catalogue = Catalogue {
    games: GAMES,
    solver: |game, _| {
        let values: Values = |_| vec![Some(Wdl::Draw), Some(Wdl::Loss)];
        Some(Ok(Box::new(ScriptedSolver { entry: find_game(GAMES, game).ok()?, values })))
    },
    engine: |_, _| {
        MADE.fetch_add(1, Ordering::Relaxed);
        Some(Ok(Box::new(Scripted { searches: 0 })))
    },
    tables: Vec::new,
};

fn start() -> Box<dyn AnyPosition> {
    find_game(GAMES, "qawale").expect("a game").open([]).expect("defaults").start()
}

fn engine_thread() -> (EngineThread, Receiver<SearchUpdate>) {
    let (sender, receiver) = mpsc::channel();
    let report = move |update| drop(sender.send(update));
    (EngineThread::new(CATALOGUE, &*start(), report), receiver)
}

fn job(id: u64, position: &str) -> SearchJob {
    SearchJob { id, position: position.to_owned(), request: Request::default() }
}

fn next(updates: &Receiver<SearchUpdate>) -> SearchUpdate {
    updates.recv_timeout(Duration::from_secs(10)).expect("an update")
}

#[test]
fn jobs_share_one_engine() {
    let (engine, updates) = engine_thread();
    for id in 1..4 {
        engine.start(job(id, "quick"));
        assert_eq!(
            next(&updates),
            SearchUpdate::Done { id, report: report(99, id) },
            "the engine is reused"
        );
        assert!(!engine.is_busy());
    }
}

#[test]
fn progress_is_reported() {
    let (engine, updates) = engine_thread();
    engine.start(job(7, "slow"));
    for depth in 1..4 {
        assert_eq!(next(&updates), SearchUpdate::Progress { id: 7, report: report(depth, 1) });
    }
    assert!(engine.is_busy());
}

#[test]
fn stopped_job_sends_no_more_updates() {
    let (engine, updates) = engine_thread();
    for id in 0..50 {
        engine.start(job(id, "slow"));
        next(&updates);
        engine.stop();
        assert!(!engine.is_busy());
        // Earlier updates may still be in the channel; after `stop` no new one is sent.
        while updates.try_recv().is_ok() {}
        let more = updates.recv_timeout(Duration::from_millis(3));
        assert_eq!(more, Err(RecvTimeoutError::Timeout));
    }
    engine.stop();
    engine.start(job(99, "quick"));
    assert!(matches!(next(&updates), SearchUpdate::Done { id: 99, .. }));
}

#[test]
fn new_job_replaces_the_old_one() {
    let (engine, updates) = engine_thread();
    engine.start(job(1, "slow"));
    next(&updates);
    for id in 2..20 {
        engine.start(job(id, "slow"));
    }
    engine.start(job(20, "quick"));
    let mut last = 1;
    loop {
        let id = match next(&updates) {
            SearchUpdate::Progress { id, .. } => id,
            SearchUpdate::Done { id, .. } => {
                assert_eq!(id, 20, "no other job finishes");
                break;
            }
            other => panic!("{other:?}"),
        };
        assert!(id >= last, "an update of an old job came after one of a new job");
        last = id;
    }
}

#[test]
fn explored_position_is_not_searched() {
    let (engine, updates) = engine_thread();
    engine.explore(1, start().text());
    let SearchUpdate::Explored { id: 1, explored: Some(explored) } = next(&updates) else {
        panic!("the position has values")
    };
    let moves = start().moves();
    assert_eq!(explored.value_of(&moves[0]), Some(Wdl::Draw));
    assert_eq!(explored.value_of(&moves[1]), Some(Wdl::Loss));
    assert_eq!(explored.value_of(&moves[2]), None);
    assert!(!engine.is_busy());
    engine.explore(1, "not a position".to_owned());
    assert_eq!(next(&updates), SearchUpdate::Explored { id: 1, explored: None });
    engine.start(job(2, "quick"));
    assert_eq!(next(&updates), SearchUpdate::Done { id: 2, report: report(99, 1) });
}

#[test]
fn dropping_an_engine_thread_ends_its_search() {
    let (engine, updates) = engine_thread();
    engine.start(job(1, "slow"));
    next(&updates);
    drop(engine);
    while updates.try_recv().is_ok() {}
    assert_eq!(updates.try_recv(), Err(mpsc::TryRecvError::Disconnected), "the thread has ended");
}

#[test]
fn dropping_an_idle_engine_thread_ends_it() {
    let (engine, updates) = engine_thread();
    drop(engine);
    assert!(updates.recv().is_err());
}

#[test]
fn failed_and_panicking_searches_are_reported() {
    panic::set_hook(Box::new(|_| {}));
    let (engine, updates) = engine_thread();
    engine.start(job(1, "bad"));
    let reason = "position bad: scripted".to_owned();
    assert_eq!(next(&updates), SearchUpdate::Failed { id: 1, reason });
    engine.start(job(2, "panic"));
    let reason = "the search panicked: scripted".to_owned();
    assert_eq!(next(&updates), SearchUpdate::Failed { id: 2, reason });
    engine.start(job(3, "quick"));
    assert_eq!(next(&updates), SearchUpdate::Done { id: 3, report: report(99, 1) }, "a new engine");
}
