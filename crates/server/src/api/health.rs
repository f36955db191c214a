//! `GET /healthz`, `GET /readyz`, `GET /metrics`

use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::error::ApiError;

pub(crate) async fn healthz(State(app): State<Arc<App>>) -> Result<&'static str, ApiError> {
    if !app.store.saves() {
        return Err(ApiError::Unavailable("games cannot be saved now; see the server log"));
    }
    match app.store.answers().await {
        true => Ok("ok\n"),
        false => Err(ApiError::Unavailable("the database does not respond; see the server log")),
    }
}

pub(crate) async fn readyz(state: State<Arc<App>>) -> Result<&'static str, ApiError> {
    match state.draining.load(Ordering::Relaxed) {
        true => Err(ApiError::Unavailable("the server is about to shut down")),
        false => healthz(state).await,
    }
}

pub(crate) async fn metrics(State(app): State<Arc<App>>) -> Response {
    let text = app.metrics.text(&app).await;
    ([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text).into_response()
}
