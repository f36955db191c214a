//! Game records.

use super::Pairs;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strata_records::{Played, play_recorded};
use strata_rules::{AnyPosition, Player};

/// Records to read.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordsRequest {
    /// One or more records, at most 100.
    pub text: String,
}

/// The games of a text.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Records {
    pub games: Vec<RecordedGame>,
}

/// A game from a record.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RecordedGame {
    /// The tags of the record.
    pub tags: Pairs<String>,
    /// The id of the game.
    pub game: &'static str,
    /// The start position as text.
    pub start: String,
    pub moves: Vec<RecordedMove>,
    /// The result as it is written in the record.
    pub result: Option<String>,
}

/// A move from a record.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RecordedMove {
    pub mv: String,
    /// The player who moved.
    pub player: Player,
    pub comments: Vec<String>,
    /// Numeric annotation glyphs: 1 for `!`, 2 for `?` and so on.
    pub glyphs: Vec<u8>,
    /// The evaluation as it is written in the record.
    pub evaluation: Option<String>,
    /// Lines that could have been played instead of this move.
    pub variations: Vec<Vec<RecordedMove>>,
}

/// The moves of a line from this position, as far as they can be played.
pub fn moves(mut position: Box<dyn AnyPosition>, played: Vec<Played>) -> Vec<RecordedMove> {
    let describe = |played: Played| {
        let before = position.clone();
        let (mv, player) = play_recorded(&mut *position, &played.text).ok()?;
        Some(RecordedMove {
            evaluation: played.evaluation().map(str::to_owned),
            mv,
            player,
            comments: played.comments,
            glyphs: played.glyphs,
            variations: played
                .variations
                .into_iter()
                .map(|line| moves(before.clone(), line.moves))
                .collect(),
        })
    };
    played.into_iter().map_while(describe).collect()
}
