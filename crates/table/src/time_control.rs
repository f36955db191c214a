//! Time controls.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use strata_rules::shorten;
use thiserror::Error;

/// The time that each player has: for the whole game, for each turn, or both.
///
/// Written as `5+3` (five minutes, plus three seconds for each move), `30/turn` (thirty seconds per
/// turn) or `5+3,30/turn`. Times are whole milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TimeControl {
    /// The time for the whole game.
    pub game: Option<PerGame>,
    /// The time for each turn.
    pub turn: Option<Duration>,
}

/// Time for a whole game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PerGame {
    /// The initial time of each player.
    pub time: Duration,
    /// The time added after each move.
    pub increment: Duration,
}

/// A time control that could not be parsed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("clock {text}: {reason}")]
pub struct TimeControlError {
    text: String,
    reason: &'static str,
}

impl TimeControlError {
    /// What is wrong, without the text itself.
    pub const fn reason(&self) -> &'static str {
        self.reason
    }
}

/// A minute and a second in milliseconds.
const MINUTE: u64 = 60_000;
const SECOND: u64 = 1_000;

/// The longest times, in milliseconds. Records can store every clock within them.
const LONGEST_GAME: u64 = 24 * 60 * MINUTE;
const LONGEST_INCREMENT: u64 = 10 * MINUTE;
const LONGEST_TURN: u64 = 14 * 24 * 60 * MINUTE;

/// With at least this much time per turn, players are not expected to stay at the board.
const CORRESPONDENCE_TURN: Duration = Duration::from_millis(60 * MINUTE);

/// Parses a number with at most three decimals, in units of `unit` milliseconds.
fn read_time(text: &str, unit: u64) -> Option<u64> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |text: &str, most| {
        (1..=most).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    if !digits(whole, 7) || !digits(decimals, 3) {
        return None;
    }
    let thousandths: u64 = format!("{whole}{decimals:0<3}").parse().ok()?;
    Some(thousandths * unit / 1000)
}

/// The shortest text that `read_time` parses to this time.
fn time_text(time: Duration, unit: u64) -> String {
    let milliseconds = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    let thousandths = milliseconds.saturating_mul(1000) / unit;
    let text = format!("{}.{:03}", thousandths / 1000, thousandths % 1000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

impl TimeControl {
    /// Whether the game is played in one go, as opposed to correspondence play.
    pub fn is_real_time(&self) -> bool {
        self.game.is_some() || self.turn.is_some_and(|turn| turn < CORRESPONDENCE_TURN)
    }

    /// Whether the text round-trips: no time is too long or too precise.
    pub(crate) fn is_representable(&self) -> bool {
        self.to_string().parse() == Ok(*self)
    }
}

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        let refuse = |reason| TimeControlError { text: shorten(text), reason };
        const EXPECTED: &str = "expected minutes+seconds such as 5+3, seconds per turn such as 30/turn, or both such as 5+3,30/turn";
        let mut control = Self { game: None, turn: None };
        for part in text.trim().split(',').map(str::trim) {
            if let Some(seconds) = part.strip_suffix("/turn") {
                let turn = read_time(seconds, SECOND).ok_or_else(|| refuse(EXPECTED))?;
                if !(1..=LONGEST_TURN).contains(&turn) {
                    return Err(refuse("a turn must have more than 0 seconds and at most 14 days"));
                }
                if control.turn.replace(Duration::from_millis(turn)).is_some() {
                    return Err(refuse("the time for a turn is given twice"));
                }
                continue;
            }
            let (time, increment) = part
                .split_once('+')
                .and_then(|(time, more)| Some((read_time(time, MINUTE)?, read_time(more, SECOND)?)))
                .ok_or_else(|| refuse(EXPECTED))?;
            if !(1..=LONGEST_GAME).contains(&time) {
                return Err(refuse("a game must have more than 0 and at most 1440 minutes"));
            }
            if increment > LONGEST_INCREMENT {
                return Err(refuse("a move can add at most 600 seconds"));
            }
            let [time, increment] = [time, increment].map(Duration::from_millis);
            if control.game.replace(PerGame { time, increment }).is_some() {
                return Err(refuse("the time for the game is given twice"));
            }
        }
        Ok(control)
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(PerGame { time, increment }) = self.game {
            write!(f, "{}+{}", time_text(time, MINUTE), time_text(increment, SECOND))?;
        }
        if let Some(turn) = self.turn {
            let comma = if self.game.is_some() { "," } else { "" };
            write!(f, "{comma}{}/turn", time_text(turn, SECOND))?;
        }
        Ok(())
    }
}

impl TryFrom<String> for TimeControl {
    type Error = TimeControlError;

    fn try_from(text: String) -> Result<Self, TimeControlError> {
        text.parse()
    }
}

impl From<TimeControl> for String {
    fn from(control: TimeControl) -> Self {
        control.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_round_trips() {
        for text in
            ["5+3", "0.5+0", "30/turn", "5+3,30/turn", "1440+600", "0.001+0.001", "0.25/turn"]
        {
            let control: TimeControl = text.parse().expect(text);
            assert_eq!(control.to_string(), text);
            assert!(control.is_representable());
        }
        let control: TimeControl = " 30/turn, 05+3.0 ".parse().expect("any order");
        assert_eq!(control.to_string(), "5+3,30/turn");
        let PerGame { time, increment } = control.game.expect("a game's time");
        assert_eq!((time.as_secs(), increment.as_secs()), (300, 3));
    }

    #[test]
    fn time_control_of_an_hour_or_more_per_turn_is_not_real_time() {
        for (text, real_time) in [
            ("5+3", true),
            ("1440+0", true),
            ("30/turn", true),
            ("3599.999/turn", true),
            ("3600/turn", false),
            ("86400/turn", false),
            ("5+3,86400/turn", true),
        ] {
            let control: TimeControl = text.parse().expect(text);
            assert_eq!(control.is_real_time(), real_time, "{text}");
        }
    }

    #[test]
    fn parse_error_says_what_was_expected() {
        for (text, reason) in [
            ("", "expected minutes+seconds"),
            ("5", "expected minutes+seconds"),
            ("5+", "expected minutes+seconds"),
            ("-5+3", "expected minutes+seconds"),
            ("5+3,", "expected minutes+seconds"),
            ("1.2345+0", "expected minutes+seconds"),
            ("99999999999999999999+0", "expected minutes+seconds"),
            ("0+3", "a game must have more than 0"),
            ("1441+0", "a game must have more than 0"),
            ("5+601", "a move can add at most"),
            ("0/turn", "a turn must have more than 0"),
            ("9999999/turn", "a turn must have more than 0"),
            ("5+3,6+0", "the time for the game is given twice"),
            ("5/turn,6/turn", "the time for a turn is given twice"),
        ] {
            let error = text.parse::<TimeControl>().expect_err(text).to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }

    #[test]
    fn too_precise_or_too_long_times_are_not_representable() {
        let game = |time| Some(PerGame { time, increment: Duration::ZERO });
        for time in [Duration::ZERO, Duration::from_millis(61), Duration::MAX] {
            assert!(!TimeControl { game: game(time), turn: None }.is_representable(), "{time:?}");
        }
        assert!(!TimeControl { game: None, turn: None }.is_representable());
    }
}
