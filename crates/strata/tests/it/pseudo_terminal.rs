//! The real program in a pseudo-terminal.

use std::path::Path;
use std::time::Duration;

use crate::pty::Terminal;
use strata::standard_catalogue;
use strata_table::{Seat, Setup, Table};
use strata_terminal::{MemoryStorage, SavedGame, Settings, StartScreen, Storage};
use tempfile::tempdir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_strata");

fn strata(args: &[&str], home: &Path) -> Terminal {
    Terminal::start(Path::new(PROGRAM), args, home)
}

/// The numbered moves on the screen.
fn moves(text: &str) -> Vec<String> {
    let behind = text.lines().skip_while(|line| !line.contains("Moves"));
    let words = behind.flat_map(str::split_whitespace);
    let is_move = |word: &&str| {
        word.len() == 2
            && word.starts_with(|c: char| c.is_ascii_lowercase())
            && word.ends_with(|c: char| c.is_ascii_digit())
    };
    words.filter(is_move).map(str::to_owned).collect()
}

/// The contents of all text files below a directory.
fn texts_below(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder").flatten();
    let below = entries.flat_map(|entry| match entry.path() {
        path if path.is_dir() => texts_below(&path),
        path => std::fs::read_to_string(path).into_iter().collect(),
    });
    below.collect()
}

#[test]
fn killed_game_resumes_at_the_same_move() {
    let home = tempdir().expect("a directory");
    let mut terminal =
        strata(&["play", "staqs", "--seat", "person", "--seat", "bot:1"], home.path());
    terminal.wait_for(|text| text.contains("none yet"));
    terminal.press("\r");
    terminal.wait_for(|text| moves(text).len() == 2 && text.contains("Blue · Place"));
    terminal.press("\t\r");
    let before = terminal.wait_for(|text| moves(text).len() == 4 && text.contains("Blue · Place"));
    // A second window does not offer a game that is being played.
    let other = strata(&[], home.path());
    let menu = other.wait_for(|text| text.contains("New game"));
    assert!(!menu.contains("Continue"), "{menu}");
    terminal.kill();
    drop(other);
    let records = texts_below(home.path());
    assert!(records.iter().any(|text| text.contains("[Date \"20")), "{records:?}");

    let mut terminal = strata(&[], home.path());
    let menu = terminal.wait_for(|text| text.contains("Continue"));
    assert!(menu.contains("STAQS, Blue against level 1, 4 moves"), "{menu}");
    // Move down from the first line, and open the game.
    terminal.press("\x1b[B\r");
    let after = terminal.wait_for(|text| text.contains("Blue · Place"));
    assert_eq!(moves(&after), moves(&before), "{after}");
    terminal.press("\t\r");
    terminal.wait_for(|text| moves(text).len() == 6 && text.contains("Blue · Place"));
    terminal.kill();
}

#[test]
fn terminal_is_restored_on_exit() {
    let home = tempdir().expect("a directory");
    let mut terminal = strata(&[], home.path());
    terminal.wait_for(|text| text.contains("New game"));
    assert_ne!(terminal.modes().local_modes, terminal.first_modes().local_modes);
    assert!(terminal.look(vt100::Screen::alternate_screen));
    terminal.press("q");
    assert!(terminal.wait().success());
    assert_restored(&terminal);
}

#[test]
fn analysis_board_opens_and_shows_engine_lines() {
    let home = tempdir().expect("a directory");
    let mut terminal = strata(&["analyse", "qawale", "--moves", "a4ees"], home.path());
    terminal.wait_for(|text| text.contains("move 1 of 1") && text.contains("nodes"));
    terminal.press("q");
    terminal.wait_for(|text| text.contains("New game"));
    terminal.press("q");
    assert!(terminal.wait().success());
    assert_restored(&terminal);
}

#[test]
fn analysis_with_a_limit_is_printed() {
    let home = tempdir().expect("a directory");
    let mut terminal = strata(&["analyse", "clusterfuss", "--depth", "2"], home.path());
    terminal.wait_for(|text| text.contains("depth 2, "));
    assert!(terminal.wait().success());
}

#[test]
fn text_mode_leaves_the_terminal_unchanged() {
    let home = tempdir().expect("a directory");
    let mut terminal = strata(&["play", "staqs", "--plain"], home.path());
    terminal.wait_for(|text| text.trim_end().ends_with("Blue>"));
    assert_restored(&terminal);
    terminal.press("quit\n");
    assert!(terminal.wait().success());
}

#[test]
fn terminal_is_restored_after_a_panic() {
    let home = tempdir().expect("a directory");
    let itself = std::env::current_exe().expect("this program");
    let args = ["--exact", "pseudo_terminal::fragile_interface", "--ignored", "--nocapture"];
    let mut terminal = Terminal::start(&itself, &args, home.path());
    terminal.wait_for(|text| text.contains("none yet"));
    terminal.press("\r");
    assert!(!terminal.wait().success());
    let text = terminal.wait_for(|text| text.contains(REASON));
    assert!(text.contains("panicked at"), "{text}");
    assert_restored(&terminal);
}

#[test]
fn control_z_suspends_to_the_shell_and_fg_returns_to_the_game() {
    let home = tempdir().expect("a directory");
    let mut terminal = Terminal::start(Path::new("/bin/sh"), &["-i"], home.path());
    // The terminal shows what is typed, so the prompt looks different there.
    terminal.press("PS1='rea''dy> '\n");
    terminal.wait_for(|text| text.contains("ready>"));
    terminal.press(&format!("{PROGRAM} play staqs --seat person --seat person\n"));
    terminal.wait_for(|text| text.contains("none yet"));
    terminal.press("\r");
    let game = terminal.wait_for(|text| moves(text).len() == 1 && text.contains("White · Place"));
    terminal.press("\x1a");
    terminal.wait_until(|screen| {
        !screen.alternate_screen()
            && !screen.hide_cursor()
            && screen.mouse_protocol_mode() == vt100::MouseProtocolMode::None
            && screen.contents().trim_end().ends_with("ready>")
    });
    // Keys go to the shell now.
    terminal.press("echo sum $((40 + 2))\n");
    terminal.wait_for(|text| text.contains("sum 42"));
    terminal.press("fg\n");
    let again = terminal.wait_for(|text| text.contains("White · Place"));
    assert!(terminal.look(vt100::Screen::alternate_screen));
    assert_eq!(moves(&again), moves(&game));
    terminal.press("\t\r");
    terminal.wait_for(|text| moves(text).len() == 2);
    terminal.press("qy");
    terminal.wait_for(|text| text.contains("Continue"));
    terminal.press("q");
    terminal.wait_until(|screen| !screen.alternate_screen());
    terminal.kill();
}

#[test]
fn position_is_copied_with_the_clipboard_sequence() {
    let home = tempdir().expect("a directory");
    let position = "size-3_rb1-3-3_r";
    let mut terminal = strata(&["play", "clusterfuss", "--position", position], home.path());
    terminal.wait_for(|text| text.contains("none yet"));
    terminal.press("y");
    terminal.wait_for(|text| text.contains("Copied the position"));
    // The base64 encoding of the position.
    terminal.wait_for_output(b"\x1b]52;c;c2l6ZS0zX3JiMS0zLTNfcg==\x07");
    terminal.kill();
}

#[test]
fn game_that_cannot_be_saved_is_never_reported_as_saved() {
    let home = tempdir().expect("a directory");
    std::fs::write(home.path().join(".local"), "a file").expect("written");
    let mut terminal = strata(&["play", "staqs"], home.path());
    terminal.wait_for(|text| text.contains("none yet"));
    terminal.press("\r");
    terminal.wait_for(|text| text.contains("The game is not saved: cannot create"));
    terminal.press("q");
    let text = terminal.wait_for(|text| text.contains("This game cannot be saved: cannot create"));
    assert!(text.contains("Leave without saving"), "{text}");
    terminal.press("\x03");
    assert!(terminal.wait().success());
    terminal.wait_for(|text| text.contains("strata: The game was not saved: cannot create"));
}

/// Checks that the terminal has its original modes, the main screen and a visible cursor.
fn assert_restored(terminal: &Terminal) {
    let (modes, first) = (terminal.modes(), terminal.first_modes());
    assert_eq!(modes.local_modes, first.local_modes);
    assert_eq!(modes.input_modes, first.input_modes);
    assert_eq!(modes.output_modes, first.output_modes);
    assert_eq!(modes.control_modes, first.control_modes);
    // The last output of the program may arrive later.
    terminal.wait_until(|screen| {
        !screen.alternate_screen()
            && !screen.hide_cursor()
            && screen.mouse_protocol_mode() == vt100::MouseProtocolMode::None
    });
}

const REASON: &str = "the disk is on fire";

/// A storage that panics when it saves a game.
struct Fragile(MemoryStorage);

impl Storage for Fragile {
    fn save(&mut self, _: &str, _: &str) -> Result<(), String> {
        panic!("{REASON}")
    }

    fn list(&self) -> Vec<SavedGame> {
        self.0.list()
    }

    fn load(&self, id: &str) -> Result<String, String> {
        self.0.load(id)
    }

    fn remove(&mut self, id: &str) -> Result<(), String> {
        self.0.remove(id)
    }

    fn new_id(&mut self) -> String {
        self.0.new_id()
    }

    fn settings(&self) -> Settings {
        self.0.settings()
    }

    fn save_settings(&mut self, settings: &Settings) -> Result<(), String> {
        self.0.save_settings(settings)
    }
}

/// The program for the test of panics, which starts this binary again in a terminal.
#[test]
#[ignore = "needs a terminal; another test starts it in one"]
fn fragile_interface() {
    let catalogue = standard_catalogue();
    let setup = Setup::new("staqs", [Seat::person(""), Seat::person("")]);
    let table = Table::new(catalogue.games, setup, Duration::ZERO).expect("a table");
    let storage = Box::new(Fragile(MemoryStorage::default()));
    let opening = StartScreen::Table(Box::new(table));
    strata_terminal::run(catalogue, storage, opening, 1).expect("a terminal");
}
