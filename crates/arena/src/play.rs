//! Whole matches.

use std::io::{self, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::{array, thread};

use strata_engine::{Catalogue, Limits};
use strata_rules::{AnyGame, AnyPosition, Player as Seat};
use thiserror::Error;

use crate::game::{Ending, Finished, play_game};
use crate::opening::Openings;
use crate::player::Player;
use crate::score::{Score, Sprt, Verdict};
use crate::spec::Spec;

/// A match between two players.
#[derive(Clone, Debug)]
pub struct Match {
    /// The two players; results are those of the first.
    pub specs: [Spec; 2],
    /// Limits for players without their own.
    pub limits: Limits,
    /// How many games; an odd one is not played.
    pub games: usize,
    /// Random plies before the players take over.
    pub opening_plies: usize,
    /// A test that may end the match early.
    pub sprt: Option<Sprt>,
    /// How many games run at a time.
    pub threads: usize,
    /// What openings and players' chances start from.
    pub seed: u64,
}

/// Why a match could not be played.
#[derive(Debug, Error)]
pub enum MatchError {
    /// The game is not for two.
    #[error("the arena is for games of two players, and this one has {0}")]
    Players(usize),
    /// A record could not be written.
    #[error("cannot write the record: {0}")]
    Record(#[from] io::Error),
}

/// What is told of a match while it is played.
#[derive(Clone, Debug)]
pub struct Progress<'a> {
    /// The results so far.
    pub score: &'a Score,
    /// Games forfeited by each player so far, and the last reason.
    pub forfeits: &'a [Vec<String>; 2],
}

struct State<'a> {
    score: Score,
    forfeits: [Vec<String>; 2],
    record: Option<&'a mut (dyn Write + Send)>,
    failed: Option<io::Error>,
}

impl Match {
    /// Plays the match and returns the first player's results with everything that was forfeited.
    pub fn play(
        &self,
        game: &dyn AnyGame,
        catalogue: Catalogue,
        record: Option<&mut (dyn Write + Send)>,
        progress: &(dyn Fn(Progress<'_>) + Sync),
    ) -> Result<(Score, [Vec<String>; 2]), MatchError> {
        if game.players() != 2 {
            return Err(MatchError::Players(game.players()));
        }
        let pairs = self.games / 2;
        let engine = catalogue.engine_for(&*game.start());
        let mut openings = Openings::new(game, engine, self.opening_plies, self.seed);
        let openings: Vec<Box<dyn AnyPosition>> = (0..pairs).map(|_| openings.next()).collect();
        let taken = AtomicUsize::new(0);
        let done = AtomicBool::new(false);
        let state = Mutex::new(State {
            score: Score::default(),
            forfeits: array::from_fn(|_| Vec::new()),
            record,
            failed: None,
        });
        thread::scope(|scope| {
            for _ in 0..self.threads.clamp(1, pairs.max(1)) {
                scope.spawn(|| {
                    let start = game.start();
                    let make = |spec| Player::new(spec, self.limits, &*start, catalogue);
                    let [mut a, mut b] = [make(&self.specs[0]), make(&self.specs[1])];
                    while !done.load(Ordering::Relaxed) {
                        let number = taken.fetch_add(1, Ordering::Relaxed);
                        let Some(opening) = openings.get(number) else { break };
                        let seed = self.seed.wrapping_add(1 + 4 * number as u64);
                        let first = play_game(&**opening, [&mut a, &mut b], seed);
                        let second = play_game(&**opening, [&mut b, &mut a], seed + 2);
                        let mut state =
                            state.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                        self.record_pair(&mut state, game, &first, &second);
                        progress(Progress { score: &state.score, forfeits: &state.forfeits });
                        let decided = self
                            .sprt
                            .is_some_and(|sprt| sprt.verdict(&state.score) != Verdict::Open);
                        if decided || state.failed.is_some() {
                            done.store(true, Ordering::Relaxed);
                        }
                    }
                });
            }
        });
        let state = state.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        match state.failed {
            Some(error) => Err(error.into()),
            None => Ok((state.score, state.forfeits)),
        }
    }

    /// Adds the two games of an opening.
    fn record_pair(
        &self,
        state: &mut State<'_>,
        game: &dyn AnyGame,
        first: &Finished,
        second: &Finished,
    ) {
        state.score.add_pair([first.halves[0], second.halves[1]]);
        let [a, b] = [self.specs[0].name(), self.specs[1].name()];
        for (finished, names, first_seat) in [(first, [&a, &b], 0), (second, [&b, &a], 1)] {
            if let Ending::Forfeit { loser: Seat(seat), reason } = &finished.ending {
                let player = usize::from(*seat) ^ first_seat;
                state.forfeits[player].push(reason.clone());
            }
            if let Some(out) = &mut state.record {
                let record = finished.record(game.info().id, names.map(String::as_str));
                let text = record.write(2, Seat(0));
                let written = writeln!(out, "{text}");
                if let Err(error) = written {
                    state.failed.get_or_insert(error);
                }
            }
        }
    }
}
