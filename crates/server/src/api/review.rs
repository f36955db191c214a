//! `POST /api/tables/{id}/review`

use std::sync::Arc;

use axum::Extension;
use axum::Json;
use axum::extract::State;

use super::types::analysis::Review;
use crate::app::App;
use crate::error::ApiError;
use crate::visitors::Visitor;
use crate::web::extract::Path;

pub(crate) async fn show(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
) -> Result<Json<Review>, ApiError> {
    let live_table = app.live_tables.get(&app, &id).await?;
    live_table.review(&app, visitor).await.map(Json)
}
