//! Where games and settings are kept between one sitting and the next.

use std::collections::BTreeMap;
use std::time::{Duration, SystemTime};

use strata_table::Table;

use crate::Settings;

/// Keeps games and settings. Games are kept as the text of their records.
pub trait Storage: Send {
    /// Keeps a game in place of what was kept under this id. All of it is written, or nothing.
    fn save(&mut self, id: &str, record_text: &str) -> Result<(), String>;

    /// The time since 1970 by which games are dated; nothing where they have no date.
    fn today(&self) -> Option<Duration> {
        None
    }

    /// What is kept, the latest first.
    fn list(&self) -> Vec<SavedGame>;

    /// The text of a game.
    fn load(&self, id: &str) -> Result<String, String>;

    /// Forgets a game.
    fn remove(&mut self, id: &str) -> Result<(), String>;

    /// An id for a game that is not kept yet.
    fn new_id(&mut self) -> String;

    /// The settings; the usual ones where none are kept.
    fn settings(&self) -> Settings;

    /// Keeps the settings.
    fn save_settings(&mut self, settings: &Settings) -> Result<(), String>;
}

/// A game that is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SavedGame {
    /// What it is kept under.
    pub id: String,
    /// What it is called: the game and who plays.
    pub title: String,
    /// When it was last kept.
    pub when: SystemTime,
    /// Whether the game is over.
    pub finished: bool,
    /// Whether a person plays, and not only bots.
    pub has_person: bool,
    /// Whether another program plays it right now.
    pub in_use: bool,
}

/// The latest game that a person left and can go on with. Games of bots alone are there to be
/// looked at, and do not come before a person's own.
pub(crate) fn latest_unfinished(storage: &dyn Storage) -> Option<SavedGame> {
    storage.list().into_iter().find(|kept| kept.has_person && !kept.finished && !kept.in_use)
}

/// Dates a game that begins now: nothing has been played in it.
pub(crate) fn date(table: &mut Table, storage: &dyn Storage) {
    if let Some(today) = storage.today().filter(|_| table.history().count_moves() == 0) {
        table.set_date(today);
    }
}

/// Keeps everything in memory, for tests and for where nothing can be written.
#[derive(Clone, Debug, Default)]
pub struct MemoryStorage {
    games: BTreeMap<String, (String, SystemTime)>,
    settings: Settings,
    made: usize,
}

/// What is called a game by the tags of its record.
fn title_of(record: &str) -> (String, bool, bool) {
    let tag = |name: &str| {
        let line = record.lines().find_map(|line| line.strip_prefix(&format!("[{name} \"")));
        line.and_then(|rest| rest.strip_suffix("\"]")).unwrap_or_default()
    };
    let seats = record.lines().filter(|line| line.starts_with("[Seat"));
    let has_person = seats.clone().count() == 0 || seats.clone().any(|line| !line.contains("bot"));
    (tag("Game").to_owned(), tag("Result") != "*", has_person)
}

impl Storage for MemoryStorage {
    fn save(&mut self, id: &str, record_text: &str) -> Result<(), String> {
        self.games.insert(id.to_owned(), (record_text.to_owned(), SystemTime::now()));
        Ok(())
    }

    fn list(&self) -> Vec<SavedGame> {
        let mut list: Vec<SavedGame> = self
            .games
            .iter()
            .map(|(id, (text, when))| {
                let (title, finished, has_person) = title_of(text);
                SavedGame {
                    id: id.clone(),
                    title,
                    when: *when,
                    finished,
                    has_person,
                    in_use: false,
                }
            })
            .collect();
        list.sort_by_key(|kept| std::cmp::Reverse(kept.when));
        list
    }

    fn load(&self, id: &str) -> Result<String, String> {
        let game = self.games.get(id);
        game.map(|(text, _)| text.clone()).ok_or_else(|| format!("no game is kept as {id}"))
    }

    fn remove(&mut self, id: &str) -> Result<(), String> {
        self.games.remove(id);
        Ok(())
    }

    fn new_id(&mut self) -> String {
        self.made += 1;
        format!("game-{}", self.made)
    }

    fn settings(&self) -> Settings {
        self.settings.clone()
    }

    fn save_settings(&mut self, settings: &Settings) -> Result<(), String> {
        self.settings = settings.clone();
        Ok(())
    }
}
