//! The value of a position: proven or estimated, never a mixture.

use std::fmt;
use std::str::FromStr;

use strata_rules::{MAX_ESTIMATE, winning_chance};

/// The score of a won game; a win in `n` plies scores `n` less.
pub(crate) const WIN: i32 = 30_000;

/// Scores of at least this are proven wins; estimates are far below.
pub(crate) const PROVEN: i32 = 29_000;

/// Greater than any score.
pub(crate) const INFINITY: i32 = 31_000;

const _: () = assert!(MAX_ESTIMATE < PROVEN && INFINITY < i16::MAX as i32);

/// The largest distance that a score can express.
const MAX_PLIES: u16 = (WIN - PROVEN) as u16;

/// Whether a score is a proven win or loss.
pub(crate) const fn is_decisive(score: i32) -> bool {
    score.abs() >= PROVEN
}

/// The number of plies to the end of the game with best play: the winner wins as soon as possible,
/// the loser resists as long as possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Distance {
    /// The exact number.
    Exact(u16),
    /// An upper bound.
    AtMost(u16),
}

impl Distance {
    /// A distance of which nothing is known.
    pub const UNKNOWN: Self = Self::AtMost(MAX_PLIES);

    /// The distance from an unfinished position, given an upper bound: one ply is always exact.
    pub(crate) const fn within(plies: u16) -> Self {
        if plies <= 1 { Self::Exact(plies) } else { Self::AtMost(plies) }
    }

    /// The exact number or the upper bound.
    pub const fn plies(self) -> u16 {
        match self {
            Self::Exact(plies) | Self::AtMost(plies) => plies,
        }
    }

    /// The number, if it is exact.
    pub const fn exact(self) -> Option<u16> {
        match self {
            Self::Exact(plies) => Some(plies),
            Self::AtMost(_) => None,
        }
    }

    /// The distance one ply earlier in the game.
    const fn one_ply_earlier(self) -> Self {
        match self {
            Self::Exact(plies) => Self::Exact(plies + 1),
            Self::AtMost(plies) => Self::AtMost(plies + 1),
        }
    }
}

/// The value of a position or move for the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// The player can force a win.
    Win(Distance),
    /// The opponent can force a win. With several opponents: all moves lose.
    Loss(Distance),
    /// Both players can force at least a draw.
    Draw,
    /// An estimate, in hundredths of the natural logarithm of the odds of winning.
    Estimate(i32),
}

impl Value {
    /// The value of a score at the root; `proven` means that every leaf below was the end of a game.
    pub(crate) fn from_score(score: i32, proven: bool) -> Self {
        if score >= PROVEN {
            Self::Win(Distance::within((WIN - score) as u16))
        } else if score <= -PROVEN {
            Self::Loss(Distance::within((WIN + score) as u16))
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

    /// Whether the value is a proven win or loss without an exact distance.
    pub(crate) const fn is_inexact(self) -> bool {
        matches!(self, Self::Win(Distance::AtMost(_)) | Self::Loss(Distance::AtMost(_)))
    }

    /// The value for the opponent in a two-player game.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Win(distance) => Self::Loss(distance),
            Self::Loss(distance) => Self::Win(distance),
            Self::Draw => Self::Draw,
            Self::Estimate(estimate) => Self::Estimate(-estimate),
        }
    }

    /// The value of the move that leads to this position, for the opponent, who makes it.
    #[must_use]
    pub const fn before_the_move(self) -> Self {
        self.opposite().one_ply_earlier()
    }

    /// The value of the move that leads to this position, if the same player makes it.
    #[must_use]
    pub const fn one_ply_earlier(self) -> Self {
        match self {
            Self::Win(distance) => Self::Win(distance.one_ply_earlier()),
            Self::Loss(distance) => Self::Loss(distance.one_ply_earlier()),
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
            Self::Win(distance) => WIN - i32::from(distance.plies()),
            Self::Loss(distance) => i32::from(distance.plies()) - WIN,
            Self::Draw => 0,
            Self::Estimate(estimate) => estimate.clamp(-PROVEN + 1, PROVEN - 1),
        }
    }
}

/// `+0.52`, `draw`, `win 3` if the distance is exact, otherwise `win`.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (result, distance) = match self {
            Self::Win(distance) => ("win", distance.exact()),
            Self::Loss(distance) => ("loss", distance.exact()),
            Self::Draw => ("draw", None),
            Self::Estimate(estimate) => {
                return write!(f, "{:+.2}", f64::from(*estimate) / 100.0);
            }
        };
        f.write_str(result)?;
        distance.map_or(Ok(()), |plies| write!(f, " {plies}"))
    }
}

/// Reads what `Display` writes.
impl FromStr for Value {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const ERROR: &str = "expected a number, draw, win or loss";
        /// The largest estimate that is read, far above any that is written.
        const MAX_ODDS: f64 = 100.0;
        let (result, plies) = text.split_once(' ').unwrap_or((text, ""));
        let distance = match plies {
            "" => Some(Distance::UNKNOWN),
            plies => plies.parse().ok().filter(|plies| *plies <= MAX_PLIES).map(Distance::Exact),
        };
        match result {
            "win" => distance.map(Self::Win).ok_or(ERROR),
            "loss" => distance.map(Self::Loss).ok_or(ERROR),
            "draw" if plies.is_empty() => Ok(Self::Draw),
            _ => {
                let odds = text.parse().ok().filter(|odds: &f64| odds.is_finite()).ok_or(ERROR)?;
                let estimate = odds.clamp(-MAX_ODDS, MAX_ODDS) * 100.0;
                Ok(Self::Estimate(estimate.round() as i32))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn from_score_distinguishes_proven_values_from_estimates() {
        assert_eq!(Value::from_score(WIN - 3, false), Value::Win(Distance::AtMost(3)));
        assert_eq!(Value::from_score(4 - WIN, false), Value::Loss(Distance::AtMost(4)));
        assert_eq!(Value::from_score(WIN - 1, false), Value::Win(Distance::Exact(1)));
        assert_eq!(Value::from_score(0, true), Value::Draw);
        assert_eq!(Value::from_score(0, false), Value::Estimate(0));
    }

    #[test]
    fn winning_chance_round_trips_through_estimates() {
        assert_eq!(Value::from_chance(0.5), Value::Estimate(0));
        assert_eq!(Value::from_chance(Value::Estimate(150).winning_chance()), Value::Estimate(150));
    }

    #[test]
    fn text_has_the_distance_only_if_it_is_exact() {
        let texts = [
            (Value::Win(Distance::Exact(3)), "win 3"),
            (Value::Win(Distance::UNKNOWN), "win"),
            (Value::Loss(Distance::Exact(12)), "loss 12"),
            (Value::Loss(Distance::UNKNOWN), "loss"),
            (Value::Draw, "draw"),
            (Value::Estimate(-52), "-0.52"),
        ];
        for (value, text) in texts {
            assert_eq!(value.to_string(), text);
            assert_eq!(text.parse(), Ok(value));
        }
        assert_eq!(Value::Win(Distance::AtMost(3)).to_string(), "win");
        for text in ["win x", "win -1", "win 65535", "draw 3", "NaN", "inf", "0.5.5", "winning", ""]
        {
            assert!(text.parse::<Value>().is_err(), "{text}");
        }
    }

    #[test]
    fn unknown_distances_rank_between_known_ones_and_estimates() {
        let known = Value::Win(Distance::AtMost(200));
        let unknown = Value::Win(Distance::UNKNOWN);
        let estimate = Value::Estimate(MAX_ESTIMATE);
        assert!(known.rank() > unknown.rank() && unknown.rank() > estimate.rank());
        assert_eq!(unknown.opposite().rank(), -unknown.rank());
    }

    #[test]
    fn distances_grow_by_one_ply_per_move() {
        let value = Value::Loss(Distance::Exact(2));
        assert_eq!(value.before_the_move(), Value::Win(Distance::Exact(3)));
        assert_eq!(value.one_ply_earlier(), Value::Loss(Distance::Exact(3)));
        assert_eq!(Value::Draw.before_the_move(), Value::Draw);
    }
}
