//! What a position is worth: proven or estimated, never a mixture.

use std::fmt;

use strata_rules::{MAX_ESTIMATE, winning_chance};

/// The score of a game just won; a win in `n` plies is worth `n` less.
pub(crate) const WIN: i32 = 30_000;

/// Scores from here on are proven wins; estimates stay far below.
pub(crate) const PROVEN: i32 = 29_000;

/// More than any score.
pub(crate) const INFINITY: i32 = 31_000;

const _: () = assert!(MAX_ESTIMATE < PROVEN && INFINITY < i16::MAX as i32);

/// Whether a score stands for a proven win or loss.
pub(crate) const fn is_decisive(score: i32) -> bool {
    score.abs() >= PROVEN
}

/// What a position or move is worth to the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// The player wins, whatever the others do, in at most so many plies.
    Win(u16),
    /// The player loses, whatever they do; the longest resistance found takes so many plies.
    Loss(u16),
    /// Both players can force a draw, and neither more.
    Draw,
    /// A guess, in hundredths of a natural logarithm of the odds of winning.
    Estimate(i32),
}

impl Value {
    /// The value of a search's score, seen `plies` after the root; `proven` says that every leaf
    /// below was the end of a game.
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

    /// The estimate that a chance of winning stands for.
    pub(crate) fn from_chance(chance: f64) -> Self {
        let chance = chance.clamp(1e-6, 1.0 - 1e-6);
        Self::Estimate(((chance / (1.0 - chance)).ln() * 100.0).round() as i32)
    }

    /// Whether this is more than a guess.
    pub const fn is_proven(self) -> bool {
        !matches!(self, Self::Estimate(_))
    }

    /// How soon a proven win or loss comes, in words. A proof says how long it takes at most, and
    /// only the very next move is sure to be the last.
    pub fn how_soon(self) -> Option<String> {
        match self {
            Self::Win(plies @ 0..=1) | Self::Loss(plies @ 0..=1) => Some(format!("in {plies}")),
            Self::Win(plies) | Self::Loss(plies) => Some(format!("within {plies}")),
            Self::Draw | Self::Estimate(_) => None,
        }
    }

    /// The value in words: proven ones say how soon, estimates are numbers.
    pub fn words(self) -> String {
        let soon = self.how_soon().unwrap_or_default();
        match self {
            Self::Win(_) => format!("win {soon}"),
            Self::Loss(_) => format!("loss {soon}"),
            Self::Draw | Self::Estimate(_) => self.to_string(),
        }
    }

    /// The value for the other of two players.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Win(plies) => Self::Loss(plies),
            Self::Loss(plies) => Self::Win(plies),
            Self::Draw => Self::Draw,
            Self::Estimate(estimate) => Self::Estimate(-estimate),
        }
    }

    /// The value for the opponent before the move that led here.
    #[must_use]
    pub const fn before_the_move(self) -> Self {
        match self.opposite() {
            Self::Win(plies) => Self::Win(plies + 1),
            Self::Loss(plies) => Self::Loss(plies + 1),
            value => value,
        }
    }

    /// The chance of winning, with a draw as for_subsearch a win.
    pub fn winning_chance(self) -> f64 {
        match self {
            Self::Win(_) => 1.0,
            Self::Loss(_) => 0.0,
            Self::Draw => 0.5,
            Self::Estimate(estimate) => winning_chance(estimate),
        }
    }

    /// A number by which values are compared: quick wins first, quick losses last.
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
    fn only_ends_of_games_make_proofs() {
        assert_eq!(Value::from_score(WIN - 3, false), Value::Win(3));
        assert_eq!(Value::from_score(4 - WIN, false), Value::Loss(4));
        assert_eq!(Value::from_score(0, true), Value::Draw);
        assert_eq!(Value::from_score(0, false), Value::Estimate(0));
    }

    #[test]
    fn proofs_say_how_long_they_take_at_most() {
        assert_eq!(Value::Win(1).how_soon().as_deref(), Some("in 1"));
        assert_eq!(Value::Loss(24).how_soon().as_deref(), Some("within 24"));
        assert_eq!(Value::Draw.how_soon(), None);
    }

    #[test]
    fn chances_and_estimates_agree() {
        assert_eq!(Value::from_chance(0.5), Value::Estimate(0));
        assert_eq!(Value::from_chance(Value::Estimate(150).winning_chance()), Value::Estimate(150));
    }
}
