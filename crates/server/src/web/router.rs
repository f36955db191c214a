//! The router of all addresses.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};

use super::{guard, headers, page};
use crate::app::App;
use crate::error::ApiError;
use crate::routes::{HEALTH, Route, all};

/// The router of all addresses; for a worker, only of those about its health.
pub(crate) fn router(app: &Arc<App>) -> Router {
    let mut router = Router::new();
    let is_served = |path| app.config.serves_games || HEALTH.contains(&path);
    for Route { operation, handler } in all() {
        if let Some(handler) = handler.filter(|_| is_served(operation.path)) {
            router = router.route(operation.path, handler);
        }
    }
    // Otherwise it would be a seat of a table called "api".
    router = router.route("/api/{*rest}", any(unknown));
    // A compressor would delay the lines of streams.
    let compressible = SizeAbove::new(600)
        .and(NotForContentType::const_new("image/png"))
        .and(NotForContentType::const_new("application/x-ndjson"));
    router
        .fallback(unknown)
        .method_not_allowed_fallback(async || ApiError::Method)
        .layer(middleware::from_fn_with_state(Arc::clone(app), guard::guard))
        .layer(CompressionLayer::new().compress_when(compressible))
        .layer(middleware::from_fn(headers::add))
        .with_state(Arc::clone(app))
}

async fn unknown(State(app): State<Arc<App>>, request: Request) -> Response {
    let path = request.uri().path();
    let is_page = app.config.serves_games
        && !path.starts_with("/api/")
        && !path.rsplit('/').next().unwrap_or("").contains('.');
    match is_page {
        true => page::unknown(&app),
        false => ApiError::NotFound("there is nothing at this address".to_owned()).into_response(),
    }
}
