//! Reading records and the games in them.

use std::time::Duration;

use strata_records::{Reader, Record};
use strata_rules::GameEntry;
use strata_table::Table;

/// The first record of a text, or a phrase that says why there is none.
pub fn read_record(text: &str) -> Result<Record, String> {
    match Reader::new(text.as_bytes()).next() {
        Some(Ok(record)) => Ok(record),
        Some(Err(error)) => Err(error.to_string()),
        None => Err("there is no game in this file".to_owned()),
    }
}

/// The game of the first record of a text, or a phrase that says why there is none.
pub fn read_table(games: &[GameEntry], text: &str, now: Duration) -> Result<Table, String> {
    let record = read_record(text)?;
    Table::from_record(games, &record, now).map_err(|error| error.to_string())
}

/// All records of a text, each with a phrase in its place if it cannot be read.
pub(crate) fn read_records(text: &str) -> Vec<Result<Record, String>> {
    let records = Reader::new(text.as_bytes());
    records.map(|record| record.map_err(|error| error.to_string())).collect()
}

/// The game of a saved file, and whether it is the only one. A file with several games must not be
/// replaced by one of them.
pub(crate) fn read_saved(
    games: &[GameEntry],
    text: &str,
    now: Duration,
) -> Result<(Table, bool), String> {
    let is_only = Reader::new(text.as_bytes()).nth(1).is_none();
    read_table(games, text, now).map(|table| (table, is_only))
}
