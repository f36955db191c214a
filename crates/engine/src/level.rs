//! Players from beginner to full strength.

use strata_rules::{Evaluator, Random};

use crate::{Limits, Line, Value};

/// A level of play from 1, random moves, to 8, everything the search can do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Level(u8);

impl Level {
    /// The weakest level.
    pub const LOWEST: Self = Self(1);
    /// The strongest level.
    pub const HIGHEST: Self = Self(8);

    /// The level with this number, if it is one.
    pub const fn new(number: u8) -> Option<Self> {
        if number >= Self::LOWEST.0 && number <= Self::HIGHEST.0 {
            Some(Self(number))
        } else {
            None
        }
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// How the level searches, if it does so with less than full strength. Selective searches see
    /// more in fewer positions, so theirs are counted separately.
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

/// How much a level looks at, and how it chooses from what it sees.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LevelSettings {
    pub(crate) nodes: u64,
    pub(crate) lines: usize,
    /// Moves that are this much worse (in hundredths of a logarithm of odds) are chosen about a
    /// third as often, as people choose among moves that look much the same to them.
    temperature: f64,
}

impl LevelSettings {
    /// The limits of a level, and the caller's besides.
    pub(crate) fn limits(self, limits: &Limits) -> Limits {
        let nodes = limits.nodes.map_or(self.nodes, |nodes| nodes.min(self.nodes));
        Limits { nodes: Some(nodes), ..*limits }
    }

    /// Brings the move to be played to the front.
    pub(crate) fn choose<M>(self, lines: &mut [Line<M>], random: &mut Random) {
        const MOST: i32 = 1_000;
        let seen = |value: Value| f64::from(value.rank().clamp(-MOST, MOST));
        let Some(best) = lines.first().map(|line| line.value) else { return };
        if matches!(best, Value::Win(_)) {
            return;
        }
        let weight = |line: &Line<M>| ((seen(line.value) - seen(best)) / self.temperature).exp();
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

/// A move with the highest value that a beginner sees, any of them if there are several.
pub(crate) fn greedy_move<G: Evaluator>(
    game: &G,
    position: &G::Position,
    random: &mut Random,
) -> Option<G::Move> {
    let mut best = None;
    let mut equals = 0;
    game.for_each_move(position, |mv| {
        let value = game.greedy_value(position, mv);
        match best {
            Some((highest, _)) if value < highest => {}
            Some((highest, _)) if value == highest => {
                equals += 1;
                if random.below(equals) == 0 {
                    best = Some((value, mv));
                }
            }
            _ => {
                equals = 1;
                best = Some((value, mv));
            }
        }
    });
    best.map(|(_, mv)| mv)
}
