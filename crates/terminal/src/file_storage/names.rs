//! Names and titles of saved games.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use strata_records::{Reader, Record};
use strata_rules::{GameEntry, find_game, shorten};
use strata_table::SeatKind;

use crate::load::read_record;

/// The maximum length of a word from a record in a file name.
const MAX_WORD_LENGTH: usize = 24;

/// The maximum length of a name that the player typed.
const MAX_NAME_LENGTH: usize = 60;

/// A moment as text that sorts by time: `2026-11-15-143605`, in universal time.
pub(super) fn stamp(now: SystemTime) -> String {
    let seconds = now.duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO).as_secs();
    let (year, month, day) = date(seconds / 86_400);
    let (hour, minute, second) = (seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02}-{hour:02}{minute:02}{second:02}")
}

/// The date of a moment: `2026-11-15`, in universal time.
pub(crate) fn date_text(when: SystemTime) -> String {
    let seconds = when.duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO).as_secs();
    let (year, month, day) = date(seconds / 86_400);
    format!("{year:04}-{month:02}-{day:02}")
}

/// The year, month and day of a number of days since 1 January 1970.
fn date(mut days: u64) -> (u64, u64, u64) {
    let is_leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let mut year = 1970;
    // The limit bounds the loop if the system clock is far off.
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

/// The part of a file name that identifies the game: its time stamp, or the whole name if it does
/// not start with one.
pub(super) fn stamp_of(id: &str) -> &str {
    match id.split_once('_') {
        Some((stamp, _)) if stamp.bytes().all(|c| c.is_ascii_digit() || c == b'-') => stamp,
        _ => id,
    }
}

/// The stem of a file name: the time stamp, the game and the players.
pub(super) fn file_stem(id: &str, record_text: &str) -> String {
    let record = Reader::new(record_text.as_bytes()).next().and_then(Result::ok);
    let record = record.unwrap_or_default();
    let words = std::iter::once(record.tag("Game").unwrap_or_default()).chain(players(&record));
    let words = words.map(clean).filter(|word| !word.is_empty());
    words.fold(clean(stamp_of(id)), |stem, word| format!("{stem}_{word}"))
}

/// Whether the player chose the name of a file, rather than this program.
pub(super) fn is_chosen(id: &str) -> bool {
    stamp_of(id) == id && !id.bytes().all(|c| c.is_ascii_digit() || c == b'-')
}

/// The stem of the file for a name that the player typed.
pub(super) fn chosen_stem(name: &str) -> String {
    clean_to(name, MAX_NAME_LENGTH)
}

fn clean(word: &str) -> String {
    clean_to(word, MAX_WORD_LENGTH)
}

/// A text reduced to characters that every file system accepts.
fn clean_to(word: &str, max_length: usize) -> String {
    let plain = word.replace(|c: char| !c.is_alphanumeric(), "-");
    let parts: Vec<&str> = plain.split('-').filter(|part| !part.is_empty()).collect();
    let cut: String = parts.join("-").chars().take(max_length).collect();
    cut.trim_end_matches('-').to_owned()
}

fn players(record: &Record) -> impl Iterator<Item = &str> {
    (0..).map_while(|player: usize| record.tag(&format!("Player{player}")))
}

/// What a list shows of a record.
pub(crate) struct Summary {
    pub(crate) title: String,
    pub(crate) finished: bool,
    pub(crate) has_person: bool,
}

impl Summary {
    /// The summary of a file that cannot be read, and so cannot be resumed.
    pub(crate) fn unreadable(reason: &str) -> Self {
        Self { title: format!("unreadable, {reason}"), finished: true, has_person: false }
    }
}

/// The summary of a file, or why there is none. A file with several games cannot be resumed.
pub(super) fn summarize_text(games: &[GameEntry], text: &str) -> Result<Summary, String> {
    match Reader::new(text.as_bytes()).count() {
        0 | 1 => summarize(games, &read_record(text)?),
        count => Ok(Summary { title: format!("{count} games"), finished: true, has_person: false }),
    }
}

/// The summary of a record, or why there is none.
pub(crate) fn summarize(games: &[GameEntry], record: &Record) -> Result<Summary, String> {
    let game = record.tag("Game").ok_or("the tag Game is missing")?;
    let info = find_game(games, game).map_err(|error| error.to_string())?.info;
    // A player without a name is shown as the side.
    let people = players(record).zip(info.sides).map(|(name, side)| match name {
        "" => side.name.to_owned(),
        name => shorten(name),
    });
    let people: Vec<String> = people.collect();
    let people = match players(record).all(str::is_empty) {
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
    // A seat without a tag belongs to a human player.
    let is_bot = |player| {
        let seat = record.tag(&format!("Seat{player}")).map(str::parse);
        matches!(seat, Some(Ok(SeatKind::Bot(_))))
    };
    Ok(Summary {
        title: format!("{}{people}, {state}", info.name),
        finished: record.result.is_some() || is_abandoned,
        has_person: !(0..players(record).count().max(1)).all(is_bot),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stamps_are_dates_that_sort_by_time() {
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
    fn stamp_is_the_first_part_of_a_file_name() {
        assert_eq!(stamp_of("2026-11-15-143605_qawale_Ann"), "2026-11-15-143605");
        assert_eq!(stamp_of("2026-11-15-143605-2"), "2026-11-15-143605-2");
        assert_eq!(stamp_of("my_game"), "my_game");
    }

    #[test]
    fn file_names_have_only_safe_characters() {
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
