//! Games and settings as files in the user's data and configuration directories.

mod directories;
mod files;
mod lock;
mod names;
#[cfg(test)]
mod tests;

use std::cell::RefCell;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use strata_puzzles::Progress;
use strata_rules::GameEntry;

use crate::{SavedGame, Settings, Storage, WriteError, io_reason};
pub use directories::Directories;
use files::{move_aside, write_atomically};
pub(crate) use files::{read_bounded, write_file};
use lock::Lock;
pub(crate) use names::{Summary, date_text, summarize};
use names::{chosen_stem, file_stem, is_chosen, stamp, stamp_of, summarize_text};

/// The extension of record files.
const EXTENSION: &str = "pgn";

/// The maximum number of games in the list; older ones are left out.
const MAX_LISTED: usize = 500;

/// Saves games and settings in files.
///
/// Each game is a separate record file. The game being played is locked, so that another program
/// does not play it at the same time. Unreadable files are listed as such and never changed.
#[derive(Debug)]
pub struct FileStorage {
    games: &'static [GameEntry],
    directories: Directories,
    current: RefCell<Option<CurrentGame>>,
}

/// The game that this program is playing.
#[derive(Debug)]
struct CurrentGame {
    stamp: String,
    /// Released when another game becomes current. `None` if the file system has no locks.
    _lock: Option<Lock>,
    /// The file of the game, once it has been saved.
    path: Option<PathBuf>,
}

fn cannot(what: &str, path: &Path, error: &io::Error) -> String {
    format!("cannot {what} {}: {}", path.display(), io_reason(error))
}

impl FileStorage {
    /// A storage in these directories.
    pub const fn new(games: &'static [GameEntry], directories: Directories) -> Self {
        Self { games, directories, current: RefCell::new(None) }
    }

    fn games_directory(&self) -> Result<&Path, String> {
        let directory = self.directories.games.as_deref();
        directory.ok_or_else(|| "there is no home directory (set HOME or XDG_DATA_HOME)".to_owned())
    }

    fn create_directory(&self) -> Result<&Path, String> {
        let directory = self.games_directory()?;
        fs::create_dir_all(directory).map_err(|error| cannot("create", directory, &error))?;
        Ok(directory)
    }

    /// The files of all saved games, latest first.
    fn files(&self) -> Vec<(PathBuf, SystemTime)> {
        let entries = self.games_directory().ok().and_then(|path| fs::read_dir(path).ok());
        let files = entries.into_iter().flatten().flatten().map(|entry| entry.path());
        let is_game =
            |path: &PathBuf| path.extension().is_some_and(|extension| extension == EXTENSION);
        let dated = files.filter(is_game).filter_map(|path| {
            let when = fs::metadata(&path).and_then(|data| data.modified()).ok()?;
            Some((path, when))
        });
        let mut dated: Vec<(PathBuf, SystemTime)> = dated.collect();
        dated.sort_unstable_by(|(a, earlier), (b, later)| (later, b).cmp(&(earlier, a)));
        dated
    }

    /// The file of a game: its stem is the id, or starts with the id and an underscore.
    fn find(&self, id: &str) -> Option<PathBuf> {
        let files: Vec<PathBuf> = self.files().into_iter().map(|(path, _)| path).collect();
        let named = |fits: &dyn Fn(&str) -> bool| {
            files.iter().find(|path| stem(path).is_some_and(fits)).cloned()
        };
        named(&|stem| stem == id).or_else(|| {
            named(&|stem| stem.strip_prefix(id).is_some_and(|rest| rest.starts_with('_')))
        })
    }

    fn is_current(&self, id: &str) -> bool {
        self.current.borrow().as_ref().is_some_and(|game| game.stamp == stamp_of(id))
    }

    /// Locks a game as the one that this program is playing.
    fn make_current(&self, directory: &Path, id: &str) -> Result<(), String> {
        if self.is_current(id) {
            return Ok(());
        }
        let stamp = stamp_of(id).to_owned();
        let lock = match Lock::take(&lock_path(directory, &stamp)) {
            Ok(Some(lock)) => Some(lock),
            Ok(None) => return Err("this game is being played in another window".to_owned()),
            // The game can be played on a file system without locks.
            Err(_) => None,
        };
        self.current.replace(Some(CurrentGame { stamp, _lock: lock, path: self.find(id) }));
        Ok(())
    }

    /// The file of the current game. The first save chooses its name.
    fn path_for(&self, directory: &Path, id: &str, record_text: &str) -> PathBuf {
        let named = || directory.join(format!("{}.{EXTENSION}", file_stem(id, record_text)));
        match self.current.borrow_mut().as_mut() {
            Some(game) => game.path.get_or_insert_with(named).clone(),
            None => named(),
        }
    }

    /// The file with the solved puzzles, beside the settings.
    fn progress_file(&self) -> Option<PathBuf> {
        Some(self.directories.settings.as_ref()?.with_file_name("puzzles.json"))
    }

    fn read_settings(&self) -> Result<Settings, String> {
        let Some(path) = &self.directories.settings else { return Ok(Settings::default()) };
        let text = match read_bounded(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Settings::default()),
            read => read.map_err(|error| cannot("read", path, &error))?,
        };
        serde_json::from_str(&text).map_err(|error| {
            let what = if error.is_data() { "has an unknown value" } else { "is not valid JSON" };
            let (path, line, column) = (path.display(), error.line(), error.column());
            format!("the settings file {path} {what} at line {line}, column {column}")
        })
    }
}

fn stem(path: &Path) -> Option<&str> {
    path.file_stem()?.to_str()
}

fn lock_path(directory: &Path, stamp: &str) -> PathBuf {
    directory.join(format!("{stamp}.lock"))
}

impl Storage for FileStorage {
    fn save(&mut self, id: &str, record_text: &str) -> Result<(), String> {
        let directory = self.create_directory()?;
        self.make_current(directory, id)?;
        let path = self.path_for(directory, id, record_text);
        write_atomically(&path, record_text).map_err(|error| cannot("write", &path, &error))
    }

    fn today(&self) -> Option<Duration> {
        SystemTime::UNIX_EPOCH.elapsed().ok()
    }

    fn list(&self) -> Vec<SavedGame> {
        let files = self.files().into_iter().take(MAX_LISTED);
        let games = files.filter_map(|(path, when)| {
            let id = stem(&path)?.to_owned();
            let text = read_bounded(&path).map_err(|error| io_reason(&error));
            let summary = text.and_then(|text| summarize_text(self.games, &text));
            let Summary { title, finished, has_person } =
                summary.unwrap_or_else(|reason| Summary::unreadable(&reason));
            // A name that the player chose comes before the description.
            let title = if is_chosen(&id) { format!("{id}: {title}") } else { title };
            let lock = lock_path(path.parent()?, stamp_of(&id));
            let in_use = !self.is_current(&id) && Lock::is_taken(&lock);
            Some(SavedGame { id, title, when, finished, has_person, in_use })
        });
        games.collect()
    }

    fn load(&self, id: &str) -> Result<String, String> {
        let directory = self.games_directory()?;
        let path = self.find(id).ok_or_else(|| format!("there is no saved game {id}"))?;
        self.make_current(directory, id)?;
        read_bounded(&path).map_err(|error| cannot("read", &path, &error))
    }

    fn remove(&mut self, id: &str) -> Result<(), String> {
        let directory = self.games_directory()?;
        let Some(path) = self.find(id) else { return Ok(()) };
        self.make_current(directory, id)?;
        let removed = fs::remove_file(&path).map_err(|error| cannot("remove", &path, &error));
        self.current.replace(None);
        removed
    }

    fn new_id(&mut self) -> String {
        let first = stamp(SystemTime::now());
        let others = (2..1000).map(|number| format!("{first}-{number}"));
        let Ok(directory) = self.create_directory() else { return first };
        let is_free = |id: &String| {
            let is_new = !self.is_current(id) && self.find(id).is_none();
            is_new && self.make_current(directory, id).is_ok()
        };
        // Only a thousand games started within a second would reuse the first id.
        std::iter::once(first.clone()).chain(others).find(is_free).unwrap_or(first)
    }

    fn settings(&self) -> Settings {
        self.read_settings().unwrap_or_default()
    }

    fn save_settings(&mut self, settings: &Settings) -> Result<(), String> {
        let Some(path) = &self.directories.settings else {
            return Err("there is no home directory (set HOME or XDG_CONFIG_HOME)".to_owned());
        };
        let failed = |error: io::Error| cannot("write", path, &error);
        if let Some(directory) = path.parent() {
            fs::create_dir_all(directory).map_err(failed)?;
        }
        if self.read_settings().is_err() {
            // The player may want to repair it by hand.
            move_aside(path).map_err(|error| cannot("rename", path, &error))?;
        }
        let text = serde_json::to_string_pretty(settings).map_err(io::Error::from);
        text.and_then(|text| write_atomically(path, &(text + "\n"))).map_err(failed)
    }

    fn settings_error(&self) -> Option<String> {
        self.read_settings().err()
    }

    fn progress(&self) -> Progress {
        let text = self.progress_file().and_then(|path| read_bounded(&path).ok());
        text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
    }

    fn save_progress(&mut self, progress: &Progress) -> Result<(), String> {
        let path = self.progress_file().ok_or("there is no home directory")?;
        if let Some(directory) = path.parent() {
            fs::create_dir_all(directory).map_err(|error| cannot("create", directory, &error))?;
        }
        let text = serde_json::to_string(progress).map_err(|error| error.to_string())?;
        write_atomically(&path, &text).map_err(|error| cannot("write", &path, &error))
    }

    /// A plain name is a saved game; a name with a directory or an extension is that file.
    fn resolve(&self, name: &str) -> PathBuf {
        let path = Path::new(name);
        let stem = chosen_stem(name);
        if !name.contains(['/', '\\', '~', '.'])
            && !stem.is_empty()
            && let Ok(directory) = self.games_directory()
        {
            return directory.join(format!("{stem}.{EXTENSION}"));
        }
        let path = match (path.strip_prefix("~"), &self.directories.home) {
            (Ok(rest), Some(home)) => home.join(rest),
            _ => path.to_owned(),
        };
        std::path::absolute(&path).unwrap_or(path)
    }

    fn write_file(&mut self, path: &Path, text: &str, overwrite: bool) -> Result<(), WriteError> {
        if path.parent().is_some_and(|parent| self.games_directory() == Ok(parent)) {
            self.create_directory().map_err(WriteError::Failed)?;
        }
        write_file(path, text, overwrite).map_err(|error| WriteError::new(&error, overwrite))
    }
}
