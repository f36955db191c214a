//! The solver agrees with plain minimax, with itself after an interruption, and with known results.

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use strata_engine::solver::{LogError, MakeSolver, Request, Solution, SolveError, Solver, Wdl};
use strata_rules::{Edit, Evaluator, Random, Visitor, find_game};

use crate::agreement::solved_end_of_random_game;
use crate::common::visit;
use crate::minimax::Truth;

fn solver(game: &str, pairs: &[(&str, &str)]) -> Box<dyn Solver> {
    visit(game, pairs, MakeSolver)
}

fn start(game: &str, pairs: &[(&str, &str)]) -> String {
    let entry = find_game(strata_games::GAMES, game).expect("a game");
    entry.open(pairs.iter().copied()).expect("options").start().text()
}

fn solve(solver: &dyn Solver, position: &str, request: &Request) -> Solution {
    let stop = AtomicBool::new(false);
    solver.solve(position, request, &stop, &mut |_| {}).expect("a position")
}

/// A small table, so that entries are replaced all the time.
fn small_request() -> Request {
    Request { megabytes: 1, ..Request::default() }
}

fn value_of(truth: Truth) -> Wdl {
    match truth {
        Truth::Win(_) => Wdl::Win,
        Truth::Draw => Wdl::Draw,
        Truth::Loss(_) => Wdl::Loss,
    }
}

/// Compares the solver with minimax at the end of random games; returns how often each value occurred.
struct Compare<'a> {
    solver: &'a dyn Solver,
    positions: usize,
    max_nodes: u32,
}

impl Visitor for Compare<'_> {
    type Output = [usize; 3];

    fn visit<G: Edit + Evaluator>(self, game: G) -> [usize; 3] {
        let mut random = Random::new(17);
        let mut tally = [0; 3];
        while tally.iter().sum::<usize>() < self.positions {
            for (position, truth) in solved_end_of_random_game(&game, self.max_nodes, &mut random) {
                let text = game.position_text(&position);
                let threads = 1 + random.below(2) as usize;
                let request = Request { threads, ..small_request() };
                let solution = solve(self.solver, &text, &request);
                let value = value_of(truth.best);
                assert_eq!(solution.value, Some(value), "{text}");
                if let (Truth::Win(plies) | Truth::Loss(plies), Some(found)) =
                    (truth.best, solution.plies)
                {
                    assert_eq!(found, plies, "{text}");
                }
                let each_move = solve(self.solver, &text, &Request { each_move: true, ..request });
                let mut moves = 0;
                for solved in each_move.moves {
                    for mv in [&solved.mv].into_iter().chain(&solved.mirrors) {
                        let mut known = truth.moves.iter();
                        let known = known.find(|(known, _)| game.move_text(*known) == *mv);
                        let (_, known) = known.expect("a legal move");
                        assert_eq!(solved.value, Some(value_of(*known)), "{text} {mv}");
                        moves += 1;
                    }
                }
                assert_eq!(moves, truth.moves.len(), "{text}");
                tally[value as usize] += 1;
            }
        }
        tally
    }
}

fn compare(game: &str, pairs: &[(&str, &str)], max_nodes: u32) -> [usize; 3] {
    let compare = Compare { solver: &*solver(game, pairs), positions: 300, max_nodes };
    visit(game, pairs, compare)
}

#[test]
fn clusterfuss_agrees_with_minimax() {
    for size in ["3", "5", "6", "8", "10"] {
        let [losses, draws, wins] = compare("clusterfuss", &[("size", size)], 20_000);
        assert!(losses > 20 && draws == 0 && wins > 20, "{size}: {losses} {wins}");
    }
    compare("clusterfuss", &[("size", "3"), ("pie", "on")], 200_000);
}

#[test]
fn staqs_agrees_with_minimax() {
    let variants: [&[(&str, &str)]; 5] = [
        &[],
        &[("size", "6")],
        &[("size", "3"), ("pieces", "2"), ("placement", "anytime")],
        &[("size", "4"), ("blockades", "1")],
        &[("size", "4"), ("placement", "anytime")],
    ];
    let mut draws = 0;
    for pairs in variants {
        let tally = compare("staqs", pairs, 20_000);
        assert!(tally[0] > 20 && tally[2] > 20, "{pairs:?}: {tally:?}");
        draws += tally[1];
    }
    assert!(draws > 20, "{draws}");
}

#[test]
fn qawale_agrees_with_minimax() {
    for rule in ["mover", "opponent"] {
        let [_, draws, wins] = compare("qawale", &[("doubleline", rule)], 100_000);
        assert!(draws > 20 && wins > 20, "{draws} {wins}");
    }
}

#[test]
fn isaac_agrees_with_minimax() {
    let [losses, _, wins] = compare("isaac", &[], 50_000);
    assert!(losses > 20 && wins > 20, "{losses} {wins}");
}

/// Solves the last turns of the placement phase of random games, and compares the values with those of
/// the positions after each move; returns how many were compared.
struct CompareLastPlacements<'a> {
    solver: &'a dyn Solver,
    positions: usize,
}

impl Visitor for CompareLastPlacements<'_> {
    type Output = usize;

    fn visit<G: Edit + Evaluator>(self, game: G) -> usize {
        let mut random = Random::new(23);
        let request = Request { nodes: Some(60_000), distance: false, ..small_request() };
        let mut compared = 0;
        for _ in 0..200 {
            let mut placements = vec![game.start()];
            while let Some(position) = placements.last().filter(|last| game.has_many_moves(last)) {
                let mut next = *position;
                let mv = game.random_move(position, &mut random).expect("an unfinished game");
                game.play(&mut next, mv);
                placements.push(next);
            }
            for position in placements.iter().rev().skip(1).take(2) {
                let text = game.position_text(position);
                let Some(value) = solve(self.solver, &text, &request).value else { break };
                let (mover, mut best) = (game.turn(position), Wdl::Loss);
                game.for_each_move(position, |mv| {
                    let mut next = *position;
                    game.play(&mut next, mv);
                    let unlimited = Request { nodes: None, ..request.clone() };
                    let found = solve(self.solver, &game.position_text(&next), &unlimited).value;
                    let found = found.expect("no limit");
                    let is_same = game.turn(&next) == mover;
                    best = best.max(if is_same { found } else { found.opposite() });
                });
                assert_eq!(value, best, "{text}");
                compared += 1;
            }
            if compared >= self.positions {
                break;
            }
        }
        compared
    }
}

#[test]
fn last_placements_of_isaac_agree_with_the_scoring_phases_after_them() {
    let compare = CompareLastPlacements { solver: &*solver("isaac", &[]), positions: 6 };
    assert!(visit("isaac", &[], compare) >= 6);
}

#[test]
fn small_boards_have_their_known_values() {
    let value = |game: &str, pairs: &[(&str, &str)]| {
        let request = Request { megabytes: 64, ..Request::default() };
        solve(&*solver(game, pairs), &start(game, pairs), &request).value
    };
    for size in ["2", "3", "4", "5"] {
        assert_eq!(value("clusterfuss", &[("size", size)]), Some(Wdl::Win), "{size}");
    }
    assert_eq!(value("staqs", &[]), Some(Wdl::Win));
    assert_eq!(value("staqs", &[("size", "4"), ("pieces", "2")]), Some(Wdl::Draw));
}

#[test]
fn a_search_over_its_node_limit_claims_nothing() {
    let pairs = [("size", "6")];
    for (threads, each_move) in [(1, false), (2, false), (1, true)] {
        let request = Request {
            nodes: Some(50_000),
            threads,
            each_move,
            megabytes: 16,
            ..Request::default()
        };
        let solution =
            solve(&*solver("clusterfuss", &pairs), &start("clusterfuss", &pairs), &request);
        assert_eq!(solution.value, None);
        assert!(solution.moves.iter().all(|solved| solved.value.is_none()));
        assert!((50_000..60_000).contains(&solution.nodes), "{}", solution.nodes);
    }
}

#[test]
fn node_limit_stops_a_search_of_endgames_within_the_game() {
    let request = Request { nodes: Some(50_000), ..small_request() };
    let solution = solve(&*solver("isaac", &[]), &start("isaac", &[]), &request);
    assert_eq!(solution.value, None);
    assert!((50_000..60_000).contains(&solution.nodes), "{}", solution.nodes);
}

/// A search of Clusterfuss 5×5 that is interrupted again and again.
fn resume_until_solved(log: &Path) -> (Solution, usize) {
    let pairs = [("size", "5")];
    let (solver, start) = (solver("clusterfuss", &pairs), start("clusterfuss", &pairs));
    for searches in 1.. {
        let request = Request {
            nodes: Some(200_000),
            megabytes: 64,
            log: Some(log.to_owned()),
            ..Request::default()
        };
        let solution = solve(&*solver, &start, &request);
        if solution.value.is_some() {
            return (solution, searches);
        }
        if searches == 2 {
            damage(log);
        }
    }
    unreachable!("the loop ends when the game is solved")
}

/// Cuts off the end of the file, as if the program had been killed while it was writing.
fn damage(log: &Path) {
    let bytes = fs::read(log).expect("a log");
    fs::write(log, &bytes[..bytes.len() - 5]).expect("a log");
}

#[test]
fn an_interrupted_search_resumes_and_gives_the_same_answer() {
    let directory = tempfile::tempdir().expect("a directory");
    let log = directory.path().join("proofs");
    let (solution, searches) = resume_until_solved(&log);
    assert!(searches > 2, "{searches}");
    assert_eq!(solution.value, Some(Wdl::Win));
}

#[test]
fn a_log_of_another_search_is_refused() {
    let directory = tempfile::tempdir().expect("a directory");
    let log = directory.path().join("proofs");
    let refusal = |size: &str| {
        let pairs = [("size", size)];
        let request = Request { log: Some(log.clone()), ..small_request() };
        let (solver, start) = (solver("clusterfuss", &pairs), start("clusterfuss", &pairs));
        solver.solve(&start, &request, &AtomicBool::new(false), &mut |_| {}).err()
    };
    assert!(refusal("3").is_none());
    assert!(matches!(refusal("4"), Some(SolveError::Log(LogError::OtherSearch { .. }))));
    fs::write(&log, "something else\n").expect("a file");
    assert!(matches!(refusal("3"), Some(SolveError::Log(LogError::NotALog))));
}

#[test]
fn finished_games_and_games_of_three_are_refused() {
    let refusal = |game: &str, pairs: &[(&str, &str)], position: &str| {
        let solver = solver(game, pairs);
        solver.solve(position, &small_request(), &AtomicBool::new(false), &mut |_| {}).err()
    };
    let three = [("players", "3"), ("size", "3")];
    let start = start("staqs", &three);
    assert!(matches!(refusal("staqs", &three, &start), Some(SolveError::Players)));
    let over = refusal("clusterfuss", &[("size", "2")], "size-2_r1-2_r");
    assert!(matches!(over, Some(SolveError::Over)), "{over:?}");
    let bad = refusal("clusterfuss", &[("size", "2")], "nonsense");
    assert!(matches!(bad, Some(SolveError::Position(_))), "{bad:?}");
}
