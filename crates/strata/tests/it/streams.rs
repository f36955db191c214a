//! Outputs that fail, and hostile input.

use std::ffi::OsString;
use std::io::{self, Write};

use strata::{Environment, Input};

/// A stream that fails in some way.
struct Broken(io::ErrorKind);

impl Write for Broken {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(self.0.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Err(self.0.into())
    }
}

fn run(args: &[&str], out: &mut dyn Write) -> (u8, String) {
    let args = std::iter::once("strata").chain(args.iter().copied()).map(OsString::from);
    let mut err = Vec::new();
    let status = strata::run_with(strata::standard_catalogue(), args, out, &mut err, false);
    (status, String::from_utf8(err).expect("text"))
}

/// The error message for these arguments, which must be one line.
fn error(args: &[&str]) -> String {
    let mut out = Vec::new();
    let (status, err) = run(args, &mut out);
    assert_eq!(status, 2, "{args:?}");
    assert_eq!(String::from_utf8_lossy(&out), "", "{args:?}");
    assert_eq!(err.matches('\n').count(), 1, "{err}");
    assert!(!err.trim_end().chars().any(char::is_control), "{err:?}");
    assert!(err.chars().count() <= 420, "{err}");
    err
}

#[test]
fn closed_output_is_not_an_error() {
    let mut closed = Broken(io::ErrorKind::BrokenPipe);
    assert_eq!(run(&["moves", "staqs"], &mut closed), (0, String::new()));
    let watched = ["watch", "qawale", "--seat", "bot:1", "--seat", "bot:1"];
    assert_eq!(run(&watched, &mut closed), (0, String::new()));
}

#[test]
fn full_disk_is_an_error() {
    let (status, err) = run(&["games"], &mut Broken(io::ErrorKind::StorageFull));
    assert_eq!(status, 2);
    assert!(err.starts_with("strata: cannot write the output: "), "{err}");
}

#[test]
fn faults_are_reported_even_if_the_output_is_closed() {
    let bad = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cmd/verify.in/bad.pgn");
    let (status, err) = run(&["verify", bad, bad], &mut Broken(io::ErrorKind::BrokenPipe));
    assert_eq!((status, err.lines().count()), (2, 6), "{err}");
}

#[test]
fn errors_are_one_short_line_whatever_they_quote() {
    let long = "x".repeat(100_000);
    let control = "a\n\nb\u{1b}[31m";
    for word in [long.as_str(), control, "", "\u{0}", "é\u{301}"] {
        error(&[word]);
        error(&["show", word]);
        error(&["games", word]);
        error(&["show", "staqs", "--theme", word]);
        error(&["show", "staqs", "-o", word]);
        error(&["show", "staqs", "-o", &format!("size={word}")]);
        error(&["show", "staqs", "--position", word]);
        error(&["show", "staqs", "--position", &format!("std_nnnnn_{word}_4-4")]);
        error(&["show", "staqs", "--moves", &format!("c3 {word}!")]);
        error(&["perft", "staqs", word]);
        error(&["bench", word]);
        error(&["play", word]);
        error(&["play", "staqs", "--seat", word]);
        error(&["play", "staqs", "--clock", word]);
        error(&["play", "staqs", "--moves", &format!("c3 {word}!")]);
        error(&["play", "--load", &format!("/nowhere/{word}")]);
        if !word.is_empty() {
            error(&["show", "staqs", "--svg", &format!("/nowhere/{word}")]);
            error(&["verify", &format!("/nowhere/{word}")]);
        }
    }
}

#[test]
fn illegal_moves_are_explained_as_a_whole() {
    let placed = "a1 b1 a2 b2 a3 b3 a4 b4";
    for (moves, reason) in [
        ("a4 c4", "a4 and c4 are not orthogonal neighbours"),
        ("a4 a3", "a3 holds a Blue stack"),
        ("x c3", "Blue has no blockade in hand"),
        ("a4 a5 b1 b1c1", "b1: White has no piece in hand; move a stack, such as c3c4"),
    ] {
        let err = error(&["show", "staqs", "--moves", &format!("{placed} {moves}")]);
        assert!(err.contains(reason), "{moves}: {err}");
    }
}

/// Annotates a record on standard input and returns the exit status and the output.
fn annotate(record: &'static str, is_terminal: bool) -> (u8, String) {
    let args = ["strata", "analyse", "--record", "-", "--depth", "1"].map(OsString::from);
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let input = Input { stream: Box::new(record.as_bytes()), ..Input::none() };
    let environment = Environment { input, out: &mut out, err: &mut err, is_terminal };
    let status = strata::run_in(strata::standard_catalogue(), args, environment);
    out.extend(err);
    (status, String::from_utf8(out).expect("text"))
}

#[test]
fn analyse_reads_records_from_standard_input() {
    let (status, out) = annotate("[Game \"qawale\"]\n\n1. d4www *\n", false);
    assert_eq!(status, 0, "{out}");
    assert!(out.contains("1. d4www {[%eval "), "{out}");
    let (status, out) = annotate("", false);
    assert_eq!((status, out.as_str()), (2, "strata: standard input contains no games\n"));
}

#[test]
fn control_characters_of_records_do_not_reach_a_terminal() {
    let record = "[Game \"qawale\"]\n\n1. d4www {a\u{1b}]0;title\u{7}\u{9b}b} *\n";
    let (status, out) = annotate(record, true);
    assert_eq!(status, 0, "{out}");
    assert!(!out.contains(|c: char| c.is_control() && c != '\n'), "{out:?}");
    let (_, out) = annotate(record, false);
    assert!(out.contains("\u{1b}]0;title"), "a file keeps them: {out:?}");
}
