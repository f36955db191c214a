//! The seats of a table.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use strata_engine::Level;
use strata_rules::shorten;

/// A seat. Its index in the list is the number of its player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Seat {
    /// The name, which may be empty.
    pub name: String,
    /// The kind of player.
    pub kind: SeatKind,
}

impl Seat {
    /// A person on this device.
    pub fn person(name: impl Into<String>) -> Self {
        Self { name: name.into(), kind: SeatKind::Person }
    }

    /// A bot, named after its level.
    pub fn bot(level: Level) -> Self {
        Self { name: format!("level {}", level.number()), kind: SeatKind::Bot(level) }
    }

    /// A person on another device.
    pub fn remote(name: impl Into<String>) -> Self {
        Self { name: name.into(), kind: SeatKind::Remote }
    }

    /// Whether the player is a bot.
    pub const fn is_bot(&self) -> bool {
        matches!(self.kind, SeatKind::Bot(_))
    }
}

/// The kind of player in a seat. Written as `person`, `bot:5` or `remote`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum SeatKind {
    /// A person on this device.
    Person,
    /// The engine at a level.
    Bot(Level),
    /// A person on another device.
    Remote,
}

impl fmt::Display for SeatKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Person => f.write_str("person"),
            Self::Bot(level) => write!(f, "bot:{}", level.number()),
            Self::Remote => f.write_str("remote"),
        }
    }
}

impl FromStr for SeatKind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let level = |number: &str| number.parse().ok().and_then(Level::new).map(Self::Bot);
        match text {
            "person" => Some(Self::Person),
            "remote" => Some(Self::Remote),
            _ => text.strip_prefix("bot:").and_then(level),
        }
        .ok_or_else(|| {
            let (lowest, highest) = (Level::LOWEST.number(), Level::HIGHEST.number());
            let text = shorten(text);
            format!("seat {text}: expected person, remote, or bot:{lowest} to bot:{highest}")
        })
    }
}

impl TryFrom<String> for SeatKind {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<SeatKind> for String {
    fn from(kind: SeatKind) -> Self {
        kind.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_round_trip() {
        for text in ["person", "remote", "bot:1", "bot:8"] {
            assert_eq!(text.parse::<SeatKind>().map(String::from).as_deref(), Ok(text));
        }
        for bad in ["", "Person", "bot", "bot:", "bot:0", "bot:9", "bot:x", "bot:300"] {
            let error = bad.parse::<SeatKind>().expect_err(bad);
            assert!(error.ends_with("expected person, remote, or bot:1 to bot:8"), "{error}");
        }
    }
}
