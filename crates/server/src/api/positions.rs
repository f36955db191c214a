//! `POST /api/position`, `POST /api/frames`

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use strata_api::positions;

use super::types::positions::{FramesRequest, PositionRequest};
use crate::app::App;
use crate::error::ApiError;
use crate::visitors::Visitor;
use crate::web::extract::JsonBody;

pub(crate) async fn show(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    JsonBody(request): JsonBody<PositionRequest>,
) -> Result<Response, ApiError> {
    let entry = app.game(&request.game)?;
    app.blocking_json(visitor, move || Ok(positions::position(entry, &request)?)).await
}

pub(crate) async fn frames(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    JsonBody(request): JsonBody<FramesRequest>,
) -> Result<Response, ApiError> {
    let entry = app.game(&request.game)?;
    app.blocking_json(visitor, move || Ok(positions::frames(entry, &request)?)).await
}
