//! What a player has solved.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::glicko::{Game, Rating};
use crate::{Library, Puzzle};

/// The rating of a new player. The deviation is small, so that the first attempts do not change it by hundreds
/// of points.
const NEW_PLAYER: Rating = Rating { rating: 1200.0, deviation: 150.0, volatility: 0.06 };

/// The least deviation of a player, who may improve.
const LEAST_DEVIATION: f64 = 60.0;

/// How uncertain the ratings of puzzles are.
const PUZZLE_DEVIATION: f64 = 100.0;

/// The result of a player's first attempt at a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Score {
    /// Solved without help.
    Solved,
    /// Solved with a hint, which counts as a loss for the rating.
    Hint,
    /// A wrong move, or the solution was shown.
    Failed,
}

impl Score {
    /// The letter that marks the puzzle in lists.
    pub const fn letter(self) -> char {
        match self {
            Self::Solved => '+',
            Self::Hint => '~',
            Self::Failed => '-',
        }
    }

    const fn points(self) -> f64 {
        match self {
            Self::Solved => 1.0,
            Self::Hint | Self::Failed => 0.0,
        }
    }
}

/// What a player has solved, and the player's rating.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Progress {
    /// The rating.
    pub rating: Rating,
    /// How many puzzles in a row were solved at the first attempt and without help.
    pub streak: u32,
    /// The longest such row.
    pub best: u32,
    /// The first attempts at all puzzles, by id.
    pub puzzles: BTreeMap<String, Score>,
}

impl Default for Progress {
    fn default() -> Self {
        Self { rating: NEW_PLAYER, streak: 0, best: 0, puzzles: BTreeMap::new() }
    }
}

impl Progress {
    /// Counts an attempt. Only the first one at a puzzle changes anything; returns whether it was.
    pub fn count(&mut self, puzzle: &Puzzle, score: Score) -> bool {
        if self.puzzles.contains_key(&puzzle.id) {
            return false;
        }
        self.puzzles.insert(puzzle.id.clone(), score);
        let rating = f64::from(puzzle.rating);
        self.rating = self.rating.after(&[Game {
            rating,
            deviation: PUZZLE_DEVIATION,
            score: score.points(),
        }]);
        self.rating.deviation = self.rating.deviation.max(LEAST_DEVIATION);
        self.streak = if score == Score::Solved { self.streak + 1 } else { 0 };
        self.best = self.best.max(self.streak);
        true
    }

    /// The rating as a whole number.
    pub fn shown_rating(&self) -> i32 {
        self.rating.rating.round() as i32
    }

    /// How many puzzles were solved at the first attempt.
    pub fn solved(&self) -> usize {
        self.puzzles.values().filter(|score| **score != Score::Failed).count()
    }

    /// The puzzle to solve next: the one whose rating is nearest to the player's, among those of a game
    /// that were not tried, or else among those that failed.
    pub fn next<'a>(&self, library: &'a Library, game: Option<&str>) -> Option<&'a Puzzle> {
        let of_game = |puzzle: &&Puzzle| game.is_none_or(|game| puzzle.position.info().id == game);
        let near = |puzzle: &&Puzzle| (i32::from(puzzle.rating) - self.shown_rating()).abs();
        let state = |puzzle: &Puzzle| self.puzzles.get(&puzzle.id).copied();
        let all = || library.puzzles().iter().filter(of_game);
        let untried = all().filter(|puzzle| state(puzzle).is_none()).min_by_key(near);
        untried.or_else(|| {
            all().filter(|puzzle| state(puzzle) == Some(Score::Failed)).min_by_key(near)
        })
    }
}
