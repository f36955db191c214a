//! Conversations with the engine.

use std::io::{self, Cursor, Write};
use std::sync::{Arc, Mutex};

use strata_engine::MakeEngine;
use strata_games::{GAMES, visit};
use strata_rules::{Random, find_game};

/// An output whose text can be read afterwards.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no panic").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Everything the engine says to these lines; end of input ends it.
fn converse(game: &str, options: &[(&str, &str)], lines: &[u8]) -> String {
    let entry = find_game(GAMES, game).expect("a known game");
    let opened = entry.open(options.iter().copied()).expect("good options");
    let engine = visit(game, opened.options().clone(), MakeEngine);
    let engine = engine.expect("a known game").expect("good options");
    let output = Shared::default();
    strata_ugi::serve(entry, opened, engine, Cursor::new(lines), output.clone())
        .expect("no trouble");
    let bytes = output.0.lock().expect("no panic").clone();
    String::from_utf8(bytes).expect("text")
}

fn answers(lines: &str) -> Vec<String> {
    let said = converse("clusterfuss", &[("size", "2")], lines.as_bytes());
    said.lines().map(str::to_owned).collect()
}

#[test]
fn it_introduces_itself() {
    let said = answers("ugi\nisready\n");
    assert!(said[0].starts_with("id name Strata "));
    assert!(said.contains(&"option name Hash type spin default 64 min 1 max 65536".to_owned()));
    assert_eq!(said[said.len() - 2..], ["ugiok", "readyok"]);
}

#[test]
fn questions_are_answered() {
    let questions =
        "query gameover\nquery p1turn\nquery result\nquery legalmoves\nquery position\n";
    assert_eq!(
        answers(questions),
        [
            "response false",
            "response true",
            "response none",
            "response a2a1 a2b2 b1a1 b1b2",
            "response size-2_rb-br_r"
        ]
    );
    let over = format!("position startpos moves a2a1 b2b1 a1b1\n{questions}");
    assert_eq!(
        answers(&over),
        ["response true", "response false", "response p1win", "response", "response size-2_2-1r_b"]
    );
}

#[test]
fn positions_are_set_as_a_whole_or_not_at_all() {
    for (line, complaint) in [
        ("position startpos moves a2a1 zz", "zz: expected a square such as c3"),
        (
            "position fen size-2_rb_r",
            "position size-2_rb_r: the board has 1 ranks joined by -, expected 2",
        ),
        ("position fen size-3_rbr-brb-rbr_r", "the position has other options than this engine"),
        ("position", "expected position startpos or position fen POSITION"),
        ("position startpos a2a1", "expected moves, found a2a1"),
    ] {
        let said = answers(&format!("position startpos moves a2a1\n{line}\nquery position\n"));
        assert_eq!(
            said,
            [format!("info string error: {complaint}"), "response size-2_1b-rr_b".to_owned()]
        );
    }
}

#[test]
fn boards_are_drawn_and_counted() {
    let said = converse("qawale", &[], b"d\nperft 3\n");
    assert!(said.contains("from above") && said.contains("Light to move"), "{said}");
    assert!(said.ends_with("info nodes 143712\n"), "{said}");
}

#[test]
fn searches_end_with_a_legal_move() {
    for go in
        ["go depth 3", "go nodes 500", "go movetime 20", "go p1time 100 p1inc 10", "go infinite"]
    {
        // The end of input stops a search that would go on.
        let said = converse("staqs", &[], format!("{go}\n").as_bytes());
        let last = said.lines().last().unwrap_or_default();
        let mv = last.strip_prefix("bestmove ").unwrap_or_else(|| panic!("{go}: {said}"));
        assert_eq!(mv.len(), 2, "{go}: {said}");
        assert!(said.contains(" score ") && said.contains(" pv "), "{go}: {said}");
    }
}

#[test]
fn proven_values_are_told_as_such() {
    let said = answers("position startpos moves a2a1 b2b1\ngo depth 4\n");
    assert!(said.iter().any(|line| line.contains("score win 1 ")), "{said:?}");
    assert_eq!(said.last().map(String::as_str), Some("bestmove a1b1"));
}

#[test]
fn a_finished_game_is_not_searched() {
    let said = answers("position startpos moves a2a1 b2b1 a1b1\ngo depth 4\n");
    assert_eq!(said, ["info string error: the game is over"]);
}

#[test]
fn settings_have_their_limits() {
    let said = answers(
        "setoption name Threads value 2\nsetoption name hash value 1\nsetoption name Threads value 0\nsetoption name Magic value 1\nsetoption Threads\n",
    );
    assert_eq!(
        said,
        [
            "info string error: Threads must be 1 to 256, not 0",
            "info string error: there is no option Magic; expected Hash, Threads or MultiPV",
            "info string error: expected setoption name NAME value VALUE"
        ]
    );
}

#[test]
fn ten_thousand_random_lines_do_no_harm() {
    const WORDS: [&str; 24] = [
        "ugi",
        "isready",
        "uginewgame",
        "setoption",
        "name",
        "Hash",
        "value",
        "2",
        "position",
        "startpos",
        "fen",
        "moves",
        "a2a1",
        "pass",
        "go",
        "depth",
        "nodes",
        "stop",
        "query",
        "legalmoves",
        "d",
        "-1",
        "99999999999999999999",
        "\u{fffd}é\u{0}",
    ];
    let mut random = Random::new(3);
    let mut lines = String::new();
    for _ in 0..10_000 {
        for _ in 0..random.below(6) {
            lines += WORDS[random.below(WORDS.len() as u64) as usize];
            lines += if random.below(10) == 0 { "\t \r" } else { " " };
        }
        lines += "\n";
    }
    lines += "uginewgame\nquery position\n";
    let said = answers(&lines);
    assert_eq!(said.last().map(String::as_str), Some("response size-2_rb-br_r"));
}

#[test]
fn bytes_that_are_no_text_do_no_harm() {
    let mut lines: Vec<u8> = (0..=255).collect();
    lines.extend([b'x'; 200_000]);
    lines.extend(b"\nisready\n");
    assert!(converse("staqs", &[], &lines).ends_with("readyok\n"));
}
