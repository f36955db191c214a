//! `GET /api/rules/{game}`

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use strata_api::ViewParams;

use super::types::games::Rules;
use crate::app::App;
use crate::error::ApiError;
use crate::web::extract::{Path, Query};

pub(crate) async fn show(
    State(app): State<Arc<App>>,
    Path(game): Path<String>,
    Query(view): Query<ViewParams>,
) -> Result<Json<Rules>, ApiError> {
    let entry = app.game(&game)?;
    Ok(Json(Rules { html: strata_api::rules::html(entry, entry.info.rules, view) }))
}
