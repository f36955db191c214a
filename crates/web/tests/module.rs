//! The built modules: whether they are up to date, and whether they answer like the native core.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use strata_games::GAMES;
use strata_rules::{AnyPosition, GameEntry, OptionSpec, Random, Values};
use strata_web::answers::answer;
use strata_web::learning::learn;
use strata_web::searcher::Searcher;
use strata_web::tree::Tree;

/// The random games for each set of options, and the nodes of each search.
const GAMES_EACH: u64 = 3;
const NODES: u64 = 1_500;
/// The most moves of a random game, and one in how many positions is searched.
const LONGEST: usize = 40;
const SEARCHED: usize = 8;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn built_modules_are_up_to_date() {
    let list = fs::read_to_string(root().join("crates/web/sources.sha256")).expect("the list");
    let is_stale = |line: &&str| {
        let (expected, path) = line.split_once("  ").expect("a digest and a path");
        let text = fs::read(root().join(path)).unwrap_or_default();
        let found: String = Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect();
        found != expected
    };
    let stale: Vec<&str> = list.lines().filter(is_stale).collect();
    assert!(stale.is_empty(), "changed since scripts/build-web was run:\n{}", stale.join("\n"));
}

/// Sets of options: the default, and each value at the end of the range of one option.
fn option_sets(entry: &GameEntry) -> Vec<Vec<(&'static str, String)>> {
    let values = |option: &'static OptionSpec| match option.values {
        Values::Range(least, most) => vec![least.to_string(), most.to_string()],
        Values::Choice(choices) => choices.iter().map(|&choice| choice.to_owned()).collect(),
    };
    let single = entry
        .info
        .options
        .iter()
        .flat_map(|option| values(option).into_iter().map(|value| vec![(option.name, value)]));
    std::iter::once(Vec::new()).chain(single).collect()
}

/// The calls for a position: what the page asks for, with a move that is half entered.
fn calls(position: &dyn AnyPosition, random: &mut Random, ply: usize) -> Vec<(String, Value)> {
    let (game, text) = (position.info().id, position.text());
    let (flip, theme) = (random.below(2) == 1, ["light", "dark"][random.below(2) as usize]);
    let mut calls =
        vec![("position", json!({ "game": game, "position": text, "flip": flip, "theme": theme }))];
    let mut next = position.boxed_clone();
    if let Some(mv) = next.play_random(random) {
        let steps = position.steps(&mv).unwrap_or_default();
        let some = &steps[..random.below(steps.len() as u64 + 1) as usize];
        calls.push(("position", json!({ "game": game, "position": text, "steps": some })));
        calls.push(("frames", json!({ "game": game, "position": text, "move": mv })));
        if let Some(square) = steps.iter().find_map(|step| step.square()) {
            let input = json!({ "square": square });
            calls.push(("position", json!({ "game": game, "position": text, "input": input })));
            calls.push((
                "draft",
                json!({ "game": game, "position": text, "change": { "take": square } }),
            ));
        }
        if ply.is_multiple_of(SEARCHED) && position.count_moves() < 20_000 {
            calls.push(("bestMove", json!({ "game": game, "position": text, "nodes": NODES })));
        }
    }
    calls.into_iter().map(|(name, request)| (name.to_owned(), request)).collect()
}

/// The lesson of a game, its puzzles, and hints, right and wrong moves at the first of them.
fn calls_about_learning(entry: &GameEntry) -> Vec<(String, Value)> {
    let game = entry.info.id;
    let text = fs::read_to_string(root().join(format!("puzzles/{game}.pgn"))).expect("puzzles");
    let id = format!("{game}-1");
    let solve = |score: &str, act: Value| json!({ "text": text, "id": id, "moves": [], "score": score, "act": act });
    let position = entry.open([]).expect("the defaults").start();
    let mv = position.moves().swap_remove(0);
    let progress = json!({ "streak": 2, "best": 3, "puzzles": { id.as_str(): "failed" } });
    let calls = [
        ("lesson", json!({ "game": game, "text": entry.info.lesson })),
        ("lesson", json!({ "game": game, "text": entry.info.lesson, "step": 0, "attempt": mv })),
        ("puzzles", json!({ "texts": [text], "day": 20_000 })),
        ("puzzles", json!({ "texts": [text], "day": 20_001, "progress": progress })),
        ("solve", solve("solved", json!("look"))),
        ("solve", solve("solved", json!("hint"))),
        ("solve", solve("hint", json!("solution"))),
        ("solve", solve("solved", json!({ "move": "nonsense" }))),
        (
            "refuted",
            json!({ "game": game, "position": position.text(), "mv": mv, "value": "+0.50" }),
        ),
    ];
    calls.into_iter().map(|(name, request)| (name.to_owned(), request)).collect()
}

fn all_calls() -> Vec<(String, Value)> {
    let mut all = vec![("games".to_owned(), json!({}))];
    all.extend(GAMES.iter().flat_map(calls_about_learning));
    for entry in GAMES {
        all.push(("rules".to_owned(), json!({ "game": entry.info.id, "text": entry.info.rules })));
        all.push((
            "picture".to_owned(),
            json!({ "game": entry.info.id, "view": { "theme": "dark" } }),
        ));
        all.push(("position".to_owned(), json!({ "game": entry.info.id, "position": "nonsense" })));
        for options in option_sets(entry) {
            let pairs = options.iter().map(|(name, value)| (*name, value.as_str()));
            let Ok(opened) = entry.open(pairs) else { continue };
            for seed in 0..GAMES_EACH {
                let mut random = Random::new(seed);
                let mut position = opened.start();
                let start = position.text();
                let mut moves = Vec::new();
                for ply in 0..LONGEST {
                    all.extend(calls(&*position, &mut random, ply));
                    match position.play_random(&mut random) {
                        Some(mv) => moves.push(mv),
                        None => break,
                    }
                }
                let id = entry.info.id;
                let text =
                    format!("[Game \"{id}\"]\n[Position \"{start}\"]\n\n{}\n", moves.join(" "));
                all.push(("fromRecord".to_owned(), text.into()));
            }
        }
    }
    all
}

/// The parts of a search result that depend neither on time nor on the last digit of a logarithm.
fn timeless(text: &str) -> Value {
    let mut found: Value = serde_json::from_str(text).unwrap_or_default();
    found["ms"] = Value::Null;
    if let Some(chance) = found["line"]["value"]["chance"].as_f64() {
        found["line"]["value"]["chance"] = format!("{chance:.9}").into();
    }
    found
}

#[test]
fn module_answers_like_the_native_core() {
    let built = root().join("crates/server/page/built");
    let tables = ["staqs/setups.bin", "clusterfuss/table.bin", "clusterfuss/network.bin"];
    let tables = tables.map(|file| root().join("crates/games/src").join(file));
    let node = Command::new("node")
        .arg(root().join("crates/web/tests/answer.mjs"))
        .arg(built.canonicalize().expect("the built modules"))
        .args(tables)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let mut node = node.expect("Node.js");
    let calls = all_calls();
    let mut stdin = node.stdin.take().expect("piped");
    let sent: Vec<String> = calls
        .iter()
        .map(|(name, request)| json!([name, request.to_string()]).to_string())
        .collect();
    let sending = thread::spawn(move || sent.iter().try_for_each(|line| writeln!(stdin, "{line}")));
    let mut answers = BufReader::new(node.stdout.take().expect("piped")).lines();
    let mut searcher = Searcher::default();
    for (name, request) in &calls {
        let line = answers.next().expect("an answer").expect("a line");
        let (kind, text): (String, String) = serde_json::from_str(&line).expect("an answer");
        let expected = match name.as_str() {
            "bestMove" => searcher.best_move(&request.to_string()),
            "lesson" | "puzzles" | "solve" | "refuted" => learn(name, &request.to_string()),
            "fromRecord" => Tree::from_record(request.as_str().expect("a text"))
                .and_then(|tree| Ok(tree.nodes()? + &tree.record())),
            _ => answer(name, &request.to_string()),
        };
        let asked = format!("{name} {request}");
        match expected {
            Ok(own) if name == "bestMove" => {
                assert_eq!((kind.as_str(), timeless(&text)), ("ok", timeless(&own)), "{asked}");
            }
            Ok(own) => assert_eq!((kind.as_str(), text), ("ok", own), "{asked}"),
            Err(refusal) => assert_eq!((kind.as_str(), text), ("refused", refusal.0), "{asked}"),
        }
    }
    sending.join().expect("no panic").expect("Node reads everything");
    node.wait().expect("Node ends");
    assert!(calls.len() > 5_000, "only {} calls", calls.len());
}
