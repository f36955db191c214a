//! Games of the engine against itself, for training an evaluation.
//!
//! The file starts with a line of text; then each position is a record of fixed size. `docs/training.md`
//! describes both.

use std::collections::{BTreeMap, HashSet};
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use strata_engine::{Catalogue, Engine, Limits, Request, Value};
use strata_rules::{AnyGame, AnyPosition, Random};
use thiserror::Error;

/// The table of each game in megabytes.
const MEGABYTES: usize = 4;
/// After this many openings that were seen before there are no new ones.
const MAX_TRIES: usize = 1_000;
/// The value of a position whose result is proven to be a win.
const WIN: i16 = 20_000;
/// Stands for an exact result that is not known.
const UNKNOWN: i8 = 2;

/// A plan of games of the engine against itself.
#[derive(Clone, Debug)]
pub struct Datagen {
    /// The number of games.
    pub games: usize,
    /// The number of nodes per move.
    pub nodes: u64,
    /// The fewest and most random plies at the start of each game.
    pub opening_plies: [usize; 2],
    /// The number of games played in parallel. The result does not depend on it.
    pub threads: usize,
    /// The random seed of the openings.
    pub seed: u64,
}

/// Why positions could not be generated.
#[derive(Debug, Error)]
pub enum DatagenError {
    /// The game has no form for training.
    #[error("the positions of this game cannot be written for training")]
    Game,
    /// The shortest opening is longer than the longest.
    #[error("the shortest opening of {0} plies is longer than the longest of {1}")]
    Plies(usize, usize),
    /// There are too few openings.
    #[error("only {0} different openings were found")]
    Openings(usize),
    /// The file could not be written.
    #[error("cannot write the positions: {}", .0.kind())]
    Write(#[from] io::Error),
}

/// A position of a game that is being played.
struct Sample {
    seat: usize,
    bytes: Vec<u8>,
    value: Value,
}

/// The games that are finished before an earlier one, and the writer.
struct Queue<'a> {
    finished: BTreeMap<usize, Vec<u8>>,
    next: usize,
    out: &'a mut (dyn Write + Send),
    positions: usize,
    failed: Option<io::Error>,
}

impl Datagen {
    /// Whether positions of this game can be generated.
    pub fn check(&self, game: &dyn AnyGame) -> Result<(), DatagenError> {
        let [shortest, longest] = self.opening_plies;
        if shortest > longest {
            return Err(DatagenError::Plies(shortest, longest));
        }
        if game.players() != 2 || game.start().sample().is_empty() {
            return Err(DatagenError::Game);
        }
        Ok(())
    }

    /// Plays the games, writes their positions and returns how many there are. `progress` is called
    /// after every game.
    pub fn run(
        &self,
        game: &dyn AnyGame,
        catalogue: Catalogue,
        out: &mut (dyn Write + Send),
        progress: &(dyn Fn() + Sync),
    ) -> Result<usize, DatagenError> {
        self.check(game)?;
        let openings = self.openings(game)?;
        let size = game.start().sample().len();
        let (id, options) = (game.info().id, game.options().text());
        writeln!(out, "strata positions 1 {id} {options} {size}")?;
        let queue = Queue { finished: BTreeMap::new(), next: 0, out, positions: 0, failed: None };
        let queue = Mutex::new(queue);
        let (next, failed) = (AtomicUsize::new(0), AtomicBool::new(false));
        thread::scope(|scope| {
            for _ in 0..self.threads.clamp(1, self.games) {
                scope.spawn(|| {
                    let mut engine = catalogue.engine_for(&*game.start());
                    while !failed.load(Ordering::Relaxed) {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        let Some(opening) = openings.get(number) else { break };
                        let records = self.play(&mut *engine, &**opening, number);
                        let mut queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
                        queue.add(number, records, size);
                        failed.fetch_or(queue.failed.is_some(), Ordering::Relaxed);
                        progress();
                    }
                });
            }
        });
        let queue = queue.into_inner().unwrap_or_else(PoisonError::into_inner);
        queue.failed.map_or(Ok(queue.positions), |error| Err(error.into()))
    }

    /// Random openings, all different up to symmetry.
    fn openings(&self, game: &dyn AnyGame) -> Result<Vec<Box<dyn AnyPosition>>, DatagenError> {
        let mut random = Random::new(self.seed);
        let mut seen = HashSet::new();
        let mut openings = Vec::new();
        while openings.len() < self.games {
            let opening = (0..MAX_TRIES).find_map(|_| {
                let opening = self.random_opening(game, &mut random)?;
                let name = opening.symmetric_texts().into_iter().min()?;
                seen.insert(name).then_some(opening)
            });
            openings.push(opening.ok_or(DatagenError::Openings(openings.len()))?);
        }
        Ok(openings)
    }

    /// The position after random moves; `None` if the game ends before.
    fn random_opening(
        &self,
        game: &dyn AnyGame,
        random: &mut Random,
    ) -> Option<Box<dyn AnyPosition>> {
        let [shortest, longest] = self.opening_plies;
        let plies = shortest + random.below((longest - shortest + 1) as u64) as usize;
        let mut position = game.start();
        for _ in 0..plies {
            position.play_random(random)?;
        }
        position.outcome().is_none().then_some(position)
    }

    /// Plays a game until its result is proven, and returns the records of its positions.
    fn play(&self, engine: &mut dyn Engine, opening: &dyn AnyPosition, number: usize) -> Vec<u8> {
        let request = Request {
            limits: Limits::nodes(self.nodes),
            megabytes: MEGABYTES,
            seed: number as u64,
            ..Request::default()
        };
        let mut position = opening.boxed_clone();
        let mut samples: Vec<Sample> = Vec::new();
        engine.forget();
        let halves = loop {
            if let Some(outcome) = position.outcome() {
                break outcome.winner().map_or([1, 1], |winner| points(winner.index(), 2));
            }
            let stop = AtomicBool::new(false);
            let report = engine.search(&position.text(), &request, &stop, &mut |_| {});
            let line = report.ok().and_then(|report| report.lines.into_iter().next());
            let line = line.expect("the engine accepts its own positions and finds a move");
            let seat = position.turn().index();
            samples.push(Sample { seat, bytes: position.sample(), value: line.value });
            if let Some(result) = exact_result(line.value) {
                break points(seat, (result + 1) as u8);
            }
            let played = line.moves.first().map(|mv| position.play(mv));
            assert!(matches!(played, Some(Ok(_))), "the engine finds a legal move");
        };
        let mut records = Vec::new();
        for Sample { seat, bytes, value } in samples {
            records.extend_from_slice(&(number as u32).to_le_bytes());
            records.extend_from_slice(&stored_value(value).to_le_bytes());
            records.push((halves[seat] as i8 - 1) as u8);
            records.push(exact_result(value).unwrap_or(UNKNOWN) as u8);
            records.extend_from_slice(&bytes);
        }
        records
    }
}

/// The half points of both seats if this seat has this many.
const fn points(seat: usize, halves: u8) -> [u8; 2] {
    if seat == 0 { [halves, 2 - halves] } else { [2 - halves, halves] }
}

/// The proven result for the player to move: 1, 0 or -1.
const fn exact_result(value: Value) -> Option<i8> {
    match value {
        Value::Win(_) => Some(1),
        Value::Draw => Some(0),
        Value::Loss(_) => Some(-1),
        Value::Estimate(_) => None,
    }
}

fn stored_value(value: Value) -> i16 {
    match value {
        Value::Estimate(estimate) => estimate.clamp((1 - WIN).into(), (WIN - 1).into()) as i16,
        proven => WIN * i16::from(exact_result(proven).unwrap_or(0)),
    }
}

impl Queue<'_> {
    /// Adds the records of a game and writes those that are next.
    fn add(&mut self, number: usize, records: Vec<u8>, sample_size: usize) {
        const HEADER: usize = 8;
        self.positions += records.len() / (HEADER + sample_size);
        self.finished.insert(number, records);
        while self.failed.is_none()
            && let Some(records) = self.finished.remove(&self.next)
        {
            self.failed = self.out.write_all(&records).err();
            self.next += 1;
        }
    }
}
