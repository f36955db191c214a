//! Reads game records.

use strata_records::{Reader, Record, start_position, verify};
use strata_rules::GameEntry;
use strata_table::MOST_MOVES;

use crate::Refusal;
use crate::types::records::{RecordedGame, Records, moves};

/// The most games in one request.
const MAX_GAMES: usize = 100;

/// Reads all records of a text.
pub fn read(games: &[GameEntry], text: &str) -> Result<Records, Refusal> {
    let mut found = Vec::new();
    let records = Reader::new(text.as_bytes()).with_at_most(MOST_MOVES);
    for (number, record) in (1..).zip(records) {
        if number > MAX_GAMES {
            return Err(Refusal(format!(
                "the text has more than {MAX_GAMES} games; send at most {MAX_GAMES} at once"
            )));
        }
        let record = record.map_err(|error| Refusal(format!("game {number}: {error}")))?;
        found.push(read_game(games, record, number)?);
    }
    match found.is_empty() {
        true => Err(Refusal::new("the text contains no game record")),
        false => Ok(Records { games: found }),
    }
}

fn read_game(games: &[GameEntry], record: Record, number: usize) -> Result<RecordedGame, Refusal> {
    let told = |error: &dyn std::fmt::Display| Refusal(format!("game {number}: {error}"));
    let start = start_position(&record, games).map_err(|fault| told(&fault))?;
    if let Some(fault) = verify(&record, games).faults.first() {
        return Err(told(fault));
    }
    Ok(RecordedGame {
        tags: record.tags.into_iter().collect(),
        game: start.info().id,
        start: start.text(),
        moves: moves(start, record.moves),
        result: record.result,
    })
}
