//! `POST /api/tables/{id}/review`

use std::sync::Arc;

use axum::Extension;
use axum::Json;
use axum::extract::State;
use serde_json::Value;

use crate::app::App;
use crate::error::ApiError;
use crate::jobs;
use crate::visitors::Visitor;
use crate::web::extract::Path;

pub(crate) async fn show(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
) -> Result<Json<Value>, ApiError> {
    let live_table = app.live_tables.get(&app, &id).await?;
    jobs::review(&app, visitor, &live_table).await.map(Json)
}
