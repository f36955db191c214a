//! Adding a fifth game takes one folder and one line in a list; then every interface can play it.

use std::ffi::OsString;
use std::fs;
use std::time::Duration;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use strata::Environment;
use strata_engine::solver::MakeSolver;
use strata_engine::{Catalogue, MakeEngine};

use strata_games::{clusterfuss, isaac, qawale, staqs};
use strata_render::terminal::{Colours, TerminalKind};
use strata_rules::{Edit, Evaluator, Options, Visitor, laws};
use strata_table::{Seat, Setup, Table};
use strata_terminal::{App, Input, MemoryStorage, StartScreen};
use tempfile::tempdir;

strata_rules::game_list![
    staqs::Staqs,
    clusterfuss::Clusterfuss,
    qawale::Qawale,
    isaac::Isaac,
    crate::tictactoe::TicTacToe,
];

/// Runs `strata` with the longer list and returns its exit status and outputs.
fn strata(args: &[&str]) -> (u8, String, String) {
    let args = std::iter::once("strata").chain(args.iter().copied()).map(OsString::from);
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let status = strata::run_with(CATALOGUE, args, &mut out, &mut err, false);
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (status, text(out), text(err))
}

fn answer(args: &[&str]) -> String {
    let (status, out, err) = strata(args);
    assert_eq!((status, err.as_str()), (0, ""), "{args:?}");
    out
}

struct CheckLaws;

impl Visitor for CheckLaws {
    type Output = ();

    fn visit<G: Edit + Evaluator>(self, game: G) {
        laws::check(&game, 1, 200);
    }
}

#[test]
fn fifth_game_passes_the_property_tests() {
    let opened = visit("tictactoe", Options::defaults(&[]), CheckLaws);
    assert!(matches!(opened, Some(Ok(()))));
}

#[test]
fn fifth_game_is_listed_with_its_rules() {
    assert!(answer(&["games"]).contains("tictactoe  Tic-tac-toe by an unknown inventor, 1864"));
    let rules = answer(&["rules", "tictactoe"]);
    assert!(rules.contains("Put a piece on an empty square.") && rules.contains("[X]"), "{rules}");
}

#[test]
fn positions_of_the_fifth_game_are_shown() {
    let shown = answer(&["show", "tictactoe", "--moves", "b2 A1 c3", "--ascii"]);
    assert!(shown.contains("Nought to move"), "{shown}");
    let over = answer(&["show", "tictactoe", "--moves", "a1 b1 a2 b2 a3"]);
    assert!(over.contains("1-0  Cross wins: three in a row"), "{over}");
    assert_eq!(answer(&["moves", "tictactoe", "--position", "std_xxxoo----"]), "");
    let (status, _, err) = strata(&["show", "tictactoe", "--moves", "b2 b2"]);
    assert_eq!((status, err.as_str()), (2, "strata: move 2, b2: b2 is taken\n"));
}

#[test]
fn fifth_game_is_played_in_text_mode() {
    let lines = "b2\nb2\nhint\nA1\na3\nc1\na1\na2\nc3\ndescribe\nc2\ny\nquit\n";
    let input = strata::Input { stream: Box::new(lines.as_bytes()), ..strata::Input::none() };
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let environment = Environment { input, out: &mut out, err: &mut err, is_terminal: false };
    let args = ["strata", "play", "tictactoe", "--seat", "person", "--seat", "person"];
    let status = strata::run_in(CATALOGUE, args.map(OsString::from), environment);
    let out = String::from_utf8(out).expect("text");
    assert_eq!((status, err.len()), (0, 0), "{out}");
    assert!(out.contains("b2: b2 is taken; type moves or help.\n"), "{out}");
    assert!(out.contains("Nought plays a1.\n") && out.contains("b2, Cross checker\n"), "{out}");
    assert!(out.contains("Rematch, with sides swapped.\n"), "{out}");
    let watched = answer(&["watch", "tictactoe", "--seat", "bot:1", "--seat", "bot:2"]);
    assert!(watched.contains("Result: "), "{watched}");
}

#[test]
fn lesson_of_the_fifth_game_is_taught_in_text_mode() {
    let lines = "a1\nb2\na1\nc3\nhint\nA3\ny\nquit\n";
    let input = strata::Input { stream: Box::new(lines.as_bytes()), ..strata::Input::none() };
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let environment = Environment { input, out: &mut out, err: &mut err, is_terminal: false };
    let args = ["strata", "learn", "tictactoe"].map(OsString::from);
    let status = strata::run_in(CATALOGUE, args, environment);
    let out = String::from_utf8(out).expect("text");
    assert_eq!((status, err.len()), (0, 0), "{out}");
    let expected = [
        "Step 1 of 2: Start",
        "That is not the middle.",
        "Good. Nought plays a1.",
        "Step 2 of 2: Win",
        "a1 is taken.",
        "That is not in line with b2 and c1.",
        "Try a3.",
        "Three in a row.",
        "Now play.",
        "Cross to move",
    ];
    let mut rest = out.as_str();
    for text in expected {
        let place = rest.find(text).unwrap_or_else(|| panic!("no {text} in\n{out}"));
        rest = &rest[place..];
    }
}

#[test]
fn lesson_of_the_fifth_game_is_taught_in_the_terminal() {
    let game = strata_rules::find_game(GAMES, "tictactoe").expect("a game");
    let terminal = TerminalKind { colours: Colours::None, unicode: true };
    let storage = Box::new(MemoryStorage::default());
    let mut app = App::new(CATALOGUE, storage, StartScreen::Lesson(game), terminal, 1, drop);
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).expect("a test terminal");
    let mut press = |code| {
        app.handle(Input::Key(KeyEvent::new(code, KeyModifiers::NONE)), Duration::ZERO);
        terminal.draw(|frame| app.draw(frame)).expect("drawing in memory");
        let cells = terminal.backend().buffer().content();
        cells.iter().map(ratatui::buffer::Cell::symbol).collect::<String>()
    };
    // The cursor starts in the middle.
    let screen = press(KeyCode::Enter);
    assert!(screen.contains("Right!") && screen.contains("Enter goes on."), "{screen}");
    press(KeyCode::Enter);
    for code in [KeyCode::Up, KeyCode::Left] {
        press(code);
    }
    assert!(press(KeyCode::Enter).contains("Three in a row."));
    assert!(press(KeyCode::Enter).contains("Now play."));
    press(KeyCode::Enter);
    assert!(app.table().is_some_and(|table| table.setup().game == "tictactoe"));
}

#[test]
fn fifth_game_is_played_in_the_terminal() {
    let setup = Setup::new("tictactoe", [Seat::person("Ann"), Seat::person("Bob")]);
    let table = Table::new(GAMES, setup, Duration::ZERO).expect("a good setup");
    let storage = Box::new(MemoryStorage::default());
    let opening = StartScreen::Table(Box::new(table));
    let terminal = TerminalKind { colours: Colours::None, unicode: true };
    let mut app = App::new(CATALOGUE, storage, opening, terminal, 1, drop);
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).expect("a test terminal");
    let mut press = |code| {
        app.handle(Input::Key(KeyEvent::new(code, KeyModifiers::NONE)), Duration::ZERO);
        terminal.draw(|frame| app.draw(frame)).expect("drawing in memory");
        let cells = terminal.backend().buffer().content();
        cells.iter().map(ratatui::buffer::Cell::symbol).collect::<String>()
    };
    // The centre, then always the first free square; this ends in a draw.
    press(KeyCode::Enter);
    let screen = press(KeyCode::Enter);
    assert!(screen.contains("b2 is Cross's and it is Nought's turn."), "{screen}");
    let mut screen = String::new();
    for _ in 0..8 {
        press(KeyCode::Tab);
        screen = press(KeyCode::Enter);
    }
    assert!(screen.contains("Game over, 1/2") && screen.contains("r  rematch"), "{screen}");
    assert!(app.table().is_some_and(|table| table.result().is_some()));
}

#[test]
fn moves_of_the_fifth_game_are_counted() {
    assert_eq!(answer(&["perft", "tictactoe", "9"]), "127872\n");
    assert_eq!(answer(&["perft", "tictactoe", "9", "--no-bulk"]), "127872\n");
}

#[test]
fn fifth_game_is_drawn_as_svg() {
    let picture = answer(&["show", "tictactoe", "--moves", "b2", "--svg", "-"]);
    assert!(picture.contains("b2, Cross checker"), "{picture}");
}

#[test]
fn records_of_the_fifth_game_are_verified() {
    let folder = tempdir().expect("a folder");
    let file = folder.path().join("games.pgn");
    fs::write(&file, "[Game \"tictactoe\"]\n\n1. a1 b1 2. a2 b2 3. a3 1-0\n").expect("a file");
    let name = file.display().to_string();
    assert_eq!(answer(&["verify", &name]), format!("{name}: 1 game, 5 moves, no faults\n"));
}

const CATALOGUE: Catalogue = Catalogue {
    games: GAMES,
    engine: |game, options| visit(game, options, MakeEngine),
    solver: |game, options| visit(game, options, MakeSolver),
    tables: Vec::new,
};
