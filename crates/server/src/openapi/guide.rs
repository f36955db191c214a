//! The introduction of the document: how to play through the API.

use std::collections::BTreeSet;

use strata_rules::{GameEntry, Random};

use crate::api::socket::{FIRST_MESSAGE, MAX_SILENCE};
use crate::api::types::positions::MAX_MOVE;
use crate::config::Bounds;
use crate::web::extract::{MAX_BODY, MAX_RECORDS};
use crate::web::websocket::MAX_MESSAGE;

/// The introduction of the document.
pub(super) fn guide(games: &[GameEntry], bounds: &Bounds) -> String {
    format!(
        include_str!("guide.md"),
        max_move = MAX_MOVE,
        moves = games.iter().filter_map(spellings).collect::<Vec<_>>().join("\n"),
        absence = bounds.absence.as_secs(),
        first_message = FIRST_MESSAGE.as_millis(),
        silence = MAX_SILENCE.as_secs(),
        requests = bounds.requests_per_second,
        request_burst = bounds.request_burst,
        tables = bounds.tables_per_minute,
        table_burst = bounds.table_burst,
        analysis = bounds.analysis_seconds,
        analysis_refill = bounds.analysis_refill,
        streams = bounds.streams_per_visitor,
        max_body = MAX_BODY,
        max_records = MAX_RECORDS,
        max_message = MAX_MESSAGE,
        messages = bounds.messages_per_second,
        send_timeout = bounds.send_timeout.as_secs(),
    )
}

/// The number of example moves, and the longest random game to find them.
const EXAMPLES: usize = 4;
const LONGEST_GAME: usize = 200;

/// Moves of a game with different spellings.
fn spellings(entry: &GameEntry) -> Option<String> {
    let mut position = entry.open([]).ok()?.start();
    let mut random = Random::new(7);
    let moves = (0..LONGEST_GAME).map_while(|_| position.play_random(&mut random));
    let mut known = BTreeSet::new();
    let new: Vec<String> = moves.filter(|mv| known.insert(shape(mv))).take(EXAMPLES).collect();
    Some(format!("- `{}`: `{}`", entry.info.id, new.join("`, `")))
}

/// The form of a move: all letters and all numbers are replaced by the same one.
fn shape(mv: &str) -> String {
    let mut shape = String::new();
    for letter in mv.chars() {
        match letter {
            'a'..='z' => shape.push('a'),
            '0'..='9' if shape.ends_with('0') => {}
            '0'..='9' => shape.push('0'),
            other => shape.push(other),
        }
    }
    shape
}
