//! All searches agree with plain minimax.

use std::sync::atomic::AtomicBool;

use strata_engine::alphabeta::{self, ReferencePosition, Setup};
use strata_engine::{Distance, Limits, TranspositionTable, Value, mcts};
use strata_rules::{Edit, Evaluator, ForcedResult, Options, Player, Random, Visitor, find_game};

/// The minimax value for `mover` of a position after their move; `None` if more than `left` positions
/// would have to be visited.
fn minimax<G: Evaluator>(
    game: &G,
    position: &G::Position,
    mover: Player,
    left: &mut u32,
) -> Option<Value> {
    *left = left.checked_sub(1)?;
    if let Some(outcome) = game.outcome(position) {
        return Some(match (outcome.is_draw(2), outcome.winners.contains(mover)) {
            (true, _) => Value::Draw,
            (false, true) => Value::Win(Distance::Exact(0)),
            (false, false) => Value::Loss(Distance::Exact(0)),
        });
    }
    let turn = game.turn(position);
    let mut best: Option<Value> = None;
    let mut aborted = false;
    game.for_each_move(position, |mv| {
        let mut next = *position;
        game.play(&mut next, mv);
        match minimax(game, &next, turn, left) {
            Some(value) if best.is_none_or(|best| value.rank() > best.rank()) => best = Some(value),
            Some(_) => {}
            None => aborted = true,
        }
    });
    let best = best.filter(|_| !aborted)?;
    Some(if turn == mover { best.one_ply_earlier() } else { best.before_the_move() })
}

fn same_kind(a: Value, b: Value) -> bool {
    std::mem::discriminant(&a) == std::mem::discriminant(&b)
}

/// Compares searches on late positions of random games.
struct Compare {
    positions: usize,
    max_nodes: u32,
}

impl Visitor for Compare {
    type Output = [usize; 3];

    fn visit<G: Edit + Evaluator>(self, game: G) -> [usize; 3] {
        let mut random = Random::new(5);
        let mut tally = [0; 3];
        let stop = AtomicBool::new(false);
        let shared = TranspositionTable::new(4);
        let mut reference = ReferencePosition::default();
        while tally.iter().sum::<usize>() < self.positions {
            let mut position = game.start();
            let mut line = vec![position];
            while let Some(mv) = game.random_move(&position, &mut random) {
                game.play(&mut position, mv);
                line.push(position);
            }
            line.pop();
            // From the end of the game backwards, as long as minimax is feasible.
            for position in line.iter().rev() {
                let turn = game.turn(position);
                let mut left = self.max_nodes;
                let Some(truth) = minimax(&game, position, turn, &mut left) else { break };
                tally[match truth {
                    Value::Win(_) => 0,
                    Value::Draw => 1,
                    _ => 2,
                }] += 1;
                let prove = random.below(2) == 0;
                let setup = |threads, symmetry| Setup {
                    limits: Limits::depth(60),
                    threads,
                    symmetry,
                    lines: 1,
                    prove,
                };
                let nothing = TranspositionTable::new(0);
                for (name, setup, table) in [
                    ("with the table", setup(1, true), &shared),
                    ("without symmetry", setup(1, false), &shared),
                    ("without the table", setup(1, true), &nothing),
                    ("with two threads", setup(2, true), &shared),
                ] {
                    if setup.threads > 1 && random.below(20) > 0 {
                        continue;
                    }
                    let report = alphabeta::search(
                        &game,
                        position,
                        &setup,
                        table,
                        &mut reference,
                        &stop,
                        &mut |_| {},
                    );
                    let found = report.lines[0].value;
                    let text = game.position_text(position);
                    assert!(same_kind(found, truth), "{text} {name}: {found:?}, not {truth:?}");
                    if let (Value::Win(found), Value::Win(truth)) = (found, truth) {
                        assert!(
                            found.plies() >= truth.plies(),
                            "{text} {name}: the win takes longer"
                        );
                    }
                }
                let setup = mcts::Setup {
                    limits: Limits::nodes(2_000),
                    lines: 1,
                    threads: 1,
                    megabytes: 8,
                    seed: 0,
                };
                let report = mcts::search(&game, position, &setup, &stop, &mut |_| {});
                let found = report.lines[0].value;
                // One move may be a proven draw while better ones are not proven yet.
                let fits = match found {
                    Value::Estimate(_) | Value::Draw => true,
                    _ => same_kind(found, truth),
                };
                assert!(fits, "{}: {found:?}, not {truth:?}", game.position_text(position));
            }
        }
        tally
    }
}

fn compare(id: &str, pairs: &[(&str, &str)], positions: usize, max_nodes: u32) -> [usize; 3] {
    let info = find_game(strata_games::GAMES, id).expect("a game").info;
    let options =
        Options::from_pairs(info.id, info.options, pairs.iter().copied()).expect("options");
    let compare = Compare { positions, max_nodes };
    strata_games::visit(id, options, compare).expect("a game").expect("options")
}

#[test]
fn staqs_searches_agree_with_minimax() {
    let tally = compare("staqs", &[], 2_000, 3_000);
    assert!(tally.iter().all(|count| *count > 0), "{tally:?}");
    compare("staqs", &[("size", "6"), ("blockades", "1")], 200, 3_000);
    compare("staqs", &[("size", "3"), ("placement", "anytime")], 200, 3_000);
}

#[test]
fn clusterfuss_searches_agree_with_minimax() {
    let tally = compare("clusterfuss", &[("size", "4")], 2_000, 3_000);
    assert!(tally[0] > 100 && tally[2] > 100, "{tally:?}");
    compare("clusterfuss", &[("size", "8")], 300, 3_000);
    compare("clusterfuss", &[("size", "2"), ("pie", "on")], 50, 3_000);
    compare("clusterfuss", &[("size", "9")], 100, 3_000);
}

#[test]
fn qawale_searches_agree_with_minimax() {
    let tally = compare("qawale", &[], 300, 100_000);
    assert!(tally[0] > 50 && tally[1] > 20, "{tally:?}");
    compare("qawale", &[("doubleline", "opponent")], 100, 100_000);
}

#[test]
fn isaac_searches_agree_with_minimax() {
    let tally = compare("isaac", &[], 1_500, 3_000);
    assert!(tally[0] > 50 && tally[2] > 50, "{tally:?}");
}

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
