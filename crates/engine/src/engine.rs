//! The entrance for everything that knows games only by their names.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use strata_rules::{Edit, Evaluator, Random, Text, Visitor, shorten};
use thiserror::Error;

use crate::alphabeta::{self, ReferencePosition};
use crate::level::greedy_move;
use crate::{Level, Limits, Line, Report, Search, TranspositionTable, Value, mcts, uct};

/// What is asked of a engine.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    /// When to stop.
    pub limits: Limits,
    /// How to search.
    pub search: Search,
    /// How well to play; nothing means as well as the limits allow.
    pub level: Option<Level>,
    /// How many of the best moves to report.
    pub lines: usize,
    /// How many threads to use.
    pub threads: usize,
    /// Megabytes for what is remembered.
    pub megabytes: usize,
    /// What chance starts from.
    pub seed: u64,
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
        }
    }
}

/// Why there is nothing to think about.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SearchError {
    /// The position cannot be read, or is one of other options.
    #[error("position {text}: {reason}")]
    Position {
        /// The position's text.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
}

/// The time for a move when nothing is said about it.
const DEFAULT_MOVE_TIME: Duration = Duration::from_secs(1);

/// A game that can be asked for moves. What it has found out serves the next question.
pub trait Engine: Send {
    /// Thinks about a position, given as text with its options. `show` sees the state of things
    /// from time to time. The first move of the first line is the one to play.
    fn search(
        &mut self,
        position: &str,
        request: &Request,
        stop: &AtomicBool,
        show: &mut dyn FnMut(Report),
    ) -> Result<Report, SearchError>;

    /// Forgets everything, so that the next answers do not depend on earlier questions.
    fn forget(&mut self);
}

/// Makes a engine of any game.
#[derive(Clone, Copy, Debug)]
pub struct MakeEngine;

impl Visitor for MakeEngine {
    type Output = Box<dyn Engine>;

    fn visit<G: Edit + Evaluator>(self, game: G) -> Self::Output {
        Box::new(GameEngine {
            game,
            table: TranspositionTable::new(0),
            anchor: ReferencePosition::default(),
        })
    }
}

struct GameEngine<G: Evaluator> {
    game: G,
    table: TranspositionTable,
    anchor: ReferencePosition<G>,
}

impl<G: Text + Evaluator> Engine for GameEngine<G> {
    fn search(
        &mut self,
        text: &str,
        request: &Request,
        stop: &AtomicBool,
        show: &mut dyn FnMut(Report),
    ) -> Result<Report, SearchError> {
        let position = self.read(text)?;
        if self.table.megabytes() != request.megabytes {
            self.table = TranspositionTable::new(request.megabytes);
        }
        self.table.age();
        let mut spelled = |report: Report<G::Move>| show(report.map(|mv| self.game.move_text(mv)));
        let mut run =
            SearchRun { game: &self.game, table: &self.table, anchor: &mut self.anchor, stop };
        let report = run.choose_move(&position, request, &mut spelled);
        Ok(report.map(|mv| self.game.move_text(mv)))
    }

    fn forget(&mut self) {
        self.table.clear();
        self.anchor = ReferencePosition::default();
    }
}

impl<G: Text + Evaluator> GameEngine<G> {
    fn read(&self, text: &str) -> Result<G::Position, SearchError> {
        let refuse = |reason| SearchError::Position { text: shorten(text), reason };
        let options = self.game.options().text();
        let state = text
            .strip_prefix(options.as_str())
            .and_then(|rest| rest.strip_prefix('_'))
            .ok_or_else(|| refuse(format!("expected one that starts with {options}_")))?;
        self.game.read_position(state).map_err(refuse)
    }
}

struct SearchRun<'a, G: Evaluator> {
    game: &'a G,
    table: &'a TranspositionTable,
    anchor: &'a mut ReferencePosition<G>,
    stop: &'a AtomicBool,
}

impl<G: Evaluator> SearchRun<'_, G> {
    fn choose_move(
        &mut self,
        position: &G::Position,
        request: &Request,
        show: &mut dyn FnMut(Report<G::Move>),
    ) -> Report<G::Move> {
        let mut random = Random::new(request.seed ^ self.game.hash(position));
        let mut request = *request;
        let level = request.level.unwrap_or(Level::HIGHEST);
        let started = Instant::now();
        let unsearched_move = match level.number() {
            1 => Some(self.game.random_move(position, &mut random)),
            2 => Some(greedy_move(self.game, position, &mut random)),
            _ => None,
        };
        if let Some(chosen) = unsearched_move {
            let value = self.static_value(position);
            let lines = chosen.into_iter().map(|mv| Line { moves: vec![mv], value }).collect();
            return Report { depth: 1, nodes: 1, time: started.elapsed(), lines };
        }
        let is_selective = self.resolve_search(position, request.search) == Search::Mcts;
        let Some(settings) = level.settings(is_selective) else {
            if request.level.is_some() && request.limits == Limits::default() {
                request.limits = Limits::movetime(DEFAULT_MOVE_TIME);
            }
            return self.search(position, &request, show);
        };
        request.limits = settings.limits(&request.limits);
        request.lines = request.lines.max(settings.lines);
        let mut report = self.search(position, &request, show);
        settings.choose(&mut report.lines, &mut random);
        report
    }

    fn static_value(&self, position: &G::Position) -> Value {
        if self.game.outcome(position).is_some() {
            return Value::Estimate(0);
        }
        Value::Estimate(self.game.evaluate(position, self.game.turn(position)))
    }

    fn search(
        &mut self,
        position: &G::Position,
        request: &Request,
        show: &mut dyn FnMut(Report<G::Move>),
    ) -> Report<G::Move> {
        let Request { limits, lines, threads, megabytes, seed, .. } = *request;
        match self.resolve_search(position, request.search) {
            Search::Uct => {
                uct::search(self.game, position, &limits, lines, megabytes, seed, self.stop)
            }
            Search::Mcts => {
                let setup = mcts::Setup { limits, lines, threads, megabytes, seed };
                mcts::search(self.game, position, &setup, self.stop, show)
            }
            Search::AlphaBeta | Search::Auto => {
                // Weaker levels see what their positions show them.
                let prove = request.level.is_none_or(|level| level == Level::HIGHEST);
                let setup = alphabeta::Setup { limits, lines, threads, symmetry: true, prove };
                let (table, anchor) = (self.table, &mut *self.anchor);
                alphabeta::search(self.game, position, &setup, table, anchor, self.stop, show)
            }
        }
    }

    /// The search to use: alpha-beta takes two players, and wide positions are not for it.
    fn resolve_search(&self, position: &G::Position, asked: Search) -> Search {
        match asked {
            Search::Uct => Search::Uct,
            Search::Mcts => Search::Mcts,
            _ if self.game.players() > 2 => Search::Mcts,
            Search::AlphaBeta => Search::AlphaBeta,
            Search::Auto if self.game.has_many_moves(position) => Search::Mcts,
            Search::Auto => Search::AlphaBeta,
        }
    }
}
