//! Games of the engine against itself and its weaker levels.

use std::sync::atomic::AtomicBool;

use strata_engine::{Engine, Level, Limits, Request};
use strata_rules::random::mix;
use strata_rules::{AnyPosition, Random};

/// The levels that play. Mistakes of the weaker ones lead to positions in which a player has one good move.
const LEVELS: [u8; 5] = [2, 3, 4, 5, 8];

/// The nodes for a move at full strength.
const NODES: u64 = 2_000;

/// The most random moves at the start of a game.
const MAX_RANDOM: u64 = 6;

/// A game.
pub(super) struct PlayedGame {
    /// The number of the game.
    pub(super) number: usize,
    /// The levels of the players in words.
    pub(super) players: String,
    /// The number of moves before the first position.
    pub(super) first: usize,
    /// All unfinished positions.
    pub(super) positions: Vec<Box<dyn AnyPosition>>,
}

/// Plays a game, which depends only on the seed and the number.
pub(super) fn play_game(
    engine: &mut dyn Engine,
    mut position: Box<dyn AnyPosition>,
    seed: u64,
    number: usize,
) -> PlayedGame {
    let mut random = Random::new(mix(seed) ^ number as u64);
    let mut level = || LEVELS[random.below(LEVELS.len() as u64) as usize];
    let levels = [level(), level()];
    let random_plies = random.below(MAX_RANDOM + 1);
    let mut positions = Vec::new();
    engine.forget();
    while position.outcome().is_none() {
        positions.push(position.clone());
        let ply = positions.len() as u64;
        if ply <= random_plies {
            position.play_random(&mut random);
            continue;
        }
        let number = levels[position.turn().index() % 2];
        let level = Level::new(number).filter(|level| *level != Level::HIGHEST);
        let limits = if level.is_none() { Limits::nodes(NODES) } else { Limits::default() };
        let request =
            Request { limits, level, megabytes: 4, seed: seed ^ ply, ..Request::default() };
        let found = engine.search(&position.text(), &request, &AtomicBool::new(false), &mut |_| {});
        let best =
            found.ok().and_then(|report| report.lines.into_iter().next()?.moves.into_iter().next());
        // A search finds a move of every unfinished position.
        if best.is_none_or(|mv| position.play(&mv).is_err()) {
            break;
        }
    }
    let players = format!("level {} against level {}", levels[0], levels[1]);
    PlayedGame { number, players, first: 0, positions }
}

/// Plays another end of a game with weak moves, from a position in its last third.
pub(super) fn other_end(
    engine: &mut dyn Engine,
    played: &PlayedGame,
    seed: u64,
    variation: usize,
) -> PlayedGame {
    /// The level that only looks at its own move.
    const GREEDY: Option<Level> = Level::new(2);
    let mut random = Random::new(mix(seed ^ played.number as u64) ^ variation as u64);
    let count = played.positions.len();
    let start = count - 1 - random.below(count as u64 / 3 + 1) as usize;
    let mut positions = Vec::new();
    let mut position = played.positions[start].clone();
    while position.outcome().is_none() {
        positions.push(position.clone());
        if random.below(2) == 0 {
            position.play_random(&mut random);
            continue;
        }
        let request =
            Request { level: GREEDY, megabytes: 4, seed: random.next_u64(), ..Request::default() };
        let found = engine.search(&position.text(), &request, &AtomicBool::new(false), &mut |_| {});
        let best =
            found.ok().and_then(|report| report.lines.into_iter().next()?.moves.into_iter().next());
        if best.is_none_or(|mv| position.play(&mv).is_err()) {
            break;
        }
    }
    let players = format!("{}, another end from move {}", played.players, start + 1);
    PlayedGame { number: played.number, players, first: start, positions }
}
