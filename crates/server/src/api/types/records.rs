//! Game records.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strata_records::Played;

/// Records to read.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RecordsRequest {
    /// One or more records, at most 100.
    pub(crate) text: String,
}

/// The games of a text.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Records {
    pub(crate) games: Vec<RecordedGame>,
}

/// A game from a record.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct RecordedGame {
    /// The tags of the record.
    pub(crate) tags: BTreeMap<String, String>,
    /// The id of the game.
    pub(crate) game: &'static str,
    /// The start position as text.
    pub(crate) start: String,
    pub(crate) moves: Vec<RecordedMove>,
    /// The result as the record spells it.
    pub(crate) result: Option<String>,
}

/// A move from a record.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct RecordedMove {
    pub(crate) mv: String,
    pub(crate) comments: Vec<String>,
    /// The evaluation as the record spells it.
    pub(crate) evaluation: Option<String>,
    /// Lines that could have been played instead of this move.
    pub(crate) variations: Vec<Vec<RecordedMove>>,
}

impl From<Played> for RecordedMove {
    fn from(played: Played) -> Self {
        Self {
            evaluation: played.evaluation().map(str::to_owned),
            mv: played.text,
            comments: played.comments,
            variations: played.variations.into_iter().map(|line| moves(line.moves)).collect(),
        }
    }
}

/// The moves of a line.
pub(crate) fn moves(played: Vec<Played>) -> Vec<RecordedMove> {
    played.into_iter().map(RecordedMove::from).collect()
}
