//! The analysis board, with an engine and a solver whose values are known.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::common::{BROKEN, Session, against_bot, table, two_people};
use crate::scripted_solver::{self, ScriptedSolver};
use insta::assert_snapshot;
use ratatui::crossterm::event::KeyCode;
use strata_engine::solver::Wdl;
use strata_engine::{Catalogue, Distance, Engine, Line, Report, Request, SearchError, Value};
use strata_games::GAMES;
use strata_records::Reader;
use strata_rules::{GameEntry, OptionError, Options, Player, find_game};
use strata_table::{Command, Seat, Setup, Table};
use strata_terminal::{Effect, MemoryStorage, StartScreen};

/// An engine that values positions with the first player to move as even, and all others as won by
/// the last legal move. It searches positions on the board until it is stopped, and returns from
/// those of a review immediately.
struct Scripted {
    entry: &'static GameEntry,
}

impl Engine for Scripted {
    fn search(
        &mut self,
        text: &str,
        request: &Request,
        stop: &AtomicBool,
        show: &mut dyn FnMut(Report),
    ) -> Result<Report, SearchError> {
        let position = self.entry.read_position(text).expect("its own text");
        let mut moves = position.moves();
        let value = match position.turn() {
            Player(0) => Value::Estimate(0),
            _ => {
                moves.reverse();
                Value::Win(Distance::AtMost(5))
            }
        };
        let line = |mv: &String| Line::new(vec![mv.clone(), "later".to_owned()], value);
        let lines = moves.iter().take(request.lines).map(line).collect();
        let mut report = Report { depth: 3, nodes: 100, time: Duration::from_secs(1), lines };
        if request.level.is_none() && request.limits.movetime > Some(Duration::from_secs(10)) {
            show(report.clone());
            report.depth = 4;
            show(report.clone());
            while !stop.load(Ordering::Relaxed) {
                std::thread::yield_now();
            }
        }
        Ok(report)
    }

    fn forget(&mut self) {}
}

fn scripted(game: &str, _options: Options) -> Option<Result<Box<dyn Engine>, OptionError>> {
    let entry = find_game(GAMES, game).ok()?;
    Some(Ok(Box::new(Scripted { entry })))
}

const SCRIPTED: Catalogue =
    Catalogue { games: GAMES, engine: scripted, solver: |_, _| None, tables: Vec::new };

/// The first move wins, the second one draws, and the third one loses. The values of further moves are
/// not proven, except that they lose where the second player is to move.
const VALUES: scripted_solver::Values = |position| {
    let count = match position.turn() {
        Player(1) => position.moves().len(),
        _ => 3,
    };
    let values = [Wdl::Win, Wdl::Draw].into_iter().chain(std::iter::repeat(Wdl::Loss));
    values.map(Some).take(count).collect()
};

/// The scripted engine with the scripted solver.
const SOLVED: Catalogue = Catalogue {
    games: GAMES,
    engine: scripted,
    solver: |game, _options| {
        let entry = find_game(GAMES, game).ok()?;
        Some(Ok(Box::new(ScriptedSolver { entry, values: VALUES })))
    },
    tables: Vec::new,
};

fn sit(catalogue: Catalogue, opening: StartScreen, size: (u16, u16)) -> Session {
    Session::with_catalogue(catalogue, opening, Box::new(MemoryStorage::default()), size)
}

/// A game in which all players play the first legal move.
fn played(game: &str, moves: usize) -> Box<Table> {
    let mut table = Table::new(GAMES, two_people(game), Duration::ZERO).expect("a good setup");
    for _ in 0..moves {
        let Some(by) = table.turn() else { break };
        let mv = table.position().moves().remove(0);
        table.apply(Command::Play { by, mv }, Duration::ZERO).expect("a legal move");
    }
    Box::new(table)
}

/// The analysis of such a game of Clusterfuss.
fn analysis(moves: usize) -> Session {
    let mut session = sit(SCRIPTED, StartScreen::Analysis(played("clusterfuss", moves)), (100, 30));
    session.wait_until_shown("depth 4");
    session
}

fn type_move(session: &mut Session, mv: &str) {
    session.keys("m");
    session.keys(mv);
    session.enter();
}

#[test]
fn menu_opens_the_analysis_of_a_game() {
    let mut session = sit(SCRIPTED, StartScreen::Menu, (80, 24));
    session.click_on("Analysis");
    session.expect("Clusterfuss");
    session.click_on("Clusterfuss");
    session.expect("Clusterfuss · analysis");
    session.keys("q");
    session.expect("New game");
}

#[test]
fn running_game_is_analysed_at_its_position_and_continues() {
    let mut session = sit(SCRIPTED, StartScreen::Table(played("clusterfuss", 3)), (80, 24));
    session.keys("A");
    session.expect("move 3 of 3");
    session.keys("q");
    assert_eq!(session.plies(), 3);
    session.keys("[A");
    session.expect("move 2 of 3");
    let mv = session.table().position().moves().remove(0);
    type_move(&mut session, "nonsense");
    session.press(KeyCode::Esc);
    session.press(KeyCode::Right);
    type_move(&mut session, &mv);
    session.expect("move 4 of 4");
    assert_eq!(session.plies(), 3, "the game itself does not change");
}

#[test]
fn finished_game_offers_the_analysis_and_steps_with_arrows() {
    let mut session = sit(SCRIPTED, StartScreen::Table(played("qawale", 100)), (120, 40));
    let last = session.plies();
    session.expect("A  analysis board");
    session.press(KeyCode::Left);
    session.expect(&format!("looking at move {} of {last}", last - 1));
    assert!(!session.shows("Game over"));
    session.press(KeyCode::Right);
    assert!(!session.shows("looking at"));
    session.keys("i");
    session.expect("The game is over. Press A");
    session.keys("A");
    session.expect("analysis");
    let result = session.table().result().expect("it is over").clone();
    session.expect(&result.sentence);
    session.keys("P");
    session.expect("The game is over in this position.");
}

#[test]
fn values_of_all_moves_are_shown_with_their_source() {
    for size in [(80, 24), (120, 40)] {
        let mut session = sit(SOLVED, StartScreen::Analysis(played("clusterfuss", 3)), size);
        session.wait_until_shown("depth 4");
        assert_snapshot!(format!("explored-{}x{}", size.0, size.1), session.screen());
    }
    let mut session = sit(SOLVED, StartScreen::Analysis(played("clusterfuss", 3)), (40, 15));
    session.wait_until_shown("Blue wins (proven)  Searched: 0.3 s");
}

#[test]
fn values_of_all_moves_are_shown_while_the_engine_is_off() {
    let table = played("clusterfuss", 3);
    let history = table.history();
    let mv = history[history.main_line()[2]].position.moves().remove(0);
    let mut session = sit(SOLVED, StartScreen::Analysis(table), (120, 40));
    session.keys("e");
    session.wait_until_shown("Searched: 0.3 s");
    session.expect("Blue wins (proven)");
    session.expect("The engine is off: e starts it");
    session.press(KeyCode::Left);
    session.wait_until_shown("Searched: 0.3 s");
    session.expect("Red wins (proven)");
    session.expect(&format!("W  {mv}"));
    session.keys("e");
    session.wait_until_shown("depth 4");
}

#[test]
fn proven_values_replace_the_estimates_of_the_engine() {
    let table = played("clusterfuss", 0);
    let moves = table.position().moves();
    let mut session = sit(SOLVED, StartScreen::Analysis(table), (120, 40));
    session.wait_until_shown("depth 4");
    session.expect("Red wins (proven)");
    session.expect("Searched: 0.3 s");
    for (letter, mv) in ["W", "D", "L", "?"].iter().zip(&moves) {
        session.expect(&format!("{letter}  {mv}"));
    }
}

#[test]
fn squares_are_lettered_only_by_what_is_proven() {
    let table = played("clusterfuss", 0);
    let (moves, start) = (table.position().moves(), table.position().boxed_clone());
    let mut session = sit(SOLVED, StartScreen::Analysis(table), (120, 40));
    session.wait_until_shown("depth 4");
    let first_square = |mv: &String| start.steps(mv).expect("a legal move")[0].to_string();
    let winning = first_square(&moves[0]);
    let other = moves.iter().rev().map(first_square).find(|square| *square != winning);
    let letter_on = |session: &Session, square: &str| {
        let (column, row) = session.square_at(square);
        let buffer = session.terminal.backend().buffer();
        let around = (column - 2..=column + 2).map(|column| buffer[(column, row)].symbol());
        around.collect::<String>()
    };
    assert!(letter_on(&session, &winning).contains('W'), "{}", session.screen());
    let other = other.expect("another checker");
    assert!(letter_on(&session, &other).contains('?'), "{}", session.screen());
}

#[test]
fn click_on_an_explored_move_plays_it() {
    let table = played("clusterfuss", 0);
    let mv = table.position().moves().remove(1);
    let mut session = sit(SOLVED, StartScreen::Analysis(table), (120, 40));
    session.wait_until_shown("Searched: 0.3 s");
    session.click_on(&format!("D  {mv}"));
    session.expect("move 1 of 1");
}

#[test]
fn keys_step_through_the_moves() {
    let mut session = analysis(4);
    for (key, place) in [
        (KeyCode::Left, "move 3 of 4"),
        (KeyCode::Backspace, "move 2 of 4"),
        (KeyCode::Char('u'), "move 1 of 4"),
        (KeyCode::Right, "move 2 of 4"),
        (KeyCode::Up, "move 0 of 4"),
        (KeyCode::End, "move 4 of 4"),
        (KeyCode::Home, "move 0 of 4"),
        (KeyCode::Down, "move 4 of 4"),
    ] {
        session.press(key);
        session.expect(place);
    }
    session.press(KeyCode::Right);
    session.expect("This is the end of the line.");
}

#[test]
fn other_moves_become_variations_that_can_be_deleted() {
    let game = played("clusterfuss", 4);
    let history = game.history();
    let line = history.main_line();
    let other = history[line[2]].position.moves().remove(5);
    let main = history[line[3]].mv.clone();
    let mut session = analysis(4);
    session.times(KeyCode::Left, 2);
    type_move(&mut session, &other);
    session.expect("move 3 of 3, variation");
    session.expect(&format!("(2. {other})"));
    session.keys("b");
    session.expect("move 3 of 4");
    session.keys("x");
    session.expect(&format!("Delete {main} and everything after it?"));
    session.keys("n");
    session.keys("b");
    session.keys("xy");
    assert!(!session.shows(&format!("(2. {other})")), "{}", session.screen());
    session.expect("move 2 of 4");
    session.click_on(&main);
    session.expect("move 3 of 4");
}

#[test]
fn squares_are_chosen_with_letters_and_clicks() {
    let mut session = analysis(0);
    let mv = played("clusterfuss", 1).history()[strata_table::History::ROOT].children[0];
    let mv = played("clusterfuss", 1).history()[mv].mv.clone();
    let (from, to) = mv.split_at(2);
    session.click_square(from);
    session.expect(&format!("({from})"));
    session.press(KeyCode::Esc);
    assert!(!session.shows(&format!("({from})")));
    // The cursor starts at e5.
    session.times(KeyCode::Char('h'), 10);
    session.times(KeyCode::Char('s'), 10);
    session.expect("a1, ");
    session.click_square(from);
    session.click_square(to);
    session.expect("move 1 of 1");
    session.expect(&format!("1. {mv}"));
}

#[test]
fn lines_stream_and_digits_play_them() {
    let mut session = sit(SCRIPTED, StartScreen::Analysis(played("clusterfuss", 1)), (100, 30));
    let moves = played("clusterfuss", 1).position().moves();
    let best = moves.last().expect("a move").clone();
    let fifth = moves[moves.len() - 5].clone();
    session.wait_until_shown("depth 4, 100 nodes");
    session.expect(&format!("1 {best}  Blue wins (proven)  later"));
    session.expect(&format!("5 {fifth}  Blue wins (proven)"));
    // The proven move has a letter on its square.
    let (column, row) = session.square_at(&best[..2]);
    let line = session.screen().lines().nth(row.into()).expect("a row").to_owned();
    let around: String = line.chars().skip(usize::from(column) - 2).take(5).collect();
    assert!(around.contains('W'), "{around}\n{}", session.screen());
    session.keys("--");
    session.expect("The engine shows 3 lines.");
    session.keys("f");
    session.wait_until_shown("depth 4");
    assert!(!session.shows(&format!("5 {fifth}")), "{}", session.screen());
    session.keys("+9");
    session.expect("The engine has no line 9 here.");
    session.keys("1");
    session.expect("move 2 of 2");
    session.expect(&format!("1. a2a1    {best}"));
}

#[test]
fn engine_is_switched_off_and_on() {
    let mut session = analysis(2);
    session.keys("e");
    session.expect("off, depth 4");
    assert_eq!(session.app.next_wake(), None);
    session.press(KeyCode::Left);
    session.expect("The engine is off: e starts it");
    session.keys("e");
    session.wait_until_shown("depth 4");
    assert!(!session.shows("off"));
}

#[test]
fn review_marks_mistakes_and_keys_go_to_them() {
    let mut session = analysis(4);
    session.keys("n");
    session.expect("No mistakes are known. r reviews the game.");
    session.keys("r");
    session.expect("Review: ");
    session.wait_until_shown("The review found 2 blunders.");
    session.expect("Accuracy: Red 100%, Blue 14%.");
    session.keys("g");
    session.keys("n");
    session.expect("move 2 of 4");
    let game = played("clusterfuss", 4);
    let line = game.history().main_line();
    let best = game.history()[line[1]].position.moves().pop().expect("a move");
    let blunder = &game.history()[line[2]].mv;
    session.expect(&format!("{blunder}?? was a proven win, now 50%; {best} was better."));
    session.keys("n");
    session.expect("move 4 of 4");
    session.keys("n");
    session.expect("There are no more mistakes in this direction.");
    session.keys("N");
    session.expect("move 2 of 4");
    // The graph has bars now: full height where the first player is lost or not.
    assert!(session.screen().contains("███"), "{}", session.screen());
}

#[test]
fn reviewed_games_look_right_in_small_and_large_terminals() {
    for size in [(40, 15), (80, 24), (120, 40)] {
        let mut session = sit(SCRIPTED, StartScreen::Analysis(played("qawale", 6)), size);
        session.keys("r");
        while session.shows("Review:") {
            session.wait_for_engine();
        }
        session.press(KeyCode::Left);
        session.keys("N");
        session.wait_until_shown("depth 4");
        assert_snapshot!(format!("reviewed-{}x{}", size.0, size.1), session.screen());
    }
}

#[test]
fn review_can_be_stopped() {
    let mut session = analysis(4);
    session.keys("r");
    session.keys("r");
    session.expect("Stopped the review.");
    session.wait_until_shown("depth 4");
}

#[test]
fn copied_record_has_evaluations_and_variations() {
    let mut session = analysis(4);
    session.keys("r");
    session.wait_until_shown("The review found");
    session.press(KeyCode::Left);
    session.wait_until_shown("depth 4");
    session.keys("3Y");
    let effects = session.app.take_effects();
    let [Effect::Copy(text)] = &effects[..] else { panic!("{effects:?}") };
    assert!(text.contains("[%eval +0.00]") && text.contains("$4"), "{text}");
    assert!(text.contains("( 2... "), "{text}");
    let record = Reader::new(text.as_bytes()).next().expect("a record").expect("a good one");
    let table = Table::from_record(GAMES, &record, Duration::ZERO).expect("its own record");
    assert_eq!(table.history().count_moves(), 5);
    session.keys("y");
    let effects = session.app.take_effects();
    assert!(
        matches!(&effects[..], [Effect::Copy(text)] if text.starts_with("std_")),
        "{effects:?}"
    );
    session.keys("c");
    session.expect("Save as");
    session.press(KeyCode::Esc);
    session.expect("analysis");
}

#[test]
fn comments_and_signs_are_edited_and_saved_in_the_record() {
    let mut session = analysis(4);
    session.keys("g!");
    session.expect("There is no move to sign.");
    session.press(KeyCode::Right);
    session.keys("tA quiet x");
    session.press(KeyCode::Backspace);
    session.keys("startq");
    session.expect("Comment: A quiet startq");
    session.press(KeyCode::Backspace);
    session.press(KeyCode::Enter);
    session.expect("A quiet start");
    assert!(!session.shows("Comment:"), "{}", session.screen());
    session.keys("t forgotten");
    session.press(KeyCode::Esc);
    session.keys("!!!");
    let first = played("clusterfuss", 1).history().main_line()[1];
    let mv = played("clusterfuss", 1).history()[first].mv.clone();
    session.expect(&format!("{mv}!?"));
    session.keys("Y");
    let effects = session.app.take_effects();
    let [Effect::Copy(text)] = &effects[..] else { panic!("{effects:?}") };
    assert!(text.contains(&format!("1. {mv} $5 {{A quiet start}}")), "{text}");
    session.keys("!!!!");
    session.expect(&format!("{mv} has no sign now."));
    session.keys("t");
    for _ in 0.."A quiet start".len() {
        session.press(KeyCode::Backspace);
    }
    session.press(KeyCode::Enter);
    session.keys("Y");
    let effects = session.app.take_effects();
    let [Effect::Copy(text)] = &effects[..] else { panic!("{effects:?}") };
    assert!(!text.contains("quiet") && !text.contains('$'), "{text}");
}

#[test]
fn play_from_here_starts_a_game_against_a_bot() {
    let mut session = analysis(4);
    session.press(KeyCode::Left);
    session.keys("P");
    session.expect("Play from here as Blue against a bot of level 3?");
    session.keys("y");
    assert_eq!(session.plies(), 3);
    let table = session.table();
    assert_eq!(table.turn(), Some(Player(1)));
    assert!(table.seats()[0].is_bot() && !table.seats()[1].is_bot());
    assert!(!session.shows("analysis"));
}

#[test]
fn play_from_here_keeps_the_level_of_the_game() {
    let level = strata_engine::Level::new(6).expect("a level");
    let setup = Setup::new("clusterfuss", [Seat::person("Ann"), Seat::bot(level)]);
    let mut session = sit(SCRIPTED, table(setup), (80, 24));
    session.keys("AP");
    session.expect("as Red against a bot of level 6?");
}

#[test]
fn failed_search_is_reported_in_a_sentence_and_stops_the_engine() {
    let mut session = sit(BROKEN, StartScreen::Analysis(played("staqs", 2)), (80, 24));
    session.wait_until_shown("The search failed: position");
    session.expect("on purpose.");
    session.keys("f");
    session.expect("The engine is off: e starts it");
    session.keys("r");
    session.wait_until_shown("The search failed: position");
    assert!(!session.shows("Review:"));
}

#[test]
fn bots_of_the_game_below_still_play() {
    let mut session = sit(SCRIPTED, table(against_bot("clusterfuss")), (80, 24));
    let mv = session.position().moves().remove(0);
    session.enter_move(&mv);
    session.keys("A");
    session.expect("analysis");
    session.let_bots_play();
    assert_eq!(session.plies(), 2);
    session.keys("q");
    assert!(!session.shows("analysis"));
}

#[test]
fn all_sizes_show_the_board_and_lines_of_the_engine() {
    for entry in GAMES {
        for size in [(30, 10), (40, 15), (61, 20), (80, 24), (120, 40), (200, 60)] {
            let mut session = sit(SCRIPTED, StartScreen::Analysis(played(entry.info.id, 2)), size);
            let best = played(entry.info.id, 2).position().moves().remove(0);
            while !session.shows(&format!("1 {best}")) {
                session.wait_for_engine();
            }
            if size.0 >= 80 {
                session.expect("depth ");
                session.expect("1. ");
            }
        }
    }
}

#[test]
fn help_page_lists_the_keys_of_the_analysis_first() {
    let mut session = analysis(0);
    session.keys("?");
    session.expect("On the analysis board");
    session.expect("review the game");
    session.keys("q");
    session.keys("R");
    session.expect("Clusterfuss");
    session.keys("qq");
    session.expect("New game");
}
