//! Failing engines and storages.

use crate::common::{BROKEN, Session, against_bot, table, two_people};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use strata_terminal::{Input, MemoryStorage, SavedGame, Settings, StartScreen, Storage};

#[test]
fn bot_whose_search_fails_plays_a_random_move_and_says_why() {
    let storage = Box::new(MemoryStorage::default());
    let mut session =
        Session::with_catalogue(BROKEN, table(against_bot("staqs")), storage, (120, 40));
    session.keys("i");
    session.wait_for_engine();
    session.expect("on purpose");
    session.enter();
    assert_eq!(session.plies(), 1);
    session.wait_for_engine();
    session.expect("The search for White (level 1) failed");
    assert_eq!(session.plies(), 2);
    session.keys("u");
    assert_eq!(session.plies(), 0);
}

/// Reports broken settings.
struct BrokenSettings;

impl Storage for BrokenSettings {
    fn save(&mut self, _id: &str, _record_text: &str) -> Result<(), String> {
        Ok(())
    }

    fn list(&self) -> Vec<SavedGame> {
        Vec::new()
    }

    fn load(&self, _id: &str) -> Result<String, String> {
        Err("there are no games".to_owned())
    }

    fn remove(&mut self, _id: &str) -> Result<(), String> {
        Ok(())
    }

    fn new_id(&mut self) -> String {
        "new".to_owned()
    }

    fn settings(&self) -> Settings {
        Settings::default()
    }

    fn save_settings(&mut self, _settings: &Settings) -> Result<(), String> {
        Ok(())
    }

    fn settings_error(&self) -> Option<String> {
        Some("the settings file is broken".to_owned())
    }
}

/// Fails to save anything.
struct FullDisk;

impl Storage for FullDisk {
    fn save(&mut self, _id: &str, _record_text: &str) -> Result<(), String> {
        Err("the disk is full".to_owned())
    }

    fn list(&self) -> Vec<SavedGame> {
        let when = std::time::SystemTime::UNIX_EPOCH;
        let game = |id: &str, in_use| SavedGame {
            id: id.to_owned(),
            title: id.to_owned(),
            when,
            finished: false,
            has_person: true,
            in_use,
        };
        vec![game("elsewhere", true), game("damaged", false)]
    }

    fn load(&self, id: &str) -> Result<String, String> {
        match id {
            "damaged" => Ok("[Game \"staqs\"]\n\n1. z9 *\n".to_owned()),
            _ => Err("the file was removed".to_owned()),
        }
    }

    fn remove(&mut self, _id: &str) -> Result<(), String> {
        Err("the disk is read-only".to_owned())
    }

    fn new_id(&mut self) -> String {
        "new".to_owned()
    }

    fn settings(&self) -> Settings {
        Settings::default()
    }

    fn save_settings(&mut self, _settings: &Settings) -> Result<(), String> {
        Err("the disk is full".to_owned())
    }
}

#[test]
fn full_disk_is_reported_once_and_the_game_continues() {
    let opening = table(two_people("staqs"));
    let mut session = Session::with(opening, Box::new(FullDisk), (80, 24));
    session.enter();
    session.expect("The game is not saved: the disk is full.");
    session.enter_move("a1");
    assert!(!session.shows("not saved"));
    assert_eq!(session.plies(), 2);
    session.keys("e");
    session.expect("The settings are not saved: the disk is full.");
}

/// A game after one move, with a storage that cannot save.
fn unsaved_game() -> Session {
    let mut session = Session::with(table(two_people("staqs")), Box::new(FullDisk), (80, 24));
    session.enter_move("a1");
    session
}

#[test]
fn leaving_a_game_that_cannot_be_saved_offers_three_choices() {
    let mut session = unsaved_game();
    session.keys("q");
    session.expect("This game cannot be saved: the disk is full.");
    assert!(!session.shows("It is saved"));
    session.click_on("Stay");
    assert_eq!(session.plies(), 1);
    session.keys("q");
    session.press(KeyCode::Esc);
    assert_eq!(session.plies(), 1);
    session.keys("q");
    session.click_on("Leave without saving");
    session.expect("New game");
    assert!(session.app.table().is_none());
}

#[test]
fn unsaved_game_is_saved_to_a_file_before_leaving() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("game.pgn");
    let mut session = unsaved_game();
    session.keys("q");
    session.click_on("Save to a file");
    session.keys("/nowhere/at/all.pgn");
    session.enter();
    session.expect("Cannot write /nowhere/at/all.pgn: no such file or directory.");
    session.send(Input::Key(KeyEvent::new(KeyCode::Char('u'), KeyModifiers::CONTROL)));
    session.keys(path.to_str().expect("text"));
    session.enter();
    session.expect("Saved to ");
    session.expect("New game");
    let text = std::fs::read_to_string(&path).expect("a file");
    assert!(text.contains("1. a1"), "{text}");
}

#[test]
fn new_game_and_rematch_warn_about_an_unsaved_game() {
    let mut session = unsaved_game();
    session.keys("n");
    session.expect("This game cannot be saved: the disk is full.");
    session.click_on("Leave without saving");
    session.expect("┌ New game ");
    let mut session = unsaved_game();
    session.keys("xy");
    session.keys("q");
    session.expect("This game cannot be saved: the disk is full.");
    session.press(KeyCode::Esc);
    session.keys("r");
    session.expect("This game cannot be saved: the disk is full.");
    session.click_on("Leave without saving");
    assert_eq!(session.plies(), 0);
}

#[test]
fn quitting_at_once_reports_an_unsaved_game() {
    let mut session = unsaved_game();
    session.send(Input::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL)));
    assert!(session.app.is_over());
    assert_eq!(session.app.exit_message(), Some("The game was not saved: the disk is full."));
    let mut session = Session::new(table(two_people("staqs")));
    session.enter_move("a1");
    session.send(Input::Closed);
    assert_eq!(session.app.exit_message(), None);
}

#[test]
fn broken_settings_are_reported_on_the_first_screen() {
    for start in [StartScreen::Menu, table(two_people("staqs"))] {
        let session = Session::with(start, Box::new(BrokenSettings), (80, 24));
        session.expect("The settings file is broken; the default settings are used");
    }
}

#[test]
fn damaged_and_locked_games_are_reported() {
    let mut session = Session::with(StartScreen::Menu, Box::new(FullDisk), (80, 24));
    session.click_on("Continue");
    session.expect("Cannot resume this game: ");
    session.click_on("Load");
    session.enter();
    session.expect("This game is open in another window.");
    session.keys("jxy");
    session.expect("The disk is read-only.");
    session.enter();
    session.expect("Cannot open it: ");
}
