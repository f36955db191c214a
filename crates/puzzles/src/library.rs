//! All puzzles.

use strata_rules::{GameEntry, Random, nearest, shorten};
use thiserror::Error;

use crate::puzzle::{Puzzle, PuzzleError};

/// The puzzles that come with Strata: the names of the files, without extension, and their texts.
pub static FILES: &[(&str, &str)] = &[
    ("classic", include_str!("../../../puzzles/classic.pgn")),
    ("staqs", include_str!("../../../puzzles/staqs.pgn")),
    ("clusterfuss", include_str!("../../../puzzles/clusterfuss.pgn")),
    ("qawale", include_str!("../../../puzzles/qawale.pgn")),
    ("isaac", include_str!("../../../puzzles/isaac.pgn")),
];

/// A list of puzzles.
#[derive(Clone, Debug, Default)]
pub struct Library {
    puzzles: Vec<Puzzle>,
}

/// There is no puzzle with this id.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("unknown puzzle {id}{hint}")]
pub struct UnknownPuzzle {
    id: String,
    hint: String,
}

impl Library {
    /// The puzzles of some texts.
    pub fn read<'a>(
        games: &[GameEntry],
        texts: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, PuzzleError> {
        let mut puzzles = Vec::new();
        for text in texts {
            puzzles.extend(Puzzle::read_all(games, text)?);
        }
        Ok(Self { puzzles })
    }

    /// The puzzles that come with Strata, for the games of a list.
    pub fn standard(games: &[GameEntry]) -> Self {
        let is_known = |name: &str| games.iter().any(|entry| entry.info.id == name);
        let files = FILES.iter().filter(|(name, text)| {
            is_known(name)
                || text.lines().next().and_then(|line| line.split('"').nth(1)).is_some_and(is_known)
        });
        // A test reads all of them.
        Self::read(games, files.map(|(_, text)| *text)).unwrap_or_default()
    }

    /// All puzzles.
    pub fn puzzles(&self) -> &[Puzzle] {
        &self.puzzles
    }

    /// The puzzle with this id.
    pub fn find(&self, id: &str) -> Result<&Puzzle, UnknownPuzzle> {
        self.puzzles.iter().find(|puzzle| puzzle.id == id).ok_or_else(|| {
            let ids = self.puzzles.iter().map(|puzzle| puzzle.id.as_str());
            let hint =
                nearest(id, ids).map_or(String::new(), |near| format!("; did you mean {near}?"));
            UnknownPuzzle { id: shorten(id), hint }
        })
    }

    /// The puzzle of a day, counted from 1970 in UTC. No puzzle comes back before all others were shown.
    pub fn daily(&self, day: u64) -> Option<&Puzzle> {
        let count = self.puzzles.len() as u64;
        let (cycle, place) = (day.checked_div(count)?, day % count);
        let mut order: Vec<&Puzzle> = self.puzzles.iter().collect();
        let mut random = Random::new(cycle);
        for last in (1..order.len()).rev() {
            order.swap(last, random.below(last as u64 + 1) as usize);
        }
        order.get(place as usize).copied()
    }
}
