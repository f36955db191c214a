//! The distances and mirror images that engines report are correct.

use std::sync::atomic::AtomicBool;

use strata_engine::{Catalogue, Distance, Limits, Line, MakeEngine, Request, Search, Value};
use strata_rules::{AnyPosition, Random, find_game};

const fn catalogue() -> Catalogue {
    Catalogue {
        games: strata_games::GAMES,
        engine: |id, options| strata_games::visit(id, options, MakeEngine),
    }
}

/// The minimax value of a move for the player who makes it; `None` if more than `left` positions would
/// have to be visited.
fn move_value(position: &dyn AnyPosition, mv: &str, left: &mut u32) -> Option<Value> {
    *left = left.checked_sub(1)?;
    let mover = position.turn();
    let mut next = position.boxed_clone();
    next.play(mv).expect("a legal move");
    if let Some(outcome) = next.outcome() {
        return Some(match outcome.winner() {
            None => Value::Draw,
            Some(winner) if winner == mover => Value::Win(Distance::Exact(1)),
            Some(_) => Value::Loss(Distance::Exact(1)),
        });
    }
    let best = best_value(&move_values(&*next, left)?);
    Some(if next.turn() == mover { best.one_ply_earlier() } else { best.before_the_move() })
}

/// The minimax values of all moves.
fn move_values(position: &dyn AnyPosition, left: &mut u32) -> Option<Vec<(String, Value)>> {
    let value = |mv: String| {
        let value = move_value(position, &mv, left)?;
        Some((mv, value))
    };
    position.moves().into_iter().map(value).collect()
}

fn best_value(moves: &[(String, Value)]) -> Value {
    let values = moves.iter().map(|(_, value)| *value);
    values.max_by_key(|value| value.rank()).expect("a legal move")
}

const fn distance(value: Value) -> Option<Distance> {
    match value {
        Value::Win(distance) | Value::Loss(distance) => Some(distance),
        _ => None,
    }
}

/// Checks a reported line against the minimax values of all moves. Returns whether it has an exact
/// distance of more than one ply.
fn check_line(line: &Line, moves: &[(String, Value)], is_first: bool, context: &str) -> bool {
    let truth = |mv: &String| moves.iter().find(|(known, _)| known == mv).expect("a legal move").1;
    for mirror in &line.mirrors {
        assert_eq!(truth(mirror), truth(&line.moves[0]), "{context}: {mirror} is no mirror image");
    }
    let Some(Distance::Exact(plies)) = distance(line.value) else { return false };
    assert_eq!(line.value, truth(&line.moves[0]), "{context}: {:?}", line.moves);
    if is_first {
        assert_eq!(line.value, best_value(moves), "{context}: {:?}", line.moves);
    }
    plies > 1
}

/// Searches late positions of random games. Returns the number of exact distances of more than one
/// ply.
fn check_reports(id: &str, pairs: &[(&str, &str)], positions: usize, max_nodes: u32) -> usize {
    let entry = find_game(strata_games::GAMES, id).expect("a game");
    let start = entry.open(pairs.iter().copied()).expect("options").start();
    let catalogue = catalogue();
    let mut engine = catalogue.engine_for(&*start);
    let mut random = Random::new(29);
    let (mut checked, mut exact) = (0, 0);
    while checked < positions {
        let mut line = vec![start.clone()];
        while line[line.len() - 1].outcome().is_none() {
            let mut next = line[line.len() - 1].clone();
            next.play_random(&mut random);
            line.push(next);
        }
        line.pop();
        for position in line.iter().rev() {
            let Some(moves) = move_values(&**position, &mut max_nodes.clone()) else { break };
            checked += 1;
            for search in [Search::AlphaBeta, Search::Mcts] {
                for lines in [1, 3, 1000] {
                    let limits = Limits::nodes(20_000);
                    let request =
                        Request { limits, search, lines, megabytes: 1, ..Request::default() };
                    let text = position.text();
                    let stop = AtomicBool::new(false);
                    let report = engine.search(&text, &request, &stop, &mut |_| {});
                    let report = report.expect("a position");
                    let context = format!("{text}, {search:?}, {lines} lines");
                    for (place, line) in report.lines.iter().enumerate() {
                        exact += usize::from(check_line(line, &moves, place == 0, &context));
                    }
                    let reported: usize =
                        report.lines.iter().map(|line| line.first_moves().count()).sum();
                    if lines == 1000 && search == Search::AlphaBeta {
                        assert_eq!(reported, moves.len(), "{context}");
                    }
                }
            }
        }
    }
    exact
}

#[test]
fn exact_distances_and_mirror_images_agree_with_minimax() {
    for (id, pairs) in [
        ("staqs", &[][..]),
        ("clusterfuss", &[("size", "4")]),
        ("clusterfuss", &[("size", "3"), ("pie", "on")]),
        ("isaac", &[]),
    ] {
        let exact = check_reports(id, pairs, 100, 500);
        assert!(exact > 100, "{id}: {exact}");
    }
}

/// The empty board of STAQS has six different first placements.
#[test]
fn mirror_images_of_first_placements_are_merged() {
    let entry = find_game(strata_games::GAMES, "staqs").expect("a game");
    let start = entry.open([]).expect("options").start();
    let catalogue = catalogue();
    for search in [Search::AlphaBeta, Search::Mcts] {
        let request =
            Request { limits: Limits::nodes(1_000), search, lines: 25, ..Request::default() };
        let stop = AtomicBool::new(false);
        let report =
            catalogue.engine_for(&*start).search(&start.text(), &request, &stop, &mut |_| {});
        let lines = report.expect("a position").lines;
        assert_eq!(lines.len(), 6);
        let mut moves: Vec<String> = lines.iter().flat_map(Line::first_moves).cloned().collect();
        moves.sort_unstable();
        assert_eq!(moves, start.moves());
    }
}
