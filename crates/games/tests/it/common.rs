//! Helpers for tests that use games through their text notation.

use strata_rules::{AnyPosition, GameEntry, Player, PlayerSet, find_game, play_line};

pub(crate) type Position = Box<dyn AnyPosition>;

pub(crate) fn entry(game: &str) -> &'static GameEntry {
    find_game(strata_games::GAMES, game).expect("a known game")
}

/// The position before the first move.
pub(crate) fn start(game: &str, options: &[(&str, &str)]) -> Position {
    entry(game).open(options.iter().copied()).expect("good options").start()
}

/// The position with this text.
pub(crate) fn position(game: &str, text: &str) -> Position {
    entry(game).read_position(text).unwrap_or_else(|error| panic!("{error}"))
}

/// The position after a line of moves from the start.
pub(crate) fn after(game: &str, options: &[(&str, &str)], line: &str) -> Position {
    then(&start(game, options), line)
}

/// The position after a line of moves from this one.
pub(crate) fn then(position: &Position, line: &str) -> Position {
    let mut next = position.clone();
    play_line(&mut *next, line).unwrap_or_else(|error| panic!("{}: {error}", position.text()));
    next
}

/// The canonical notation of a typed move, or why it is refused.
pub(crate) fn read(position: &Position, input: &str) -> Result<String, String> {
    position.clone().play(input).map_err(|error| error.reason)
}

/// The move is generated, and parses as itself.
pub(crate) fn assert_legal(position: &Position, mv: &str) {
    assert_eq!(read(position, mv).as_deref(), Ok(mv), "{}", position.text());
    assert!(position.moves().iter().any(|known| known == mv), "{mv} is not listed");
}

/// The move is not generated, and is refused with a reason that contains `reason`.
pub(crate) fn assert_illegal(position: &Position, mv: &str, reason: &str) {
    let found = read(position, mv).expect_err(mv);
    assert!(found.contains(reason), "{mv}: {found:?} does not say {reason:?}");
    assert!(!position.moves().iter().any(|known| known == mv), "{mv} is listed");
}

/// The legal moves are exactly these.
pub(crate) fn assert_moves(position: &Position, moves: &str) {
    let mut expected: Vec<&str> = moves.split_whitespace().collect();
    expected.sort_unstable();
    assert_eq!(position.moves(), expected, "{}", position.text());
    assert_eq!(position.count_moves(), expected.len() as u64, "{}", position.text());
}

/// The input is parsed as the move with this notation.
pub(crate) fn assert_reads(position: &Position, input: &str, mv: &str) {
    assert_eq!(read(position, input).as_deref(), Ok(mv), "{input:?}");
}

/// The position has this text, which parses as the same position.
pub(crate) fn assert_text(position: &Position, text: &str) {
    assert_eq!(position.text(), text);
    assert_eq!(self::position(position.info().id, text).text(), text);
}

/// The game is in progress, and `player` is to move.
pub(crate) fn assert_turn(position: &Position, player: u8) {
    assert_eq!(position.outcome(), None, "{}", position.text());
    assert_eq!(position.turn(), Player(player), "{}", position.text());
}

/// The game is over, won by exactly these players by this rule; the reason contains `reason`.
pub(crate) fn assert_outcome(position: &Position, winners: &[u8], decided_by: &str, reason: &str) {
    let outcome = position.outcome().unwrap_or_else(|| panic!("{} is not over", position.text()));
    let winners = winners.iter().map(|winner| Player(*winner));
    assert_eq!(outcome.winners, winners.fold(PlayerSet::EMPTY, PlayerSet::with));
    assert_eq!(outcome.decided_by, decided_by);
    let found = position.reason().expect("a finished game has a reason");
    assert!(found.contains(reason), "{found:?} does not say {reason:?}");
    assert_moves(position, "");
}

/// The result of a finished game.
pub(crate) fn result(position: &Position) -> String {
    position.outcome().expect("a finished game").result(position.players())
}

/// The position text is refused with a message that contains `message`.
pub(crate) fn assert_bad_position(game: &str, text: &str, message: &str) {
    let error = entry(game).read_position(text).map(|_| ()).expect_err(text).to_string();
    assert!(error.contains(message), "{error:?} does not say {message:?}");
}

/// The options are refused with a message that contains `message`.
pub(crate) fn assert_bad_options(game: &str, options: &[(&str, &str)], message: &str) {
    let opened = entry(game).open(options.iter().copied()).map(|_| ());
    let error = opened.expect_err("bad options").to_string();
    assert!(error.contains(message), "{error:?} does not say {message:?}");
}

/// The names of the sides in turn order.
pub(crate) fn sides(game: &str) -> Vec<&'static str> {
    entry(game).info.sides.iter().map(|side| side.name).collect()
}
