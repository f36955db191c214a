//! Parsing, formatting and verifying records.

use proptest::prelude::*;
use strata_games::GAMES;
use strata_records::{
    Fault, Place, Played, Reader, Record, Variation, number_moves, start_position, verify,
};
use strata_rules::{AnyPosition, Player, Random, find_game};

const ANNOTATED: &str = r#"[Game "clusterfuss"]
[Options "size=4"]
[Player0 "Ann \"the fox\""]
[Player1 "level 5"]
[Date "2026.11.15"]
[Result "*"]

{A quiet start.} 1. a4b4 $1 {takes [%clk 0:04:58] [%eval 0.3]} (1. a4a3 {also} b2b3 (1... c3c4) 2. d1d2)
1... a3b3! ; to the end of the line
2. d1c1?? *
"#;

fn read(text: &str) -> Vec<Result<Record, String>> {
    Reader::new(text.as_bytes()).map(|record| record.map_err(|error| error.to_string())).collect()
}

fn read_one(text: &str) -> Record {
    let mut records = read(text);
    assert_eq!(records.len(), 1, "{text}");
    records.remove(0).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn start(game: &str, options: &[(&str, &str)]) -> Box<dyn AnyPosition> {
    let entry = find_game(GAMES, game).expect("a game");
    entry.open(options.iter().copied()).expect("options").start()
}

/// The start of a game of two.
fn duel() -> Box<dyn AnyPosition> {
    start("clusterfuss", &[("size", "4")])
}

fn error_of(text: &str) -> String {
    read(text).remove(0).expect_err(text)
}

fn faults(text: &str) -> Vec<String> {
    verify(&read_one(text), GAMES).faults.iter().map(ToString::to_string).collect()
}

#[test]
fn all_parts_of_a_record_are_parsed() {
    let record = read_one(ANNOTATED);
    assert_eq!(record.tag("Player0"), Some("Ann \"the fox\""));
    assert_eq!(record.comments, ["A quiet start."]);
    let moves: Vec<&str> = record.moves.iter().map(|played| played.text.as_str()).collect();
    assert_eq!(moves, ["a4b4", "a3b3", "d1c1"]);
    let first = &record.moves[0];
    assert_eq!(first.glyphs, [1]);
    assert_eq!(first.clock().map(|clock| clock.as_secs()), Some(298));
    assert_eq!(first.evaluation(), Some("0.3"));
    assert_eq!(first.variations[0].moves[1].variations[0].moves[0].text, "c3c4");
    assert_eq!(record.moves[1].comments, ["to the end of the line"]);
    assert_eq!((&record.moves[1].glyphs[..], &record.moves[2].glyphs[..]), (&[1][..], &[4][..]));
    assert_eq!(record.result, None);
}

#[test]
fn a_written_record_parses_back() {
    let record = read_one(ANNOTATED);
    let written = record.write(&*duel());
    assert_eq!(read_one(&written), record);
    assert!(written.lines().all(|line| line.chars().count() <= 80), "{written}");
    assert!(written.contains("1... a3b3 $1"), "{written}");
}

#[test]
fn control_characters_in_tags_become_spaces() {
    let record = read_one("[Game \"a\rb\"]\n\n*\n");
    assert_eq!(record.tag("Game"), Some("a b"));
    assert_eq!(read_one(&record.write(&*duel())), record);
}

#[test]
fn braces_in_line_comments_become_parentheses() {
    let record = read_one("[Game \"a\"]\n\n1. c3 ; so {be} it\n*\n");
    assert_eq!(record.moves[0].comments, ["so {be) it"]);
    assert_eq!(read_one(&record.write(&*duel())), record);
}

#[test]
fn a_bracket_in_a_comment_is_not_mistaken_for_a_tag() {
    let comment = format!("{} [Game \"x\"]", "x".repeat(76));
    let moves = vec![Played { comments: vec![comment], ..Played::new("c3") }];
    let record = Record { moves, ..Record::default() };
    assert_eq!(read_one(&record.write(&*duel())), record);
}

#[test]
fn move_numbers_are_shared_by_all_players() {
    let moves = ["a1", "b2", "c3", "a2"].map(Played::new).into();
    let record = Record { moves, ..Record::default() };
    let start = start("staqs", &[("players", "3")]);
    assert!(record.write(&*start).contains("1. a1 b2 c3 2. a2 *"));
}

/// The number and player of every move, read from numbered movetext of two players.
fn numbers_in(movetext: &str) -> Vec<(usize, Player)> {
    let mut row = (0, Player(0));
    let mut numbers = Vec::new();
    for word in movetext.split_whitespace().filter(|word| *word != "*") {
        if let Some(number) = word.strip_suffix("...") {
            row = (number.parse().expect("a number"), Player(1));
        } else if let Some(number) = word.strip_suffix('.') {
            row = (number.parse().expect("a number"), Player(0));
        } else {
            numbers.push(row);
            row.1 = Player(1);
        }
    }
    numbers
}

#[test]
fn players_keep_their_columns_when_one_moves_twice_in_a_row_or_starts_a_phase() {
    let mut repeats = 0;
    for seed in 0..20 {
        let start = start("isaac", &[]);
        let (mut position, mut random) = (start.clone(), Random::new(seed));
        let (mut players, mut moves) = (Vec::new(), Vec::new());
        while position.outcome().is_none() {
            players.push(position.turn());
            moves.push(Played::new(position.play_random(&mut random).expect("a move")));
        }
        repeats += players.windows(2).filter(|pair| pair[0] == pair[1]).count();
        let record = Record { moves, ..Record::default() };
        let expected: Vec<_> = number_moves(players).map(|mv| (mv.number, mv.player)).collect();
        assert_eq!(numbers_in(&record.write(&*start)), expected, "seed {seed}");
    }
    assert!(repeats > 0, "no player ever moved twice in a row");
}

#[test]
fn player_who_leaves_a_game_of_three_is_written_and_read_in_place_of_a_move() {
    let text = "[Game \"staqs\"]\n[Options \"size=3 pieces=1 players=3\"]\n\n\
                1. a1 b2 c3 2. resign-blue b2b3 c3c2 3... b3a3 timeout-red *\n";
    let record = read_one(text);
    let start = start_position(&record, GAMES).expect("a start");
    assert_eq!(record.write(&*start).lines().last(), text.lines().last());
    let verdict = verify(&record, GAMES);
    assert_eq!(
        verdict.faults,
        [Fault {
            place: Place::Whole,
            reason: "the result is *, but on the board it is 0-1-0: White is the last player left"
                .to_owned(),
        }]
    );
    assert_eq!(verdict.plies, 8);
    assert_eq!(
        faults(&text.replace("timeout-red *", "resign-blue *")),
        ["move 3 (ply 8), resign-blue: that player is already out of the game",]
    );
}

#[test]
fn the_result_is_checked_at_the_current_ply() {
    let game = |tags: &str, result: &str| {
        let start = "[Game \"clusterfuss\"]\n[Options \"size=2\"]\n";
        faults(&format!("{start}{tags}\n1. a2a1 b2b1 2. a1b1 {result}\n"))
    };
    assert_eq!(game("", "1-0"), Vec::<String>::new());
    assert_eq!(game("[Current \"2\"]\n", "*"), Vec::<String>::new());
    assert_eq!(game("[Current \"2\"]\n", "0-1"), Vec::<String>::new());
    assert_eq!(game("[Current \"3\"]\n", "*").len(), 1);
    for bad in ["4", "-1", "", "end"] {
        let found = game(&format!("[Current \"{bad}\"]\n"), "1-0").join(";");
        assert!(found.starts_with("tag Current: ") && found.ends_with("not a number from 0 to 3"));
    }
}

#[test]
fn a_correct_record_has_no_faults() {
    assert_eq!(faults(ANNOTATED), Vec::<String>::new());
}

#[test]
fn faults_name_the_move_and_the_reason() {
    let record = "[Game \"clusterfuss\"]\n[Options \"size=4\"]\n\n1. a4b4 a3b3 2. a1a2 *\n";
    assert_eq!(
        faults(record),
        ["move 2 (ply 3), a1a2: a1 holds a Blue checker and it is Red's turn"]
    );
}

#[test]
fn faults_in_variations_are_found() {
    let record = "[Game \"clusterfuss\"]\n[Options \"size=4\"]\n\n1. a4b4 (1. a4c4) a3b3 *\n";
    assert_eq!(
        faults(record),
        ["move 1 (ply 1, in a variation), a4c4: a4 and c4 are not orthogonal neighbours"]
    );
}

#[test]
fn the_result_must_match_the_board() {
    let game = |result: &str, after_moves: &str| {
        format!(
            "[Game \"clusterfuss\"]\n[Options \"size=2\"]\n[Result \"{result}\"]\n\n1. a2a1 b2b1 2. a1b1 {after_moves}\n"
        )
    };
    assert_eq!(faults(&game("1-0", "1-0")), Vec::<String>::new());
    assert_eq!(
        faults(&game("0-1", "0-1")),
        ["the result is 0-1, but on the board it is 1-0: Blue has no checker left"]
    );
    assert_eq!(
        faults(&game("0-1", "1-0")),
        ["the tag Result says 0-1, but the moves end with 1-0"]
    );
    assert_eq!(faults(&game("2-0", "2-0"))[0], "unknown result 2-0; expected 1-0, 0-1, 1/2 or *");
}

#[test]
fn a_resigned_game_may_have_any_result() {
    let game =
        "[Game \"qawale\"]\n[Termination \"resignation\"]\n[Result \"0-1\"]\n\n1. a1nne 0-1\n";
    assert_eq!(faults(game), Vec::<String>::new());
}

#[test]
fn moves_after_the_end_of_the_game_are_faults() {
    let game = "[Game \"clusterfuss\"]\n[Options \"size=2\"]\n\n1. a2a1 b2b1 2. a1b1 b1b2 1-0\n";
    assert_eq!(faults(game), ["move 2 (ply 4), b1b2: the game is over"]);
}

#[test]
fn a_record_may_start_from_a_position() {
    let start = "[Game \"clusterfuss\"]\n[Position \"size-4_rb2-4-4-4_r\"]\n\n1. a4b4 1-0\n";
    assert_eq!(faults(start), Vec::<String>::new());
    let conflict = start.replace("[Position", "[Options \"size=5\"]\n[Position");
    assert_eq!(faults(&conflict), ["the tags Options and Position disagree on size"]);
}

#[test]
fn results_of_three_players_are_shares() {
    let game = "[Game \"staqs\"]\n[Options \"size=3 pieces=3 players=3\"]\n\n1. a1 b1 c1 2. a2 b2 c2 3. a3 b3 c3 1/3-1/3-1/3\n";
    assert_eq!(faults(game), Vec::<String>::new());
    assert_eq!(faults(&game.replace("1/3-1/3-1/3", "1/2")).len(), 1);
}

#[test]
fn unknown_games_and_options_are_faults() {
    assert_eq!(
        faults("[Game \"chess\"]\n\n*\n"),
        ["unknown game chess; the games are staqs, clusterfuss, qawale, isaac"]
    );
    assert_eq!(
        faults("[Event \"x\"]\n\n*\n"),
        ["the tag Game is missing: a record starts with a line such as [Game \"staqs\"]"]
    );
    assert_eq!(
        faults("[Game \"staqs\"]\n[Options \"size=99\"]\n\n*\n"),
        ["tag Options: size=99: size must be 3 to 10"]
    );
}

#[test]
fn malformed_clock_times_are_faults() {
    let game = "[Game \"qawale\"]\n\n1. a1nne {[%clk five]} *\n";
    assert_eq!(faults(game), ["move 1 (ply 1), a1nne: clock five: expected h:mm:ss"]);
}

#[test]
fn syntax_errors_name_the_line() {
    for (text, message) in [
        ("[Game staqs]\n", "line 1: expected a tag such as [Game \"staqs\"]"),
        ("[Game \"staqs]\n\n1. c3", "line 1: the value of the tag Game has no closing quote"),
        ("[Game \"a\"]\n[Game \"b\"]\n", "line 2: the tag Game appears twice"),
        ("[Game \"a\"]\n\n1. c3 {open", "line 3: the comment that starts here is not closed by }"),
        ("[Game \"a\"]\n\n1. c3 } *", "line 3: unexpected }: there is no open comment"),
        ("[Game \"a\"]\n\n(1. c3) *", "line 3: a variation must follow a move"),
        ("[Game \"a\"]\n\n1. c3 (1. d4 *", "line 3: a variation cannot contain a result"),
        ("[Game \"a\"]\n\n1. c3 (1. d4", "line 3: a variation is not closed by )"),
        ("[Game \"a\"]\n\n1. c3 ) *", "line 3: unexpected ): there is no open variation"),
        ("[Game \"a\"]\n\n1. c3 () *", "line 3: a variation has no moves"),
        ("[Game \"a\"]\n\n1. c3 * c4", "line 3: unexpected text after the result"),
        ("[Game \"a\"]\n\n1. $x", "line 3: $x: expected a glyph from $0 to $255 after a move"),
        ("[Game \"a\"]\n\n6.11.15\"]", "line 3: 6.11.15\"] is not a move"),
    ] {
        assert_eq!(error_of(text), message, "{text}");
    }
    let deep = format!("[Game \"a\"]\n\n1. c3 {}", "(1. c3 ".repeat(100));
    assert_eq!(error_of(&deep), "line 3: variations are nested more than 64 deep");
}

#[test]
fn a_malformed_game_does_not_hide_the_next() {
    let file = format!("[Game \"a\"]\n\n1. c3 {{never closed\n\n{ANNOTATED}\n\n{ANNOTATED}");
    let records = read(&file);
    assert_eq!(records.len(), 3);
    assert!(records[0].is_err() && records[1].is_ok() && records[2].is_ok());
}

#[test]
fn only_a_tag_after_moves_starts_a_new_game() {
    let file = format!("; a file\n% of games\n{ANNOTATED}");
    assert_eq!(read_one(&file), read_one(ANNOTATED));
    let comment = ANNOTATED.replace("{A quiet start.}", "{A quiet\n[really] start.}");
    assert_eq!(read_one(&comment).comments, ["A quiet [really] start."]);
}

#[test]
fn a_long_line_is_accepted() {
    let long = format!("[Game \"qawale\"]\n\n1. a1nne {{{}é}} *\n", "x".repeat((1 << 20) - 11));
    assert_eq!(faults(&long), Vec::<String>::new());
}

#[test]
fn too_many_tags_are_refused() {
    let tags: String = (0..300_000).map(|n| format!("[T{n} \"x\"]\n")).collect();
    assert_eq!(error_of(&tags), "line 257: the game has more than 256 tags");
}

#[test]
fn move_numbers_start_with_the_player_to_move() {
    let game = "[Game \"clusterfuss\"]\n[Position \"size-2_rb-br_b\"]\n\n1... b2a2 2. b1c1 *\n";
    assert_eq!(faults(game), ["move 2 (ply 2), b1c1: c1 is not on the 2×2 board"]);
    assert!(
        read_one(game)
            .write(&*GAMES[1].read_position("size-2_rb-br_b").expect("a position"))
            .contains("1... b2a2 2. b1c1")
    );
}

#[test]
fn a_game_longer_than_the_limit_is_refused() {
    let long = format!("[Game \"a\"]\n\n{}", "1. c3 c4\n".repeat(1 << 20));
    assert_eq!(error_of(&long), "line 1: the game that starts here is longer than 4 MiB");
    assert_eq!(read(&format!("{long}\n{ANNOTATED}")).len(), 2);
    let one_line = "x".repeat(9 << 20);
    assert_eq!(error_of(&one_line), "line 1: the game that starts here is longer than 4 MiB");
}

#[test]
fn text_that_is_not_utf_8_is_refused() {
    let mut bytes = b"[Game \"st\xE4qs\"]\n[Date \"?\"]\n\n*\n\n".to_vec();
    bytes.extend(ANNOTATED.as_bytes());
    let records: Vec<_> = Reader::new(&bytes[..]).collect();
    let error = records[0].as_ref().expect_err("not UTF-8");
    assert_eq!(error.to_string(), "line 1 is not UTF-8 text");
    assert!(records.len() == 2 && records[1].is_ok(), "the next game is read");
}

/// Comments that round-trip: words with single spaces and no closing brace.
fn comment() -> impl Strategy<Value = String> {
    "[ -|~é]{0,30}".prop_map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "))
}

fn played(depth: u32) -> BoxedStrategy<Played> {
    let text = "[a-j][1-9][a-j]?[1-9nesw]?";
    let variations = if depth == 0 {
        Just(Vec::new()).boxed()
    } else {
        let moves = proptest::collection::vec(played(depth - 1), 1..4);
        let variation = (proptest::collection::vec(comment(), 0..2), moves)
            .prop_map(|(comments, moves)| Variation { comments, moves });
        proptest::collection::vec(variation, 0..2).boxed()
    };
    let glyphs = proptest::collection::vec(any::<u8>(), 0..2);
    (text, glyphs, proptest::collection::vec(comment(), 0..2), variations)
        .prop_map(|(text, glyphs, comments, variations)| Played {
            text,
            glyphs,
            comments,
            variations,
        })
        .boxed()
}

proptest! {
    #[test]
    fn any_record_round_trips(
        values in proptest::collection::vec("[ -~é]{0,20}", 1..4),
        comments in proptest::collection::vec(comment(), 0..2),
        moves in proptest::collection::vec(played(2), 0..8),
        players in 2..5_usize,
    ) {
        let tags = (0..).zip(values).map(|(n, value)| (format!("Tag{n}"), value)).collect();
        let record = Record { tags, comments, moves, result: Some("1-0".to_owned()) };
        let players = players.to_string();
        let written = record.write(&*start("staqs", &[("players", &players)]));
        prop_assert_eq!(read_one(&written), record, "{}", written);
    }

    #[test]
    fn the_reader_never_panics(text in "[\\[\\](){};$\"a-d0-9 .*\n!?%=-]{0,200}") {
        for record in Reader::new(text.as_bytes()).flatten() {
            let _ = verify(&record, GAMES);
        }
    }
}
