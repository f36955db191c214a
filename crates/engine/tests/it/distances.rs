//! The distances and mirror images that engines report are correct.

use std::sync::atomic::AtomicBool;

use crate::common::visit;
use crate::minimax::{Solution, solve};
use strata_engine::{
    Catalogue, Distance, Engine, Limits, Line, MakeEngine, Request, Search, Value,
};
use strata_rules::{Edit, Evaluator, Random, Visitor, find_game};

const fn catalogue() -> Catalogue {
    Catalogue {
        games: strata_games::GAMES,
        engine: |id, options| strata_games::visit(id, options, MakeEngine),
        solver: |_, _| None,
        tables: Vec::new,
    }
}

/// Searches late positions of random games and compares exact distances with minimax.
struct CheckDistances {
    positions: usize,
    max_nodes: u32,
}

impl Visitor for CheckDistances {
    /// The number of exact distances of more than one ply.
    type Output = usize;

    fn visit<G: Edit + Evaluator>(self, game: G) -> usize {
        let info = game.info();
        let mut engine = strata_games::visit(info.id, game.options().clone(), MakeEngine)
            .expect("a game")
            .expect("options");
        let mut random = Random::new(29);
        let (mut checked, mut exact) = (0, 0);
        while checked < self.positions {
            let mut position = game.start();
            let mut played = Vec::new();
            while let Some(mv) = game.random_move(&position, &mut random) {
                played.push(position);
                game.play(&mut position, mv);
            }
            for position in played.into_iter().rev() {
                let Some(solution) = solve(&game, &position, self.max_nodes) else { break };
                exact += check_reports(&game, &mut *engine, &position, &solution);
                checked += 1;
            }
        }
        exact
    }
}

/// Searches a position with both searches, for one, three and all lines. Returns the number of exact
/// distances of more than one ply.
fn check_reports<G: Edit + Evaluator>(
    game: &G,
    engine: &mut dyn Engine,
    position: &G::Position,
    solution: &Solution<G::Move>,
) -> usize {
    let text = game.position_text(position);
    let mut exact = 0;
    for search in [Search::AlphaBeta, Search::Mcts] {
        for lines in [1, 3, 1000] {
            let limits = Limits::nodes(20_000);
            let request = Request { limits, search, lines, megabytes: 1, ..Request::default() };
            let report = engine.search(&text, &request, &AtomicBool::new(false), &mut |_| {});
            let report = report.expect("a position");
            let context = format!("{text}, {search:?}, {lines} lines");
            for (place, line) in report.lines.iter().enumerate() {
                exact += usize::from(check_line(game, line, solution, place == 0, &context));
            }
            let reported: usize = report.lines.iter().map(|line| line.first_moves().count()).sum();
            if lines == 1000 && search == Search::AlphaBeta {
                assert_eq!(reported, solution.moves.len(), "{context}");
            }
        }
    }
    exact
}

/// Checks a reported line. Returns whether it has an exact distance of more than one ply.
fn check_line<G: Edit + Evaluator>(
    game: &G,
    line: &Line,
    solution: &Solution<G::Move>,
    is_first: bool,
    context: &str,
) -> bool {
    let truth = |text: &String| {
        let known = solution.moves.iter().find(|(mv, _)| game.move_text(*mv) == *text);
        known.expect("a legal move").1
    };
    let of_move = truth(&line.moves[0]);
    for mirror in &line.mirrors {
        assert_eq!(truth(mirror), of_move, "{context}: {mirror} is not a mirror image");
    }
    let (Value::Win(Distance::Exact(plies)) | Value::Loss(Distance::Exact(plies))) = line.value
    else {
        return false;
    };
    assert!(of_move.allows(line.value), "{context}: {:?} is {of_move:?}", line.moves);
    if is_first {
        let best = solution.best;
        assert!(best.allows(line.value), "{context}: {:?}, not {best:?}", line.value);
    }
    plies > 1
}

fn exact_distances(id: &str, pairs: &[(&str, &str)], positions: usize, max_nodes: u32) -> usize {
    visit(id, pairs, CheckDistances { positions, max_nodes })
}

#[test]
fn exact_distances_and_mirror_images_agree_with_minimax() {
    for (id, pairs) in [
        ("staqs", &[][..]),
        ("clusterfuss", &[("size", "4")]),
        ("clusterfuss", &[("size", "3"), ("pie", "on")]),
        ("isaac", &[]),
    ] {
        let exact = exact_distances(id, pairs, 100, 500);
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
