//! Every address the server knows. The documentation of the API is made from the same list.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use axum::{Json, Router};
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};

use crate::api::{
    analysis, drafts, events, games, health, pictures, positions, records, review, rules, socket,
    tables,
};
use crate::app::App;
use crate::error::ApiError;
use crate::openapi;
use crate::web::{guard, headers, page};

/// An address, how it is served, and what is said of it. Pages have nothing to be said.
pub(crate) struct Route {
    pub(crate) path: &'static str,
    pub(crate) method: &'static str,
    pub(crate) about: &'static str,
    handler: MethodRouter<Arc<App>>,
}

fn route(
    method: &'static str,
    path: &'static str,
    about: &'static str,
    handler: MethodRouter<Arc<App>>,
) -> Route {
    Route { path, method, about, handler }
}

/// Every address.
pub(crate) fn all() -> Vec<Route> {
    vec![
        route("get", "/api/games", "The games with their sides and options.", get(games::list)),
        route("get", "/api/rules/{game}", "The rules of a game as HTML.", get(rules::show)),
        route(
            "get",
            "/api/picture.svg",
            "A picture of a position: ?game=, position=, theme=, flip=.",
            get(pictures::board),
        ),
        route(
            "post",
            "/api/position",
            "Everything about a position, with the steps of a move chosen so far: game, options, position, moves, steps, flip, theme.",
            post(positions::show),
        ),
        route(
            "post",
            "/api/frames",
            "A move step by step as pictures: game, position, move, flip, theme.",
            post(positions::frames),
        ),
        route(
            "post",
            "/api/draft",
            "A position put together by hand: game, options, position, change (put with brush and squares, take with a square, set with setting and value, clear), flip, theme. The answer says what is wrong with it as it stands.",
            post(drafts::change),
        ),
        route(
            "post",
            "/api/records",
            "Reads records: text. Variations are kept.",
            post(records::read),
        ),
        route(
            "post",
            "/api/analysis",
            "The engine's lines as lines of JSON while it thinks: game, options, position, lines, seconds, threads.",
            post(analysis::stream_lines),
        ),
        route(
            "post",
            "/api/tables",
            "Sets up a table: game, options, position, seats (kind person, bot, remote or open; level; name), clock. The answer holds the secrets of the seats.",
            post(tables::create),
        ),
        route(
            "get",
            "/api/tables/{id}",
            "A table. With a secret, `you` lists your players; ?svg=1 adds the board.",
            get(tables::show),
        ),
        route(
            "post",
            "/api/tables/{id}/join",
            "Takes the next open seat: name. The answer holds its secret.",
            post(tables::join),
        ),
        route(
            "post",
            "/api/tables/{id}/command",
            "Does something at a table, with the secret of a seat: command (play with mv, resign, offer_draw, accept_draw, decline_draw, take_back, accept_take_back, decline_take_back, redo, go_to with node, pause, resume, rename with name, abandon, rematch, claim), player, ply.",
            post(tables::command),
        ),
        route(
            "get",
            "/api/tables/{id}/events",
            "The table as lines of JSON, one whenever it changes.",
            get(events::follow),
        ),
        route(
            "get",
            "/api/tables/{id}/socket",
            "The same over a WebSocket, which also takes commands.",
            get(socket::open),
        ),
        route(
            "get",
            "/api/tables/{id}/position/{node}",
            "Everything about the position at a place of the history.",
            get(tables::position),
        ),
        route(
            "post",
            "/api/tables/{id}/hint",
            "A good move, with the secret of a seat; not against people.",
            post(analysis::hint),
        ),
        route(
            "post",
            "/api/tables/{id}/review",
            "What every move of a finished game was worth, as far as it is known yet.",
            post(review::show),
        ),
        route("get", "/api/openapi.json", "This document.", get(openapi_json)),
        route("get", "/healthz", "Says ok while the database answers.", get(health::healthz)),
        route("get", "/metrics", "Counters for Prometheus.", get(health::metrics)),
        route("get", "/assets/{version}/{file}", "", get(page::asset)),
        route("get", "/favicon.ico", "", get(page::icon)),
        route("get", "/", "", get(page::shell)),
        route("get", "/analysis", "", get(page::shell)),
        route("get", "/rules", "", get(page::shell)),
        route("get", "/new", "", get(page::shell)),
        route("get", "/analysis/{game}", "", get(page::shell)),
        route("get", "/analysis/{game}/{position}", "", get(page::shell)),
        route("get", "/rules/{game}", "", get(page::shell)),
        route("get", "/new/{game}", "", get(page::shell)),
        route(
            "get",
            "/{id}",
            "The page of a table; with .pgn its record, with .svg or .png a picture of it: ?ply=, theme=, flip=.",
            get(pictures::of_table),
        ),
        route("get", "/{id}/{secret}", "", get(pictures::seat)),
    ]
}

async fn openapi_json() -> Json<serde_json::Value> {
    Json(openapi::document(&all()))
}

/// The service behind all addresses.
pub(crate) fn router(app: &Arc<App>) -> Router {
    let mut router = Router::new();
    for Route { path, handler, .. } in all() {
        router = router.route(path, handler);
    }
    // Streams must not wait in a compressor for more to come.
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

async fn unknown(State(app): State<Arc<App>>, headers: HeaderMap, request: Request) -> Response {
    let path = request.uri().path();
    let is_page =
        !path.starts_with("/api/") && !path.rsplit('/').next().unwrap_or("").contains('.');
    match is_page {
        true => page::unknown(&app, &headers),
        false => ApiError::NotFound("there is nothing at this address".to_owned()).into_response(),
    }
}
