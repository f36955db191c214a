//! `POST /api/records`: records as the analysis board takes them.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strata_records::{Played, Reader, Record, start_position, verify};
use strata_rules::GameEntry;
use strata_table::MOST_MOVES;

use crate::app::App;
use crate::error::ApiError;
use crate::visitors::Visitor;
use crate::web::extract::{LARGEST_RECORDS, Sent};

/// Records to be read.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct RecordsSent {
    /// One record or several, a hundred at most.
    text: String,
}

/// More games than this are not read at once.
const MOST_GAMES: usize = 100;

pub(crate) async fn read(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    Sent(sent): Sent<RecordsSent, LARGEST_RECORDS>,
) -> Result<Response, ApiError> {
    let games = app.catalogue.games;
    app.blocking_json(visitor, move || read_all(games, &sent.text)).await
}

/// Records as they are shown. They may be long, so they are written without detours.
#[derive(Serialize)]
struct Shown {
    games: Vec<ShownGame>,
}

#[derive(Serialize)]
struct ShownGame {
    tags: BTreeMap<String, String>,
    game: &'static str,
    start: String,
    moves: Vec<ShownMove>,
    result: Option<String>,
}

#[derive(Serialize)]
struct ShownMove {
    mv: String,
    comments: Vec<String>,
    evaluation: Option<String>,
    variations: Vec<Vec<ShownMove>>,
}

impl From<Played> for ShownMove {
    fn from(played: Played) -> Self {
        Self {
            evaluation: played.evaluation().map(str::to_owned),
            mv: played.text,
            comments: played.comments,
            variations: played.variations.into_iter().map(|other| shown(other.moves)).collect(),
        }
    }
}

fn shown(moves: Vec<Played>) -> Vec<ShownMove> {
    moves.into_iter().map(ShownMove::from).collect()
}

fn read_all(games: &'static [GameEntry], text: &str) -> Result<Shown, ApiError> {
    let mut found = Vec::new();
    let records = Reader::new(text.as_bytes()).with_at_most(MOST_MOVES);
    for (number, record) in (1..).zip(records) {
        if number > MOST_GAMES {
            return Err(ApiError::Bad(format!(
                "there are more than {MOST_GAMES} games in this text: send some of them"
            )));
        }
        let record = record.map_err(|error| ApiError::Bad(format!("game {number}: {error}")))?;
        found.push(read_game(games, record, number)?);
    }
    match found.is_empty() {
        true => Err(ApiError::bad("there is no game in this text")),
        false => Ok(Shown { games: found }),
    }
}

fn read_game(games: &[GameEntry], record: Record, number: usize) -> Result<ShownGame, ApiError> {
    let told = |error: &dyn std::fmt::Display| ApiError::Bad(format!("game {number}: {error}"));
    let start = start_position(&record, games).map_err(|fault| told(&fault))?;
    if let Some(fault) = verify(&record, games).faults.first() {
        return Err(told(fault));
    }
    Ok(ShownGame {
        tags: record.tags.into_iter().collect(),
        game: start.info().id,
        start: start.text(),
        moves: shown(record.moves),
        result: record.result,
    })
}
