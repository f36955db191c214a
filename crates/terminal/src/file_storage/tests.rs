//! Everything a store promises, in directories of its own.

use std::fs;
use std::path::Path;

use strata_games::GAMES;
use tempfile::TempDir;

use super::{Directories, FileStorage};
use crate::{Animation, SavedGame, Settings, Storage};

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
fn a_game_is_kept_listed_loaded_and_removed() {
    let home = home();
    let mut storage = store(&home);
    assert_eq!(storage.list(), []);
    let id = storage.new_id();
    storage.save(&id, RUNNING).expect("kept");
    storage.save(&id, &RUNNING.replace("d4www *", "d4www a1een *")).expect("kept again");
    let [SavedGame { id: listed, title, finished: false, in_use: false, .. }] = &storage.list()[..]
    else {
        panic!("{:?}", storage.list())
    };
    assert_eq!(title, "Qawale, Ann against level 3, 2 moves");
    assert_eq!(*listed, format!("{id}_qawale_Ann_level-3"));
    for name in [&id, listed] {
        assert!(storage.load(name).expect("loaded").contains("a1een"));
    }
    storage.save(&id, &RUNNING.replace("Ann", "")).expect("kept");
    assert_eq!(storage.list()[0].title, "Qawale, Light against level 3, 1 move");
    // Under either name it is the same game.
    storage.save(listed, FINISHED).expect("kept under its long name");
    assert_eq!(storage.list().len(), 1);
    assert!(storage.list()[0].finished);
    storage.remove(&id).expect("removed");
    assert_eq!(storage.list(), []);
    assert_eq!(names(&games_in(&home)), [""; 0]);
    assert_eq!(storage.load(&id), Err(format!("no game is kept as {id}")));
}

#[test]
fn every_game_has_an_id_of_its_own() {
    let home = home();
    let (mut one, mut other) = (store(&home), store(&home));
    let mut ids: Vec<String> = Vec::new();
    for storage in [&mut one, &mut other] {
        for _ in 0..3 {
            let id = storage.new_id();
            storage.save(&id, RUNNING).expect("kept");
            ids.push(id);
        }
    }
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), 6);
    assert_eq!(one.list().len(), 6);
}

#[test]
fn the_game_of_another_program_is_left_to_it() {
    let home = home();
    let (mut one, mut other) = (store(&home), store(&home));
    let id = one.new_id();
    one.save(&id, RUNNING).expect("kept");
    assert!(!one.list()[0].in_use, "one's own game");
    assert!(other.list()[0].in_use);
    let refusal = "this game is being played in another window";
    assert_eq!(other.load(&id), Err(refusal.to_owned()));
    assert_eq!(other.save(&id, FINISHED), Err(refusal.to_owned()));
    assert_eq!(other.remove(&id), Err(refusal.to_owned()));
    assert_eq!(one.load(&id).as_deref(), Ok(RUNNING));
    // Another game, or the end of the program, sets it free.
    one.new_id();
    assert!(!other.list()[0].in_use);
    assert_eq!(other.load(&id).as_deref(), Ok(RUNNING));
    assert!(one.list()[0].in_use);
    drop(other);
    assert_eq!(one.load(&id).as_deref(), Ok(RUNNING));
}

#[test]
fn what_a_killed_program_leaves_behind_is_swept_away() {
    let home = home();
    let mut storage = store(&home);
    let id = storage.new_id();
    storage.save(&id, RUNNING).expect("kept");
    drop(storage);
    // A lock that nobody holds, and a file half written.
    let games = games_in(&home);
    fs::write(games.join(format!("{id}.lock")), "1 1").expect("written");
    fs::write(games.join(format!(".{id}_qawale_Ann_level-3.pgn.new")), "[Game \"qa")
        .expect("written");
    let mut storage = store(&home);
    let list = storage.list();
    assert_eq!((list.len(), list[0].in_use), (1, false));
    assert_eq!(storage.load(&id).as_deref(), Ok(RUNNING));
    storage.save(&id, FINISHED).expect("kept");
    drop(storage);
    assert_eq!(names(&games), [format!("{id}_qawale_Ann_level-3.pgn")]);
}

#[test]
fn a_game_is_never_half_written() {
    let home = home();
    let mut storage = store(&home);
    let id = storage.new_id();
    storage.save(&id, RUNNING).expect("kept");
    // Nothing can be written where the new text would go: the old one stays.
    let stem = storage.list()[0].id.clone();
    let blocked = games_in(&home).join(format!(".{stem}.pgn.new"));
    fs::create_dir(&blocked).expect("a directory");
    let error = storage.save(&id, FINISHED).expect_err("nowhere to write");
    assert!(error.starts_with("cannot keep the game in /"), "{error}");
    assert_eq!(storage.load(&id).as_deref(), Ok(RUNNING));
    fs::remove_dir(&blocked).expect("removed");
    storage.save(&id, FINISHED).expect("kept");
}

#[test]
fn damaged_games_are_listed_and_left_alone() {
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
        storage.list().into_iter().partition(|kept| !kept.finished);
    assert_eq!(good.iter().map(|kept| kept.id.as_str()).collect::<Vec<_>>(), ["by_hand"]);
    assert_eq!(bad.len(), damaged.len());
    for kept in &bad {
        assert!(kept.title.starts_with(&format!("{}: unreadable, ", kept.id)), "{}", kept.title);
    }
    let error = storage.load("folder").expect_err("no file");
    assert!(error.ends_with("folder.pgn: it is no file"), "{error}");
    let id = storage.new_id();
    storage.save(&id, RUNNING).expect("kept");
    for (name, bytes) in damaged.iter().filter(|(name, _)| *name != "folder.pgn") {
        assert_eq!(fs::read(games.join(name)).expect(name), *bytes);
    }
    let error = storage.load("bytes").expect_err("not text");
    assert!(error.starts_with("cannot read /") && error.contains("bytes.pgn"), "{error}");
}

#[test]
fn games_of_bots_alone_are_told_from_others() {
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
        storage.save(&id, &record).expect("kept");
        let list = storage.list();
        let kept = list.iter().find(|kept| kept.id.starts_with(&id)).expect("listed");
        assert_eq!(kept.has_person, has_person, "{record}");
    }
}

#[test]
fn without_a_home_everything_says_so() {
    let mut storage = FileStorage::new(GAMES, Directories::default());
    let id = storage.new_id();
    let error = storage.save(&id, RUNNING).expect_err("nowhere");
    assert_eq!(error, "games are not kept without a home directory; set HOME or XDG_DATA_HOME");
    assert_eq!(storage.load(&id), Err(error));
    assert_eq!(storage.list(), []);
    assert_eq!((storage.settings(), storage.settings_error()), (Settings::default(), None));
    let error = storage.save_settings(&Settings::default()).expect_err("nowhere");
    assert!(error.contains("XDG_CONFIG_HOME"), "{error}");
}

#[test]
fn a_directory_that_cannot_be_made_is_an_error_in_one_sentence() {
    let home = home();
    fs::write(home.path().join(".local"), "in the way").expect("written");
    let mut storage = store(&home);
    let id = storage.new_id();
    let error = storage.save(&id, RUNNING).expect_err("in the way");
    assert!(error.starts_with("cannot make /") && !error.contains('\n'), "{error}");
}

#[test]
fn settings_are_kept() {
    let home = home();
    let mut storage = store(&home);
    let settings = Settings {
        ascii: true,
        animation: Animation::Fast,
        name: "Ann".to_owned(),
        ..Settings::default()
    };
    storage.save_settings(&settings).expect("kept");
    assert_eq!(store(&home).settings(), settings);
    // A file from a version with fewer or more settings is as good.
    let file = home.path().join(".config/strata/settings.json");
    fs::write(&file, "{\"name\": \"Bob\", \"wings\": 2}").expect("written");
    let found = store(&home).settings();
    assert_eq!((found.name.as_str(), found.ascii), ("Bob", false));
}

#[test]
fn damaged_settings_are_replaced_by_the_usual_ones_and_not_lost() {
    let home = home();
    let mut storage = store(&home);
    storage.save_settings(&Settings::default()).expect("kept");
    let file = home.path().join(".config/strata/settings.json");
    fs::write(&file, "{\"name\": ").expect("written");
    assert_eq!(storage.settings(), Settings::default());
    let complaint = storage.settings_error().expect("something is wrong");
    assert!(complaint.starts_with("cannot understand /"), "{complaint}");
    storage.save_settings(&Settings::default()).expect("kept");
    assert_eq!(storage.settings_error(), None);
    let kept = fs::read_to_string(file.with_extension("json.damaged")).expect("put aside");
    assert_eq!(kept, "{\"name\": ");
}
