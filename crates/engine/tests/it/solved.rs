//! Precomputed results agree with searches.

use std::sync::atomic::AtomicBool;

use strata_engine::alphabeta::{self, ReferencePosition, Setup};
use strata_engine::solver::{self, MakeSolver, Wdl};
use strata_engine::{TranspositionTable, Value};
use strata_rules::{Edit, Evaluator, ForcedResult, Random, Visitor};

use crate::common::visit;

/// Compares precomputed results with a search.
struct CheckSolved {
    positions: usize,
    /// The number of plies before the positions; by default, the first positions with results.
    plies: Option<usize>,
}

impl Visitor for CheckSolved {
    type Output = [usize; 3];

    fn visit<G: Edit + Evaluator>(self, game: G) -> [usize; 3] {
        let mut random = Random::new(11);
        let mut tally = [0; 3];
        let stop = AtomicBool::new(false);
        let table = TranspositionTable::new(16);
        let mut reference = ReferencePosition::default();
        while tally.iter().sum::<usize>() < self.positions {
            let mut position = game.start();
            let lookup = |position: &G::Position| match self.plies {
                Some(_) => game.solved_opening(position),
                None => game.solved(position),
            };
            let mut plies = self.plies.unwrap_or(0);
            while plies > 0 || lookup(&position).is_none() {
                plies = plies.saturating_sub(1);
                let mv = game.random_move(&position, &mut random).expect("the game is in progress");
                game.play(&mut position, mv);
            }
            let setup = Setup::default();
            // The search never looks up the root itself.
            let report = alphabeta::search(
                &game,
                &position,
                &setup,
                &table,
                &mut reference,
                &stop,
                &mut |_| {},
            );
            let found = report.lines[0].value;
            let (kind, agrees) = match lookup(&position) {
                Some(ForcedResult::Draw) => (1, found == Value::Draw),
                Some(ForcedResult::Win { player, .. }) if player == game.turn(&position) => {
                    (0, matches!(found, Value::Win(_)))
                }
                _ => (2, matches!(found, Value::Loss(_))),
            };
            assert!(agrees, "{}: {found:?}", game.position_text(&position));
            tally[kind] += 1;
        }
        tally
    }
}

/// Clusterfuss positions after random play on 4×4, with their precomputed results.
struct SampleClusterfuss {
    positions: usize,
}

impl Visitor for SampleClusterfuss {
    type Output = Vec<(String, Wdl)>;

    fn visit<G: Edit + Evaluator>(self, game: G) -> Self::Output {
        let mut random = Random::new(3);
        let mut sample = Vec::new();
        while sample.len() < self.positions {
            let mut position = game.start();
            while game.outcome(&position).is_none() {
                let result = game.solved(&position).expect("every position is in the table");
                let value = Wdl::of_forced_result(result, game.turn(&position));
                sample.push((game.position_text(&position), value));
                let mv = game.random_move(&position, &mut random).expect("the game is in progress");
                game.play(&mut position, mv);
            }
        }
        sample
    }
}

/// A position of 4×4 with an empty rank above, and an empty file on the right.
fn on_a_larger_board(text: &str) -> String {
    let [_size, ranks, turn] = text.split('_').collect::<Vec<_>>()[..] else { panic!("{text}") };
    let widened = ranks.split('-').map(|rank| match rank.as_bytes() {
        [before @ .., empty @ b'1'..=b'4'] => {
            format!("{}{}", String::from_utf8_lossy(before), char::from(empty + 1))
        }
        _ => format!("{rank}1"),
    });
    format!("size-5_5-{}_{turn}", widened.collect::<Vec<_>>().join("-"))
}

/// The edges of the board do not matter, so a position of 4×4 has the same value on 5×5, for which there
/// are no precomputed results.
#[test]
fn precomputed_clusterfuss_results_agree_with_searches_on_a_larger_board() {
    let sample = SampleClusterfuss { positions: 300 };
    let sample = visit("clusterfuss", &[("size", "4")], sample);
    let solver = visit("clusterfuss", &[("size", "5")], MakeSolver);
    let request =
        solver::Request { megabytes: 16, each_move: true, distance: false, ..Default::default() };
    let mut tally = [0, 0];
    for (text, value) in sample {
        let larger = on_a_larger_board(&text);
        let stop = AtomicBool::new(false);
        let solution = solver.solve(&larger, &request, &stop, &mut |_| {}).expect("a position");
        assert_eq!(solution.value, Some(value), "{text}");
        assert_eq!(solution.table, None);
        tally[usize::from(value == Wdl::Win)] += 1;
    }
    assert!(tally.iter().all(|count| *count > 50), "{tally:?}");
}

#[test]
fn precomputed_staqs_results_agree_with_search() {
    let tally = visit("staqs", &[], CheckSolved { positions: 150, plies: None });
    assert!(tally.iter().all(|count| *count > 0), "{tally:?}");
}

#[test]
fn precomputed_staqs_openings_agree_with_search() {
    let check = CheckSolved { positions: 12, plies: Some(3) };
    let [wins, _, losses] = visit("staqs", &[], check);
    assert!(wins > 0 && losses > 0, "{wins} wins, {losses} losses");
}
