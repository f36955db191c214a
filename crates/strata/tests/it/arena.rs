//! Matches between the built-in engine and the same engine as another program.

use strata_arena::{Match, Score, Spec};
use strata_engine::{Catalogue, Limits, MakeEngine};
use strata_games::GAMES;
use strata_records::{Reader, Record};
use strata_rules::find_game;

const CATALOGUE: Catalogue = Catalogue {
    games: GAMES,
    engine: |game, options| strata_games::visit(game, options, MakeEngine),
    solver: |_, _| None,
    tables: Vec::new,
};

/// The specification of this engine as another program.
fn program(game: &str, options: &[(&str, &str)], settings: &str) -> String {
    let options: String = options.iter().map(|(key, value)| format!(" -o {key}={value}")).collect();
    format!("ugi:{} engine {game}{options}{settings}", env!("CARGO_BIN_EXE_strata"))
}

/// Plays a match with a fixed number of nodes and returns the score and the games.
fn play(
    game: &str,
    options: &[(&str, &str)],
    players: [&str; 2],
    games: usize,
) -> (Score, Vec<Record>) {
    let opened = find_game(GAMES, game).expect("a known game").open(options.iter().copied());
    let planned = Match {
        specs: players.map(|text| text.parse::<Spec>().expect(text)),
        limits: Limits::nodes(1_000),
        games,
        opening_plies: 4,
        sprt: None,
        threads: 1,
        seed: 1,
    };
    let mut record = Vec::new();
    let opened = opened.expect("good options");
    let played = planned.play(&*opened, CATALOGUE, Some(&mut record), &|_| {});
    let (score, forfeits) = played.expect("a match");
    assert_eq!(forfeits, [Vec::<String>::new(), Vec::new()]);
    let games = Reader::new(&record[..]).map(|game| game.expect("a record")).collect();
    (score, games)
}

fn moves_of(record: &Record) -> Vec<&str> {
    record.moves.iter().map(|played| played.text.as_str()).collect()
}

/// The two games of every opening must be the same game, since both players play the same moves.
fn assert_equal_games(games: &[Record]) {
    for pair in games.chunks_exact(2) {
        assert_eq!(moves_of(&pair[0]), moves_of(&pair[1]));
    }
}

const CASES: [(&str, &[(&str, &str)]); 4] = [
    ("clusterfuss", &[("size", "6")]),
    ("staqs", &[("size", "6")]),
    ("qawale", &[]),
    ("isaac", &[]),
];

#[test]
fn the_engine_plays_the_same_games_built_in_and_as_a_program() {
    for (game, options) in CASES {
        let program = program(game, options, ",hash=4");
        let (score, games) = play(game, options, ["search:auto,hash=4", &program], 4);
        assert_equal_games(&games);
        assert_eq!(score.share(), 0.5, "{game}");
    }
}

/// In the last game of a match a player has played all the others before.
#[test]
fn games_do_not_depend_on_earlier_games() {
    let (game, options) = CASES[0];
    let program = program(game, options, ",hash=4");
    for players in [["search:auto,hash=4", "search:auto,hash=4"], [&program, &program]] {
        let (_, games) = play(game, options, players, 6);
        assert_equal_games(&games);
        let differs = |pair: &[Record]| moves_of(&pair[0]) != moves_of(&games[0]);
        assert!(games.chunks_exact(2).skip(1).all(differs), "the openings are different");
    }
}

#[test]
fn a_level_is_the_same_built_in_and_as_an_option_of_a_program() {
    let (game, options) = ("qawale", &[]);
    let program = program(game, options, ",option.Level=3");
    // Both players get a seed of their own, so their games differ; but the seeds of a seat are equal.
    let first = play(game, options, ["level:3", "level:3"], 4).1;
    let second = play(game, options, ["level:3", &program], 4).1;
    let third = play(game, options, [&program, &program], 4).1;
    for ((first, second), third) in first.iter().zip(&second).zip(&third) {
        assert_eq!(moves_of(first), moves_of(second));
        assert_eq!(moves_of(first), moves_of(third));
    }
}

#[test]
fn players_can_ponder() {
    for (game, options) in CASES {
        let program = program(game, options, ",nodes=500,ponder");
        let (score, _) = play(game, options, ["search:auto,nodes=500,ponder", &program], 2);
        assert_eq!(score.games(), 2);
    }
}

#[test]
fn players_can_have_clocks() {
    let (game, options) = ("qawale", &[]);
    let program = program(game, options, ",clock=2000+10");
    let (score, _) = play(game, options, ["level:8,clock=2000+10,ponder", &program], 2);
    assert_eq!(score.games(), 2);
}

#[test]
fn an_unknown_option_of_a_program_is_an_error_before_the_first_game() {
    let program = program("qawale", &[], ",option.Magic=1");
    let planned = Match {
        specs: [program.parse().expect("a player"), "level:1".parse().expect("a player")],
        limits: Limits::nodes(10),
        games: 2,
        opening_plies: 2,
        sprt: None,
        threads: 1,
        seed: 1,
    };
    let game = find_game(GAMES, "qawale").expect("a known game").open([]).expect("defaults");
    let error = planned.play(&*game, CATALOGUE, None, &|_| {}).expect_err("no such option");
    assert_eq!(
        error.to_string(),
        "the engine has no option Magic; its options are Hash, Threads, MultiPV, Level, Seed, Ponder"
    );
}
