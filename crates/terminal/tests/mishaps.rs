//! Bots that break down and disks that are full.

mod common;

use std::sync::atomic::AtomicBool;

use common::{CATALOGUE, Sitting, against_bot, table, two_persons};
use strata_engine::{Catalogue, Engine, Report, Request, SearchError};
use strata_terminal::{MemoryStorage, SavedGame, Settings, StartScreen, Storage};

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

/// Keeps nothing.
struct FullDisk;

impl Storage for FullDisk {
    fn save(&mut self, _id: &str, _record_text: &str) -> Result<(), String> {
        Err("the disk is full".to_owned())
    }

    fn list(&self) -> Vec<SavedGame> {
        let when = std::time::SystemTime::UNIX_EPOCH;
        let kept = |id: &str, in_use| SavedGame {
            id: id.to_owned(),
            title: id.to_owned(),
            when,
            finished: false,
            has_person: true,
            in_use,
        };
        vec![kept("elsewhere", true), kept("damaged", false)]
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
fn a_full_disk_is_told_once_and_stops_nobody() {
    let opening = table(two_persons("staqs"));
    let mut sitting = Sitting::with(opening, Box::new(FullDisk), (80, 24));
    sitting.enter();
    sitting.expect("The game is not kept: the disk is full.");
    sitting.enter_move("a1");
    assert!(!sitting.shows("not kept"));
    assert_eq!(sitting.plies(), 2);
    sitting.keys("c");
    sitting.expect("The game is not kept: the disk is full.");
    sitting.keys("e");
    sitting.expect("The settings are not kept: the disk is full.");
}

#[test]
fn damaged_and_busy_games_say_so() {
    let mut sitting = Sitting::with(StartScreen::Menu, Box::new(FullDisk), (80, 24));
    sitting.click_on("Continue");
    sitting.expect("This game cannot go on: ");
    sitting.click_on("Load");
    sitting.enter();
    sitting.expect("Another program plays this game");
    sitting.keys("jxy");
    sitting.expect("The disk is read-only.");
    sitting.enter();
    sitting.expect("This game cannot be read: ");
}
