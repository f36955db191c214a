//! What a search has to say.

use std::str::FromStr;
use std::time::Duration;

use crate::Value;

/// A way to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Search {
    /// Whichever is strongest for the position.
    #[default]
    Auto,
    /// All moves ahead, for two players.
    AlphaBeta,
    /// Selective search by Monte Carlo tree search.
    Mcts,
    /// Plain Monte Carlo tree search with random games, as a yardstick.
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

/// A move with what is expected to follow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line<M = String> {
    /// The move and its continuation; never empty.
    pub moves: Vec<M>,
    /// What it is worth to the player to move.
    pub value: Value,
}

/// The state of a search, while it runs or at its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report<M = String> {
    /// How many plies ahead every line was looked at; the longest line for selective searches.
    pub depth: u32,
    /// How many positions were looked at.
    pub nodes: u64,
    /// How long it took so far.
    pub time: Duration,
    /// The best moves, best first; empty only when the game is over.
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

    /// The same with moves changed by `spell`.
    pub(crate) fn map<N>(self, spell: impl Fn(M) -> N) -> Report<N> {
        let lines = self.lines.into_iter().map(|line| Line {
            moves: line.moves.into_iter().map(&spell).collect(),
            value: line.value,
        });
        Report { depth: self.depth, nodes: self.nodes, time: self.time, lines: lines.collect() }
    }
}

/// A count in a few characters: "640", "12 k", "1.2 M".
fn short_count(count: u64) -> String {
    match count {
        0..10_000 => count.to_string(),
        10_000..1_000_000 => format!("{} k", count / 1_000),
        _ => format!("{:.1} M", count as f64 / 1e6),
    }
}
