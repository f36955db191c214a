//! The value of a position: proven or estimated, never a mixture.

use std::fmt;

use strata_rules::{MAX_ESTIMATE, winning_chance};

/// The score of a won game; a win in `n` plies scores `n` less.
pub(crate) const WIN: i32 = 30_000;

/// Scores of at least this are proven wins; estimates are far below.
pub(crate) const PROVEN: i32 = 29_000;

/// Greater than any score.
pub(crate) const INFINITY: i32 = 31_000;

const _: () = assert!(MAX_ESTIMATE < PROVEN && INFINITY < i16::MAX as i32);

/// Whether a score is a proven win or loss.
pub(crate) const fn is_decisive(score: i32) -> bool {
    score.abs() >= PROVEN
}

/// The value of a position or move for the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// The player can force a win within this many plies.
    Win(u16),
    /// The player loses within this many plies, by the longest defence found.
    Loss(u16),
    /// Both players can force at least a draw.
    Draw,
    /// An estimate, in hundredths of the natural logarithm of the odds of winning.
    Estimate(i32),
}

impl Value {
    /// The value of a score at the root; `proven` means that every leaf below was the end of a game.
    pub(crate) fn from_score(score: i32, proven: bool) -> Self {
        if score >= PROVEN {
            Self::Win((WIN - score) as u16)
        } else if score <= -PROVEN {
            Self::Loss((WIN + score) as u16)
        } else if proven && score == 0 {
            Self::Draw
        } else {
            Self::Estimate(score)
        }
    }

    /// The estimate that corresponds to a winning chance.
    pub(crate) fn from_chance(chance: f64) -> Self {
        let chance = chance.clamp(1e-6, 1.0 - 1e-6);
        Self::Estimate(((chance / (1.0 - chance)).ln() * 100.0).round() as i32)
    }

    /// Whether the value is proven.
    pub const fn is_proven(self) -> bool {
        !matches!(self, Self::Estimate(_))
    }

    /// The value for the opponent in a two-player game.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Win(plies) => Self::Loss(plies),
            Self::Loss(plies) => Self::Win(plies),
            Self::Draw => Self::Draw,
            Self::Estimate(estimate) => Self::Estimate(-estimate),
        }
    }

    /// The value of the move that leads to this position, for the player who makes it.
    #[must_use]
    pub const fn before_the_move(self) -> Self {
        match self.opposite() {
            Self::Win(plies) => Self::Win(plies + 1),
            Self::Loss(plies) => Self::Loss(plies + 1),
            value => value,
        }
    }

    /// The winning chance, 0 to 1; a draw counts as half a win.
    pub fn winning_chance(self) -> f64 {
        match self {
            Self::Win(_) => 1.0,
            Self::Loss(_) => 0.0,
            Self::Draw => 0.5,
            Self::Estimate(estimate) => winning_chance(estimate),
        }
    }

    /// A sort key: quick wins are highest, quick losses lowest.
    pub fn rank(self) -> i32 {
        match self {
            Self::Win(plies) => WIN - i32::from(plies),
            Self::Loss(plies) => i32::from(plies) - WIN,
            Self::Draw => 0,
            Self::Estimate(estimate) => estimate.clamp(-PROVEN + 1, PROVEN - 1),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win(plies) => write!(f, "win {plies}"),
            Self::Loss(plies) => write!(f, "loss {plies}"),
            Self::Draw => f.write_str("draw"),
            Self::Estimate(estimate) => write!(f, "{:+.2}", f64::from(*estimate) / 100.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn from_score_distinguishes_proven_values_from_estimates() {
        assert_eq!(Value::from_score(WIN - 3, false), Value::Win(3));
        assert_eq!(Value::from_score(4 - WIN, false), Value::Loss(4));
        assert_eq!(Value::from_score(0, true), Value::Draw);
        assert_eq!(Value::from_score(0, false), Value::Estimate(0));
    }

    #[test]
    fn winning_chance_round_trips_through_estimates() {
        assert_eq!(Value::from_chance(0.5), Value::Estimate(0));
        assert_eq!(Value::from_chance(Value::Estimate(150).winning_chance()), Value::Estimate(150));
    }
}
