//! Search reports.

use std::str::FromStr;
use std::time::Duration;

use crate::Value;

/// A search algorithm.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Search {
    /// The strongest algorithm for the position.
    #[default]
    Auto,
    /// Alpha-beta, for two players.
    AlphaBeta,
    /// Monte Carlo tree search with static evaluations.
    Mcts,
    /// Plain UCT with random playouts, as a baseline.
    Uct,
}

impl FromStr for Search {
    type Err = &'static str;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        match name {
            "auto" => Ok(Self::Auto),
            "alphabeta" => Ok(Self::AlphaBeta),
            "mcts" => Ok(Self::Mcts),
            "uct" => Ok(Self::Uct),
            _ => Err("expected auto, alphabeta, mcts or uct"),
        }
    }
}

/// A principal variation with its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line<M = String> {
    /// The move and the expected continuation; never empty.
    pub moves: Vec<M>,
    /// The value for the player to move.
    pub value: Value,
    /// The other moves that are mirror images of the first move. They have the same value.
    pub mirrors: Vec<M>,
}

impl<M> Line<M> {
    /// A line without mirror images.
    pub const fn new(moves: Vec<M>, value: Value) -> Self {
        Self { moves, value, mirrors: Vec::new() }
    }

    /// The first move and its mirror images.
    pub fn first_moves(&self) -> impl Iterator<Item = &M> {
        self.moves.first().into_iter().chain(&self.mirrors)
    }
}

/// The state of a search, intermediate or final.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report<M = String> {
    /// The completed depth in plies; for MCTS the length of the longest path.
    pub depth: u32,
    /// The number of nodes searched.
    pub nodes: u64,
    /// The elapsed time.
    pub time: Duration,
    /// The best lines, best first; empty only if the game is over.
    pub lines: Vec<Line<M>>,
}

impl<M> Report<M> {
    /// How far the search has come: "depth 9, 1.2 M nodes, 640 k/s, 1.9 s".
    pub fn progress_text(&self) -> String {
        let seconds = self.time.as_secs_f64();
        let speed = (self.nodes as f64 / seconds.max(0.001)) as u64;
        let (nodes, speed) = (short_count(self.nodes), short_count(speed));
        format!("depth {}, {nodes} nodes, {speed}/s, {seconds:.1} s", self.depth)
    }

    /// Converts the moves of all lines.
    pub(crate) fn map<N>(self, convert: impl Fn(M) -> N) -> Report<N> {
        let lines = self.lines.into_iter().map(|line| Line {
            moves: line.moves.into_iter().map(&convert).collect(),
            value: line.value,
            mirrors: line.mirrors.into_iter().map(&convert).collect(),
        });
        Report { depth: self.depth, nodes: self.nodes, time: self.time, lines: lines.collect() }
    }
}

/// A count in a few characters: "640", "12 k", "1.2 M".
pub fn short_count(count: u64) -> String {
    match count {
        0..10_000 => count.to_string(),
        10_000..1_000_000 => format!("{} k", count / 1_000),
        _ => format!("{:.1} M", count as f64 / 1e6),
    }
}
