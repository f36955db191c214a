//! Playing levels from beginner to full strength.

use strata_rules::{Evaluator, Random};

use crate::{Limits, Line, Value};

/// A playing level from 1 (random moves) to 8 (full strength).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Level(u8);

impl Level {
    /// The weakest level.
    pub const LOWEST: Self = Self(1);
    /// The strongest level.
    pub const HIGHEST: Self = Self(8);

    /// The level with this number; `None` unless it is 1 to 8.
    pub const fn new(number: u8) -> Option<Self> {
        if number >= Self::LOWEST.0 && number <= Self::HIGHEST.0 {
            Some(Self(number))
        } else {
            None
        }
    }

    /// The number of the level.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// A short description for players, such as "beginner".
    pub const fn description(self) -> &'static str {
        match self.0 {
            1 => "random moves",
            2 => "beginner",
            3 => "easy",
            4 => "casual",
            5 => "medium",
            6 => "hard",
            7 => "expert",
            _ => "full strength",
        }
    }

    /// The settings of levels 3 to 7. MCTS needs fewer nodes than alpha-beta for the same strength,
    /// so it has its own limits.
    pub(crate) const fn settings(self, is_selective: bool) -> Option<LevelSettings> {
        let (nodes, lines, temperature) = match (self.0, is_selective) {
            (3, false) => (400, 4, 45.0),
            (4, false) => (1_400, 4, 25.0),
            (5, false) => (5_500, 3, 10.0),
            (6, false) => (18_000, 2, 4.0),
            (7, false) => (60_000, 1, 1.0),
            (3, true) => (8, 14, 260.0),
            (4, true) => (26, 10, 140.0),
            (5, true) => (90, 7, 80.0),
            (6, true) => (450, 4, 40.0),
            (7, true) => (4_000, 2, 8.0),
            _ => return None,
        };
        Some(LevelSettings { nodes, lines, temperature })
    }
}

/// The node limit of a level and how it chooses among the best moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LevelSettings {
    pub(crate) nodes: u64,
    pub(crate) lines: usize,
    /// The softmax temperature, in evaluation units: a move that is worse by this much is chosen 1/e
    /// times as often.
    temperature: f64,
}

impl LevelSettings {
    /// The given limits with the node limit of the level.
    pub(crate) fn limits(self, limits: &Limits) -> Limits {
        let nodes = limits.nodes.map_or(self.nodes, |nodes| nodes.min(self.nodes));
        Limits { nodes: Some(nodes), ..*limits }
    }

    /// Chooses a line at random, weighted by value, and moves it to the front.
    pub(crate) fn choose<M>(self, lines: &mut [Line<M>], random: &mut Random) {
        const MAX_VALUE: i32 = 1_000;
        let clamped = |value: Value| f64::from(value.rank().clamp(-MAX_VALUE, MAX_VALUE));
        let Some(best) = lines.first().map(|line| line.value) else { return };
        if matches!(best, Value::Win(_)) {
            return;
        }
        let weight =
            |line: &Line<M>| ((clamped(line.value) - clamped(best)) / self.temperature).exp();
        let total: f64 = lines.iter().map(weight).sum();
        let mut left = random.next_u64() as f64 / u64::MAX as f64 * total;
        for place in 0..lines.len() {
            left -= weight(&lines[place]);
            if left <= 0.0 {
                lines[..=place].rotate_right(1);
                return;
            }
        }
    }
}

/// A random move among those with the highest greedy value.
pub(crate) fn greedy_move<G: Evaluator>(
    game: &G,
    position: &G::Position,
    random: &mut Random,
) -> Option<G::Move> {
    let mut best = None;
    let mut ties = 0;
    game.for_each_move(position, |mv| {
        let value = game.greedy_value(position, mv);
        match best {
            Some((highest, _)) if value < highest => {}
            Some((highest, _)) if value == highest => {
                ties += 1;
                if random.below(ties) == 0 {
                    best = Some((value, mv));
                }
            }
            _ => {
                ties = 1;
                best = Some((value, mv));
            }
        }
    });
    best.map(|(_, mv)| mv)
}
