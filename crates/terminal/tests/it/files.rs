//! Saving to files, opening files, and copying to the clipboard.

use std::path::Path;

use crate::common::{Sitting, table, two_persons};
use ratatui::crossterm::event::KeyCode;
use strata_terminal::{Effect, MemoryStorage, StartScreen, Storage};

fn with_file(text: &str) -> Sitting {
    let mut storage = MemoryStorage::default();
    storage.write_file(Path::new("games.pgn"), text, false).expect("memory");
    Sitting::with(StartScreen::Menu, Box::new(storage), (80, 24))
}

fn open(sitting: &mut Sitting, name: &str) {
    sitting.click_on("Load");
    sitting.keys("o");
    sitting.expect("┌ Open a file ");
    sitting.keys(name);
    sitting.enter();
}

#[test]
fn file_with_one_game_is_opened_from_load() {
    let mut sitting = with_file("[Game \"staqs\"]\n\n1. c3 b2 *\n");
    open(&mut sitting, "games.pgn");
    assert_eq!(sitting.plies(), 2);
}

#[test]
fn games_of_a_file_are_listed_to_choose_from() {
    let mut sitting = with_file(
        "[Game \"staqs\"]\n[Date \"2024.05.01\"]\n\n1. c3 b2 *\n\n\
         [Game \"chess\"]\n\n1. e4 *\n\n\
         [Game \"qawale\"]\n[Player0 \"Ann\"]\n[Player1 \"Bob\"]\n\n1. d4www *\n",
    );
    open(&mut sitting, "games.pgn");
    sitting.expect("┌ Games in games.pgn ");
    sitting.expect("1. STAQS, 2 moves");
    sitting.expect("2024.05.01 │");
    sitting.expect("2. unreadable, ");
    sitting.expect("3. Qawale, Ann against Bob, 1 move");
    sitting.press(KeyCode::Down);
    sitting.enter();
    sitting.expect("Cannot open this game: ");
    sitting.press(KeyCode::Down);
    sitting.enter();
    assert_eq!(sitting.table().setup().game, "qawale");
}

#[test]
fn missing_and_empty_files_are_reported() {
    let mut sitting = with_file("");
    open(&mut sitting, "nowhere.pgn");
    sitting.expect("Cannot open nowhere.pgn: no such file or directory.");
    sitting.times(KeyCode::Backspace, 11);
    sitting.keys("games.pgn");
    sitting.enter();
    sitting.expect("Cannot open games.pgn: there is no game in this file.");
    sitting.press(KeyCode::Esc);
    sitting.expect("┌ Load ");
}

#[test]
fn existing_file_is_overwritten_only_after_a_question() {
    let mut sitting = Sitting::new(table(two_persons("staqs")));
    sitting.enter_move("c3");
    let save = |sitting: &mut Sitting| {
        sitting.keys("c");
        sitting.keys("final.pgn");
        sitting.enter();
    };
    save(&mut sitting);
    sitting.expect("Saved to final.pgn.");
    let saved = |sitting: &Sitting| sitting.app.storage().read_file(Path::new("final.pgn"));
    let first = saved(&sitting).expect("a file");
    assert!(first.contains("1. c3"), "{first}");
    sitting.enter_move("b2");
    save(&mut sitting);
    sitting.expect("final.pgn exists. Overwrite it? y/n");
    sitting.keys("n");
    assert_eq!(saved(&sitting).as_deref(), Ok(first.as_str()));
    sitting.enter();
    sitting.keys("y");
    sitting.expect("Saved to final.pgn.");
    assert!(saved(&sitting).expect("a file").contains("c3 b2"));
    assert_eq!(sitting.plies(), 2);
}

#[test]
fn position_is_saved_to_a_file() {
    let mut sitting = Sitting::new(table(two_persons("staqs")));
    sitting.keys("c");
    sitting.keys("position.txt");
    sitting.press(KeyCode::Down);
    sitting.press(KeyCode::Right);
    sitting.enter();
    let text = sitting.app.storage().read_file(Path::new("position.txt")).expect("a file");
    assert_eq!(text.trim_end(), sitting.position().text());
}

#[test]
fn position_and_record_are_copied_to_the_clipboard() {
    let mut sitting = Sitting::new(table(two_persons("staqs")));
    sitting.enter_move("c3");
    sitting.keys("y");
    sitting.expect("Copied the position: ");
    assert_eq!(sitting.app.take_effects(), [Effect::Copy(sitting.position().text())]);
    sitting.keys("Y");
    sitting.expect("Copied the game record.");
    let record = sitting.table().record_text(sitting.now);
    assert_eq!(sitting.app.take_effects(), [Effect::Copy(record)]);
    // The position on the screen is copied, and not the latest one.
    let start = sitting.table().history()[strata_table::History::ROOT].position.text();
    sitting.keys("gy");
    assert_eq!(sitting.app.take_effects(), [Effect::Copy(start)]);
}

#[test]
fn long_titles_leave_room_for_the_date() {
    let title = "x".repeat(200);
    let mut storage = MemoryStorage::default();
    storage.save("long", &format!("[Game \"{title}\"]\n[Result \"*\"]\n")).expect("memory");
    for size in [(80, 24), (40, 15)] {
        let start = StartScreen::Menu;
        let mut sitting = Sitting::with(start, Box::new(storage.clone()), size);
        sitting.click_on("Load");
        sitting.expect("xx…  just now │");
    }
}

#[test]
fn saved_file_with_several_games_is_never_replaced_by_one_of_them() {
    let text = "[Game \"staqs\"]\n\n1. c3 b2 *\n\n[Game \"qawale\"]\n\n1. d4www *\n";
    let mut storage = MemoryStorage::default();
    storage.save("match", text).expect("memory");
    let mut sitting = Sitting::with(StartScreen::Menu, Box::new(storage), (80, 24));
    sitting.click_on("Load");
    sitting.enter();
    sitting.expect("2. Qawale, 1 move");
    sitting.press(KeyCode::Down);
    sitting.enter();
    sitting.enter_move("a1een");
    assert_eq!(sitting.plies(), 2);
    assert_eq!(sitting.app.storage().load("match").as_deref(), Ok(text));
    assert_eq!(sitting.app.storage().list().len(), 2);
}

#[test]
fn leaving_an_unchanged_game_does_not_save_it_again() {
    let mut storage = MemoryStorage::default();
    storage.save("old", "[Game \"staqs\"]\n[Result \"*\"]\n\n1. c3 b2 *\n").expect("memory");
    let before = storage.list();
    let mut sitting = Sitting::with(StartScreen::Menu, Box::new(storage), (80, 24));
    sitting.click_on("Continue");
    assert_eq!(sitting.plies(), 2);
    sitting.keys("qyq");
    assert!(sitting.app.is_over());
    assert_eq!(sitting.app.storage().list(), before);
}

#[test]
fn game_opened_from_a_file_is_saved_before_leaving_says_so() {
    let mut sitting = with_file("[Game \"staqs\"]\n\n1. c3 b2 *\n");
    open(&mut sitting, "games.pgn");
    sitting.keys("q");
    sitting.expect("It is saved: Continue resumes it.");
    sitting.keys("y");
    sitting.click_on("Continue");
    assert_eq!(sitting.plies(), 2);
}

#[test]
fn finished_game_opened_from_a_file_is_not_added_to_the_saved_games() {
    let record = "[Game \"staqs\"]\n[Result \"1-0\"]\n[Termination \"resignation\"]\n\n1. c3 1-0\n";
    let mut sitting = with_file(record);
    open(&mut sitting, "games.pgn");
    assert!(sitting.table().result().is_some());
    sitting.keys("q");
    sitting.expect("S T R A T A");
    assert_eq!(sitting.app.storage().list(), []);
}
