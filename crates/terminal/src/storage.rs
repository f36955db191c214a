//! Where games and settings are saved.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use strata_puzzles::Progress;
use strata_table::Table;

use crate::Settings;
use crate::file_storage::{read_bounded, write_file};
use crate::io_reason;

/// Saves games and settings. A game is saved as the text of its record.
pub trait Storage: Send {
    /// Saves a game under an id, in place of its earlier state. Writes all of it or nothing.
    fn save(&mut self, id: &str, record_text: &str) -> Result<(), String>;

    /// The time since 1970 for the date of a new game. `None` leaves games without a date.
    fn today(&self) -> Option<Duration> {
        None
    }

    /// The day in UTC, counted from 1970.
    fn day(&self) -> u64 {
        const SECONDS_PER_DAY: u64 = 86_400;
        self.today().unwrap_or_default().as_secs() / SECONDS_PER_DAY
    }

    /// The saved games, latest first.
    fn list(&self) -> Vec<SavedGame>;

    /// The record text of a saved game.
    fn load(&self, id: &str) -> Result<String, String>;

    /// Deletes a saved game.
    fn remove(&mut self, id: &str) -> Result<(), String>;

    /// A new id for a game that has not been saved yet.
    fn new_id(&mut self) -> String;

    /// The saved settings, or the default ones.
    fn settings(&self) -> Settings;

    /// Saves the settings.
    fn save_settings(&mut self, settings: &Settings) -> Result<(), String>;

    /// Why the saved settings could not be read, as a phrase.
    fn settings_error(&self) -> Option<String> {
        None
    }

    /// What the player has solved of the puzzles.
    fn progress(&self) -> Progress {
        Progress::default()
    }

    /// Saves what the player has solved.
    fn save_progress(&mut self, _progress: &Progress) -> Result<(), String> {
        Ok(())
    }

    /// The file for a name that the player typed.
    fn resolve(&self, name: &str) -> PathBuf {
        PathBuf::from(name)
    }

    /// Writes a text file. Replaces an existing file only if `overwrite` is set.
    fn write_file(&mut self, path: &Path, text: &str, overwrite: bool) -> Result<(), WriteError> {
        write_file(path, text, overwrite).map_err(|error| WriteError::new(&error, overwrite))
    }

    /// Reads a text file.
    fn read_file(&self, path: &Path) -> Result<String, String> {
        read_bounded(path).map_err(|error| io_reason(&error))
    }
}

/// Why a file was not written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WriteError {
    /// There is already a file of this name.
    Exists,
    /// Writing failed, for this reason.
    Failed(String),
}

impl WriteError {
    pub(crate) fn new(error: &io::Error, overwrite: bool) -> Self {
        match error.kind() {
            io::ErrorKind::AlreadyExists if !overwrite => Self::Exists,
            _ => Self::Failed(io_reason(error)),
        }
    }
}

/// A saved game in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SavedGame {
    /// The id under which it is saved.
    pub id: String,
    /// The game, the players and the state of play.
    pub title: String,
    /// When it was last saved.
    pub when: SystemTime,
    /// Whether the game is over.
    pub finished: bool,
    /// Whether at least one seat belongs to a human player.
    pub has_person: bool,
    /// Whether another program is playing it right now.
    pub in_use: bool,
}

/// The latest unfinished game with a human player. Games between bots are only listed by Load.
pub(crate) fn latest_unfinished(storage: &dyn Storage) -> Option<SavedGame> {
    storage.list().into_iter().find(|game| game.has_person && !game.finished && !game.in_use)
}

/// Sets the date of a game in which nothing has been played yet.
pub(crate) fn date(table: &mut Table, storage: &dyn Storage) {
    if let Some(today) = storage.today().filter(|_| table.history().count_moves() == 0) {
        table.set_date(today);
    }
}

/// Stores everything in memory, for tests.
#[derive(Clone, Debug, Default)]
pub struct MemoryStorage {
    games: BTreeMap<String, (String, SystemTime)>,
    files: BTreeMap<PathBuf, String>,
    settings: Settings,
    progress: Progress,
    next_number: usize,
}

/// The title of a game by the tags of its record, whether it is over, and whether a person plays.
fn summary(record: &str) -> (String, bool, bool) {
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
                let (title, finished, has_person) = summary(text);
                let (id, when) = (id.clone(), *when);
                SavedGame { id, title, when, finished, has_person, in_use: false }
            })
            .collect();
        list.sort_by_key(|game| std::cmp::Reverse(game.when));
        list
    }

    fn load(&self, id: &str) -> Result<String, String> {
        let game = self.games.get(id);
        game.map(|(text, _)| text.clone()).ok_or_else(|| format!("there is no saved game {id}"))
    }

    fn remove(&mut self, id: &str) -> Result<(), String> {
        self.games.remove(id);
        Ok(())
    }

    fn new_id(&mut self) -> String {
        self.next_number += 1;
        format!("game-{}", self.next_number)
    }

    fn settings(&self) -> Settings {
        self.settings.clone()
    }

    fn save_settings(&mut self, settings: &Settings) -> Result<(), String> {
        self.settings = settings.clone();
        Ok(())
    }

    fn progress(&self) -> Progress {
        self.progress.clone()
    }

    fn save_progress(&mut self, progress: &Progress) -> Result<(), String> {
        self.progress = progress.clone();
        Ok(())
    }

    fn write_file(&mut self, path: &Path, text: &str, overwrite: bool) -> Result<(), WriteError> {
        if self.files.contains_key(path) && !overwrite {
            return Err(WriteError::Exists);
        }
        self.files.insert(path.to_owned(), text.to_owned());
        Ok(())
    }

    fn read_file(&self, path: &Path) -> Result<String, String> {
        self.files.get(path).cloned().ok_or_else(|| "no such file or directory".to_owned())
    }
}
