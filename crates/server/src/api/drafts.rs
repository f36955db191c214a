//! `POST /api/draft`: positions that are set up by hand.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use strata_api::drafts::draft;

use super::types::drafts::DraftRequest;
use crate::app::App;
use crate::error::ApiError;
use crate::visitors::Visitor;
use crate::web::extract::JsonBody;

pub(crate) async fn change(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    JsonBody(request): JsonBody<DraftRequest>,
) -> Result<Response, ApiError> {
    let entry = app.game(&request.game)?;
    app.blocking_json(visitor, move || Ok(draft(entry, &request)?)).await
}
