//! Every puzzle is proven: with the simple rules of the checker where they suffice, else with the solver.

use std::collections::{HashMap, HashSet};

use strata::standard_catalogue;
use strata_checker::{Rules, Search, rules};
use strata_engine::solver::Wdl;
use strata_puzzles::{Attempt, Goal, Library, Node, Puzzle, SolverValues, Values, Verdict, prove};
use strata_rules::AnyPosition;

use crate::notation;

/// The node limit of the solver for a position, and the cost limit of the checker's search for a move.
const NODES: u64 = 200_000;
const COST: u64 = 20_000;

/// The games for which the checker's rules are quick enough.
const CHECKED: [&str; 2] = ["staqs", "clusterfuss"];

/// The least number of puzzles of each game.
const LEAST: [(&str, usize); 4] =
    [("staqs", 50), ("clusterfuss", 50), ("qawale", 50), ("isaac", 50)];

fn library() -> Library {
    Library::standard(strata_games::GAMES)
}

/// Values by the checker's rules, or else by the solver.
struct SlowValues {
    game: &'static str,
    rules: Option<Box<dyn Rules>>,
    solver: SolverValues,
    /// How many positions the checker has proven.
    checked: usize,
}

impl SlowValues {
    fn new(puzzle: &Puzzle) -> Self {
        let position = &*puzzle.position;
        let solver = standard_catalogue().solver_for(position).expect("a solver");
        Self {
            game: position.info().id,
            rules: rules(position.info().id, &position.options().text())
                .ok()
                .filter(|_| CHECKED.contains(&position.info().id)),
            solver: SolverValues::new(solver, NODES),
            checked: 0,
        }
    }

    fn by_checker(&self, position: &dyn AnyPosition) -> Option<Vec<(String, Wdl)>> {
        let rules = self.rules.as_deref()?;
        let mut search = Search::new(rules, COST);
        let board = notation::board(self.game, &position.text());
        let mut value = |child| {
            // For the opponent, who is to move.
            if search.settle(&child, 1)? {
                return Some(Wdl::Loss);
            }
            Some(if search.settle(&child, 0)? { Wdl::Draw } else { Wdl::Win })
        };
        let moves = rules.moves(&board).into_iter();
        moves.map(|(name, child)| Some((name, value(child)?))).collect()
    }
}

impl Values for SlowValues {
    fn moves(&mut self, position: &dyn AnyPosition) -> Option<Vec<(String, Wdl)>> {
        let checked = self.by_checker(position);
        self.checked += usize::from(checked.is_some());
        checked.or_else(|| self.solver.moves(position))
    }

    fn plies(&mut self, position: &dyn AnyPosition) -> Option<u16> {
        self.solver.plies(position)
    }
}

fn prove_puzzles(game: &str) -> usize {
    let library = library();
    let mut checked = 0;
    for puzzle in library.puzzles().iter().filter(|puzzle| puzzle.position.info().id == game) {
        let mut values = SlowValues::new(puzzle);
        prove(puzzle, &mut values).unwrap_or_else(|flaw| panic!("{flaw}"));
        checked += values.checked;
    }
    checked
}

#[test]
fn puzzles_of_staqs_have_only_one_solution() {
    assert!(prove_puzzles("staqs") > 0);
}

#[test]
fn puzzles_of_clusterfuss_have_only_one_solution() {
    assert!(prove_puzzles("clusterfuss") > 0);
}

#[test]
fn puzzles_of_qawale_have_only_one_solution() {
    prove_puzzles("qawale");
}

#[test]
fn puzzles_of_isaac_have_only_one_solution() {
    prove_puzzles("isaac");
}

#[test]
fn every_game_has_enough_puzzles_and_none_twice() {
    let library = library();
    let mut counts: HashMap<&str, usize> = HashMap::new();
    let (mut ids, mut positions) = (HashSet::new(), HashSet::new());
    for puzzle in library.puzzles() {
        *counts.entry(puzzle.position.info().id).or_default() += 1;
        assert!(ids.insert(&puzzle.id), "{} occurs twice", puzzle.id);
        let canonical = puzzle.position.symmetric_texts().into_iter().min();
        assert!(positions.insert(canonical), "{} is another puzzle", puzzle.id);
        let sides = [0, 1].map(|player| puzzle.position.side_name(strata_rules::Player(player)));
        assert!(sides.iter().any(|side| puzzle.task.starts_with(side)), "{}", puzzle.task);
    }
    for (game, least) in LEAST {
        let count = counts.get(game).copied().unwrap_or(0);
        assert!(count >= least, "{count} puzzles of {game}");
    }
}

/// The puzzles of each game that were made by the program.
fn made_puzzles() -> HashMap<&'static str, Vec<Puzzle>> {
    let mut games: HashMap<&str, Vec<Puzzle>> = HashMap::new();
    for puzzle in library().puzzles().iter().filter(|puzzle| !puzzle.id.starts_with("classic")) {
        games.entry(puzzle.position.info().id).or_default().push(puzzle.clone());
    }
    games
}

#[test]
fn only_easy_puzzles_have_a_single_move_to_find() {
    for (game, puzzles) in made_puzzles() {
        let mut ratings: Vec<u16> = puzzles.iter().map(|puzzle| puzzle.rating).collect();
        ratings.sort_unstable();
        let hard = ratings[ratings.len() * 3 / 4];
        let single: Vec<&Puzzle> = puzzles.iter().filter(|puzzle| puzzle.length() == 1).collect();
        assert!(single.len() * 4 < puzzles.len(), "{game}: {} with one move", single.len());
        for puzzle in single {
            assert!(puzzle.rating < hard, "{} is rated {}", puzzle.id, puzzle.rating);
        }
    }
}

#[test]
fn puzzles_have_several_tasks() {
    let tasks: Vec<String> = library().puzzles().iter().map(|puzzle| puzzle.task.clone()).collect();
    for end in
        ["to move and win.", "to move and hold the draw.", "to move and win by the tie-break."]
    {
        assert!(tasks.iter().filter(|task| task.ends_with(end)).count() >= 10, "{end}");
    }
}

#[test]
fn playing_the_main_line_solves_every_puzzle() {
    for puzzle in library().puzzles() {
        let mut attempt = Attempt::new(puzzle);
        let mut verdict = Verdict::Right;
        while verdict == Verdict::Right {
            let hint = attempt.hint().expect("it is not solved").to_owned();
            verdict = attempt.try_move(&hint).expect("a legal move");
        }
        assert_eq!((verdict, attempt.is_solved()), (Verdict::Solved, true), "{}", puzzle.id);
    }
}

#[test]
fn broken_puzzles_are_refuted() {
    let library = library();
    let is_fit = |puzzle: &&Puzzle| puzzle.goal == Goal::Win && puzzle.length() >= 2;
    let good = library.puzzles().iter().find(is_fit).expect("a puzzle");
    let refutes = |broken: &Puzzle, reason: &str| {
        let flaw = prove(broken, &mut SlowValues::new(broken)).expect_err(reason);
        assert!(flaw.reason.contains(reason), "{flaw}");
    };

    refutes(&Puzzle { goal: Goal::Draw, ..good.clone() }, "the position is worth");
    let moves = good.position.moves();
    let other = moves.iter().find(|mv| **mv != good.solution[0].mv).expect("another move");
    let wrong = Node { mv: other.clone(), next: Vec::new() };
    refutes(&Puzzle { solution: vec![wrong.clone()], ..good.clone() }, "keeps the value, too");
    let both = [good.solution.clone(), vec![wrong]].concat();
    refutes(&Puzzle { solution: both, ..good.clone() }, "does not keep the value");
    assert_eq!(Attempt::new(good).try_move(other).expect("a legal move"), Verdict::Wrong);
}

#[test]
fn puzzles_read_back_as_they_are_written() {
    for puzzle in library().puzzles() {
        let read = Puzzle::read_all(strata_games::GAMES, &puzzle.text()).expect("its own text");
        assert_eq!(read.len(), 1);
        assert_eq!((&read[0].solution, read[0].text()), (&puzzle.solution, puzzle.text()));
    }
}

#[test]
fn every_puzzle_is_shown_once_before_one_comes_back() {
    let library = library();
    let count = library.puzzles().len() as u64;
    let days = 7 * count..8 * count;
    let shown: HashSet<&str> =
        days.map(|day| library.daily(day).expect("a puzzle").id.as_str()).collect();
    assert_eq!(shown.len() as u64, count);
}
