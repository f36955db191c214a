//! Precomputed results agree with searches.

use std::sync::atomic::AtomicBool;

use strata_engine::alphabeta::{self, ReferencePosition, Setup};
use strata_engine::{TranspositionTable, Value};
use strata_rules::{Edit, Evaluator, ForcedResult, Options, Random, Visitor, find_game};

/// Compares precomputed results with a search.
struct CheckSolved {
    positions: usize,
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
            while game.solved(&position).is_none() {
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
            let (kind, agrees) = match game.solved(&position) {
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

#[test]
fn precomputed_staqs_results_agree_with_search() {
    let info = find_game(strata_games::GAMES, "staqs").expect("a game").info;
    let options = Options::from_pairs(info.id, info.options, []).expect("options");
    let check = CheckSolved { positions: 150 };
    let tally = strata_games::visit("staqs", options, check).expect("a game").expect("options");
    assert!(tally.iter().all(|count| *count > 0), "{tally:?}");
}
