//! The documents agree with the program.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;

use strata_games::GAMES;
use strata_records::{Reader, verify};
use strata_rules::find_game;

/// Each picture in `docs/pictures` with the moves that lead to it. To update one:
/// `strata show GAME --moves "…" --svg docs/pictures/GAME.svg`.
const PICTURES: [(&str, &str); 4] = [
    ("staqs", "b3 d5 d4 a5 c4 e5 e1 a3 e1e2 a3a2 d4e4 a5a4 e4e3 a2b2 b3c3"),
    (
        "clusterfuss",
        "h7h6 a5b5 b1c1 b4a4 e2e3 c5b5 h1h2 e5f5 d3d4 d8e8 h5h6 a7b7 d1c1 f2f1 g8g7 e8e7",
    ),
    ("qawale", "d4www a4eses c3es d3ss a1enn c2ww d2nww b3swse"),
    (
        "isaac",
        "c8g8 c5c7 d5d7 b10h10 b6b9 a3e3 b4g4 c2f2 e9h9 j1j3 f3i3 f5j5 a1f1 g1i1 h4j4 g2i2 f7i7 j7j9",
    ),
];

fn document(path: &str) -> String {
    let path = format!("{}/../../{path}", env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Runs `strata` and returns its exit status and output.
fn strata(args: &[&str]) -> (u8, String) {
    let args = std::iter::once("strata").chain(args.iter().copied()).map(OsString::from);
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let catalogue = strata::standard_catalogue();
    let status = strata::run_with(catalogue, args, &mut out, &mut err, false);
    out.extend(err);
    (status, String::from_utf8(out).expect("text"))
}

/// The first words of the lines that start with `start`.
fn first_words<'a>(text: &'a str, start: &'a str) -> BTreeSet<&'a str> {
    let lines = text.lines().filter_map(|line| line.strip_prefix(start));
    let words = lines.filter_map(|line| line.split(' ').next());
    words.filter(|word| !word.is_empty()).collect()
}

#[test]
fn readme_lists_exactly_the_commands_of_the_program() {
    let (status, help) = strata(&["--help"]);
    assert_eq!(status, 0, "{help}");
    let (_, commands) = help.split_once("Commands:\n").expect("a list of commands");
    let (commands, _) = commands.split_once("\n\n").expect("the end of the list");
    let mut commands = first_words(commands, "  ");
    commands.remove("help");
    assert_eq!(first_words(&document("README.md"), "strata "), commands);
    for command in commands {
        let (status, help) = strata(&[command, "--help"]);
        assert_eq!(status, 0, "{help}");
        assert!(help.contains("\nExample"), "{command} --help has no example");
    }
}

#[test]
fn documents_contain_no_merge_conflicts() {
    for folder in ["", "docs/"] {
        let path = format!("{}/../../{folder}", env!("CARGO_MANIFEST_DIR"));
        let files = fs::read_dir(path).expect("the folder").map(|entry| entry.expect("a file"));
        let names = files.map(|file| file.file_name().into_string().expect("a name"));
        for name in names.filter(|name| name.ends_with(".md")) {
            let text = document(&format!("{folder}{name}"));
            let is_marker =
                |line: &&str| line.starts_with("<<<<<<<") || line.starts_with(">>>>>>>");
            assert_eq!(text.lines().find(is_marker), None, "{folder}{name}");
        }
    }
}

#[test]
fn pictures_are_up_to_date() {
    for (game, moves) in PICTURES {
        let (status, picture) = strata(&["show", game, "--moves", moves, "--svg", "-"]);
        assert_eq!(status, 0, "{game}: {picture}");
        let stored = document(&format!("docs/pictures/{game}.svg"));
        assert!(stored == picture, "docs/pictures/{game}.svg is out of date");
    }
}

#[test]
fn record_in_the_notation_document_is_valid() {
    let notation = document("docs/notation.md");
    let record = notation.split("```").nth(1).expect("a fenced record");
    let records: Vec<_> = Reader::new(record.as_bytes()).collect();
    assert_eq!(records.len(), 1);
    let record = records[0].as_ref().expect("a record that can be read");
    assert_eq!(verify(record, GAMES).faults, []);
}

#[test]
fn positions_in_the_notation_document_are_start_positions() {
    let notation = document("docs/notation.md");
    let mut found = 0;
    for section in notation.split("\n### ").skip(1) {
        let game = section.lines().next().unwrap_or_default().to_lowercase();
        let entry = find_game(GAMES, &game).expect("a section a game");
        let start = section.lines().find(|line| line.starts_with("Start")).expect("a start");
        let text = start.split('`').nth(1).expect("a position in code");
        let position = entry.read_position(text).expect(text);
        let options = position.options().iter().map(|(spec, value)| (spec.name, value));
        let options: Vec<(&str, String)> = options.collect();
        let pairs = options.iter().map(|(name, value)| (*name, value.as_str()));
        assert_eq!(entry.open(pairs).expect(text).start().text(), text);
        found += 1;
    }
    assert_eq!(found, GAMES.len());
}
