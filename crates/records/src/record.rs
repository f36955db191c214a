//! The record of a game.

use std::time::Duration;

/// The record of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// The tags as names and values, in order.
    pub tags: Vec<(String, String)>,
    /// Comments before the first move.
    pub comments: Vec<String>,
    /// The moves that were played.
    pub moves: Vec<Played>,
    /// The result at the end; `None` for a game in progress.
    pub result: Option<String>,
}

impl Record {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Sets a tag; replaces the value if the tag exists.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        match self.tags.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => *old = value.into(),
            None => self.tags.push((name.to_owned(), value.into())),
        }
    }
}

impl Record {
    /// The current ply, from the tag `Current`: later moves were taken back. Without the tag it is
    /// the number of moves. `None` if the tag is invalid.
    pub fn current(&self) -> Option<usize> {
        match self.tag("Current") {
            None => Some(self.moves.len()),
            Some(text) => text.parse().ok().filter(|ply| *ply <= self.moves.len()),
        }
    }
}

/// A move with its annotations.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Played {
    /// The move.
    pub text: String,
    /// Numeric annotation glyphs: 1 for a good move, 2 for a mistake and so on.
    pub glyphs: Vec<u8>,
    /// The comments after the move.
    pub comments: Vec<String>,
    /// Alternatives to this move.
    pub variations: Vec<Variation>,
}

impl Played {
    /// A move without annotations.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// The time left on the mover's clock, from a comment `[%clk 0:04:59]`.
    pub fn clock(&self) -> Option<Duration> {
        self.command("clk").and_then(read_clock)
    }

    /// The evaluation, from a comment `[%eval 0.52]`.
    pub fn evaluation(&self) -> Option<&str> {
        self.command("eval")
    }

    /// The value of a command `[%name value]` in a comment.
    pub(crate) fn command(&self, name: &str) -> Option<&str> {
        self.comments.iter().find_map(|comment| {
            let (_, rest) = comment.split_once(&format!("[%{name} "))?;
            rest.split_once(']').map(|(value, _)| value.trim())
        })
    }
}

/// An alternative line of moves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Variation {
    /// Comments before its first move.
    pub comments: Vec<String>,
    /// Its moves.
    pub moves: Vec<Played>,
}

/// Parses a clock time: hours, minutes and seconds, `0:04:59` or `0:04:59.5`, with up to three
/// decimals.
pub fn read_clock(text: &str) -> Option<Duration> {
    let parts: Vec<&str> = text.split(':').collect();
    let [hours, minutes, seconds] = parts[..] else { return None };
    let whole = |text: &str, below: u64| {
        let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse::<u64>().ok().filter(|number| is_number && *number < below)
    };
    let (seconds, fraction) = seconds.split_once('.').unwrap_or((seconds, "0"));
    let millis = whole(fraction, 1000).filter(|_| fraction.len() <= 3)?
        * [100, 10, 1].get(fraction.len() - 1)?;
    let seconds = whole(hours, 10_000)? * 3600 + whole(minutes, 60)? * 60 + whole(seconds, 60)?;
    Some(Duration::from_secs(seconds) + Duration::from_millis(millis))
}

/// A clock time in record notation, to the millisecond.
pub fn clock_text(time: Duration) -> String {
    let (seconds, millis) = (time.as_secs(), time.subsec_millis());
    let mut text = format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    if millis > 0 {
        text += format!(".{millis:03}").trim_end_matches('0');
    }
    text
}

/// The date of a Unix time in record notation: `2026.11.15`.
pub fn date_text(since_1970: Duration) -> String {
    let is_leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let mut days = since_1970.as_secs() / 86_400;
    let mut year = 1970;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    format!("{year}.{month:02}.{:02}", days + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn date_text_handles_month_ends_and_leap_years() {
        for (day, text) in [
            (0, "1970.01.01"),
            (58, "1970.02.28"),
            (59, "1970.03.01"),
            (364, "1970.12.31"),
            (11_016, "2000.02.29"),
            (11_017, "2000.03.01"),
            (20_772, "2026.11.15"),
            (47_540, "2100.02.28"),
            (47_541, "2100.03.01"),
        ] {
            assert_eq!(date_text(Duration::from_secs(day * 86_400 + 86_399)), text);
        }
    }

    #[test]
    fn clock_times_round_trip_and_malformed_ones_are_refused() {
        for text in ["0:04:59", "1:00:00", "0:00:09.5", "0:00:09.05", "0:00:00.123", "27:59:59"] {
            assert_eq!(read_clock(text).map(clock_text).as_deref(), Some(text));
        }
        for bad in
            ["", "5", "4:59", "0:60:00", "0:00:61", "0:00:-1", "0:0x:00", "0:00:01.", "a:b:c"]
        {
            assert_eq!(read_clock(bad), None, "{bad}");
        }
    }

    #[test]
    fn clock_and_evaluation_are_found_in_comments() {
        let mut played = Played::new("c3");
        played.comments = vec!["bold".to_owned(), "[%eval -0.3] so [%clk 0:01:00]".to_owned()];
        assert_eq!(played.evaluation(), Some("-0.3"));
        assert_eq!(played.clock(), Some(Duration::from_secs(60)));
    }
}
