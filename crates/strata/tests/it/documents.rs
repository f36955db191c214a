//! The documents agree with the program.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;

use strata_games::GAMES;
use strata_records::{Reader, verify};
use strata_rules::find_game;

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

/// The first words of the lines that start with `start`, without options.
fn first_words<'a>(text: &'a str, start: &'a str) -> BTreeSet<&'a str> {
    let lines = text.lines().filter_map(|line| line.strip_prefix(start));
    let words = lines.filter_map(|line| line.split(' ').next());
    words.filter(|word| !word.is_empty()).collect()
}

/// The commands in the help, by group.
fn commands() -> BTreeSet<String> {
    let (status, help) = strata(&["--help"]);
    assert_eq!(status, 0, "{help}");
    let (groups, _) = help.split_once("\nOptions:\n").expect("the options");
    let (_, groups) = groups.split_once("\nPlay:\n").expect("the first group");
    first_words(groups, "  ").into_iter().map(str::to_owned).collect()
}

#[test]
fn document_lists_exactly_the_commands_of_the_program() {
    let commands = commands();
    let listed = document("docs/commands.md");
    let listed: BTreeSet<String> =
        first_words(&listed, "strata ").into_iter().map(str::to_owned).collect();
    assert_eq!(listed, commands);
    let readme = document("README.md");
    for command in first_words(&readme, "strata ") {
        assert!(commands.contains(command), "{command} in README.md");
    }
}

#[test]
fn help_of_every_command_has_an_example() {
    for command in commands() {
        let (status, help) = strata(&[&command, "--help"]);
        assert_eq!(status, 0, "{help}");
        assert!(help.contains("\nExample"), "{command} --help has no example");
    }
}

#[test]
fn every_document_names_its_reader_first_and_is_in_the_readme() {
    let readme = document("README.md");
    let path = format!("{}/../../docs", env!("CARGO_MANIFEST_DIR"));
    let files = fs::read_dir(path).expect("the folder").map(|entry| entry.expect("a file"));
    let names = files.map(|file| file.file_name().into_string().expect("a name"));
    for name in names.filter(|name| name.ends_with(".md")) {
        let text = document(&format!("docs/{name}"));
        let first = text.lines().skip(1).find(|line| !line.is_empty()).expect("a line");
        assert!(first.starts_with("For "), "docs/{name} does not say whom it is for: {first}");
        assert!(readme.contains(&format!("(docs/{name})")), "README.md does not link docs/{name}");
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
    let boards = document("docs/pictures/boards.txt");
    let pictures = boards.lines().filter_map(|line| line.strip_prefix("PICTURE ")?.split_once(' '));
    assert_eq!(pictures.clone().count(), GAMES.len());
    for (game, moves) in pictures {
        let (status, picture) = strata(&["show", game, "--moves", moves, "--svg", "-"]);
        assert_eq!(status, 0, "{game}: {picture}");
        let stored = document(&format!("docs/pictures/{game}.svg"));
        assert!(
            stored == picture,
            "docs/pictures/{game}.svg is out of date; run scripts/pictures boards"
        );
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
