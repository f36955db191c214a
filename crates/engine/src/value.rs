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
        Self::Estimate((libm::log(chance / (1.0 - chance)) * 100.0).round() as i32)
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
                let sign = if *estimate < 0 { '-' } else { '+' };
                let (whole, rest) = (estimate.abs() / 100, estimate.abs() % 100);
                return write!(f, "{sign}{whole}.{rest:02}");
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
        let (result, plies) = text.split_once(' ').unwrap_or((text, ""));
        let distance = match plies {
            "" => Some(Distance::UNKNOWN),
            plies => plies.parse().ok().filter(|plies| *plies <= MAX_PLIES).map(Distance::Exact),
        };
        match result {
            "win" => distance.map(Self::Win).ok_or(ERROR),
            "loss" => distance.map(Self::Loss).ok_or(ERROR),
            "draw" if plies.is_empty() => Ok(Self::Draw),
            _ => hundredths(text).map(Self::Estimate).ok_or(ERROR),
        }
    }
}

/// A decimal number in hundredths, rounded, and limited to 100 with either sign: far above any estimate
/// that is written.
fn hundredths(text: &str) -> Option<i32> {
    const MAX: i32 = 10_000;
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (whole, decimals) = digits.split_once('.').unwrap_or((digits, ""));
    if whole.len() + decimals.len() == 0
        || !(whole.bytes().chain(decimals.bytes())).all(|digit| digit.is_ascii_digit())
    {
        return None;
    }
    let thousandths: String = decimals.chars().chain("000".chars()).take(3).collect();
    let number = format!("{whole}{thousandths}").parse::<i64>().unwrap_or(i64::MAX);
    let size = i32::try_from((number.saturating_add(5)) / 10).unwrap_or(MAX).min(MAX);
    Some(if text.starts_with('-') { -size } else { size })
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
        assert_eq!(Value::Estimate(1205).to_string(), "+12.05");
        for (text, estimate) in
            [("1", 100), ("+.5", 50), ("-0.125", -13), ("9999999999999999999", 10_000)]
        {
            assert_eq!(text.parse(), Ok(Value::Estimate(estimate)), "{text}");
        }
        for text in
            ["win x", "win -1", "win 65535", "draw 3", "NaN", "inf", "1e3", "0.5.5", "winning", ""]
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
