//! `POST /api/records`: records as the analysis board takes them.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use strata_records::{Played, Reader, Record, start_position, verify};
use strata_rules::GameEntry;

use crate::app::App;
use crate::error::ApiError;
use crate::web::extract::{LARGEST_RECORDS, Sent};

/// Records to be read.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct RecordsSent {
    /// One record or several; the first hundred are read.
    text: String,
}

/// More games than this are not read at once.
const MOST_GAMES: usize = 100;

pub(crate) async fn read(
    State(app): State<Arc<App>>,
    Sent(sent): Sent<RecordsSent, LARGEST_RECORDS>,
) -> Result<Json<Value>, ApiError> {
    let games = app.catalogue.games;
    app.heavy(move || read_all(games, &sent.text)).await?.map(Json)
}

fn read_all(games: &'static [GameEntry], text: &str) -> Result<Value, ApiError> {
    let mut found = Vec::new();
    for (number, record) in (1..).zip(Reader::new(text.as_bytes())) {
        let record = record.map_err(|error| ApiError::Bad(format!("game {number}: {error}")))?;
        found.push(game_json(games, &record, number)?);
        if found.len() == MOST_GAMES {
            break;
        }
    }
    match found.is_empty() {
        true => Err(ApiError::bad("there is no game in this text")),
        false => Ok(json!({ "games": found })),
    }
}

fn game_json(games: &[GameEntry], record: &Record, number: usize) -> Result<Value, ApiError> {
    let told = |error: &dyn std::fmt::Display| ApiError::Bad(format!("game {number}: {error}"));
    let start = start_position(record, games).map_err(|fault| told(&fault))?;
    if let Some(fault) = verify(record, games).faults.first() {
        return Err(told(fault));
    }
    let tags: Map<String, Value> =
        record.tags.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
    Ok(json!({
        "tags": tags,
        "game": start.info().id,
        "start": start.text(),
        "moves": line_json(&record.moves),
        "result": record.result,
    }))
}

fn line_json(moves: &[Played]) -> Vec<Value> {
    let played = |played: &Played| {
        let others: Vec<Value> =
            played.variations.iter().map(|other| json!(line_json(&other.moves))).collect();
        json!({
            "mv": played.text,
            "comments": played.comments,
            "evaluation": played.evaluation(),
            "variations": others,
        })
    };
    moves.iter().map(played).collect()
}
