//! Conversations in plain text, as somebody with a screen reader or a script has them.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Cursor, Read, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::Duration;

use strata::{Environment, Input, standard_catalogue};
use strata_rules::Random;
use strata_terminal::Directories;
use tempfile::{TempDir, tempdir};

/// Says `lines` to `strata` and returns its exit status, its answers and its complaints.
fn talk(home: &TempDir, args: &[&str], lines: impl Into<Vec<u8>>) -> (u8, String, String) {
    let args = std::iter::once("strata").chain(args.iter().copied()).map(OsString::from);
    let directories =
        Directories::from_environment(|name| (name == "HOME").then(|| home.path().into()));
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let environment = Environment {
        input: Input {
            stream: Box::new(Cursor::new(lines.into())),
            is_terminal: false,
            directories,
        },
        out: &mut out,
        err: &mut err,
        is_terminal: false,
    };
    let status = strata::run_in(standard_catalogue(), args, environment);
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (status, text(out), text(err))
}

fn said(home: &TempDir, args: &[&str], lines: &str) -> String {
    let (status, out, err) = talk(home, args, lines);
    assert_eq!((status, err.as_str()), (0, ""), "{out}");
    out
}

fn home() -> TempDir {
    tempdir().expect("a directory")
}

const PEOPLE: [&str; 4] = ["--seat", "person", "--seat", "person"];

fn play<'a>(game: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["play", game], more].concat()
}

#[test]
fn a_game_that_was_left_goes_on_where_it_was() {
    let home = home();
    let first = said(&home, &play("qawale", &PEOPLE), "d4www\na1een\nundo\nquit\n");
    assert!(first.ends_with("The game is kept: start strata and type continue to go on.\n"));
    let menu = said(&home, &[], "quit\n");
    assert!(menu.contains("\ncontinue: go on with Qawale, 1 move\n"), "{menu}");
    // The end of the input is as good as leaving.
    let second = said(&home, &["--plain"], "continue\nredo\nhistory\n");
    assert!(second.contains("1. Light d4www\n2. Dark a1een (here)\n"), "{second}");
    assert!(second.ends_with("type continue to go on.\n"), "{second}");
    let third = said(&home, &[], "c\nresign\nn\ncontinue\n");
    assert!(third.contains("Dark wins: Light resigned. Result: 0-1.\n"), "{third}");
    assert!(third.contains("There is no game to go on with"), "{third}");
}

#[test]
fn kept_games_and_files_are_loaded_from_the_menu() {
    let home = home();
    let none = said(&home, &[], "load\nload 1\n");
    assert!(none.contains("No game is kept yet"), "{none}");
    assert!(none.contains("There is no game of this number"), "{none}");
    said(&home, &play("qawale", &PEOPLE), "d4www\nquit\n");
    let listed = said(&home, &[], "load\nload 1\nhistory\n");
    assert!(listed.contains("\n1. Qawale, 1 move\nType load and a number.\n"), "{listed}");
    assert!(listed.contains("1. Light d4www (here)\n"), "{listed}");
    let file = home.path().join("my game.pgn");
    fs::write(&file, "[Game \"staqs\"]\n\n1. c3 b2 *\n").expect("written");
    let path = file.display();
    let loaded = said(&home, &[], &format!("load {path}\nhistory\n"));
    assert!(loaded.contains("2. White b2 (here)\n"), "{loaded}");
    let refused = said(&home, &[], "load nowhere.pgn\nload /dev/null\n");
    assert!(refused.contains("Cannot open nowhere.pgn: "), "{refused}");
    assert!(refused.contains("Cannot open /dev/null: it is no file.\n"), "{refused}");
}

/// An input that says nothing until the other end is dropped.
struct Silence(Receiver<()>);

impl Read for Silence {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        // Long enough for any machine; whoever waits for it has failed.
        let _ = self.0.recv_timeout(Duration::from_secs(60));
        Ok(0)
    }
}

/// An output that breaks the silence when it has heard what it waits for.
struct Listener {
    heard: String,
    awaited: &'static str,
    silence: Option<Sender<()>>,
}

impl Write for Listener {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.heard += &String::from_utf8_lossy(bytes);
        if self.heard.contains(self.awaited) {
            self.silence = None;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn whoever_runs_out_of_time_hears_it_without_typing() {
    let (sender, receiver) = mpsc::channel();
    let mut out = Listener { heard: String::new(), awaited: "Result: 0-1.", silence: Some(sender) };
    let input = Input { stream: Box::new(Silence(receiver)), ..Input::none() };
    let environment =
        Environment { input, out: &mut out, err: &mut Vec::new(), is_terminal: false };
    let args = ["strata", "play", "staqs", "--clock", "0.001+0"].map(OsString::from);
    assert_eq!(strata::run_in(standard_catalogue(), args, environment), 0);
    assert!(out.silence.is_none(), "{}", out.heard);
    assert!(out.heard.contains("The time of Blue is up.\n"), "{}", out.heard);
    assert!(out.heard.contains("White wins: Blue's time is up. Result: 0-1.\n"), "{}", out.heard);
}

#[test]
fn clocks_are_said() {
    let out = said(&home(), &play("staqs", &["--clock", "5+3,30/turn"]), "clock\n");
    assert!(out.contains("\nWhite (level 3): 5:00 left\n"), "{out}");
    assert!(out.contains(" left, 0:") && out.contains(" for this turn\n"), "{out}");
}

#[test]
fn noise_is_answered_in_one_sentence_a_line() {
    let mut noise = b"\xff\xfe\n\n".to_vec();
    noise.extend(vec![b'x'; 1_000_000]);
    noise.extend(b"\n");
    noise.extend(b"c3".repeat(40));
    noise.extend(b"\nsave /nowhere/at/all/game.pgn\nshow me\n\x1b[31mred\x07\nquit\n");
    let (status, out, err) = talk(&home(), &play("staqs", &PEOPLE), noise);
    assert_eq!((status, err.as_str()), (0, ""));
    for expected in [
        "\u{fffd}\u{fffd}: expected a square such as c3; type moves or help.\n",
        "Place a piece on a neutral piece. Type a move, or help.\n",
        "That line is too long; type a move or help.\n",
        "a move has at most 64 characters; type moves or help.\n",
        "Cannot save to /nowhere/at/all/game.pgn: No such file or directory",
        "Type show board, show words or show nothing.\n",
        "\u{fffd}[31mred\u{fffd}: expected a square such as c3; type moves or help.\n",
    ] {
        assert!(out.contains(expected), "{expected}\n{out}");
    }
    assert!(!out.contains(|c: char| c.is_control() && c != '\n'), "{out:?}");
}

#[test]
fn hints_and_values_come_from_the_engine() {
    let home = home();
    // Red takes the last Blue checker.
    let args = play(
        "clusterfuss",
        &["--position", "size-3_rb1-3-3_r", "--seat", "person", "--seat", "bot:1"],
    );
    let out = said(&home, &args, "eval\nhint\na3b3\neval\nhint\n");
    assert!(out.contains("As it stands Red wins in 1, proven.\n"), "{out}");
    assert!(out.contains("Hint: a3b3 (a3, b3). With it Red wins in 1, proven.\n"), "{out}");
    assert_eq!(out.matches("The game is over.\n").count(), 2, "{out}");
}

#[test]
fn bots_answer_draw_offers_by_what_they_see() {
    // Blue, to move, has a forced win; after these moves, a forced loss.
    for (moves, value, answer) in [
        ("", "Blue wins within 14, proven.", "Draw: all agreed. Result: 1/2.\n"),
        ("a1 b2", "Blue loses within 12", "White (level 1) declines the draw.\n"),
    ] {
        let options = ["-o", "size=3", "-o", "pieces=1", "--moves", moves];
        let args = [&options[..], &["--seat", "person", "--seat", "bot:1"]].concat();
        let out = said(&home(), &play("staqs", &args), "eval\ndraw\n");
        assert!(out.contains(value) && out.contains(answer), "{out}");
    }
    let out = said(&home(), &play("isaac", &[]), "help\ndraw\n");
    assert!(!out.contains("offer a draw"), "{out}");
    assert!(out.contains("Every game of Isaac has a winner: there is no draw to offer"), "{out}");
}

#[test]
fn a_game_is_saved_and_loaded() {
    let home = home();
    let file = home.path().join("a game.pgn");
    let name = file.display().to_string();
    let lines = format!("c3\nb2\nsave {name}\nsave {name}\nsave\nquit\n");
    let out = said(&home, &play("staqs", &PEOPLE), &lines);
    assert!(out.contains(&format!("Saved to {name}.\n")), "{out}");
    assert!(out.contains(&format!("{name} is there already; choose another name.\n")), "{out}");
    assert!(out.contains("Type save and the name of a file.\n"), "{out}");
    let out = said(&home, &["play", "--load", &name], "history\n");
    assert!(out.contains("1. Blue c3\n2. White b2 (here)\n"), "{out}");
    let out = said(&home, &["verify", &name], "");
    assert!(out.ends_with("no faults\n"), "{out}");
}

#[test]
fn without_a_home_the_game_goes_on_and_says_once_that_it_is_not_kept() {
    let args = ["strata", "play", "staqs", "--seat", "person", "--seat", "person"];
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let input = Input { stream: Box::new(Cursor::new(b"c3\nb2\nquit\n")), ..Input::none() };
    let environment = Environment { input, out: &mut out, err: &mut err, is_terminal: false };
    let status = strata::run_in(standard_catalogue(), args.map(OsString::from), environment);
    let out = String::from_utf8(out).expect("text");
    assert_eq!((status, err.len()), (0, 0));
    assert_eq!(out.matches("This game is not kept: games are not kept without a home").count(), 1);
    assert!(!out.contains("The game is kept"), "{out}");
}

#[test]
fn damaged_settings_are_told_and_do_not_matter() {
    let home = home();
    let directory = home.path().join(".config/strata");
    fs::create_dir_all(&directory).expect("a directory");
    fs::write(directory.join("settings.json"), "{").expect("written");
    let (status, out, err) = talk(&home, &play("staqs", &[]), "quit\n");
    assert_eq!(status, 0, "{out}");
    assert!(err.starts_with("strata: cannot understand ") && err.lines().count() == 1, "{err}");
}

/// Every word and many moves in any order, at every game: nobody panics, everything ends.
#[test]
fn whatever_is_typed_the_conversation_goes_on() {
    let words = [
        "help",
        "moves",
        "undo",
        "u",
        "redo",
        "r",
        "board",
        "describe",
        "show words",
        "show board",
        "show nothing",
        "flip",
        "history",
        "goto 0",
        "goto 3",
        "goto 99",
        "goto",
        "clock",
        "pause",
        "resume",
        "draw",
        "y",
        "n",
        "resign",
        "save",
        "pass",
        "swap",
        "",
        "a1",
        "?",
        "zz 9",
        "-1",
    ];
    for (number, game) in standard_catalogue().games.iter().enumerate() {
        let mut random = Random::new(number as u64);
        let mut lines = String::new();
        for _ in 0..400 {
            let start = game.open([]).expect("defaults").start();
            let moves = start.moves();
            lines += match random.below(2) {
                0 => words[random.below(words.len() as u64) as usize],
                _ => moves[random.below(moves.len() as u64) as usize].as_str(),
            };
            lines.push('\n');
        }
        for seats in [["person", "person"], ["person", "bot:1"]] {
            let args = play(game.info.id, &["--seat", seats[0], "--seat", seats[1]]);
            // Bots think for a second about every offer.
            let lines =
                if seats[1] == "person" { lines.clone() } else { lines.replace("draw\n", "") };
            let out = said(&home(), &args, &lines);
            assert!(out.lines().count() > 10, "{out}");
        }
    }
}
