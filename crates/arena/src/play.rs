//! Matches.

use std::io::{self, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::{array, thread};

use strata_engine::{Catalogue, Limits};
use strata_rules::{AnyGame, AnyPosition, Player as Seat};
use strata_ugi::ClientError;
use thiserror::Error;

use crate::game::{Ending, Finished, play_game};
use crate::opening::Openings;
use crate::player::Player;
use crate::score::{Score, Sprt, Verdict};
use crate::spec::Spec;

/// A match between two players.
#[derive(Clone, Debug)]
pub struct Match {
    /// The two players; the score is that of the first.
    pub specs: [Spec; 2],
    /// The limits for players without their own.
    pub limits: Limits,
    /// The number of games; it must be even, since each opening is played twice.
    pub games: usize,
    /// The number of random plies at the start of each game.
    pub opening_plies: usize,
    /// A sequential test that may end the match early.
    pub sprt: Option<Sprt>,
    /// The number of games played in parallel.
    pub threads: usize,
    /// The random seed for openings and players.
    pub seed: u64,
}

/// Why a match could not be played.
#[derive(Debug, Error)]
pub enum MatchError {
    /// The game does not have two players.
    #[error("the arena is for games of two players, but this one has {0}")]
    Players(usize),
    /// The number of games is odd.
    #[error(
        "a match of {0} games is not possible: use an even number, since each opening is played twice with the sides swapped"
    )]
    OddGames(usize),
    /// An engine cannot be started.
    #[error(transparent)]
    Engine(#[from] ClientError),
    /// A record could not be written.
    #[error("cannot write the record: {}", .0.kind())]
    Record(#[from] io::Error),
}

/// The progress of a match.
#[derive(Clone, Debug)]
pub struct Progress<'a> {
    /// The score so far.
    pub score: &'a Score,
    /// The reasons of each player's forfeits so far.
    pub forfeits: &'a [Vec<String>; 2],
}

struct State<'a> {
    score: Score,
    forfeits: [Vec<String>; 2],
    record: Option<&'a mut (dyn Write + Send)>,
    failed: Option<io::Error>,
}

impl Match {
    /// Plays the match and returns the first player's score and the reasons of each player's
    /// forfeits.
    ///
    /// Engines that are other programs are started once before the first game, so that a wrong
    /// command is an error and not a series of forfeits.
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
        if !self.games.is_multiple_of(2) {
            return Err(MatchError::OddGames(self.games));
        }
        for spec in &self.specs {
            spec.start().transpose()?;
        }
        let pairs = self.games / 2;
        let engine = catalogue.engine_for(&*game.start());
        let mut openings = Openings::new(game, engine, self.opening_plies, self.seed);
        let openings: Vec<Box<dyn AnyPosition>> = (0..pairs).map(|_| openings.next()).collect();
        let next_opening = AtomicUsize::new(0);
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
                    let new_player = |spec| Player::new(spec, self.limits, &*start, catalogue);
                    let [mut a, mut b] = [new_player(&self.specs[0]), new_player(&self.specs[1])];
                    while !done.load(Ordering::Relaxed) {
                        let number = next_opening.fetch_add(1, Ordering::Relaxed);
                        let Some(opening) = openings.get(number) else { break };
                        let seed = (self.seed as u32).wrapping_add(1 + 4 * number as u32);
                        let first = play_game(&**opening, [&mut a, &mut b], seed);
                        let second = play_game(&**opening, [&mut b, &mut a], seed.wrapping_add(2));
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

    /// Adds the two games of an opening to the score and the record.
    fn record_pair(
        &self,
        state: &mut State<'_>,
        game: &dyn AnyGame,
        first: &Finished,
        second: &Finished,
    ) {
        state.score.add_pair([first.halves[0], second.halves[1]]);
        let [a, b] = [self.specs[0].name(), self.specs[1].name()];
        for (finished, names, first_seat) in [(first, [a, b], 0), (second, [b, a], 1)] {
            if let Ending::Forfeit { loser: Seat(seat), reason } = &finished.ending {
                let player = usize::from(*seat) ^ first_seat;
                state.forfeits[player].push(reason.clone());
            }
            if let Some(out) = &mut state.record {
                let record = finished.record(game.info().id, names);
                let text = record.write(&*finished.start);
                let written = writeln!(out, "{text}");
                if let Err(error) = written {
                    state.failed.get_or_insert(error);
                }
            }
        }
    }
}
