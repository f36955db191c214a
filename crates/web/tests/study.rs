//! Annotated games, reviews and retries, as the page uses them.

use strata_games::GAMES;
use strata_records::{Reader, verify};
use strata_web::searcher::Searcher;
use strata_web::tree::Tree;

const RECORD: &str = "[Game \"staqs\"]\n[Player0 \"Ann\"]\n[Paused \"yes\"]\n[Result \"*\"]\n\n1. a1 $14 b1 (1... c1 {slower} 2. d1?!) 2. e1 *\n";

fn nodes(tree: &Tree) -> Vec<serde_json::Value> {
    serde_json::from_str(&tree.nodes().expect("nodes")).expect("JSON")
}

#[test]
fn annotated_tree_is_written_as_a_valid_record_and_read_again_without_loss() {
    let mut tree = Tree::from_record(RECORD).expect("a record");
    tree.annotate(0, "Round 1", "!").expect("a comment on the game");
    tree.annotate(1, "a } corner [%eval win 2]", "!!").expect("a comment");
    tree.evaluate(1, "-0.25").expect("a value");
    tree.review(2, "loss 4", "??").expect("a value");
    let text = tree.record();
    let record = Reader::new(text.as_bytes()).next().expect("a game").expect("readable");
    assert_eq!(verify(&record, GAMES).faults, [], "{text}");
    assert_eq!(record.tag("Player0"), Some("Ann"));
    assert_eq!(record.tag("Paused"), None, "it is not a table any more");
    assert!(text.contains("1. a1 $14 $3 {[%eval +0.25]} {a ) corner}"), "{text}");
    let again = Tree::from_record(&text).expect("its own record");
    assert_eq!(again.record(), text);
    let (found, expected) = (nodes(&again), nodes(&tree));
    for (found, expected) in found.iter().zip(&expected) {
        for field in ["mv", "comment", "sign", "value"] {
            assert_eq!(found[field], expected[field], "{field}");
        }
    }
    let signs: Vec<&str> = found.iter().filter_map(|node| node["sign"].as_str()).collect();
    assert_eq!(signs, ["", "!!", "??", "", "?!", ""]);
}

#[test]
fn tree_that_starts_from_a_position_names_it_in_its_record() {
    let start = "size-4_rbrb-brbr-rbrb-brbr_r";
    let mut tree = Tree::new("clusterfuss", Some(start)).expect("a tree");
    tree.play(0, "c2c1").expect("a move");
    let text = tree.record();
    assert!(text.contains("[Position \"size-4_rbrb-brbr-rbrb-brbr_r\"]"), "{text}");
    assert_eq!(Tree::from_record(&text).expect("its own record").record(), text);
    assert!(tree.annotate(9, "", "").is_err() && tree.evaluate(1, "much").is_err());
}

fn review(game: &str, position: &str, moves: &[&str]) -> serde_json::Value {
    let request = serde_json::json!({ "game": game, "position": position, "moves": moves });
    let mut last = String::new();
    Searcher::default().review(&request.to_string(), &mut |text| last = text).expect("a review");
    serde_json::from_str(&last).expect("JSON")
}

/// The last three moves each give the win to the other side, which a short search sees, too.
const SLIPS: [&str; 5] = ["b3c3", "c1b1", "c3c4", "b1b2", "a4b4"];
const SMALL: &str = "size-4_rbrb-brbr-rbrb-brbr_r";

#[test]
fn review_finds_mistakes_with_better_moves_and_rates_both_sides() {
    let found = review("clusterfuss", SMALL, &SLIPS);
    assert_eq!(found["done"], true);
    for player in 0..2 {
        let accuracy = found["accuracy"][player].as_f64().expect("it has moved");
        assert!((0.0..100.0).contains(&accuracy), "{found:#}");
    }
    let signs: Vec<Option<&str>> = found["moves"]
        .as_array()
        .expect("moves")
        .iter()
        .map(|reviewed| reviewed["sign"].as_str())
        .collect();
    assert_eq!(signs, [Some("??"), Some("??"), Some("??"), None, None], "the last move first");
    assert_eq!(found["moves"][0]["best_shape"]["squares"].as_array().map(Vec::len), Some(2));
}

#[test]
fn move_that_only_perfect_play_punishes_has_no_sign_and_a_verdict_that_says_so() {
    // A table knows that this loses; a short search does not see it.
    let found = review("clusterfuss", SMALL, &["c2c1"]);
    let first = &found["moves"][0];
    assert_eq!((&first["evaluation"], &first["sign"]), (&"loss".into(), &serde_json::Value::Null));
    let verdict = first["verdict"].as_str().expect("it is mentioned");
    assert!(verdict.starts_with("loses against perfect play, where "), "{verdict}");
}

#[test]
fn explorer_merges_mirror_images_and_shows_estimates_beside_proven_values() {
    let request = serde_json::json!({
        "game": "clusterfuss", "position": SMALL, "explore": true, "lines": 0,
    });
    let mut last = String::new();
    Searcher::default().analyse(&request.to_string(), &mut |text| last = text).expect("a report");
    let report: serde_json::Value = serde_json::from_str(&last).expect("JSON");
    let moves = report["explorer"]["moves"].as_array().expect("values");
    assert_eq!(moves.len(), 24, "all mirror images have values");
    let texts: Vec<&str> = moves.iter().filter_map(|explored| explored["text"].as_str()).collect();
    assert_eq!(texts.len(), 6, "{texts:?}");
    assert!(texts.iter().all(|text| text.ends_with("×4")), "{texts:?}");
    let is_estimate = |explored: &serde_json::Value| {
        explored["practical"].as_str().is_none_or(|text| text.ends_with('%'))
    };
    assert!(moves.iter().all(is_estimate));
    assert!(moves.iter().any(|explored| explored["practical"].is_string()), "{report:#}");
}

#[test]
fn retry_accepts_moves_that_keep_the_win_and_answers_the_others() {
    let retry = |mv: &str| -> serde_json::Value {
        let request = serde_json::json!({
            "game": "clusterfuss", "position": SMALL, "mv": mv, "best": "c2b2", "best_evaluation": "win",
        });
        let text = Searcher::default().retry(&request.to_string()).expect("a judgement");
        serde_json::from_str(&text).expect("JSON")
    };
    assert_eq!(retry("c2b2")["right"], true);
    assert_eq!(retry("b1c1")["right"], true, "another winning move");
    let wrong = retry("c2c1");
    assert_eq!(wrong["right"], false);
    assert!(wrong["reply"].is_string());
    let refused = Searcher::default().retry(
        r#"{"game":"clusterfuss","position":"x","mv":"a1","best":"","best_evaluation":"win"}"#,
    );
    assert!(refused.is_err());
}
