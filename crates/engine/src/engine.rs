//! The type-erased engine, for interfaces that know games only by name.

use std::cell::OnceCell;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use strata_rules::{Edit, Evaluator, Random, Text, Visitor, shorten};
use thiserror::Error;

use crate::alphabeta::{self, ReferencePosition};
use crate::distance::measure_lines;
use crate::level::{choose_line, greedy_move, level_limits, overlooks_replies, shortsighted_move};
use crate::limits::SearchControl;
use crate::root::mirror_at_random;
use crate::time_manager::estimate_moves_left;
use crate::{
    Level, Limits, Line, PonderHit, Report, Search, Signals, TranspositionTable, Value, mcts, uct,
};

/// The parameters of a search request.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    /// The search limits.
    pub limits: Limits,
    /// The search algorithm.
    pub search: Search,
    /// The playing level; `None` means full strength within the limits.
    pub level: Option<Level>,
    /// The number of best moves to report (multi-PV).
    pub lines: usize,
    /// The number of threads.
    pub threads: usize,
    /// The size of the transposition table or search tree in megabytes.
    pub megabytes: usize,
    /// The random seed.
    pub seed: u64,
    /// Whether to search without precomputed results, without solving endgames and without what earlier
    /// searches have found. The values are then what a strong player could see at the board.
    pub practical: bool,
}

impl Default for Request {
    fn default() -> Self {
        Self {
            limits: Limits::default(),
            search: Search::Auto,
            level: None,
            lines: 1,
            threads: 1,
            megabytes: 64,
            seed: 0,
            practical: false,
        }
    }
}

/// Why a position cannot be searched.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SearchError {
    /// The position is malformed, or has other options than the engine.
    #[error("position {text}: {reason}")]
    Position {
        /// The position's text.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
}

/// The time for a move if the request has no limits.
const DEFAULT_MOVE_TIME: Duration = Duration::from_secs(1);

/// The nodes for measuring distances after a search of any size: a few milliseconds. After longer
/// searches it is a tenth of their nodes.
const MIN_DISTANCE_NODES: u64 = 5_000;

/// The table of a practical search, which is small.
const PRACTICAL_MEGABYTES: usize = 1;

/// The nodes searched for a forced move: enough for a value and an expected reply.
const FORCED_MOVE_NODES: u64 = 200;

/// An engine for one game. Its transposition table and search tree are shared by consecutive
/// searches.
pub trait Engine: Send {
    /// Searches a position, given as text with its options. `show` is called with intermediate
    /// reports. The first move of the first line is the best move.
    fn search(
        &mut self,
        position: &str,
        request: &Request,
        stop: &AtomicBool,
        show: &mut dyn FnMut(Report),
    ) -> Result<Report, SearchError>;

    /// Searches during the opponent's turn the position after the move that the opponent is expected
    /// to play. No time limit applies until `hit`. An engine that cannot ponder searches as usual.
    fn ponder(
        &mut self,
        position: &str,
        request: &Request,
        stop: &AtomicBool,
        _hit: &PonderHit,
        show: &mut dyn FnMut(Report),
    ) -> Result<Report, SearchError> {
        self.search(position, request, stop, show)
    }

    /// Clears the transposition table and the search tree, so that the next search does not depend on
    /// earlier ones.
    fn forget(&mut self);

    /// Allocates the memory for searches with a table of this size, so that the first search does not
    /// spend its time on that.
    fn prepare(&mut self, _megabytes: usize) {}
}

/// The visitor that creates the engine for a game.
#[derive(Clone, Copy, Debug)]
pub struct MakeEngine;

impl Visitor for MakeEngine {
    type Output = Box<dyn Engine>;

    fn visit<G: Edit + Evaluator>(self, game: G) -> Self::Output {
        Box::new(GameEngine {
            game,
            table: TranspositionTable::new(0),
            reference: ReferencePosition::default(),
            tree: mcts::Tree::default(),
            moves_per_game: OnceCell::new(),
        })
    }
}

struct GameEngine<G: Evaluator> {
    game: G,
    table: TranspositionTable,
    reference: ReferencePosition<G>,
    tree: mcts::Tree<G>,
    /// An estimate of how many moves a player makes in a game, computed on first use.
    moves_per_game: OnceCell<u32>,
}

impl<G: Text + Evaluator> Engine for GameEngine<G> {
    fn search(
        &mut self,
        text: &str,
        request: &Request,
        stop: &AtomicBool,
        show: &mut dyn FnMut(Report),
    ) -> Result<Report, SearchError> {
        self.run(text, request, stop.into(), show)
    }

    fn ponder(
        &mut self,
        text: &str,
        request: &Request,
        stop: &AtomicBool,
        hit: &PonderHit,
        show: &mut dyn FnMut(Report),
    ) -> Result<Report, SearchError> {
        self.run(text, request, Signals { stop, ponder: Some(hit) }, show)
    }

    fn forget(&mut self) {
        self.table.clear();
        self.tree = mcts::Tree::default();
        self.reference = ReferencePosition::default();
    }

    fn prepare(&mut self, megabytes: usize) {
        self.resize_table(megabytes);
        self.table.allocate();
    }
}

impl<G: Text + Evaluator> GameEngine<G> {
    fn run(
        &mut self,
        text: &str,
        request: &Request,
        signals: Signals<'_>,
        show: &mut dyn FnMut(Report),
    ) -> Result<Report, SearchError> {
        let position = parse_position(&self.game, text)?;
        self.resize_table(request.megabytes);
        self.table.age();
        let mut show_text =
            |report: Report<G::Move>| show(report.map(|mv| self.game.move_text(mv)));
        let mut run = SearchRun {
            game: &self.game,
            table: &self.table,
            reference: &mut self.reference,
            signals,
            tree: &mut self.tree,
            moves_per_game: &self.moves_per_game,
        };
        let report = run.choose_move(&position, request, &mut show_text);
        Ok(report.map(|mv| self.game.move_text(mv)))
    }

    fn resize_table(&mut self, megabytes: usize) {
        if self.table.megabytes() != megabytes {
            self.table = TranspositionTable::new(megabytes);
        }
    }
}

/// Reads a position of this game, given as text with its options.
pub(crate) fn parse_position<G: Text>(game: &G, text: &str) -> Result<G::Position, SearchError> {
    let refuse = |reason| SearchError::Position { text: shorten(text), reason };
    let options = game.options().text();
    let state =
        text.strip_prefix(options.as_str()).and_then(|rest| rest.strip_prefix('_')).ok_or_else(
            || refuse(format!("this engine expects positions that start with {options}_")),
        )?;
    game.read_position(state).map_err(refuse)
}

/// One search request with the engine's state.
struct SearchRun<'a, G: Evaluator> {
    game: &'a G,
    table: &'a TranspositionTable,
    reference: &'a mut ReferencePosition<G>,
    signals: Signals<'a>,
    tree: &'a mut mcts::Tree<G>,
    moves_per_game: &'a OnceCell<u32>,
}

impl<G: Evaluator> SearchRun<'_, G> {
    /// Searches as the request's level demands; the move to play comes first in the report.
    fn choose_move(
        &mut self,
        position: &G::Position,
        request: &Request,
        show: &mut dyn FnMut(Report<G::Move>),
    ) -> Report<G::Move> {
        let mut random = Random::new(request.seed ^ self.game.hash(position));
        let mut request = *request;
        let level = request.level.unwrap_or(Level::HIGHEST);
        let is_selective = self.resolve_search(position, request.search) == Search::Mcts;
        let settings = level.settings(self.game, is_selective);
        let unsearched_move = match level.number() {
            1 => Some(self.game.random_move(position, &mut random)),
            2 => Some(greedy_move(self.game, position, &mut random)),
            _ => {
                let overlooks = settings.is_some_and(|settings| {
                    overlooks_replies(settings, self.moves_per_game(), &mut random)
                });
                overlooks.then(|| shortsighted_move(self.game, position, &mut random))
            }
        };
        if let Some(chosen) = unsearched_move {
            return self.unsearched_report(position, chosen);
        }
        request.limits = self.playing_limits(position, &request);
        let Some(settings) = settings else {
            if request.level.is_some() && request.limits == Limits::default() {
                request.limits = Limits::movetime(DEFAULT_MOVE_TIME);
            }
            return self.search(position, &request, show);
        };
        request.limits = level_limits(settings, &request.limits);
        // A weaker level must not profit from earlier searches.
        *self.tree = mcts::Tree::default();
        request.lines = request.lines.max(settings.lines);
        let mut report = self.search(position, &request, show);
        choose_line(settings, &mut report.lines, &mut random);
        if let Some(line) = report.lines.first_mut() {
            mirror_at_random(self.game, position, line, &mut random);
        }
        report
    }

    /// An estimate of how many moves a player makes in a game.
    fn moves_per_game(&self) -> u32 {
        *self.moves_per_game.get_or_init(|| estimate_moves_left(self.game, &self.game.start()))
    }

    /// The limits for playing: with an estimate of the remaining moves, and with few nodes if the move
    /// is forced.
    fn playing_limits(&self, position: &G::Position, request: &Request) -> Limits {
        let mut limits = request.limits;
        if limits.clock.is_some() && limits.moves_left.is_none() {
            limits.moves_left = Some(estimate_moves_left(self.game, position));
        }
        // A time limit without a level may be for analysis, which wants the value.
        limits.only_move |=
            limits.clock.is_some() || (limits.movetime.is_some() && request.level.is_some());
        if limits.only_move && self.game.count_moves(position) == 1 {
            let nodes = limits.nodes.unwrap_or(FORCED_MOVE_NODES);
            limits.nodes = Some(nodes.min(FORCED_MOVE_NODES));
        }
        limits
    }

    /// The report of a move that was chosen without a search.
    fn unsearched_report(
        &self,
        position: &G::Position,
        chosen: Option<G::Move>,
    ) -> Report<G::Move> {
        let value = self.static_value(position);
        let lines = chosen.into_iter().map(|mv| Line::new(vec![mv], value)).collect();
        Report { depth: 1, nodes: 1, time: Duration::ZERO, lines }
    }

    fn static_value(&self, position: &G::Position) -> Value {
        if self.game.outcome(position).is_some() {
            return Value::Estimate(0);
        }
        Value::Estimate(self.game.evaluate(position, self.game.turn(position)))
    }

    /// Searches with the requested algorithm, then measures the distances of proven results.
    fn search(
        &mut self,
        position: &G::Position,
        request: &Request,
        show: &mut dyn FnMut(Report<G::Move>),
    ) -> Report<G::Move> {
        let time_limits = Limits { nodes: None, ..request.limits };
        let control = SearchControl::new(&time_limits, self.signals);
        let mut report = self.run_search(position, request, show);
        if self.game.players() == 2 && report.lines.iter().any(|line| line.value.is_inexact()) {
            let unused = request.limits.nodes.unwrap_or(u64::MAX).saturating_sub(report.nodes);
            let nodes = (report.nodes / 10).max(MIN_DISTANCE_NODES).min(unused);
            let control = control.for_subsearch(nodes);
            measure_lines(self.game, position, &mut report.lines, &control);
            report.nodes += control.nodes();
            report.time += control.elapsed();
        }
        report
    }

    fn run_search(
        &mut self,
        position: &G::Position,
        request: &Request,
        show: &mut dyn FnMut(Report<G::Move>),
    ) -> Report<G::Move> {
        let Request { limits, lines, threads, megabytes, seed, practical, .. } = *request;
        match self.resolve_search(position, request.search) {
            Search::Uct => {
                uct::search(self.game, position, &limits, lines, megabytes, seed, self.signals)
            }
            Search::Mcts => {
                let setup = mcts::Setup { limits, lines, threads, megabytes };
                if practical {
                    *self.tree = mcts::Tree::default();
                }
                mcts::search(self.game, position, &setup, self.tree, self.signals, show)
            }
            Search::AlphaBeta | Search::Auto => {
                // Weaker levels neither solve endgames nor look up precomputed results.
                let is_highest = request.level.is_none_or(|level| level == Level::HIGHEST);
                let prove = is_highest && !practical;
                let setup = alphabeta::Setup { limits, lines, threads, symmetry: true, prove };
                if practical {
                    let table = TranspositionTable::new(PRACTICAL_MEGABYTES);
                    let mut fresh = ReferencePosition::default();
                    let (signals, fresh) = (self.signals, &mut fresh);
                    return alphabeta::search(
                        self.game, position, &setup, &table, fresh, signals, show,
                    );
                }
                let (table, reference) = (self.table, &mut *self.reference);
                alphabeta::search(self.game, position, &setup, table, reference, self.signals, show)
            }
        }
    }

    /// The search algorithm to use: alpha-beta is only for two players, and MCTS is better for
    /// positions with many moves.
    fn resolve_search(&self, position: &G::Position, requested: Search) -> Search {
        match requested {
            // The baseline of measurements, which browsers do without.
            Search::Uct if !cfg!(target_family = "wasm") => Search::Uct,
            Search::Uct => Search::Mcts,
            Search::Mcts => Search::Mcts,
            _ if self.game.players() > 2 => Search::Mcts,
            Search::AlphaBeta => Search::AlphaBeta,
            Search::Auto if self.game.has_many_moves(position) => Search::Mcts,
            Search::Auto => Search::AlphaBeta,
        }
    }
}
