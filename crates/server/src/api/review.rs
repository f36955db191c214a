//! `POST /api/tables/{id}/review`

use std::sync::Arc;

use axum::Extension;
use axum::Json;
use axum::extract::{Path, State};
use serde_json::Value;

use crate::app::App;
use crate::error::ApiError;
use crate::visitors::Visitor;

pub(crate) async fn show(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
) -> Result<Json<Value>, ApiError> {
    let room = app.rooms.get(&app, &id).await?;
    room.review(&app, visitor).await.map(Json)
}
