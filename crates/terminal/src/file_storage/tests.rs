//! Tests of the storage in temporary directories.

use std::fs;
use std::path::Path;

use strata_games::GAMES;
use tempfile::TempDir;

use super::{Directories, FileStorage};
use crate::{Animation, SavedGame, Settings, Storage, WriteError};

const RUNNING: &str =
    "[Game \"qawale\"]\n[Player0 \"Ann\"]\n[Player1 \"level 3\"]\n[Result \"*\"]\n\n1. d4www *\n";
const FINISHED: &str =
    "[Game \"staqs\"]\n[Result \"1-0\"]\n[Termination \"resignation\"]\n\n1. c3 1-0\n";

fn store(home: &TempDir) -> FileStorage {
    let home = home.path();
    let get = |name: &str| (name == "HOME").then(|| home.into());
    FileStorage::new(GAMES, Directories::from_environment(get))
}

fn home() -> TempDir {
    tempfile::tempdir().expect("a directory")
}

fn games_in(home: &TempDir) -> std::path::PathBuf {
    home.path().join(".local/share/strata/games")
}

fn names(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).expect("a directory").flatten();
    let mut names: Vec<String> =
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn game_is_saved_listed_loaded_and_removed() {
    let home = home();
    let mut storage = store(&home);
    assert_eq!(storage.list(), []);
    let id = storage.new_id();
    storage.save(&id, RUNNING).expect("saved");
    storage.save(&id, &RUNNING.replace("d4www *", "d4www a1een *")).expect("saved again");
    let [SavedGame { id: listed, title, finished: false, in_use: false, .. }] = &storage.list()[..]
    else {
        panic!("{:?}", storage.list())
    };
    assert_eq!(title, "Qawale, Ann against level 3, 2 moves");
    assert_eq!(*listed, format!("{id}_qawale_Ann_level-3"));
    for name in [&id, listed] {
        assert!(storage.load(name).expect("loaded").contains("a1een"));
    }
    storage.save(&id, &RUNNING.replace("Ann", "")).expect("saved");
    assert_eq!(storage.list()[0].title, "Qawale, Light against level 3, 1 move");
    // Both names refer to the same game.
    storage.save(listed, FINISHED).expect("saved under its long name");
    assert_eq!(storage.list().len(), 1);
    assert!(storage.list()[0].finished);
    storage.remove(&id).expect("removed");
    assert_eq!(storage.list(), []);
    assert_eq!(names(&games_in(&home)), [""; 0]);
    assert_eq!(storage.load(&id), Err(format!("there is no saved game {id}")));
}

#[test]
fn ids_of_two_programs_are_distinct() {
    let home = home();
    let (mut one, mut other) = (store(&home), store(&home));
    let mut ids: Vec<String> = Vec::new();
    for storage in [&mut one, &mut other] {
        for _ in 0..3 {
            let id = storage.new_id();
            storage.save(&id, RUNNING).expect("saved");
            ids.push(id);
        }
    }
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), 6);
    assert_eq!(one.list().len(), 6);
}

#[test]
fn game_of_another_program_is_locked() {
    let home = home();
    let (mut one, mut other) = (store(&home), store(&home));
    let id = one.new_id();
    one.save(&id, RUNNING).expect("saved");
    assert!(!one.list()[0].in_use, "its own game");
    assert!(other.list()[0].in_use);
    let refusal = "this game is being played in another window";
    assert_eq!(other.load(&id), Err(refusal.to_owned()));
    assert_eq!(other.save(&id, FINISHED), Err(refusal.to_owned()));
    assert_eq!(other.remove(&id), Err(refusal.to_owned()));
    assert_eq!(one.load(&id).as_deref(), Ok(RUNNING));
    // Another game, or the end of the program, unlocks it.
    one.new_id();
    assert!(!other.list()[0].in_use);
    assert_eq!(other.load(&id).as_deref(), Ok(RUNNING));
    assert!(one.list()[0].in_use);
    drop(other);
    assert_eq!(one.load(&id).as_deref(), Ok(RUNNING));
}

#[test]
fn files_of_a_killed_program_are_cleaned_up() {
    let home = home();
    let mut storage = store(&home);
    let id = storage.new_id();
    storage.save(&id, RUNNING).expect("saved");
    drop(storage);
    // A lock without an owner, and a half-written file.
    let games = games_in(&home);
    fs::write(games.join(format!("{id}.lock")), "1 1").expect("written");
    fs::write(games.join(format!(".{id}_qawale_Ann_level-3.pgn.new")), "[Game \"qa")
        .expect("written");
    let mut storage = store(&home);
    let list = storage.list();
    assert_eq!((list.len(), list[0].in_use), (1, false));
    assert_eq!(storage.load(&id).as_deref(), Ok(RUNNING));
    storage.save(&id, FINISHED).expect("saved");
    drop(storage);
    assert_eq!(names(&games), [format!("{id}_qawale_Ann_level-3.pgn")]);
}

#[test]
fn failed_save_leaves_the_old_file() {
    let home = home();
    let mut storage = store(&home);
    let id = storage.new_id();
    storage.save(&id, RUNNING).expect("saved");
    // The new text cannot be written, so the old one stays.
    let stem = storage.list()[0].id.clone();
    let blocked = games_in(&home).join(format!(".{stem}.pgn.new"));
    fs::create_dir(&blocked).expect("a directory");
    let error = storage.save(&id, FINISHED).expect_err("nowhere to write");
    assert!(error.starts_with("cannot write /"), "{error}");
    assert_eq!(storage.load(&id).as_deref(), Ok(RUNNING));
    fs::remove_dir(&blocked).expect("removed");
    storage.save(&id, FINISHED).expect("saved");
}

#[test]
fn damaged_files_are_listed_and_not_changed() {
    let home = home();
    let games = games_in(&home);
    fs::create_dir_all(&games).expect("a directory");
    let damaged: [(&str, &[u8]); 5] = [
        ("bytes.pgn", b"[Game \"\xff\xfe\"]\n"),
        ("cut.pgn", b"[Game \"qawale\"]\n\n1. d4www {and then"),
        ("empty.pgn", b""),
        ("folder.pgn", b""),
        ("other.pgn", b"[Game \"chess\"]\n\n1. e4 *\n"),
    ];
    for (name, bytes) in damaged {
        match name {
            "folder.pgn" => fs::create_dir(games.join(name)).expect("a directory"),
            _ => fs::write(games.join(name), bytes).expect("written"),
        }
    }
    fs::write(games.join("by_hand.pgn"), RUNNING).expect("written");
    fs::write(games.join("notes.txt"), "not a game").expect("written");
    let mut storage = store(&home);
    let (good, bad): (Vec<SavedGame>, Vec<SavedGame>) =
        storage.list().into_iter().partition(|game| !game.finished);
    assert_eq!(good.iter().map(|game| game.id.as_str()).collect::<Vec<_>>(), ["by_hand"]);
    assert_eq!(bad.len(), damaged.len());
    for game in &bad {
        assert!(game.title.starts_with(&format!("{}: unreadable, ", game.id)), "{}", game.title);
    }
    let error = storage.load("folder").expect_err("no file");
    assert!(error.ends_with("folder.pgn: it is not a regular file"), "{error}");
    let id = storage.new_id();
    storage.save(&id, RUNNING).expect("saved");
    for (name, bytes) in damaged.iter().filter(|(name, _)| *name != "folder.pgn") {
        assert_eq!(fs::read(games.join(name)).expect(name), *bytes);
    }
    let error = storage.load("bytes").expect_err("not text");
    assert!(error.starts_with("cannot read /") && error.contains("bytes.pgn"), "{error}");
}

#[test]
fn games_without_a_human_player_are_marked() {
    let home = home();
    let mut storage = store(&home);
    let seats = |first: &str| {
        let seats = format!("[Seat0 \"{first}\"]\n[Seat1 \"bot:3\"]\n[Result");
        RUNNING.replace("[Result", &seats)
    };
    for (record, has_person) in
        [(RUNNING.to_owned(), true), (seats("person"), true), (seats("bot:1"), false)]
    {
        let id = storage.new_id();
        storage.save(&id, &record).expect("saved");
        let list = storage.list();
        let game = list.iter().find(|game| game.id.starts_with(&id)).expect("listed");
        assert_eq!(game.has_person, has_person, "{record}");
    }
}

#[test]
fn without_a_home_directory_nothing_is_saved_and_the_reason_is_given() {
    let mut storage = FileStorage::new(GAMES, Directories::default());
    let id = storage.new_id();
    let error = storage.save(&id, RUNNING).expect_err("nowhere");
    assert_eq!(error, "there is no home directory (set HOME or XDG_DATA_HOME)");
    assert_eq!(storage.load(&id), Err(error));
    assert_eq!(storage.list(), []);
    assert_eq!((storage.settings(), storage.settings_error()), (Settings::default(), None));
    let error = storage.save_settings(&Settings::default()).expect_err("nowhere");
    assert!(error.contains("XDG_CONFIG_HOME"), "{error}");
}

#[test]
fn directory_that_cannot_be_created_is_named_in_one_line() {
    let home = home();
    fs::write(home.path().join(".local"), "in the way").expect("written");
    let mut storage = store(&home);
    let id = storage.new_id();
    let error = storage.save(&id, RUNNING).expect_err("in the way");
    assert!(error.starts_with("cannot create /") && !error.contains('\n'), "{error}");
}

#[test]
fn settings_are_saved_and_read_with_fewer_or_more_fields() {
    let home = home();
    let mut storage = store(&home);
    let settings = Settings {
        ascii: true,
        animation: Animation::Fast,
        name: "Ann".to_owned(),
        ..Settings::default()
    };
    storage.save_settings(&settings).expect("saved");
    assert_eq!(store(&home).settings(), settings);
    // A file from a version with fewer or more settings is valid, too.
    let file = home.path().join(".config/strata/settings.json");
    fs::write(&file, "{\"name\": \"Bob\", \"wings\": 2}").expect("written");
    let found = store(&home).settings();
    assert_eq!((found.name.as_str(), found.ascii), ("Bob", false));
}

#[test]
fn broken_settings_are_reported_and_moved_aside() {
    let home = home();
    let mut storage = store(&home);
    storage.save_settings(&Settings::default()).expect("saved");
    let file = home.path().join(".config/strata/settings.json");
    fs::write(&file, "{\"name\": ").expect("written");
    assert_eq!(storage.settings(), Settings::default());
    let error = storage.settings_error().expect("an error");
    assert!(error.starts_with("the settings file /"), "{error}");
    assert!(error.ends_with("settings.json is not valid JSON at line 1, column 9"), "{error}");
    storage.save_settings(&Settings::default()).expect("saved");
    assert_eq!(storage.settings_error(), None);
    let broken = fs::read_to_string(file.with_extension("json.broken")).expect("moved aside");
    assert_eq!(broken, "{\"name\": ");
    // A second broken file does not replace the first.
    fs::write(&file, "{\"dark\": 3}").expect("written");
    let error = storage.settings_error().expect("an error");
    assert!(error.contains("has an unknown value"), "{error}");
    storage.save_settings(&Settings::default()).expect("saved");
    let names = names(file.parent().expect("a directory"));
    assert_eq!(names, ["settings.json", "settings.json.broken", "settings.json.broken-2"]);
}

#[test]
fn typed_names_are_saved_games_or_files() {
    let home = home();
    let mut storage = store(&home);
    let path = storage.resolve("my final: 3");
    assert_eq!(path, games_in(&home).join("my-final-3.pgn"));
    assert_eq!(storage.resolve("~/a.pgn"), home.path().join("a.pgn"));
    assert_eq!(storage.resolve("/x/y z.txt"), Path::new("/x/y z.txt"));
    let directory = std::env::current_dir().expect("a directory");
    assert_eq!(storage.resolve("a.pgn"), directory.join("a.pgn"));
    assert_eq!(Storage::write_file(&mut storage, &path, RUNNING, false), Ok(()));
    assert_eq!(Storage::write_file(&mut storage, &path, FINISHED, false), Err(WriteError::Exists));
    let [game] = &storage.list()[..] else { panic!("{:?}", storage.list()) };
    assert_eq!(game.title, "my-final-3: Qawale, Ann against level 3, 1 move");
    assert_eq!(storage.load(&game.id).as_deref(), Ok(RUNNING));
}

#[test]
fn file_with_several_games_is_listed_but_not_resumed() {
    let home = home();
    fs::create_dir_all(games_in(&home)).expect("a directory");
    let text = format!("{RUNNING}\n{RUNNING}");
    fs::write(games_in(&home).join("match.pgn"), text).expect("written");
    let storage = store(&home);
    let [game] = &storage.list()[..] else { panic!("{:?}", storage.list()) };
    assert_eq!(game.title, "match: 2 games");
    assert_eq!(crate::storage::latest_unfinished(&storage), None);
}
