//! The analysis board, with an engine whose values are known.

mod common;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use common::{Sitting, against_bot, table, two_persons};
use insta::assert_snapshot;
use ratatui::crossterm::event::KeyCode;
use strata_engine::{Catalogue, Engine, Line, Report, Request, SearchError, Value};
use strata_games::GAMES;
use strata_records::Reader;
use strata_rules::{GameEntry, OptionError, Options, Player, find_game};
use strata_table::{Command, Seat, Setup, Table};
use strata_terminal::{Effect, MemoryStorage, StartScreen};

/// An engine that thinks positions of the first player even, and all others won by the last legal
/// move. It searches positions on the board until it is stopped, and those of a review not at all.
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
                Value::Win(5)
            }
        };
        let line = |mv: &String| Line { moves: vec![mv.clone(), "later".to_owned()], value };
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

/// An engine that always fails.
struct Broken;

impl Engine for Broken {
    fn search(
        &mut self,
        text: &str,
        _request: &Request,
        _stop: &AtomicBool,
        _show: &mut dyn FnMut(Report),
    ) -> Result<Report, SearchError> {
        Err(SearchError::Position { text: text.to_owned(), reason: "on purpose".to_owned() })
    }

    fn forget(&mut self) {}
}

fn scripted(game: &str, _options: Options) -> Option<Result<Box<dyn Engine>, OptionError>> {
    let entry = find_game(GAMES, game).ok()?;
    Some(Ok(Box::new(Scripted { entry })))
}

fn broken(_game: &str, _options: Options) -> Option<Result<Box<dyn Engine>, OptionError>> {
    Some(Ok(Box::new(Broken)))
}

const SCRIPTED: Catalogue = Catalogue { games: GAMES, engine: scripted };
const BROKEN: Catalogue = Catalogue { games: GAMES, engine: broken };

fn sit(catalogue: Catalogue, opening: StartScreen, size: (u16, u16)) -> Sitting {
    Sitting::among(catalogue, opening, Box::new(MemoryStorage::default()), size)
}

/// A game in which everybody plays the first legal move.
fn played(game: &str, moves: usize) -> Box<Table> {
    let mut table = Table::new(GAMES, two_persons(game), Duration::ZERO).expect("a good setup");
    for _ in 0..moves {
        let Some(by) = table.turn() else { break };
        let mv = table.position().moves().remove(0);
        table.apply(Command::Play { by, mv }, Duration::ZERO).expect("a legal move");
    }
    Box::new(table)
}

/// The analysis of such a game of Clusterfuss.
fn analysis(moves: usize) -> Sitting {
    let mut sitting = sit(SCRIPTED, StartScreen::Analysis(played("clusterfuss", moves)), (100, 30));
    sitting.hear_until("depth 4");
    sitting
}

fn type_move(sitting: &mut Sitting, mv: &str) {
    sitting.keys("m");
    sitting.keys(mv);
    sitting.enter();
}

#[test]
fn menu_opens_the_analysis_of_a_game() {
    let mut sitting = sit(SCRIPTED, StartScreen::Menu, (80, 24));
    sitting.click_on("Analysis");
    sitting.expect("Clusterfuss");
    sitting.click_on("Clusterfuss");
    sitting.expect("Clusterfuss · analysis");
    sitting.keys("q");
    sitting.expect("New game");
}

#[test]
fn running_game_is_analysed_at_its_position_and_goes_on() {
    let mut sitting = sit(SCRIPTED, StartScreen::Table(played("clusterfuss", 3)), (80, 24));
    sitting.keys("A");
    sitting.expect("move 3 of 3");
    sitting.keys("q");
    assert_eq!(sitting.plies(), 3);
    sitting.keys("[A");
    sitting.expect("move 2 of 3");
    let mv = sitting.table().position().moves().remove(0);
    type_move(&mut sitting, "nonsense");
    sitting.press(KeyCode::Esc);
    sitting.press(KeyCode::Right);
    type_move(&mut sitting, &mv);
    sitting.expect("move 4 of 4");
    assert_eq!(sitting.plies(), 3, "the game itself does not change");
}

#[test]
fn finished_game_offers_the_analysis_and_steps_with_arrows() {
    let mut sitting = sit(SCRIPTED, StartScreen::Table(played("qawale", 100)), (120, 40));
    let last = sitting.plies();
    sitting.expect("A  analysis board");
    sitting.press(KeyCode::Left);
    sitting.expect(&format!("looking at move {} of {last}", last - 1));
    assert!(!sitting.shows("Game over"));
    sitting.press(KeyCode::Right);
    assert!(!sitting.shows("looking at"));
    sitting.keys("i");
    sitting.expect("The game is over: A opens the analysis board");
    sitting.keys("A");
    sitting.expect("analysis");
    let result = sitting.table().result().expect("it is over").clone();
    sitting.expect(&result.sentence);
    sitting.keys("P");
    sitting.expect("The game is over in this position.");
}

#[test]
fn keys_step_through_the_moves() {
    let mut sitting = analysis(4);
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
        sitting.press(key);
        sitting.expect(place);
    }
    sitting.press(KeyCode::Right);
    sitting.expect("This is the end of the line.");
}

#[test]
fn other_moves_become_variations_that_can_be_deleted() {
    let game = played("clusterfuss", 4);
    let history = game.history();
    let line = history.main_line();
    let other = history[line[2]].position.moves().remove(5);
    let main = history[line[3]].mv.clone();
    let mut sitting = analysis(4);
    sitting.times(KeyCode::Left, 2);
    type_move(&mut sitting, &other);
    sitting.expect("move 3 of 3, variation");
    sitting.expect(&format!("(2. {other})"));
    sitting.keys("b");
    sitting.expect("move 3 of 4");
    sitting.keys("x");
    sitting.expect(&format!("Delete {main} and everything after it?"));
    sitting.keys("n");
    sitting.keys("b");
    sitting.keys("xy");
    assert!(!sitting.shows(&format!("(2. {other})")), "{}", sitting.screen());
    sitting.expect("move 2 of 4");
    sitting.click_on(&main);
    sitting.expect("move 3 of 4");
}

#[test]
fn squares_are_chosen_with_letters_and_clicks() {
    let mut sitting = analysis(0);
    let mv = played("clusterfuss", 1).history()[strata_table::History::ROOT].children[0];
    let mv = played("clusterfuss", 1).history()[mv].mv.clone();
    let (from, to) = mv.split_at(2);
    sitting.click_square(from);
    sitting.expect(&format!("({from})"));
    sitting.press(KeyCode::Esc);
    assert!(!sitting.shows(&format!("({from})")));
    // The cursor starts at e5.
    sitting.times(KeyCode::Char('h'), 10);
    sitting.times(KeyCode::Char('s'), 10);
    sitting.expect("a1, ");
    sitting.click_square(from);
    sitting.click_square(to);
    sitting.expect("move 1 of 1");
    sitting.expect(&format!("1. {mv}"));
}

#[test]
fn lines_stream_and_digits_play_them() {
    let mut sitting = sit(SCRIPTED, StartScreen::Analysis(played("clusterfuss", 1)), (100, 30));
    let moves = played("clusterfuss", 1).position().moves();
    let best = moves.last().expect("a move").clone();
    let fifth = moves[moves.len() - 5].clone();
    sitting.hear_until("depth 4, 100 nodes");
    sitting.expect(&format!("1 {best}  Blue wins (proven)  later"));
    sitting.expect(&format!("5 {fifth}  Blue wins (proven)"));
    // The proven move has a letter on its square.
    let (column, row) = sitting.place_of(&best[..2]);
    let line = sitting.screen().lines().nth(row.into()).expect("a row").to_owned();
    let around: String = line.chars().skip(usize::from(column) - 2).take(5).collect();
    assert!(around.contains('W'), "{around}\n{}", sitting.screen());
    sitting.keys("--");
    sitting.expect("The engine shows 3 lines.");
    sitting.keys("f");
    sitting.hear_until("depth 4");
    assert!(!sitting.shows(&format!("5 {fifth}")), "{}", sitting.screen());
    sitting.keys("+9");
    sitting.expect("The engine has no line 9 here.");
    sitting.keys("1");
    sitting.expect("move 2 of 2");
    sitting.expect(&format!("1. a2a1    {best}"));
}

#[test]
fn engine_is_switched_off_and_on() {
    let mut sitting = analysis(2);
    sitting.keys("e");
    sitting.expect("off, depth 4");
    assert_eq!(sitting.app.next_wake(), None);
    sitting.press(KeyCode::Left);
    sitting.expect("The engine is off: e starts it");
    sitting.keys("e");
    sitting.hear_until("depth 4");
    assert!(!sitting.shows("off"));
}

#[test]
fn review_marks_mistakes_and_keys_go_to_them() {
    let mut sitting = analysis(4);
    sitting.keys("n");
    sitting.expect("No mistakes are known. r reviews the game.");
    sitting.keys("r");
    sitting.expect("Review: ");
    sitting.hear_until("The review found 2 blunders.");
    sitting.keys("g");
    sitting.keys("n");
    sitting.expect("move 2 of 4");
    let game = played("clusterfuss", 4);
    let line = game.history().main_line();
    let best = game.history()[line[1]].position.moves().pop().expect("a move");
    let blunder = &game.history()[line[2]].mv;
    sitting.expect(&format!("{blunder}?? was a proven win, now 50%; {best} was better."));
    sitting.keys("n");
    sitting.expect("move 4 of 4");
    sitting.keys("n");
    sitting.expect("There are no more mistakes in this direction.");
    sitting.keys("N");
    sitting.expect("move 2 of 4");
    // The graph has bars now: full height where the first player is lost or not.
    assert!(sitting.screen().contains("███"), "{}", sitting.screen());
}

#[test]
fn reviewed_games_look_right_in_small_and_large_terminals() {
    for size in [(40, 15), (80, 24), (120, 40)] {
        let mut sitting = sit(SCRIPTED, StartScreen::Analysis(played("qawale", 6)), size);
        sitting.keys("r");
        while sitting.shows("Review:") {
            sitting.hear();
        }
        sitting.press(KeyCode::Left);
        sitting.keys("N");
        sitting.hear_until("depth 4");
        assert_snapshot!(format!("reviewed-{}x{}", size.0, size.1), sitting.screen());
    }
}

#[test]
fn review_can_be_stopped() {
    let mut sitting = analysis(4);
    sitting.keys("r");
    sitting.keys("r");
    sitting.expect("Stopped the review.");
    sitting.hear_until("depth 4");
}

#[test]
fn copied_record_has_evaluations_and_variations() {
    let mut sitting = analysis(4);
    sitting.keys("r");
    sitting.hear_until("The review found");
    sitting.press(KeyCode::Left);
    sitting.hear_until("depth 4");
    sitting.keys("3Y");
    let effects = sitting.app.take_effects();
    let [Effect::Copy(text)] = &effects[..] else { panic!("{effects:?}") };
    assert!(text.contains("[%eval +0.00]") && text.contains("$4"), "{text}");
    assert!(text.contains("( 2... "), "{text}");
    let record = Reader::new(text.as_bytes()).next().expect("a record").expect("a good one");
    let table = Table::from_record(GAMES, &record, Duration::ZERO).expect("its own record");
    assert_eq!(table.history().count_moves(), 5);
    sitting.keys("y");
    let effects = sitting.app.take_effects();
    assert!(
        matches!(&effects[..], [Effect::Copy(text)] if text.starts_with("std_")),
        "{effects:?}"
    );
    sitting.keys("c");
    sitting.expect("Save as");
    sitting.press(KeyCode::Esc);
    sitting.expect("analysis");
}

#[test]
fn play_from_here_starts_a_game_against_a_bot() {
    let mut sitting = analysis(4);
    sitting.press(KeyCode::Left);
    sitting.keys("P");
    sitting.expect("Play from here as Blue against a bot of level 3?");
    sitting.keys("y");
    assert_eq!(sitting.plies(), 3);
    let table = sitting.table();
    assert_eq!(table.turn(), Some(Player(1)));
    assert!(table.seats()[0].is_bot() && !table.seats()[1].is_bot());
    assert!(!sitting.shows("analysis"));
}

#[test]
fn play_from_here_keeps_the_level_of_the_game() {
    let level = strata_engine::Level::new(6).expect("a level");
    let setup = Setup::new("clusterfuss", [Seat::person("Ann"), Seat::bot(level)]);
    let mut sitting = sit(SCRIPTED, table(setup), (80, 24));
    sitting.keys("AP");
    sitting.expect("as Red against a bot of level 6?");
}

#[test]
fn failed_search_is_reported_in_a_sentence_and_stops_the_engine() {
    let mut sitting = sit(BROKEN, StartScreen::Analysis(played("staqs", 2)), (80, 24));
    sitting.hear();
    sitting.expect("The search failed: position");
    sitting.expect("on purpose.");
    sitting.keys("f");
    sitting.expect("The engine is off: e starts it");
    sitting.keys("r");
    sitting.hear();
    sitting.expect("The search failed: position");
    assert!(!sitting.shows("Review:"));
}

#[test]
fn bots_of_the_game_below_still_play() {
    let mut sitting = sit(SCRIPTED, table(against_bot("clusterfuss")), (80, 24));
    let mv = sitting.position().moves().remove(0);
    sitting.enter_move(&mv);
    sitting.keys("A");
    sitting.expect("analysis");
    sitting.let_bots_play();
    assert_eq!(sitting.plies(), 2);
    sitting.keys("q");
    assert!(!sitting.shows("analysis"));
}

#[test]
fn all_sizes_show_the_board_and_lines_of_the_engine() {
    for entry in GAMES {
        for size in [(30, 10), (40, 15), (61, 20), (80, 24), (120, 40), (200, 60)] {
            let mut sitting = sit(SCRIPTED, StartScreen::Analysis(played(entry.info.id, 2)), size);
            let best = played(entry.info.id, 2).position().moves().remove(0);
            while !sitting.shows(&format!("1 {best}")) {
                sitting.hear();
            }
            if size.0 >= 80 {
                sitting.expect("depth ");
                sitting.expect("1. ");
            }
        }
    }
}

#[test]
fn help_page_lists_the_keys_of_the_analysis_first() {
    let mut sitting = analysis(0);
    sitting.keys("?");
    sitting.expect("On the analysis board");
    sitting.expect("review the game");
    sitting.keys("q");
    sitting.keys("R");
    sitting.expect("Clusterfuss");
    sitting.keys("qq");
    sitting.expect("New game");
}
