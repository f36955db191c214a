//! A proof with a job that kills every worker. Without PostgreSQL, this test does nothing.

use std::sync::atomic::AtomicBool;

use strata_engine::solver::{
    Answer, Progress, Proof, Question, Request, Session, Solution, SolveError, Solver, Split, Wdl,
};
use strata_rules::find_game;
use strata_server::{Coordinator, ProofError, Storage};

use crate::common::{ABORTS, postgres};
use crate::processes::Process;
use crate::scripted_solver::ScriptedSolver;

/// A solver whose sessions end the whole process.
pub(crate) struct DeadlySolver(pub(crate) ScriptedSolver);

impl Solver for DeadlySolver {
    fn solve(
        &self,
        position: &str,
        request: &Request,
        stop: &AtomicBool,
        show: &mut dyn FnMut(&Progress),
    ) -> Result<Solution, SolveError> {
        self.0.solve(position, request, stop, show)
    }

    fn prove<'a>(
        &'a self,
        position: &str,
        request: &Request,
        stop: &AtomicBool,
        show: &mut dyn FnMut(&Progress),
    ) -> Result<(Solution, Box<dyn Proof + 'a>), SolveError> {
        self.0.prove(position, request, stop, show)
    }

    fn session(self: Box<Self>, _: &str, _: usize) -> Result<Box<dyn Session>, SolveError> {
        Ok(Box::new(DeadlySession))
    }
}

struct DeadlySession;

impl Session for DeadlySession {
    fn title(&self) -> &str {
        "deadly"
    }

    fn root(&self, goal: Wdl) -> Question {
        Question { id: "root".to_owned(), position: ABORTS.to_owned(), goal }
    }

    fn ask(&self, _: &Question, _: u64, _: &AtomicBool) -> Result<Answer, SolveError> {
        std::process::abort();
    }

    fn split(&self, _: &Question, _: u64, _: &AtomicBool) -> Result<(Split, u64), SolveError> {
        Err(SolveError::Over)
    }

    fn restore(&self, _: &[u8]) -> bool {
        true
    }

    fn solve(
        &self,
        _: &Request,
        _: &AtomicBool,
        _: &mut dyn FnMut(&Progress),
    ) -> Result<Solution, SolveError> {
        Err(SolveError::Over)
    }
}

impl Proof for DeadlySession {
    fn find_move(&self, _: &str, _: Wdl) -> Option<String> {
        None
    }

    fn nodes(&self, _: &str) -> Option<u64> {
        None
    }
}

#[test]
fn job_that_kills_every_worker_is_set_aside_and_reported() {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let Some(storage) = runtime.block_on(postgres()) else { return };
    let Storage::Address(address) = &storage else { panic!("PostgreSQL has an address") };
    let game = find_game(strata_games::GAMES, "qawale").expect("a game");
    let position = game.read_position(ABORTS).expect("a position");
    let mut coordinator =
        Coordinator::open(address, &*position, &DeadlySession, 1).expect("a database");
    let (mut worker, mut ended) = (Process::worker(&storage), 0);
    let proven = coordinator.prove(&mut |_| {
        if worker.has_ended() {
            ended += 1;
            worker = Process::worker(&storage);
        }
    });
    assert!(matches!(proven, Err(ProofError::SetAside(1))), "{proven:?}");
    assert_eq!(ended, 3);
    let status = coordinator.status().expect("an answer").expect("a proof");
    assert_eq!((status.set_aside, status.done, status.waiting), (1, 0, 0));
}
