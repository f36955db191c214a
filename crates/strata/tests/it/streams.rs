//! Outputs that break, and input that tries to break them.

use std::ffi::OsString;
use std::io::{self, Write};

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

/// The complaint about these arguments, which must be one line.
fn complaint(args: &[&str]) -> String {
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
fn a_reader_who_has_seen_enough_is_no_error() {
    let mut closed = Broken(io::ErrorKind::BrokenPipe);
    assert_eq!(run(&["moves", "staqs"], &mut closed), (0, String::new()));
    let watched = ["watch", "qawale", "--seat", "bot:1", "--seat", "bot:1"];
    assert_eq!(run(&watched, &mut closed), (0, String::new()));
}

#[test]
fn a_full_disk_is_an_error() {
    let (status, err) = run(&["games"], &mut Broken(io::ErrorKind::StorageFull));
    assert_eq!(status, 2);
    assert!(err.starts_with("strata: cannot write the output: "), "{err}");
}

#[test]
fn faults_are_told_even_if_nobody_reads_the_summary() {
    let bad = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cmd/verify.in/bad.pgn");
    let (status, err) = run(&["verify", bad, bad], &mut Broken(io::ErrorKind::BrokenPipe));
    assert_eq!((status, err.lines().count()), (2, 6), "{err}");
}

#[test]
fn complaints_are_one_short_line_whatever_they_quote() {
    let long = "x".repeat(100_000);
    let control = "a\n\nb\u{1b}[31m";
    for word in [long.as_str(), control, "", "\u{0}", "é\u{301}"] {
        complaint(&[word]);
        complaint(&["show", word]);
        complaint(&["games", word]);
        complaint(&["show", "staqs", "--theme", word]);
        complaint(&["show", "staqs", "-o", word]);
        complaint(&["show", "staqs", "-o", &format!("size={word}")]);
        complaint(&["show", "staqs", "--position", word]);
        complaint(&["show", "staqs", "--position", &format!("std_nnnnn_{word}_4-4")]);
        complaint(&["show", "staqs", "--moves", &format!("c3 {word}!")]);
        complaint(&["perft", "staqs", word]);
        complaint(&["bench", word]);
        complaint(&["play", word]);
        complaint(&["play", "staqs", "--seat", word]);
        complaint(&["play", "staqs", "--clock", word]);
        complaint(&["play", "staqs", "--moves", &format!("c3 {word}!")]);
        complaint(&["play", "--load", &format!("/nowhere/{word}")]);
        if !word.is_empty() {
            complaint(&["show", "staqs", "--svg", &format!("/nowhere/{word}")]);
            complaint(&["verify", &format!("/nowhere/{word}")]);
        }
    }
}

#[test]
fn the_reason_is_that_of_the_whole_move() {
    let placed = "a1 b1 a2 b2 a3 b3 a4 b4";
    for (moves, reason) in [
        ("a4 c4", "a4 and c4 are not orthogonal neighbours"),
        ("a4 a3", "a3 holds a Blue stack"),
        ("x c3", "Blue has no blockade in hand"),
        ("a4 a5 b1 b1c1", "b1: White has no piece in hand; move a stack, such as c3c4"),
    ] {
        let err = complaint(&["show", "staqs", "--moves", &format!("{placed} {moves}")]);
        assert!(err.contains(reason), "{moves}: {err}");
    }
}
