//! Pictures of positions; pictures, records and pages of tables.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderName, Uri};
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Deserialize;
use strata_render::{png, svg};
use strata_rules::Scene;
use strata_table::Table;

use super::types::positions::OptionsRequest;
use crate::app::App;
use crate::error::ApiError;
use crate::live_table::LiveTable;
use crate::visitors::Visitor;
use crate::web::extract::{Path, Query, query_pairs, read_query};
use crate::web::page;
use crate::web::preview::Preview;
use strata_api::ViewParams;
use strata_api::pictures::draw;
use strata_api::positions::{non_blank, open_position};

/// The pixels of a PNG for each SVG unit.
const PNG_SCALE: f32 = 1.5;

/// A position to draw.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct PictureQuery {
    /// The id of a game, see `GET /api/games`.
    game: String,
    /// The position as text; by default one from the middle of a game.
    position: Option<String>,
    #[serde(flatten)]
    view: ViewParams,
}

/// `GET /api/picture.svg`: the board alone.
pub(crate) async fn board(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    Query(query): Query<PictureQuery>,
) -> Result<Response, ApiError> {
    let draw = drawing(&app, &query, true)?;
    let picture = app.run_blocking(visitor, draw).await?;
    Ok(([(CONTENT_TYPE, "image/svg+xml"), FOR_AN_HOUR], picture).into_response())
}

/// `GET /api/picture.png`: the board, the players and the status.
pub(crate) async fn whole(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    Query(query): Query<PictureQuery>,
) -> Result<Response, ApiError> {
    let draw = drawing(&app, &query, false)?;
    let pixels = pixels(&app, visitor, draw).await?;
    Ok(([(CONTENT_TYPE, "image/png"), FOR_AN_HOUR], pixels).into_response())
}

const FOR_AN_HOUR: (HeaderName, &str) = (CACHE_CONTROL, "public, max-age=3600");

/// A closure that draws the position of the query.
fn drawing(
    app: &App,
    query: &PictureQuery,
    board_only: bool,
) -> Result<impl FnOnce() -> String + Send + use<>, ApiError> {
    let entry = app.game(&query.game)?;
    let position = open_position(entry, &OptionsRequest::default(), query.position.as_deref())?;
    let is_given = non_blank(query.position.as_deref()).is_some();
    let view = query.view;
    Ok(move || draw(position, is_given, board_only, view))
}

/// A picture in pixels.
async fn pixels(
    app: &App,
    visitor: Visitor,
    draw: impl FnOnce() -> String + Send + 'static,
) -> Result<Vec<u8>, ApiError> {
    app.run_blocking(visitor, move || png(&draw(), PNG_SCALE)).await?.map_err(|error| {
        tracing::error!(%error, "cannot draw a picture");
        ApiError::Unavailable("the picture could not be drawn; try again")
    })
}

/// A position of a table to draw.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct TablePictureQuery {
    /// The number of moves of the main line; by default the current position.
    ply: Option<u64>,
    #[serde(flatten)]
    view: ViewParams,
}

/// `GET /{id}`, `/{id}.pgn`, `/{id}.svg`, `/{id}.png`
pub(crate) async fn of_table(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    Path(name): Path<String>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let (id, kind) = name.split_once('.').unwrap_or((&name, ""));
    let live_table = match app.live_tables.get(&app, id).await {
        Ok(live_table) => live_table,
        Err(ApiError::NotFound(_)) if kind.is_empty() => return Ok(page::unknown(&app)),
        Err(error) => return Err(error),
    };
    match kind {
        "" => {
            // The page opens whatever other parameters the address has.
            let pairs = query_pairs(&uri).into_iter();
            let ply = pairs.filter(|(name, _)| name == "ply").find_map(|(_, ply)| ply.parse().ok());
            Ok(page_of(&app, &headers, &live_table, ply).await)
        }
        "pgn" => Ok(record(&app, &live_table).await),
        "svg" | "png" => {
            let query: TablePictureQuery = read_query(&uri)?;
            let info = live_table.with_table(|table| table.position().info()).await;
            let scene = scene_at(&live_table, query.ply).await?;
            let drawn = svg::svg(&scene, info, &query.view.view());
            if kind == "svg" {
                return Ok(([(CONTENT_TYPE, "image/svg+xml")], drawn).into_response());
            }
            let pixels = pixels(&app, visitor, move || drawn).await?;
            Ok(([(CONTENT_TYPE, "image/png")], pixels).into_response())
        }
        _ => Err(ApiError::NotFound("tables are available as .pgn, .svg and .png".to_owned())),
    }
}

/// `GET /{id}/{secret}`: the page of a table, which uses the secret itself.
pub(crate) async fn seat(
    State(app): State<Arc<App>>,
    Path((id, _)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    match app.live_tables.get(&app, &id).await {
        Ok(live_table) => Ok(page_of(&app, &headers, &live_table, None).await),
        Err(ApiError::NotFound(_)) => Ok(page::unknown(&app)),
        Err(error) => Err(error),
    }
}

/// The page of a table, with a preview of the position after `ply` moves.
async fn page_of(
    app: &App,
    headers: &HeaderMap,
    live_table: &LiveTable,
    ply: Option<u64>,
) -> Response {
    let (title, mut description) = live_table.snapshot().preview();
    let mut query = String::new();
    if let Some(ply) = ply
        && let Ok(scene) = scene_at(live_table, Some(ply)).await
    {
        description = scene.caption;
        query = format!("?ply={ply}");
    }
    let (address, picture) =
        (format!("{}{query}", live_table.id), format!("{}.png{query}", live_table.id));
    page::with_preview(app, headers, &Preview { title, description, address, picture })
}

/// The position after `ply` moves of the main line; by default the current position.
async fn scene_at(live_table: &LiveTable, ply: Option<u64>) -> Result<Scene, ApiError> {
    let find = |table: &Table| {
        let line = table.history().main_line();
        let Some(ply) = ply else { return table.scene_at(table.history().current()) };
        table.scene_at(*line.get(usize::try_from(ply).ok()?)?)
    };
    let count = |table: &Table| table.history().main_line().len() - 1;
    match live_table.with_table(|table| find(table).ok_or_else(|| count(table))).await {
        Ok(scene) => Ok(scene),
        Err(count) => Err(ApiError::NotFound(format!(
            "ply {}: expected a number from 0 to {count}",
            ply.unwrap_or_default()
        ))),
    }
}

async fn record(app: &App, live_table: &LiveTable) -> Response {
    let now = app.time.now();
    let text = live_table.with_table(|table| table.record_text(now)).await;
    let name = format!("attachment; filename=\"strata-{}.pgn\"", live_table.id);
    let known =
        [(CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()), (CONTENT_DISPOSITION, name)];
    (known, text).into_response()
}
