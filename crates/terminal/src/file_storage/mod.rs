//! Games and settings as files in the places where a user's programs keep such things.

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

use strata_rules::GameEntry;

use crate::{SavedGame, Settings, Storage};
pub use directories::Directories;
pub(crate) use files::read_bounded;
use files::write_whole;
use lock::Lock;
use names::{Summary, file_stem, stamp, stamp_of, summary};

/// How the names of kept games end.
const ENDING: &str = "pgn";

/// How many games are listed at most, the latest ones.
const MOST_LISTED: usize = 500;

/// Keeps games and settings in files.
///
/// Each game is a record file of its own. The one that is being played is locked, so that another
/// program does not go on with it at the same time. Files that cannot be read are listed as such and
/// left alone.
#[derive(Debug)]
pub struct FileStorage {
    games: &'static [GameEntry],
    directories: Directories,
    held: RefCell<Option<Held>>,
}

/// The game that this program plays.
#[derive(Debug)]
struct Held {
    stamp: String,
    /// Goes when another game is held. Nothing where the file system has no locks.
    _lock: Option<Lock>,
    /// Where the game is written, once it is.
    path: Option<PathBuf>,
}

fn cannot(what: &str, path: &Path, error: &io::Error) -> String {
    format!("cannot {what} {}: {error}", path.display())
}

impl FileStorage {
    /// Keeps everything in these directories.
    pub const fn new(games: &'static [GameEntry], directories: Directories) -> Self {
        Self { games, directories, held: RefCell::new(None) }
    }

    /// What is wrong with the kept settings, as a sentence.
    pub fn settings_error(&self) -> Option<String> {
        self.read_settings().err()
    }

    fn games_directory(&self) -> Result<&Path, String> {
        let directory = self.directories.games.as_deref();
        directory.ok_or_else(|| {
            "games are not kept without a home directory; set HOME or XDG_DATA_HOME".to_owned()
        })
    }

    fn made_directory(&self) -> Result<&Path, String> {
        let directory = self.games_directory()?;
        fs::create_dir_all(directory).map_err(|error| cannot("make", directory, &error))?;
        Ok(directory)
    }

    /// The files of all kept games, the latest first.
    fn files(&self) -> Vec<(PathBuf, SystemTime)> {
        let entries = self.games_directory().ok().and_then(|path| fs::read_dir(path).ok());
        let files = entries.into_iter().flatten().flatten().map(|entry| entry.path());
        let is_game = |path: &PathBuf| path.extension().is_some_and(|ending| ending == ENDING);
        let dated = files.filter(is_game).filter_map(|path| {
            let when = fs::metadata(&path).and_then(|data| data.modified()).ok()?;
            Some((path, when))
        });
        let mut dated: Vec<(PathBuf, SystemTime)> = dated.collect();
        dated.sort_unstable_by(|(a, earlier), (b, later)| (later, b).cmp(&(earlier, a)));
        dated
    }

    /// The file of a game: named by its id alone, or by that and then in words.
    fn find(&self, id: &str) -> Option<PathBuf> {
        let files: Vec<PathBuf> = self.files().into_iter().map(|(path, _)| path).collect();
        let named = |fits: &dyn Fn(&str) -> bool| {
            files.iter().find(|path| stem(path).is_some_and(fits)).cloned()
        };
        named(&|stem| stem == id).or_else(|| {
            named(&|stem| stem.strip_prefix(id).is_some_and(|rest| rest.starts_with('_')))
        })
    }

    fn holds(&self, id: &str) -> bool {
        self.held.borrow().as_ref().is_some_and(|held| held.stamp == stamp_of(id))
    }

    /// Makes a game the one that this program plays.
    fn hold(&self, directory: &Path, id: &str) -> Result<(), String> {
        if self.holds(id) {
            return Ok(());
        }
        let stamp = stamp_of(id).to_owned();
        let lock = match Lock::take(&lock_path(directory, &stamp)) {
            Ok(Some(lock)) => Some(lock),
            Ok(None) => return Err("this game is being played in another window".to_owned()),
            // A file system without locks is no reason not to play.
            Err(_) => None,
        };
        self.held.replace(Some(Held { stamp, _lock: lock, path: self.find(id) }));
        Ok(())
    }

    /// Where the game that is held is written. It is named when it is first.
    fn path_for(&self, directory: &Path, id: &str, record_text: &str) -> PathBuf {
        let named = || directory.join(format!("{}.{ENDING}", file_stem(id, record_text)));
        match self.held.borrow_mut().as_mut() {
            Some(held) => held.path.get_or_insert_with(named).clone(),
            None => named(),
        }
    }

    fn read_settings(&self) -> Result<Settings, String> {
        let Some(path) = &self.directories.settings else { return Ok(Settings::default()) };
        let text = match read_bounded(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Settings::default()),
            read => read.map_err(|error| cannot("read", path, &error))?,
        };
        serde_json::from_str(&text).map_err(|error| {
            let path = path.display();
            format!("cannot understand {path}, so the usual settings are used: {error}")
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
        let directory = self.made_directory()?;
        self.hold(directory, id)?;
        let path = self.path_for(directory, id, record_text);
        write_whole(&path, record_text).map_err(|error| cannot("keep the game in", &path, &error))
    }

    fn today(&self) -> Option<Duration> {
        SystemTime::UNIX_EPOCH.elapsed().ok()
    }

    fn list(&self) -> Vec<SavedGame> {
        let files = self.files().into_iter().take(MOST_LISTED);
        let kept = files.filter_map(|(path, when)| {
            let id = stem(&path)?.to_owned();
            let Summary { title, finished, has_person } = match read_bounded(&path) {
                Ok(text) => summary(self.games, &text),
                Err(error) => Err(error.to_string()),
            }
            .unwrap_or_else(|reason| Summary::unreadable(&id, &reason));
            let lock = lock_path(path.parent()?, stamp_of(&id));
            let in_use = !self.holds(&id) && Lock::is_taken(&lock);
            Some(SavedGame { id, title, when, finished, has_person, in_use })
        });
        kept.collect()
    }

    fn load(&self, id: &str) -> Result<String, String> {
        let directory = self.games_directory()?;
        let path = self.find(id).ok_or_else(|| format!("no game is kept as {id}"))?;
        self.hold(directory, id)?;
        read_bounded(&path).map_err(|error| cannot("read", &path, &error))
    }

    fn remove(&mut self, id: &str) -> Result<(), String> {
        let directory = self.games_directory()?;
        let Some(path) = self.find(id) else { return Ok(()) };
        self.hold(directory, id)?;
        let removed = fs::remove_file(&path).map_err(|error| cannot("remove", &path, &error));
        self.held.replace(None);
        removed
    }

    fn new_id(&mut self) -> String {
        let first = stamp(SystemTime::now());
        let others = (2..1000).map(|number| format!("{first}-{number}"));
        let Ok(directory) = self.made_directory() else { return first };
        let is_free = |id: &String| {
            let is_new = !self.holds(id) && self.find(id).is_none();
            is_new && self.hold(directory, id).is_ok()
        };
        // Whoever starts a thousand games in a second writes over the first.
        std::iter::once(first.clone()).chain(others).find(is_free).unwrap_or(first)
    }

    fn settings(&self) -> Settings {
        self.read_settings().unwrap_or_default()
    }

    fn save_settings(&mut self, settings: &Settings) -> Result<(), String> {
        let Some(path) = &self.directories.settings else {
            return Err("settings are not kept without a home directory; \
                        set HOME or XDG_CONFIG_HOME"
                .to_owned());
        };
        let failed = |error: io::Error| cannot("keep the settings in", path, &error);
        if let Some(directory) = path.parent() {
            fs::create_dir_all(directory).map_err(failed)?;
        }
        if self.read_settings().is_err() {
            // Somebody may have written it by hand, and want it back.
            fs::rename(path, path.with_extension("json.damaged")).map_err(failed)?;
        }
        let text = serde_json::to_string_pretty(settings).map_err(io::Error::from);
        text.and_then(|text| write_whole(path, &(text + "\n"))).map_err(failed)
    }
}
