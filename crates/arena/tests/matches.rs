//! Matches from end to end, with correct and faulty engines.

use std::fs;

use strata_arena::{Match, MatchError, Progress, Score, Spec, Sprt};
use strata_engine::{Catalogue, Limits, MakeEngine};
use strata_games::GAMES;
use strata_records::{Reader, verify};
use strata_rules::find_game;
use tempfile::{NamedTempFile, TempPath};

const CATALOGUE: Catalogue = Catalogue {
    games: GAMES,
    engine: |game, options| strata_games::visit(game, options, MakeEngine),
    solver: |_, _| None,
    tables: Vec::new,
};

fn match_of(a: &str, b: &str, games: usize) -> Match {
    let spec = |text: &str| text.parse::<Spec>().expect(text);
    Match {
        specs: [spec(a), spec(b)],
        limits: Limits::nodes(50),
        games,
        opening_plies: 2,
        sprt: None,
        threads: 2,
        seed: 7,
    }
}

/// Plays a match and returns its score, the forfeits and the record, which is verified.
fn play(game: &str, planned: &Match) -> (Score, [Vec<String>; 2], String) {
    let opened = find_game(GAMES, game).expect("a known game").open([]).expect("defaults");
    let mut record = Vec::new();
    let (score, forfeits) =
        planned.play(&*opened, CATALOGUE, Some(&mut record), &|_| {}).expect("a match");
    let record = String::from_utf8(record).expect("text");
    let games: Vec<_> = Reader::new(record.as_bytes()).collect();
    assert_eq!(games.len() as u64, score.games());
    for game in games {
        let game = game.expect("a record that can be read");
        assert_eq!(verify(&game, GAMES).faults, [], "{record}");
    }
    (score, forfeits, record)
}

/// An engine as a shell script that runs `on_go` on the command `go`. The script exists as long as
/// the path.
fn program(on_go: &str) -> (TempPath, String) {
    let path = NamedTempFile::new().expect("a file").into_temp_path();
    let script = format!(
        "while read -r word rest; do case $word in ugi) echo ugiok;; isready) echo readyok;; go) {on_go};; quit) exit;; esac; done\n"
    );
    fs::write(&path, script).expect("a file");
    let spec = format!("ugi:sh {}", path.display());
    (path, spec)
}

#[test]
fn the_stronger_level_wins() {
    let (score, forfeits, record) = play("clusterfuss", &match_of("level:2", "level:1", 10));
    assert_eq!(score.games(), 10);
    assert!(score.share() > 0.6, "{score:?}");
    assert_eq!(forfeits, [Vec::<String>::new(), Vec::new()]);
    assert!(record.contains("[Player0 \"level:2\"]") && record.contains("[Player1 \"level:2\"]"));
}

#[test]
fn equal_seeds_give_equal_matches() {
    let one = Match { threads: 1, ..match_of("search:alphabeta", "level:3", 4) };
    assert_eq!(play("qawale", &one).2, play("qawale", &one).2);
}

#[test]
fn a_crash_forfeits_the_game_and_the_match_continues() {
    let (_path, crashing) = program("exit 1");
    let (score, forfeits, record) = play("staqs", &match_of("level:1", &crashing, 4));
    assert_eq!((score.wins, score.games()), (4, 4));
    assert_eq!(forfeits[1], ["the engine has ended"; 4]);
    assert!(record.contains("[Termination \"forfeit: the engine has ended\"]"), "{record}");
}

#[test]
fn an_illegal_move_forfeits_the_game() {
    let (_path, cheating) = program("echo bestmove e9e9");
    let (score, forfeits, _) = play("staqs", &match_of(&cheating, "level:1", 2));
    assert_eq!(score.losses, 2);
    assert_eq!(forfeits[0][0], "illegal move e9e9: e9 is not on the 5×5 board");
}

#[test]
fn an_engine_that_does_not_answer_forfeits_the_game() {
    let (_path, silent) = program(":");
    let limits = Limits::movetime(std::time::Duration::from_millis(10));
    let silence = Match { limits, ..match_of("level:1", &silent, 2) };
    let (score, forfeits, _) = play("qawale", &silence);
    assert_eq!(score.wins, 2);
    assert_eq!(forfeits[1][0], "the engine did not answer within 2.01 seconds");
}

/// Why a match of Qawale is refused; no game must be played.
fn refusal(planned: &Match) -> String {
    let game = find_game(GAMES, "qawale").expect("a known game").open([]).expect("defaults");
    let progress = |_: Progress<'_>| panic!("a game was played");
    planned.play(&*game, CATALOGUE, None, &progress).expect_err("a refusal").to_string()
}

#[test]
fn an_engine_that_cannot_be_started_is_an_error_before_the_first_game() {
    for (command, reason) in [
        ("/nowhere/at/all", "command not found"),
        ("/", "the file is not executable"),
        ("true", "it ended without answering ugi with ugiok"),
    ] {
        let error = format!("cannot start the engine {command}: {reason}");
        assert_eq!(refusal(&match_of("level:1", &format!("ugi:{command}"), 2)), error);
        assert_eq!(refusal(&match_of(&format!("ugi:{command}"), "level:1", 2)), error);
    }
}

#[test]
fn an_odd_number_of_games_is_refused() {
    let error = refusal(&match_of("level:1", "level:1", 3));
    assert!(error.starts_with("a match of 3 games is not possible: use an even number"), "{error}");
}

#[test]
fn a_decided_sprt_ends_the_match_early() {
    let sprt = Some(Sprt { low: 0.0, high: 200.0 });
    let (score, ..) = play("clusterfuss", &Match { sprt, ..match_of("level:2", "level:1", 400) });
    assert!(score.games() < 400, "{score:?}");
}

#[test]
fn a_game_of_three_players_is_refused() {
    let three = find_game(GAMES, "staqs").expect("a known game").open([("players", "3")]);
    let refused = match_of("level:1", "level:1", 2).play(
        &*three.expect("good options"),
        CATALOGUE,
        None,
        &|_| {},
    );
    assert!(matches!(refused, Err(MatchError::Players(3))));
}
