//! `POST /api/records`: reads game records.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use strata_records::{Reader, Record, start_position, verify};
use strata_rules::GameEntry;
use strata_table::MOST_MOVES;

use super::types::records::{RecordedGame, Records, RecordsRequest, moves};
use crate::app::App;
use crate::error::ApiError;
use crate::visitors::Visitor;
use crate::web::extract::{JsonBody, MAX_RECORDS};

/// The most games in one request.
const MAX_GAMES: usize = 100;

pub(crate) async fn read(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    JsonBody(request): JsonBody<RecordsRequest, MAX_RECORDS>,
) -> Result<Response, ApiError> {
    let games = app.catalogue.games;
    app.blocking_json(visitor, move || read_all(games, &request.text)).await
}

fn read_all(games: &'static [GameEntry], text: &str) -> Result<Records, ApiError> {
    let mut found = Vec::new();
    let records = Reader::new(text.as_bytes()).with_at_most(MOST_MOVES);
    for (number, record) in (1..).zip(records) {
        if number > MAX_GAMES {
            return Err(ApiError::Unprocessable(format!(
                "the text has more than {MAX_GAMES} games; send at most {MAX_GAMES} at once"
            )));
        }
        let record =
            record.map_err(|error| ApiError::Unprocessable(format!("game {number}: {error}")))?;
        found.push(read_game(games, record, number)?);
    }
    match found.is_empty() {
        true => Err(ApiError::unprocessable("the text contains no game record")),
        false => Ok(Records { games: found }),
    }
}

fn read_game(games: &[GameEntry], record: Record, number: usize) -> Result<RecordedGame, ApiError> {
    let told =
        |error: &dyn std::fmt::Display| ApiError::Unprocessable(format!("game {number}: {error}"));
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
