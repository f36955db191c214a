//! What kept games are called.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use strata_records::{Reader, Record};
use strata_rules::{GameEntry, find_game, shorten};
use strata_table::SeatKind;

/// The longest part of a file's name that comes from a record.
const LONGEST_WORD: usize = 24;

/// A moment as text that sorts by time: `2026-11-15-143605`, in universal time.
pub(super) fn stamp(now: SystemTime) -> String {
    let seconds = now.duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO).as_secs();
    let (year, month, day) = date(seconds / 86_400);
    let (hour, minute, second) = (seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02}-{hour:02}{minute:02}{second:02}")
}

/// The date so many days after the first of January 1970.
fn date(mut days: u64) -> (u64, u64, u64) {
    let is_leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let mut year = 1970;
    // A clock that is set wildly wrong must not keep us here.
    while year < 9999 && days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let lengths = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while month < 11 && days >= lengths[month] {
        days -= lengths[month];
        month += 1;
    }
    (year, month as u64 + 1, days.min(30) + 1)
}

/// The part of a file's name that stays the same all through a game: its stamp, or all of a name
/// that somebody else has given.
pub(super) fn stamp_of(id: &str) -> &str {
    match id.split_once('_') {
        Some((stamp, _)) if stamp.bytes().all(|c| c.is_ascii_digit() || c == b'-') => stamp,
        _ => id,
    }
}

/// The name of a game's file without its ending: when it began, the game, who plays.
pub(super) fn file_stem(id: &str, record_text: &str) -> String {
    let record = Reader::new(record_text.as_bytes()).next().and_then(Result::ok);
    let record = record.unwrap_or_default();
    let words = std::iter::once(record.tag("Game").unwrap_or_default()).chain(players(&record));
    let words = words.map(clean).filter(|word| !word.is_empty());
    words.fold(clean(stamp_of(id)), |stem, word| format!("{stem}_{word}"))
}

/// A word as any file system takes it.
fn clean(word: &str) -> String {
    let plain = word.replace(|c: char| !c.is_alphanumeric(), "-");
    let parts: Vec<&str> = plain.split('-').filter(|part| !part.is_empty()).collect();
    let cut: String = parts.join("-").chars().take(LONGEST_WORD).collect();
    cut.trim_end_matches('-').to_owned()
}

fn players(record: &Record) -> impl Iterator<Item = &str> {
    (0..).map_while(|player: usize| record.tag(&format!("Player{player}")))
}

/// What is said of a record in a list.
pub(super) struct Summary {
    pub(super) title: String,
    pub(super) finished: bool,
    pub(super) has_person: bool,
}

impl Summary {
    /// What is said of a file that cannot be read, and so cannot be gone on with.
    pub(super) fn unreadable(id: &str, reason: &str) -> Self {
        let title = format!("{id}: unreadable, {reason}");
        Self { title, finished: true, has_person: false }
    }
}

/// What is said of a record in a list, or why it is none.
pub(super) fn summary(games: &[GameEntry], text: &str) -> Result<Summary, String> {
    let record = match Reader::new(text.as_bytes()).next() {
        Some(Ok(record)) => record,
        Some(Err(error)) => return Err(error.to_string()),
        None => return Err("there is no game in it".to_owned()),
    };
    let game = record.tag("Game").ok_or("the tag Game is missing")?;
    let info = find_game(games, game).map_err(|error| error.to_string())?.info;
    // Whoever has no name goes by the side.
    let people = players(&record).zip(info.sides).map(|(name, side)| match name {
        "" => side.name.to_owned(),
        name => shorten(name),
    });
    let people: Vec<String> = people.collect();
    let people = match players(&record).all(str::is_empty) {
        true => String::new(),
        false => format!(", {}", people.join(" against ")),
    };
    let is_abandoned = record.tag("Termination") == Some("abandoned");
    let state = match &record.result {
        Some(result) => result.clone(),
        None if is_abandoned => "abandoned".to_owned(),
        None => match record.current().unwrap_or(record.moves.len()) {
            0 => "not started".to_owned(),
            1 => "1 move".to_owned(),
            moves => format!("{moves} moves"),
        },
    };
    // A seat of which nothing is said is a person's.
    let is_bot = |player| {
        let seat = record.tag(&format!("Seat{player}")).map(str::parse);
        matches!(seat, Some(Ok(SeatKind::Bot(_))))
    };
    Ok(Summary {
        title: format!("{}{people}, {state}", info.name),
        finished: record.result.is_some() || is_abandoned,
        has_person: !(0..players(&record).count().max(1)).all(is_bot),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stamps_are_dates() {
        for (seconds, text) in [
            (0, "1970-01-01-000000"),
            (951_782_399, "2000-02-28-235959"),
            (951_782_400, "2000-02-29-000000"),
            (1_735_689_599, "2024-12-31-235959"),
            (4_107_542_400, "2100-03-01-000000"),
        ] {
            assert_eq!(stamp(UNIX_EPOCH + Duration::from_secs(seconds)), text);
        }
        assert!(stamp(UNIX_EPOCH + Duration::from_secs(1 << 60)).starts_with("9999-"));
    }

    #[test]
    fn stamps_are_found_again() {
        assert_eq!(stamp_of("2026-11-15-143605_qawale_Ann"), "2026-11-15-143605");
        assert_eq!(stamp_of("2026-11-15-143605-2"), "2026-11-15-143605-2");
        assert_eq!(stamp_of("my_game"), "my_game");
    }

    #[test]
    fn names_are_fit_for_files() {
        let record = "[Game \"qawale\"]\n[Player0 \"../../Ann / B\"]\n[Player1 \"level 3\"]\n\n*\n";
        assert_eq!(
            file_stem("1970-01-01-000000", record),
            "1970-01-01-000000_qawale_Ann-B_level-3"
        );
        assert_eq!(file_stem("../x", "no record"), "x");
        let long = format!("[Game \"g\"]\n[Player0 \"{}\"]\n\n*\n", "é".repeat(300));
        assert!(file_stem("1", &long).len() < 100);
    }
}
