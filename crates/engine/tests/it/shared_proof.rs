//! A proof on which several sessions work gives the value that one solver finds alone.

use std::sync::atomic::AtomicBool;

use strata_engine::solver::{MakeSolver, Outcome, Request, Session, Split, Tree, Wdl};
use strata_rules::find_game;

use crate::common::visit;

static NO_STOP: AtomicBool = AtomicBool::new(false);

/// The smallest jobs, so that small proofs need many.
const NODES: u64 = 1;

fn start(game: &str, pairs: &[(&str, &str)]) -> String {
    let entry = find_game(strata_games::GAMES, game).expect("a game");
    entry.open(pairs.iter().copied()).expect("options").start().text()
}

fn session(game: &str, pairs: &[(&str, &str)]) -> Box<dyn Session> {
    let solver = visit(game, pairs, MakeSolver);
    solver.session(&start(game, pairs), 4).expect("a position to solve")
}

/// Answers the question at the root with jobs that the sessions do in turn. Returns the answer and the
/// number of jobs.
fn answer(sessions: &[Box<dyn Session>], goal: Wdl) -> (bool, usize) {
    let mut tree = Tree::new(sessions[0].root(goal));
    for number in 0..100_000 {
        let survey = tree.survey();
        if let Some(answer) = survey.answer() {
            assert!(survey.relevant().is_empty() && survey.progress() == 1.0);
            return (answer, number);
        }
        let jobs = survey.jobs(3);
        let relevant = survey.relevant();
        assert!(jobs.iter().all(|job| relevant.contains(job.question.id.as_str())));
        let question = &jobs[number % jobs.len()].question;
        let session = &sessions[number % sessions.len()];
        let found = session.ask(question, NODES, &NO_STOP).expect("a question");
        for other in sessions {
            assert!(other.restore(&found.proofs));
        }
        let outcome = match found.is_reached {
            Some(answer) => Outcome::Answered(answer),
            None => match session.split(question, NODES, &NO_STOP).expect("a question").0 {
                Split::Answered(answer) => Outcome::Answered(answer),
                Split::Next(next) => Outcome::Split(next),
            },
        };
        tree.add(question.id.clone(), outcome);
    }
    panic!("too many jobs");
}

#[test]
fn sessions_find_the_value_together() {
    for (game, pairs, least_jobs) in [
        ("clusterfuss", vec![("size", "5")], 3),
        ("staqs", vec![("size", "4"), ("pieces", "2"), ("placement", "anytime")], 3),
        ("staqs", vec![("size", "4"), ("pieces", "3"), ("placement", "setup")], 3),
        ("qawale", vec![("stones", "3")], 0),
    ] {
        let sessions = [session(game, &pairs), session(game, &pairs)];
        let (wins, jobs) = answer(&sessions, Wdl::Win);
        assert!(jobs >= least_jobs, "{game} {pairs:?}: {jobs} jobs");
        let draws = wins || answer(&sessions, Wdl::Draw).0;
        let value = match (wins, draws) {
            (true, _) => Wdl::Win,
            (false, true) => Wdl::Draw,
            (false, false) => Wdl::Loss,
        };
        let request = Request { megabytes: 4, ..Request::default() };
        let alone = visit(game, &pairs, MakeSolver)
            .solve(&start(game, &pairs), &request, &NO_STOP, &mut |_| {})
            .expect("a position to solve");
        assert_eq!(Some(value), alone.value, "{game} {pairs:?}");
        let together = sessions[0].solve(&request, &NO_STOP, &mut |_| {}).expect("a solution");
        assert_eq!(together.value, alone.value);
        let has_move = sessions[0].find_move(&start(game, &pairs), value).is_some();
        assert_eq!(has_move, value != Wdl::Loss);
    }
}

#[test]
fn symmetric_positions_are_one_question_and_other_goals_are_others() {
    let session = session("clusterfuss", &[("size", "5")]);
    let Ok((Split::Next(next), _)) = session.split(&session.root(Wdl::Win), NODES, &NO_STOP) else {
        panic!("the value is not obvious")
    };
    // 40 moves up to the symmetries of the board.
    assert!(next.len() <= 16, "{}", next.len());
    assert_ne!(session.root(Wdl::Win).id, session.root(Wdl::Draw).id);
}

#[test]
fn damaged_proofs_are_recognised() {
    let session = session("clusterfuss", &[("size", "4")]);
    let mut proofs =
        session.ask(&session.root(Wdl::Win), 1_000_000, &NO_STOP).expect("a question").proofs;
    assert!(!proofs.is_empty() && session.restore(&proofs));
    proofs[5] ^= 1;
    assert!(!session.restore(&proofs));
    assert!(!session.restore(b"something else"));
}
