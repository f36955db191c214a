//! `POST /api/records`: reads game records.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::response::Response;

use super::types::records::RecordsRequest;
use crate::app::App;
use crate::error::ApiError;
use crate::visitors::Visitor;
use crate::web::extract::{JsonBody, MAX_RECORDS};

pub(crate) async fn read(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    JsonBody(request): JsonBody<RecordsRequest, MAX_RECORDS>,
) -> Result<Response, ApiError> {
    let games = app.catalogue.games;
    app.blocking_json(visitor, move || Ok(strata_api::records::read(games, &request.text)?)).await
}
