//! The engine protocol from end to end.

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

/// The engine's output for these input lines.
fn run_engine(game: &str, options: &[(&str, &str)], lines: &[u8]) -> String {
    let entry = find_game(GAMES, game).expect("a known game");
    let opened = entry.open(options.iter().copied()).expect("good options");
    let engine = visit(game, opened.options().clone(), MakeEngine);
    let engine = engine.expect("a known game").expect("good options");
    let output = Shared::default();
    strata_ugi::serve(entry, opened, engine, Cursor::new(lines), output.clone())
        .expect("no I/O error");
    let bytes = output.0.lock().expect("no panic").clone();
    String::from_utf8(bytes).expect("text")
}

fn output_lines(lines: &str) -> Vec<String> {
    let said = run_engine("clusterfuss", &[("size", "2")], lines.as_bytes());
    said.lines().map(str::to_owned).collect()
}

#[test]
fn ugi_command_prints_id_options_and_ugiok() {
    let said = output_lines("ugi\nisready\n");
    assert!(said[0].starts_with("id name Strata "));
    for option in [
        "option name Hash type spin default 64 min 1 max 65536",
        "option name Level type spin default 8 min 1 max 8",
        "option name Ponder type check default false",
    ] {
        assert!(said.contains(&option.to_owned()), "{option}");
    }
    assert_eq!(said[said.len() - 2..], ["ugiok", "readyok"]);
}

#[test]
fn queries_are_answered() {
    let questions =
        "query gameover\nquery p1turn\nquery result\nquery legalmoves\nquery position\n";
    assert_eq!(
        output_lines(questions),
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
        output_lines(&over),
        ["response true", "response false", "response p1win", "response", "response size-2_2-1r_b"]
    );
}

#[test]
fn a_refused_position_command_leaves_the_position_unchanged() {
    for (line, error) in [
        ("position startpos moves a2a1 zz", "zz: expected a square such as c3"),
        (
            "position fen size-2_rb_r",
            "position size-2_rb_r: the board has 1 rank, expected 2, joined by -",
        ),
        (
            "position fen size-3_rbr-brb-rbr_r",
            "the options of the position differ from those of this engine",
        ),
        ("position", "expected position startpos or position fen POSITION"),
        ("position startpos a2a1", "expected moves, found a2a1"),
    ] {
        let said = output_lines(&format!("position startpos moves a2a1\n{line}\nquery position\n"));
        assert_eq!(
            said,
            [format!("info string error: {error}"), "response size-2_1b-rr_b".to_owned()]
        );
    }
}

#[test]
fn d_draws_the_board_and_perft_counts_nodes() {
    let said = run_engine("qawale", &[], b"d\nperft 3\n");
    assert!(said.contains("from above") && said.contains("Light to move"), "{said}");
    assert!(said.ends_with("info nodes 143712\n"), "{said}");
}

#[test]
fn every_go_command_ends_with_bestmove() {
    for go in
        ["go depth 3", "go nodes 500", "go movetime 20", "go p1time 100 p1inc 10", "go infinite"]
    {
        // The end of input stops a search without limits.
        let said = run_engine("staqs", &[], format!("{go}\n").as_bytes());
        let last = said.lines().last().unwrap_or_default();
        let mv = last.strip_prefix("bestmove ").unwrap_or_else(|| panic!("{go}: {said}"));
        assert_eq!(mv.len(), 2, "{go}: {said}");
        assert!(said.contains(" score ") && said.contains(" pv "), "{go}: {said}");
    }
}

#[test]
fn proven_scores_are_reported_as_win() {
    let said = output_lines("position startpos moves a2a1 b2b1\ngo depth 4\n");
    assert!(said.iter().any(|line| line.contains("score win 1 ")), "{said:?}");
    assert_eq!(said.last().map(String::as_str), Some("bestmove a1b1"));
}

#[test]
fn go_in_a_finished_game_is_an_error() {
    let said = output_lines("position startpos moves a2a1 b2b1 a1b1\ngo depth 4\n");
    assert_eq!(said, ["info string error: the game is over"]);
}

#[test]
fn setoption_checks_names_and_ranges() {
    let said = output_lines(
        "setoption name Threads value 2\nsetoption name hash value 1\nsetoption name Threads value 0\nsetoption name Level value 9\nsetoption name Ponder value yes\nsetoption name Magic value 1\nsetoption Threads\n",
    );
    assert_eq!(
        said,
        [
            "info string error: Threads must be 1 to 256, not 0",
            "info string error: Level must be 1 to 8, not 9",
            "info string error: Ponder must be true or false, not yes",
            "info string error: unknown option Magic; expected Hash, Threads, MultiPV, Level, Seed or Ponder",
            "info string error: expected setoption name NAME value VALUE"
        ]
    );
}

#[test]
fn random_commands_never_break_the_engine() {
    const WORDS: [&str; 28] = [
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
        "ponder",
        "ponderhit",
        "true",
        "Level",
        "stop",
        "query",
        "legalmoves",
        "d",
        "-1",
        "99999999999999999999",
        "\u{fffd}é\u{0}",
    ];
    let mut random = Random::new(3);
    let mut lines = "setoption name Hash value 1\n".to_owned();
    for _ in 0..10_000 {
        for _ in 0..random.below(6) {
            lines += WORDS[random.below(WORDS.len() as u64) as usize];
            lines += if random.below(10) == 0 { "\t \r" } else { " " };
        }
        lines += "\n";
    }
    lines += "uginewgame\nquery position\n";
    let said = output_lines(&lines);
    assert_eq!(said.last().map(String::as_str), Some("response size-2_rb-br_r"));
}

#[test]
fn bytes_that_are_not_utf_8_never_break_the_engine() {
    let mut lines: Vec<u8> = (0..=255).collect();
    lines.extend([b'x'; 200_000]);
    lines.extend(b"\nisready\n");
    assert!(run_engine("staqs", &[], &lines).ends_with("readyok\n"));
}
