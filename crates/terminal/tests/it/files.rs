//! Saving to files, opening files, and copying to the clipboard.

use std::path::Path;

use crate::common::{Session, table, two_people};
use ratatui::crossterm::event::KeyCode;
use strata_terminal::{Effect, MemoryStorage, StartScreen, Storage};

fn with_file(text: &str) -> Session {
    let mut storage = MemoryStorage::default();
    storage.write_file(Path::new("games.pgn"), text, false).expect("memory");
    Session::with(StartScreen::Menu, Box::new(storage), (80, 24))
}

fn open(session: &mut Session, name: &str) {
    session.click_on("Load");
    session.keys("o");
    session.expect("┌ Open a file ");
    session.keys(name);
    session.enter();
}

#[test]
fn file_with_one_game_is_opened_from_load() {
    let mut session = with_file("[Game \"staqs\"]\n\n1. c3 b2 *\n");
    open(&mut session, "games.pgn");
    assert_eq!(session.plies(), 2);
}

#[test]
fn games_of_a_file_are_listed_to_choose_from() {
    let mut session = with_file(
        "[Game \"staqs\"]\n[Date \"2024.05.01\"]\n\n1. c3 b2 *\n\n\
         [Game \"chess\"]\n\n1. e4 *\n\n\
         [Game \"qawale\"]\n[Player0 \"Ann\"]\n[Player1 \"Bob\"]\n\n1. d4www *\n",
    );
    open(&mut session, "games.pgn");
    session.expect("┌ Games in games.pgn ");
    session.expect("1. STAQS, 2 moves");
    session.expect("2024.05.01 │");
    session.expect("2. unreadable, ");
    session.expect("3. Qawale, Ann against Bob, 1 move");
    session.press(KeyCode::Down);
    session.enter();
    session.expect("Cannot open this game: ");
    session.press(KeyCode::Down);
    session.enter();
    assert_eq!(session.table().setup().game, "qawale");
}

#[test]
fn missing_and_empty_files_are_reported() {
    let mut session = with_file("");
    open(&mut session, "nowhere.pgn");
    session.expect("Cannot open nowhere.pgn: no such file or directory.");
    session.times(KeyCode::Backspace, 11);
    session.keys("games.pgn");
    session.enter();
    session.expect("Cannot open games.pgn: there is no game in this file.");
    session.press(KeyCode::Esc);
    session.expect("┌ Load ");
}

#[test]
fn existing_file_is_overwritten_only_after_confirmation() {
    let mut session = Session::new(table(two_people("staqs")));
    session.enter_move("c3");
    let save = |session: &mut Session| {
        session.keys("c");
        session.keys("final.pgn");
        session.enter();
    };
    save(&mut session);
    session.expect("Saved to final.pgn.");
    let saved = |session: &Session| session.app.storage().read_file(Path::new("final.pgn"));
    let first = saved(&session).expect("a file");
    assert!(first.contains("1. c3"), "{first}");
    session.enter_move("b2");
    save(&mut session);
    session.expect("final.pgn exists. Overwrite it? y/n");
    session.keys("n");
    assert_eq!(saved(&session).as_deref(), Ok(first.as_str()));
    session.enter();
    session.keys("y");
    session.expect("Saved to final.pgn.");
    assert!(saved(&session).expect("a file").contains("c3 b2"));
    assert_eq!(session.plies(), 2);
}

#[test]
fn position_is_saved_to_a_file() {
    let mut session = Session::new(table(two_people("staqs")));
    session.keys("c");
    session.keys("position.txt");
    session.press(KeyCode::Down);
    session.press(KeyCode::Right);
    session.enter();
    let text = session.app.storage().read_file(Path::new("position.txt")).expect("a file");
    assert_eq!(text.trim_end(), session.position().text());
}

#[test]
fn position_and_record_are_copied_to_the_clipboard() {
    let mut session = Session::new(table(two_people("staqs")));
    session.enter_move("c3");
    session.keys("y");
    session.expect("Copied the position: ");
    assert_eq!(session.app.take_effects(), [Effect::Copy(session.position().text())]);
    session.keys("Y");
    session.expect("Copied the game record.");
    let record = session.table().record_text(session.now);
    assert_eq!(session.app.take_effects(), [Effect::Copy(record)]);
    // The position on the screen is copied, and not the latest one.
    let start = session.table().history()[strata_table::History::ROOT].position.text();
    session.keys("gy");
    assert_eq!(session.app.take_effects(), [Effect::Copy(start)]);
}

#[test]
fn long_titles_leave_room_for_the_date() {
    let title = "x".repeat(200);
    let mut storage = MemoryStorage::default();
    storage.save("long", &format!("[Game \"{title}\"]\n[Result \"*\"]\n")).expect("memory");
    for size in [(80, 24), (40, 15)] {
        let start = StartScreen::Menu;
        let mut session = Session::with(start, Box::new(storage.clone()), size);
        session.click_on("Load");
        session.expect("xx…  just now │");
    }
}

#[test]
fn saved_file_with_several_games_is_never_replaced_by_one_of_them() {
    let text = "[Game \"staqs\"]\n\n1. c3 b2 *\n\n[Game \"qawale\"]\n\n1. d4www *\n";
    let mut storage = MemoryStorage::default();
    storage.save("match", text).expect("memory");
    let mut session = Session::with(StartScreen::Menu, Box::new(storage), (80, 24));
    session.click_on("Load");
    session.enter();
    session.expect("2. Qawale, 1 move");
    session.press(KeyCode::Down);
    session.enter();
    session.enter_move("a1een");
    assert_eq!(session.plies(), 2);
    assert_eq!(session.app.storage().load("match").as_deref(), Ok(text));
    assert_eq!(session.app.storage().list().len(), 2);
}

#[test]
fn leaving_an_unchanged_game_does_not_save_it_again() {
    let mut storage = MemoryStorage::default();
    storage.save("old", "[Game \"staqs\"]\n[Result \"*\"]\n\n1. c3 b2 *\n").expect("memory");
    let before = storage.list();
    let mut session = Session::with(StartScreen::Menu, Box::new(storage), (80, 24));
    session.click_on("Continue");
    assert_eq!(session.plies(), 2);
    session.keys("qyq");
    assert!(session.app.is_over());
    assert_eq!(session.app.storage().list(), before);
}

#[test]
fn game_opened_from_a_file_is_saved_before_leaving_says_so() {
    let mut session = with_file("[Game \"staqs\"]\n\n1. c3 b2 *\n");
    open(&mut session, "games.pgn");
    session.keys("q");
    session.expect("It is saved: Continue resumes it.");
    session.keys("y");
    session.click_on("Continue");
    assert_eq!(session.plies(), 2);
}

#[test]
fn finished_game_opened_from_a_file_is_not_added_to_the_saved_games() {
    let record = "[Game \"staqs\"]\n[Result \"1-0\"]\n[Termination \"resignation\"]\n\n1. c3 1-0\n";
    let mut session = with_file(record);
    open(&mut session, "games.pgn");
    assert!(session.table().result().is_some());
    session.keys("q");
    session.expect("S T R A T A");
    assert_eq!(session.app.storage().list(), []);
}
