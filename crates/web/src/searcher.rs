//! The engine of a worker.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use strata_api::Refusal;
use strata_api::analysis::{DEFAULT_LINES, DEFAULT_SECONDS, KnownMoves, MIN_SEARCH, describe};
use strata_api::positions::{open_game, open_position};
use strata_api::review::{PlayedMove, judge_retry, review_moves};
use strata_api::types::analysis::{AnalysisRequest, Line as LineView, Review};
use strata_api::types::positions::OptionsRequest;
use strata_engine::solver::MakeSmallSolver;
use strata_engine::{
    Catalogue, Engine, Level, Limits, Line, MakeEngine, Report, Request, bench, check_searchable,
    explore,
};
use strata_games::smallest::GAMES;
use strata_games::{compact, table_files};
use strata_records::{Elimination, play_recorded};
use strata_rules::AnyPosition;

use crate::answers::game;
use crate::{read, write};

/// The size of the transposition table in megabytes.
const MEGABYTES: usize = 32;

/// The size of a search for what a strong player could see, of all moves.
const PRACTICAL_NODES: u64 = 20_000;
const ALL_MOVES: usize = 1_000;

/// Stops the running search while it is true. Only a page that shares the memory can set it.
static STOP: AtomicBool = AtomicBool::new(false);

/// Where in the memory the page finds the signal that stops searches.
pub fn stop_address() -> usize {
    STOP.as_ptr().addr()
}

/// The games with their engines and solvers.
pub fn catalogue() -> Catalogue {
    Catalogue {
        games: GAMES,
        engine: |game, options| compact::visit(game, options, MakeEngine),
        solver: |game, options| compact::visit(game, options, MakeSmallSolver),
        tables: strata_games::table_contents,
    }
}

/// A search for one move.
#[derive(Deserialize)]
struct MoveRequest {
    game: String,
    position: String,
    level: Option<u8>,
    ms: Option<u64>,
    nodes: Option<u64>,
    depth: Option<u32>,
    #[serde(default)]
    seed: u64,
}

/// The best move.
#[derive(Serialize)]
struct Best {
    mv: Option<String>,
    /// The value as text, for the game.
    value: Option<String>,
    /// The line, for people.
    line: Option<LineView>,
    nodes: u64,
    ms: u64,
}

/// The speed of the search.
#[derive(Serialize)]
struct Speed {
    searched_per_second: u64,
    signature: String,
}

/// A game to review.
#[derive(Deserialize)]
struct ReviewRequest {
    game: String,
    #[serde(default)]
    options: OptionsRequest,
    /// The start position.
    position: Option<String>,
    /// The moves as in a record.
    moves: Vec<String>,
}

impl ReviewRequest {
    /// The moves that were played, without the places where a player left the game.
    fn played(self) -> Result<Vec<PlayedMove>, Refusal> {
        let mut position =
            open_position(game(&self.game)?, &self.options, self.position.as_deref())?;
        let mut played = Vec::new();
        for (ply, mv) in (1..).zip(self.moves) {
            let before = position.clone();
            play_recorded(&mut *position, &mv).map_err(|error| Refusal(error.to_string()))?;
            if Elimination::read(&*before, &mv).is_none() {
                played.push(PlayedMove::new(ply, before, mv));
            }
        }
        Ok(played)
    }
}

/// A move that a player tries in place of a mistake.
#[derive(Deserialize)]
struct RetryRequest {
    game: String,
    position: String,
    mv: String,
    best: String,
    /// The value of the best move, in the notation of records.
    best_evaluation: String,
}

/// The names of the files with precomputed results that a game needs and that are not loaded yet.
pub fn missing_tables(game: &str) -> Vec<String> {
    let files = table_files().into_iter();
    let missing = files.filter(|file| file.game == game && file.data().is_none());
    missing.map(|file| file.name.to_owned()).collect()
}

/// Provides a file with precomputed results.
pub fn load_table(name: &str, data: Vec<u8>) {
    if let Some(file) = table_files().into_iter().find(|file| file.name == name) {
        file.load(data);
    }
}

/// Searches positions. The engine of the game that was searched last is reused.
pub struct Searcher {
    threads: usize,
    last: Option<(String, Box<dyn Engine>)>,
}

impl Default for Searcher {
    fn default() -> Self {
        Self::new(1)
    }
}

impl Searcher {
    /// An engine for all games.
    pub fn new(threads: usize) -> Self {
        Self { threads, last: None }
    }

    /// The most threads of a search.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// The threads for a level. Bots of weaker levels search few nodes, and always the same ones.
    fn threads_for(&self, level: Option<Level>) -> usize {
        if level.is_none_or(|level| level == Level::HIGHEST) { self.threads } else { 1 }
    }

    fn search(
        &mut self,
        position: &dyn AnyPosition,
        request: &Request,
        show: &mut dyn FnMut(Report),
    ) -> Result<Report, Refusal> {
        check_searchable(position).map_err(|error| Refusal(error.to_string()))?;
        let game = format!("{} {}", position.info().id, position.options().text());
        let known = self.last.take().filter(|(name, _)| *name == game);
        let make = || (game, catalogue().engine_for(position));
        let threads = self.threads_for(request.level);
        let (_, engine) = self.last.insert(known.unwrap_or_else(make));
        let request = Request { megabytes: MEGABYTES, threads, ..*request };
        let report = engine.search(&position.text(), &request, &STOP, show);
        report.map_err(|error| Refusal(error.to_string()))
    }

    /// Analyses a position and passes on every report.
    pub fn analyse(&mut self, request: &str, show: &mut dyn FnMut(String)) -> Result<(), Refusal> {
        let request: AnalysisRequest = read(request)?;
        let position =
            open_position(game(&request.game)?, &request.options, request.position.as_deref())?;
        let position = &*position;
        check_searchable(position).map_err(|error| Refusal(error.to_string()))?;
        let lines = request.lines.unwrap_or(DEFAULT_LINES);
        let solver = if request.explore { catalogue().solver_for(position) } else { None };
        let explored = solver.and_then(|solver| explore(&*solver, position, &STOP));
        let mut known = KnownMoves::new(position, explored);
        if known.is_some() {
            known.add_practical(&self.search(position, &practical(), &mut |_| {})?);
        }
        if request.explore || lines == 0 {
            let empty = Report { depth: 0, nodes: 0, time: Duration::ZERO, lines: Vec::new() };
            show(write(&describe(position, empty, &known, lines == 0))?);
        }
        if lines == 0 {
            return Ok(());
        }
        let seconds = request.seconds.unwrap_or(DEFAULT_SECONDS);
        let time = Duration::try_from_secs_f64(seconds).unwrap_or_default().max(MIN_SEARCH);
        let search = Request { limits: Limits::movetime(time), lines, ..Request::default() };
        let mut report = |report: Report| {
            if let Ok(text) = write(&describe(position, report, &known, false)) {
                show(text);
            }
        };
        let last = self.search(position, &search, &mut report)?;
        show(write(&describe(position, last, &known, true))?);
        Ok(())
    }

    /// The best move of a position: for a bot of a level, or a hint.
    pub fn best_move(&mut self, request: &str) -> Result<String, Refusal> {
        let request: MoveRequest = read(request)?;
        let entry = game(&request.game)?;
        let position = entry.read_position(&request.position);
        let position = position.map_err(|error| Refusal(error.to_string()))?;
        let limits = Limits {
            movetime: request.ms.map(Duration::from_millis),
            nodes: request.nodes,
            depth: request.depth,
            ..Limits::default()
        };
        let level = request.level.and_then(Level::new);
        let search = Request { limits, level, seed: request.seed, ..Request::default() };
        let report = self.search(&*position, &search, &mut |_| {})?;
        let line = report.lines.first();
        write(&Best {
            mv: line.and_then(|line| line.moves.first().cloned()),
            value: line.map(|line| line.value.to_string()),
            line: line.map(|line| LineView::new(&*position, line)),
            nodes: report.nodes,
            ms: u64::try_from(report.time.as_millis()).unwrap_or(u64::MAX),
        })
    }

    /// Measures the speed of a game with its default options.
    pub fn bench(&mut self, id: &str) -> Result<String, Refusal> {
        let game = open_game(game(id)?, &OptionsRequest::default())?;
        let mut engine = catalogue().engine_for(&*game.start());
        let result = bench(&mut *engine, &*game).map_err(|error| Refusal(error.to_string()))?;
        write(&Speed {
            searched_per_second: result.nodes_per_second() as u64,
            signature: result.signature_text(),
        })
    }

    /// Reviews the moves of a game, and passes on the review after every move.
    pub fn review(&mut self, request: &str, show: &mut dyn FnMut(String)) -> Result<(), Refusal> {
        let request: ReviewRequest = read(request)?;
        let played = request.played()?;
        let players = played.first().map_or(2, PlayedMove::players);
        let mut review = Review::default();
        let mut search = |position: &dyn AnyPosition, request: &Request| -> Option<Line> {
            self.search(position, request, &mut |_| {}).ok()?.lines.into_iter().next()
        };
        review_moves(&played, &STOP, &mut search, &mut |reviewed| {
            review.push(reviewed, players);
            if let Ok(text) = write(&review) {
                show(text);
            }
        });
        review.done = true;
        show(write(&review)?);
        Ok(())
    }

    /// Judges a move that a player tries in place of a mistake.
    pub fn retry(&mut self, request: &str) -> Result<String, Refusal> {
        let request: RetryRequest = read(request)?;
        let refuse = |error: &dyn ToString| Refusal(error.to_string());
        let position = game(&request.game)?.read_position(&request.position);
        let position = position.map_err(|error| refuse(&error))?;
        let value = request.best_evaluation.parse().map_err(|error: &str| refuse(&error))?;
        let mut search = |position: &dyn AnyPosition, request: &Request| -> Option<Line> {
            self.search(position, request, &mut |_| {}).ok()?.lines.into_iter().next()
        };
        let best = (&*request.best, value);
        write(&judge_retry(&*position, &request.mv, best, &mut search)?)
    }
}

/// A short search of all moves without precomputed results.
fn practical() -> Request {
    let limits = Limits { nodes: Some(PRACTICAL_NODES), ..Limits::default() };
    Request { limits, practical: true, lines: ALL_MOVES, ..Request::default() }
}

impl std::fmt::Debug for Searcher {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Searcher").finish_non_exhaustive()
    }
}
