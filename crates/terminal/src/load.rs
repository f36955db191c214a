//! Tables from the text of records.

use std::time::Duration;

use strata_records::{Reader, Record};
use strata_rules::GameEntry;
use strata_table::Table;

/// The first record of a text, or why there is none, as a phrase.
pub fn read_record(text: &str) -> Result<Record, String> {
    match Reader::new(text.as_bytes()).next() {
        Some(Ok(record)) => Ok(record),
        Some(Err(error)) => Err(error.to_string()),
        None => Err("there is no game in it".to_owned()),
    }
}

/// The table of the first record of a text, or why there is none, as a phrase.
pub fn read_table(games: &[GameEntry], text: &str, now: Duration) -> Result<Table, String> {
    let record = read_record(text)?;
    Table::from_record(games, &record, now).map_err(|error| error.to_string())
}
