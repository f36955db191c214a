//! Games in text mode, as people with a screen reader and scripts play them.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Cursor, Read, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::Duration;

use strata::{Environment, Input, standard_catalogue};
use strata_rules::Random;
use strata_terminal::Directories;
use tempfile::{TempDir, tempdir};

/// Runs `strata` with these lines as its input; returns the exit status, the output and the errors.
fn run_with_input(
    home: &TempDir,
    args: &[&str],
    lines: impl Into<Vec<u8>>,
) -> (u8, String, String) {
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

fn output_of(home: &TempDir, args: &[&str], lines: &str) -> String {
    let (status, out, err) = run_with_input(home, args, lines);
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
fn left_game_resumes_where_it_was() {
    let home = home();
    let first = output_of(&home, &play("qawale", &PEOPLE), "d4www\na1een\nundo\nquit\n");
    assert!(first.ends_with("Saved. Start strata and type continue to resume.\n"));
    let menu = output_of(&home, &[], "quit\n");
    assert!(menu.contains("\ncontinue: resume Qawale, 1 move\n"), "{menu}");
    // The end of the input leaves the game.
    let second = output_of(&home, &["--plain"], "continue\nredo\nhistory\n");
    assert!(second.contains("1. Light d4www\n2. Dark a1een (current)\n"), "{second}");
    assert!(second.ends_with("type continue to resume.\n"), "{second}");
    let third = output_of(&home, &[], "c\nresign\ny\nn\ncontinue\n");
    assert!(third.contains("Dark wins: Light resigned. Result: 0-1.\n"), "{third}");
    assert!(third.contains("There is no game to resume"), "{third}");
}

#[test]
fn saved_games_and_files_are_loaded_from_the_menu() {
    let home = home();
    let none = output_of(&home, &[], "load\nload 1\n");
    assert!(none.contains("There are no saved games"), "{none}");
    assert!(none.contains("There is no game with this number"), "{none}");
    output_of(&home, &play("qawale", &PEOPLE), "d4www\nquit\n");
    let listed = output_of(&home, &[], "load\nload 1\nhistory\n");
    assert!(
        listed.contains("\n1. Qawale, 1 move\nType load and a number to open one.\n"),
        "{listed}"
    );
    assert!(listed.contains("1. Light d4www (current)\n"), "{listed}");
    let file = home.path().join("my game.pgn");
    fs::write(&file, "[Game \"staqs\"]\n\n1. c3 b2 *\n").expect("written");
    let path = file.display();
    let loaded = output_of(&home, &[], &format!("load {path}\nhistory\n"));
    assert!(loaded.contains("2. White b2 (current)\n"), "{loaded}");
    let refused = output_of(&home, &[], "load nowhere.pgn\nload /dev/null\n");
    assert!(refused.contains("Cannot open nowhere.pgn: "), "{refused}");
    assert!(refused.contains("Cannot open /dev/null: it is not a regular file.\n"), "{refused}");
}

#[test]
fn menu_asks_for_options_opponent_and_side() {
    let home = home();
    let out =
        output_of(&home, &[], "staqs\nsize=9x\nsize=6 players=3\n1\nfourth\nthird\nquit\nquit\n");
    assert!(out.contains("; type ? for a list.\n"), "{out}");
    assert!(out.contains("Please type first, second, third, random, back or quit.\n"), "{out}");
    assert!(out.contains("Blue (level 1) plays "), "{out}");
    assert!(out.contains("Move 3 (setup): Red to move.\n"), "{out}");
    let help = output_of(&home, &[], "staqs\n?\n\n?\nback\n");
    assert!(help.contains("\nsize=") && help.contains(" (default 5): "), "{help}");
    assert!(help.contains("\n1: random. Plays any legal move.\n2: beginner. "), "{help}");
}

#[test]
fn quit_leaves_the_program_at_every_question_of_the_menu() {
    for lines in ["quit\n", "qawale\nquit\n", "qawale\n\nquit\n", "qawale\n\n\nquit\n"] {
        let out = output_of(&home(), &[], &format!("{lines}rules\n"));
        assert!(!out.contains("Type rules and the name of a game."), "{out}");
        let out = output_of(&home(), &[], &format!("{}rules\n", lines.replace("quit", "back")));
        assert!(out.contains("Type rules and the name of a game."), "{out}");
    }
}

/// An input that stays silent until the sender is dropped.
struct Silence(Receiver<()>);

impl Read for Silence {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        // Long enough for any machine: a test that waits this long has failed.
        let _ = self.0.recv_timeout(Duration::from_secs(60));
        Ok(0)
    }
}

/// An output that ends the silent input as soon as an expected text is written.
struct Listener {
    written: String,
    awaited: &'static str,
    silence: Option<Sender<()>>,
}

impl Write for Listener {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.written += &String::from_utf8_lossy(bytes);
        if self.written.contains(self.awaited) {
            self.silence = None;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn running_out_of_time_is_announced_without_input() {
    let (sender, receiver) = mpsc::channel();
    let mut out =
        Listener { written: String::new(), awaited: "Result: 0-1.", silence: Some(sender) };
    let input = Input { stream: Box::new(Silence(receiver)), ..Input::none() };
    let environment =
        Environment { input, out: &mut out, err: &mut Vec::new(), is_terminal: false };
    let args = ["strata", "play", "staqs", "--clock", "0.001+0"].map(OsString::from);
    assert_eq!(strata::run_in(standard_catalogue(), args, environment), 0);
    assert!(out.silence.is_none(), "{}", out.written);
    assert!(out.written.contains("Blue ran out of time.\n"), "{}", out.written);
    assert!(
        out.written.contains("White wins: Blue ran out of time. Result: 0-1.\n"),
        "{}",
        out.written
    );
}

#[test]
fn clock_command_prints_the_time_left() {
    let out = output_of(&home(), &play("staqs", &["--clock", "5+3,30/turn"]), "clock\n");
    assert!(out.contains("\nWhite (level 3): 5:00 left\n"), "{out}");
    assert!(out.contains(" left, 0:") && out.contains(" for this turn\n"), "{out}");
}

#[test]
fn nonsense_input_gets_one_sentence_per_line() {
    let mut noise = b"\xff\xfe\n\n".to_vec();
    noise.extend(vec![b'x'; 1_000_000]);
    noise.extend(b"\n");
    noise.extend(b"c3".repeat(40));
    noise.extend(b"\nsave /nowhere/at/all/game.pgn\nshow me\n\x1b[31mred\x07\nquit\n");
    let (status, out, err) = run_with_input(&home(), &play("staqs", &PEOPLE), noise);
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
fn hint_and_eval_report_the_engine_result() {
    let home = home();
    // Red can take the last Blue checker.
    let args = play(
        "clusterfuss",
        &["--position", "size-3_rb1-3-3_r", "--seat", "person", "--seat", "bot:1"],
    );
    let out = output_of(&home, &args, "eval\nhint\na3b3\neval\nhint\n");
    assert!(out.contains("Red wins in 1 ply (proven).\n"), "{out}");
    assert!(out.contains("Hint: a3b3 (a3, b3). Red wins in 1 ply (proven).\n"), "{out}");
    assert_eq!(out.matches("The game is over.\n").count(), 2, "{out}");
}

#[test]
fn bots_accept_a_draw_only_when_they_are_losing() {
    // On this board the first player wins with b2 and loses with a1.
    for (mv, winner, answer) in [
        ("b2", "Blue", "Draw: by agreement. Result: 1/2.\n"),
        ("a1", "White", "White (level 8) declines the draw.\n"),
    ] {
        let options = ["-o", "size=3", "-o", "pieces=1"];
        let args = [&options[..], &["--seat", "person", "--seat", "bot:8"]].concat();
        let out = output_of(&home(), &play("staqs", &args), &format!("{mv}\neval\ndraw\n"));
        let wins =
            |line: &str| line.starts_with(&format!("{winner} wins")) && line.ends_with("(proven).");
        assert!(out.lines().any(wins) && out.contains(answer), "{out}");
    }
}

#[test]
fn draw_cannot_be_offered_in_a_game_without_draws() {
    let out = output_of(&home(), &play("isaac", &[]), "help\ndraw\n");
    assert!(!out.contains("offer a draw"), "{out}");
    assert!(out.contains("Isaac has no draws: every game has a winner"), "{out}");
}

#[test]
fn other_players_are_asked_to_accept_a_draw() {
    let out = output_of(&home(), &play("staqs", &PEOPLE), "draw\nwhat\nn\n");
    let question = "White, accept the draw? (y/n) ";
    let expected =
        format!("{question}what\nPlease type y or n.\n{question}n\nWhite declines the draw.\n");
    assert!(out.contains(&expected), "{out}");
}

#[test]
fn saved_game_can_be_loaded_and_verified() {
    let home = home();
    let file = home.path().join("a game.pgn");
    let name = file.display().to_string();
    let lines = format!("c3\nb2\nsave {name}\nsave {name}\nsave\nquit\n");
    let out = output_of(&home, &play("staqs", &PEOPLE), &lines);
    assert!(out.contains(&format!("Saved to {name}.\n")), "{out}");
    assert!(out.contains(&format!("{name} already exists; choose another name.\n")), "{out}");
    assert!(out.contains("Type save and the name of a file.\n"), "{out}");
    let out = output_of(&home, &["play", "--load", &name], "history\n");
    assert!(out.contains("1. Blue c3\n2. White b2 (current)\n"), "{out}");
    let out = output_of(&home, &["verify", &name], "");
    assert!(out.ends_with("no faults\n"), "{out}");
}

#[test]
fn without_a_home_the_game_can_be_played_and_warns_once() {
    let args = ["strata", "play", "staqs", "--seat", "person", "--seat", "person"];
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let input = Input { stream: Box::new(Cursor::new(b"c3\nb2\nquit\n")), ..Input::none() };
    let environment = Environment { input, out: &mut out, err: &mut err, is_terminal: false };
    let status = strata::run_in(standard_catalogue(), args.map(OsString::from), environment);
    let out = String::from_utf8(out).expect("text");
    assert_eq!((status, err.len()), (0, 0));
    assert_eq!(out.matches("This game cannot be saved: there is no home directory").count(), 1);
    assert!(!out.contains("Saved. Start"), "{out}");
}

#[test]
fn broken_settings_are_reported_and_ignored() {
    let home = home();
    let directory = home.path().join(".config/strata");
    fs::create_dir_all(&directory).expect("a directory");
    fs::write(directory.join("settings.json"), "{").expect("written");
    let (status, out, err) = run_with_input(&home, &play("staqs", &[]), "quit\n");
    assert_eq!(status, 0, "{out}");
    assert!(err.starts_with("strata: the settings file ") && err.lines().count() == 1, "{err}");
}

/// Types all commands and many moves in random order, in every game.
#[test]
fn random_input_never_breaks_a_game() {
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
            // Bots search for a second before they answer an offer.
            let lines =
                if seats[1] == "person" { lines.clone() } else { lines.replace("draw\n", "") };
            let out = output_of(&home(), &args, &lines);
            assert!(out.lines().count() > 10, "{out}");
        }
    }
}
