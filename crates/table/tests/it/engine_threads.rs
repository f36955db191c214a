//! Thinking off the interface's thread, with engines that do as they are told.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;
use std::{panic, thread};

use strata_engine::{Catalogue, Engine, Line, Report, Request, SearchError, Value};
use strata_games::GAMES;
use strata_rules::{AnyPosition, find_game};
use strata_table::{EngineThread, SearchJob, SearchUpdate};

/// Does what the text of the position says: `quick`, `slow`, `bad` or `panic`.
struct Told {
    /// How many questions it has heard: what it remembers.
    heard: u64,
}

static MADE: AtomicUsize = AtomicUsize::new(0);

fn report(depth: u32, nodes: u64) -> Report {
    let line = Line { moves: vec!["a1".to_owned()], value: Value::Estimate(0) };
    Report { depth, nodes, time: Duration::ZERO, lines: vec![line] }
}

impl Engine for Told {
    fn search(
        &mut self,
        position: &str,
        _request: &Request,
        stop: &AtomicBool,
        show: &mut dyn FnMut(Report),
    ) -> Result<Report, SearchError> {
        self.heard += 1;
        match position {
            "slow" => {
                let mut depth = 0;
                while !stop.load(Ordering::Relaxed) {
                    depth += 1;
                    show(report(depth, self.heard));
                    thread::sleep(Duration::from_millis(1));
                }
            }
            "panic" => panic!("as told"),
            "bad" => {
                let (text, reason) = (position.to_owned(), "as told".to_owned());
                return Err(SearchError::Position { text, reason });
            }
            _ => {}
        }
        Ok(report(99, self.heard))
    }

    fn forget(&mut self) {
        self.heard = 0;
    }
}

const CATALOGUE: Catalogue = Catalogue {
    games: GAMES,
    engine: |_, _| {
        MADE.fetch_add(1, Ordering::Relaxed);
        Some(Ok(Box::new(Told { heard: 0 })))
    },
};

fn start() -> Box<dyn AnyPosition> {
    find_game(GAMES, "qawale").expect("a game").open([]).expect("defaults").start()
}

fn mind() -> (EngineThread, Receiver<SearchUpdate>) {
    let (sender, receiver) = mpsc::channel();
    let tell = move |answer| drop(sender.send(answer));
    (EngineThread::new(CATALOGUE, &*start(), tell), receiver)
}

fn question(id: u64, position: &str) -> SearchJob {
    SearchJob { id, position: position.to_owned(), request: Request::default() }
}

fn next(answers: &Receiver<SearchUpdate>) -> SearchUpdate {
    answers.recv_timeout(Duration::from_secs(10)).expect("an answer")
}

#[test]
fn questions_are_answered_by_one_thinker() {
    let (mind, answers) = mind();
    for id in 1..4 {
        mind.start(question(id, "quick"));
        assert_eq!(
            next(&answers),
            SearchUpdate::Done { id, report: report(99, id) },
            "it remembers"
        );
        assert!(!mind.is_busy());
    }
}

#[test]
fn progress_is_reported() {
    let (mind, answers) = mind();
    mind.start(question(7, "slow"));
    for depth in 1..4 {
        assert_eq!(next(&answers), SearchUpdate::Progress { id: 7, report: report(depth, 1) });
    }
    assert!(mind.is_busy());
}

#[test]
fn a_stopped_question_is_not_answered() {
    let (mind, answers) = mind();
    for id in 0..50 {
        mind.start(question(id, "slow"));
        next(&answers);
        mind.stop();
        assert!(!mind.is_busy());
        // What was said before counts; after stopping nothing comes.
        while answers.try_recv().is_ok() {}
        let more = answers.recv_timeout(Duration::from_millis(3));
        assert_eq!(more, Err(RecvTimeoutError::Timeout));
    }
    mind.stop();
    mind.start(question(99, "quick"));
    assert!(matches!(next(&answers), SearchUpdate::Done { id: 99, .. }));
}

#[test]
fn a_new_question_takes_the_place_of_the_old_one() {
    let (mind, answers) = mind();
    mind.start(question(1, "slow"));
    next(&answers);
    for id in 2..20 {
        mind.start(question(id, "slow"));
    }
    mind.start(question(20, "quick"));
    let mut last = 1;
    loop {
        let id = match next(&answers) {
            SearchUpdate::Progress { id, .. } => id,
            SearchUpdate::Done { id, .. } => {
                assert_eq!(id, 20, "no other question has a last word");
                break;
            }
            SearchUpdate::Failed { reason, .. } => panic!("{reason}"),
        };
        assert!(id >= last, "an old question was answered after a new one was asked");
        last = id;
    }
}

#[test]
fn dropping_a_mind_ends_its_thread() {
    let (mind, answers) = mind();
    mind.start(question(1, "slow"));
    next(&answers);
    drop(mind);
    while answers.try_recv().is_ok() {}
    assert_eq!(answers.try_recv(), Err(mpsc::TryRecvError::Disconnected), "the thread is gone");
}

#[test]
fn a_mind_without_a_question_ends_too() {
    let (mind, answers) = mind();
    drop(mind);
    assert!(answers.recv().is_err());
}

#[test]
fn trouble_is_an_answer() {
    panic::set_hook(Box::new(|_| {}));
    let (mind, answers) = mind();
    mind.start(question(1, "bad"));
    let reason = "position bad: as told".to_owned();
    assert_eq!(next(&answers), SearchUpdate::Failed { id: 1, reason });
    mind.start(question(2, "panic"));
    let reason = "the search broke down: as told".to_owned();
    assert_eq!(next(&answers), SearchUpdate::Failed { id: 2, reason });
    mind.start(question(3, "quick"));
    assert_eq!(
        next(&answers),
        SearchUpdate::Done { id: 3, report: report(99, 1) },
        "a fresh engine"
    );
}
