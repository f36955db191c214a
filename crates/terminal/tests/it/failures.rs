//! Failing engines and storages.

use std::sync::atomic::AtomicBool;

use crate::common::{CATALOGUE, Sitting, against_bot, table, two_persons};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use strata_engine::{Catalogue, Engine, Report, Request, SearchError};
use strata_terminal::{Input, MemoryStorage, SavedGame, Settings, StartScreen, Storage};

struct Broken;

impl Engine for Broken {
    fn search(
        &mut self,
        text: &str,
        _request: &Request,
        _stop: &AtomicBool,
        _show: &mut dyn FnMut(Report),
    ) -> Result<Report, SearchError> {
        Err(SearchError::Position { text: text.to_owned(), reason: "out of order".to_owned() })
    }

    fn forget(&mut self) {}
}

#[test]
fn bot_whose_search_fails_plays_a_random_move_and_says_why() {
    let broken = Catalogue { engine: |_, _| Some(Ok(Box::new(Broken))), ..CATALOGUE };
    let storage = Box::new(MemoryStorage::default());
    let mut sitting = Sitting::among(broken, table(against_bot("staqs")), storage, (120, 40));
    sitting.keys("i");
    sitting.hear();
    sitting.expect("out of order");
    sitting.enter();
    assert_eq!(sitting.plies(), 1);
    sitting.hear();
    sitting.expect("The search of White (level 1) failed");
    assert_eq!(sitting.plies(), 2);
    sitting.keys("u");
    assert_eq!(sitting.plies(), 0);
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
            _ => Err("it is gone".to_owned()),
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
    let opening = table(two_persons("staqs"));
    let mut sitting = Sitting::with(opening, Box::new(FullDisk), (80, 24));
    sitting.enter();
    sitting.expect("The game is not saved: the disk is full.");
    sitting.enter_move("a1");
    assert!(!sitting.shows("not saved"));
    assert_eq!(sitting.plies(), 2);
    sitting.keys("e");
    sitting.expect("The settings are not saved: the disk is full.");
}

/// A game after one move, with a storage that cannot save.
fn unsaved_game() -> Sitting {
    let mut sitting = Sitting::with(table(two_persons("staqs")), Box::new(FullDisk), (80, 24));
    sitting.enter_move("a1");
    sitting
}

#[test]
fn leaving_a_game_that_cannot_be_saved_offers_three_choices() {
    let mut sitting = unsaved_game();
    sitting.keys("q");
    sitting.expect("This game cannot be saved: the disk is full.");
    assert!(!sitting.shows("It is saved"));
    sitting.click_on("Stay");
    assert_eq!(sitting.plies(), 1);
    sitting.keys("q");
    sitting.press(KeyCode::Esc);
    assert_eq!(sitting.plies(), 1);
    sitting.keys("q");
    sitting.click_on("Leave without saving");
    sitting.expect("New game");
    assert!(sitting.app.table().is_none());
}

#[test]
fn unsaved_game_is_saved_to_a_file_before_leaving() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("game.pgn");
    let mut sitting = unsaved_game();
    sitting.keys("q");
    sitting.click_on("Save to a file");
    sitting.keys("/nowhere/at/all.pgn");
    sitting.enter();
    sitting.expect("Cannot write /nowhere/at/all.pgn: no such file or directory.");
    sitting.give(Input::Key(KeyEvent::new(KeyCode::Char('u'), KeyModifiers::CONTROL)));
    sitting.keys(path.to_str().expect("text"));
    sitting.enter();
    sitting.expect("Saved to ");
    sitting.expect("New game");
    let text = std::fs::read_to_string(&path).expect("a file");
    assert!(text.contains("1. a1"), "{text}");
}

#[test]
fn new_game_and_rematch_warn_about_an_unsaved_game() {
    let mut sitting = unsaved_game();
    sitting.keys("n");
    sitting.expect("This game cannot be saved: the disk is full.");
    sitting.click_on("Leave without saving");
    sitting.expect("┌ New game ");
    let mut sitting = unsaved_game();
    sitting.keys("xy");
    sitting.keys("q");
    sitting.expect("This game cannot be saved: the disk is full.");
    sitting.press(KeyCode::Esc);
    sitting.keys("r");
    sitting.expect("This game cannot be saved: the disk is full.");
    sitting.click_on("Leave without saving");
    assert_eq!(sitting.plies(), 0);
}

#[test]
fn quitting_at_once_reports_an_unsaved_game() {
    let mut sitting = unsaved_game();
    sitting.give(Input::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL)));
    assert!(sitting.app.is_over());
    assert_eq!(sitting.app.exit_message(), Some("The game was not saved: the disk is full."));
    let mut sitting = Sitting::new(table(two_persons("staqs")));
    sitting.enter_move("a1");
    sitting.give(Input::Closed);
    assert_eq!(sitting.app.exit_message(), None);
}

#[test]
fn broken_settings_are_reported_on_the_first_screen() {
    for start in [StartScreen::Menu, table(two_persons("staqs"))] {
        let sitting = Sitting::with(start, Box::new(BrokenSettings), (80, 24));
        sitting.expect("The settings file is broken; the default settings are used");
    }
}

#[test]
fn damaged_and_locked_games_are_reported() {
    let mut sitting = Sitting::with(StartScreen::Menu, Box::new(FullDisk), (80, 24));
    sitting.click_on("Continue");
    sitting.expect("Cannot resume this game: ");
    sitting.click_on("Load");
    sitting.enter();
    sitting.expect("This game is open in another window.");
    sitting.keys("jxy");
    sitting.expect("The disk is read-only.");
    sitting.enter();
    sitting.expect("Cannot open it: ");
}
