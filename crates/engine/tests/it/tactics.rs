//! Positions with known best moves, determinism, stopping, and playing strength.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use strata_engine::{Distance, Engine, Level, Limits, MakeEngine, Report, Request, Search, Value};
use strata_rules::{AnyPosition, Options, Random, find_game};

fn engine(id: &str, position: &str) -> Box<dyn Engine> {
    let info = find_game(strata_games::GAMES, id).expect("a game").info;
    let (options, _) = position.split_once('_').expect("options");
    let options = Options::from_text(info.id, info.options, options).expect("options");
    strata_games::visit(id, options, MakeEngine).expect("a game").expect("options")
}

fn parse_position(id: &str, position: &str) -> Box<dyn AnyPosition> {
    let entry = find_game(strata_games::GAMES, id).expect("a game");
    entry.read_position(position).expect("a position")
}

fn report_for(id: &str, position: &str, request: &Request) -> Report {
    let stop = AtomicBool::new(false);
    engine(id, position).search(position, request, &stop, &mut |_| {}).expect("a position")
}

fn start(id: &str, pairs: &[(&str, &str)]) -> Box<dyn AnyPosition> {
    let entry = find_game(strata_games::GAMES, id).expect("a game");
    entry.open(pairs.iter().copied()).expect("options").start()
}

const ALL: [(&str, &[(&str, &str)]); 8] = [
    ("staqs", &[]),
    ("staqs", &[("players", "3")]),
    ("staqs", &[("players", "4"), ("size", "6"), ("blockades", "1")]),
    ("staqs", &[("size", "10"), ("placement", "anytime")]),
    ("clusterfuss", &[("size", "6"), ("pie", "on")]),
    ("clusterfuss", &[("size", "10")]),
    ("qawale", &[]),
    ("isaac", &[]),
];

/// Random positions with a win in one: every search finds it and reports it as proven.
#[test]
fn every_search_finds_a_win_in_one() {
    for (id, pairs) in
        [("staqs", &[][..]), ("clusterfuss", &[("size", "5")][..]), ("qawale", &[]), ("isaac", &[])]
    {
        let mut random = Random::new(17);
        let mut seen = 0;
        for _ in 0..60 {
            let mut position = start(id, pairs);
            while position.outcome().is_none() {
                let moves = position.moves();
                let mover = position.turn();
                let wins = |mv: &&String| {
                    let mut next = position.clone();
                    next.play(mv).expect("legal");
                    next.outcome().is_some_and(|outcome| outcome.winner() == Some(mover))
                };
                if moves.len() > 1 && moves.iter().any(|mv| wins(&mv)) {
                    seen += 1;
                    for search in [Search::AlphaBeta, Search::Mcts] {
                        let limits = Limits::nodes(5_000);
                        let request =
                            Request { limits, search, megabytes: 1, ..Request::default() };
                        let report = report_for(id, &position.text(), &request);
                        let best = &report.lines[0];
                        assert!(matches!(best.value, Value::Win(_)), "{}", position.text());
                        if search == Search::AlphaBeta {
                            assert_eq!(
                                best.value,
                                Value::Win(Distance::Exact(1)),
                                "{}",
                                position.text()
                            );
                            assert!(wins(&&best.moves[0]), "{}", position.text());
                        }
                    }
                    break;
                }
                let mv = &moves[random.below(moves.len() as u64) as usize];
                position.play(mv).expect("legal");
            }
        }
        // Random games of STAQS and Isaac hardly ever contain one.
        assert!(seen > 0 || matches!(id, "staqs" | "isaac"), "{id}");
    }
}

/// The example of the rules with Dark closer to 100: row 4 is worth 18, and 15 are needed.
#[test]
fn isaac_win_in_one_by_reaching_100() {
    let position =
        "std_score_d_c4g4.i1i6.c9h9.a1g1_b2b5.d7h7.a5a10.c10h10.j3j9_52000-51000_85-61_n";
    let request = Request { limits: Limits::depth(3), megabytes: 1, ..Request::default() };
    assert_eq!(
        report_for("isaac", position, &request).lines[0].value,
        Value::Win(Distance::Exact(1))
    );
}

/// Positions that are lost except for one move.
#[test]
fn the_only_saving_move_is_found() {
    for (id, pairs) in
        [("staqs", &[][..]), ("clusterfuss", &[("size", "4")][..]), ("isaac", &[]), ("qawale", &[])]
    {
        // The last moves of STAQS are rarely a choice.
        let (back, depth) = if id == "staqs" { (8, 10) } else { (3, 3) };
        let mut random = Random::new(23);
        let mut seen = 0;
        for _ in 0..100 {
            let mut line = vec![start(id, pairs)];
            while line[line.len() - 1].outcome().is_none() {
                let mut next = line[line.len() - 1].clone();
                let moves = next.moves();
                next.play(&moves[random.below(moves.len() as u64) as usize]).expect("legal");
                line.push(next);
            }
            let Some(position) = line.len().checked_sub(back).map(|place| &line[place]) else {
                continue;
            };
            let all = Request {
                limits: Limits { nodes: Some(20_000), ..Limits::depth(depth) },
                search: Search::AlphaBeta,
                lines: 1000,
                megabytes: 1,
                ..Request::default()
            };
            let report = report_for(id, &position.text(), &all);
            let saving: Vec<&String> = report
                .lines
                .iter()
                .filter(|line| !matches!(line.value, Value::Loss(_)))
                .map(|line| &line.moves[0])
                .collect();
            if let [only] = saving[..]
                && report.lines.len() > 2
            {
                seen += 1;
                let request = Request { lines: 1, ..all };
                let found = report_for(id, &position.text(), &request);
                assert_eq!(&found.lines[0].moves[0], only, "{}", position.text());
            }
        }
        assert!(seen > 0, "{id}");
    }
}

#[test]
fn clusterfuss_3x3_and_4x4_are_solved() {
    let solve = |size: &str, nodes| {
        let position = start("clusterfuss", &[("size", size)]).text();
        let limits = Limits::nodes(nodes);
        report_for("clusterfuss", &position, &Request { limits, ..Request::default() }).lines[0]
            .value
    };
    assert!(matches!(solve("3", 100_000), Value::Win(_) | Value::Loss(_)));
    assert!(matches!(solve("4", 2_000_000), Value::Win(_) | Value::Loss(_)));
}

#[test]
fn equal_seeds_and_node_limits_give_equal_reports() {
    for (id, pairs) in ALL {
        for level in 1..=8 {
            let request = Request {
                level: Level::new(level),
                limits: Limits::nodes(3_000),
                seed: 5,
                ..Request::default()
            };
            let position = start(id, pairs).text();
            let [one, two] = [0, 1].map(|_| {
                let mut report = report_for(id, &position, &request);
                report.time = Duration::ZERO;
                report
            });
            assert_eq!(one, two, "{id} {level}");
        }
    }
}

#[test]
fn every_level_plays_every_game_to_the_end() {
    for (id, pairs) in ALL {
        for level in [1, 2, 3, 5] {
            let mut position = start(id, pairs);
            let mut engine = engine(id, &position.text());
            let request = Request {
                level: Level::new(level),
                limits: Limits::nodes(300),
                megabytes: 1,
                ..Request::default()
            };
            let stop = AtomicBool::new(false);
            while position.outcome().is_none() {
                let report = engine.search(&position.text(), &request, &stop, &mut |_| {});
                let report = report.expect("a position");
                position.play(&report.lines[0].moves[0]).expect("a legal move");
            }
            let report = engine.search(&position.text(), &request, &stop, &mut |_| {});
            assert_eq!(report.expect("a position").lines, []);
        }
    }
}

/// A search without limits would never end by itself. How quickly it stops is measured in
/// docs/performance.md.
#[test]
fn searches_without_limits_end_when_stopped() {
    for (id, pairs) in ALL {
        for search in [Search::Auto, Search::Mcts, Search::Uct] {
            let position = start(id, pairs).text();
            let mut engine = engine(id, &position);
            let stop = AtomicBool::new(false);
            let request = Request { search, megabytes: 16, ..Request::default() };
            std::thread::scope(|scope| {
                let running = scope.spawn(|| {
                    // Stop at the first intermediate report, in the middle of the search.
                    let mut show = |_| stop.store(true, Ordering::Relaxed);
                    engine.search(&position, &request, &stop, &mut show)
                });
                if search == Search::Uct {
                    // UCT has no intermediate reports.
                    stop.store(true, Ordering::Relaxed);
                }
                let report = running.join().expect("no panic").expect("a position");
                assert!(!report.lines.is_empty());
            });
        }
    }
}

#[test]
fn reported_lines_consist_of_legal_moves() {
    for (id, pairs) in ALL {
        let position = start(id, pairs);
        let request = Request { limits: Limits::nodes(20_000), lines: 4, ..Request::default() };
        let report = report_for(id, &position.text(), &request);
        assert_eq!(report.lines.len(), 4);
        for line in &report.lines {
            let mut next = parse_position(id, &position.text());
            for mv in &line.moves {
                next.play(mv).expect("a legal move");
            }
        }
    }
}

#[test]
fn positions_with_other_options_are_refused() {
    let mut engine = engine("clusterfuss", "size-4_");
    let other = start("clusterfuss", &[("size", "6")]).text();
    let request = Request::default();
    let stop = AtomicBool::new(false);
    let error = engine.search(&other, &request, &stop, &mut |_| {}).expect_err("another size");
    assert!(error.to_string().contains("size-4_"), "{error}");
}

/// One bot among random players, in every seat in turn. Nodes and seeds are fixed, so the result is
/// deterministic. It must be five standard deviations above what a random player would score.
/// `--no-capture` prints the figures of docs/strength.md.
#[test]
fn bot_beats_random_players_in_games_of_three_and_four() {
    const ROUNDS: u64 = 20;
    const STANDARD_DEVIATIONS: f64 = 5.0;
    for players in [3_u8, 4] {
        let count = players.to_string();
        let mut won = 0.0;
        let initial = start("staqs", &[("players", &count)]);
        let mut engine = engine("staqs", &initial.text());
        let games = ROUNDS * u64::from(players);
        for number in 0..games {
            let seat = (number % u64::from(players)) as u8;
            let mut random = Random::new(number);
            let mut position = initial.clone();
            while position.outcome().is_none() {
                if position.turn().0 != seat {
                    position.play_random(&mut random);
                    continue;
                }
                let limits = Limits::nodes(5_000);
                let request = Request { limits, seed: number, ..Request::default() };
                let stop = AtomicBool::new(false);
                let report = engine.search(&position.text(), &request, &stop, &mut |_| {});
                let report = report.expect("a position");
                position.play(&report.lines[0].moves[0]).expect("a legal move");
            }
            let winners = position.outcome().expect("the game is over").winners;
            if winners.iter().any(|winner| winner.0 == seat) {
                won += 1.0 / winners.len() as f64;
            }
        }
        println!("5,000 nodes per move, {players} players: {won:.1} of {games} games");
        let (games, fair_share) = (games as f64, 1.0 / f64::from(players));
        let deviation = (games * fair_share * (1.0 - fair_share)).sqrt();
        let required = games * fair_share + STANDARD_DEVIATIONS * deviation;
        assert!(won > required, "{players} players: {won} of {games}, required {required:.1}");
    }
}
