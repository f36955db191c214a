//! Pictures and records of tables, and the page that shows them.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderName};
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Deserialize;
use strata_render::{View, png, svg};
use strata_rules::{AnyPosition, Random, Scene};
use strata_table::Table;

use super::positions::{OptionsSent, open_position};
use crate::app::App;
use crate::error::ApiError;
use crate::live_table::LiveTable;
use crate::view_params::ViewParams;
use crate::visitors::Visitor;
use crate::web::extract::{Path, Query};
use crate::web::page;
use crate::web::preview::Preview;

/// The pixels of a PNG for each SVG unit.
const PNG_SCALE: f32 = 1.5;

/// Which position to draw, and how.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct PictureAsked {
    /// The id of a game, as `/api/games` lists them.
    game: String,
    /// A position as text; one from the middle of a game if there is none.
    position: Option<String>,
    #[serde(flatten)]
    look: ViewParams,
}

/// `GET /api/picture.svg`: the board alone.
pub(crate) async fn board(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    Query(asked): Query<PictureAsked>,
) -> Result<Response, ApiError> {
    let draw = drawing(&app, &asked, true)?;
    let picture = app.run_blocking(visitor, draw).await?;
    Ok(([(CONTENT_TYPE, "image/svg+xml"), FOR_AN_HOUR], picture).into_response())
}

/// `GET /api/picture.png`: with the players and how it stands.
pub(crate) async fn whole(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    Query(asked): Query<PictureAsked>,
) -> Result<Response, ApiError> {
    let draw = drawing(&app, &asked, false)?;
    let pixels = pixels(&app, visitor, draw).await?;
    Ok(([(CONTENT_TYPE, "image/png"), FOR_AN_HOUR], pixels).into_response())
}

const FOR_AN_HOUR: (HeaderName, &str) = (CACHE_CONTROL, "public, max-age=3600");

/// Draws the position that is asked for.
fn drawing(
    app: &App,
    asked: &PictureAsked,
    board_only: bool,
) -> Result<impl FnOnce() -> String + Send + use<>, ApiError> {
    let entry = app.game(&asked.game)?;
    let position = open_position(entry, &OptionsSent::new(), asked.position.as_deref())?;
    let view = View { board_only, ..asked.look.view() };
    let is_given = asked.position.is_some();
    Ok(move || {
        let shown = if is_given { position } else { lively(position) };
        svg::svg(&shown.scene(), shown.info(), &view)
    })
}

/// A picture in pixels.
async fn pixels(
    app: &App,
    visitor: Visitor,
    draw: impl FnOnce() -> String + Send + 'static,
) -> Result<Vec<u8>, ApiError> {
    app.run_blocking(visitor, move || png(&draw(), PNG_SCALE)).await?.map_err(|error| {
        tracing::error!(%error, "cannot draw");
        ApiError::Unavailable("the picture cannot be drawn")
    })
}

/// A position from the middle of a game that chance plays, always the same one: the first position
/// of most games tells little about them.
fn lively(start: Box<dyn AnyPosition>) -> Box<dyn AnyPosition> {
    const LONGEST_GAME: usize = 200;
    let mut random = Random::new(7);
    let mut positions = vec![start];
    while let Some(mut next) = positions.last().cloned()
        && positions.len() < LONGEST_GAME
        && next.play_random(&mut random).is_some()
    {
        positions.push(next);
    }
    let middle = positions.len() / 2;
    positions.swap_remove(middle)
}

/// Which position of a table to draw, and how.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct TablePicture {
    /// After how many moves of the main line; where the game stands if nothing is said.
    #[schemars(with = "Option<usize>")]
    ply: Option<String>,
    #[serde(flatten)]
    look: ViewParams,
}

/// `GET /{id}`, `/{id}.pgn`, `/{id}.svg`, `/{id}.png`
pub(crate) async fn of_table(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    Path(name): Path<String>,
    asked: Result<Query<TablePicture>, ApiError>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let (id, kind) = name.split_once('.').unwrap_or((&name, ""));
    let live_table = match app.live_tables.get(&app, id).await {
        Ok(live_table) => live_table,
        Err(ApiError::NotFound(_)) if kind.is_empty() => return Ok(page::unknown(&app, &headers)),
        Err(error) => return Err(error),
    };
    match kind {
        "" => {
            // The page opens whatever else the address says.
            let ply = asked.ok().and_then(|Query(asked)| asked.ply);
            Ok(page_of(&app, &headers, &live_table, ply.as_deref()).await)
        }
        "pgn" => Ok(record(&app, &live_table).await),
        "svg" | "png" => {
            let Query(asked) = asked?;
            let info = live_table.look_at(|table| table.position().info()).await;
            let scene = scene_at(&live_table, asked.ply.as_deref()).await?;
            let drawn = svg::svg(&scene, info, &asked.look.view());
            if kind == "svg" {
                return Ok(([(CONTENT_TYPE, "image/svg+xml")], drawn).into_response());
            }
            let pixels = pixels(&app, visitor, move || drawn).await?;
            Ok(([(CONTENT_TYPE, "image/png")], pixels).into_response())
        }
        _ => Err(ApiError::NotFound("games come as .pgn, .svg and .png".to_owned())),
    }
}

/// `GET /{id}/{secret}`: the page of a table; who has the secret is the page's business.
pub(crate) async fn seat(
    State(app): State<Arc<App>>,
    Path((id, _)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    match app.live_tables.get(&app, &id).await {
        Ok(live_table) => Ok(page_of(&app, &headers, &live_table, None).await),
        Err(ApiError::NotFound(_)) => Ok(page::unknown(&app, &headers)),
        Err(error) => Err(error),
    }
}

/// The page of a table, with a preview of the game after so many moves.
async fn page_of(
    app: &App,
    headers: &HeaderMap,
    live_table: &LiveTable,
    ply: Option<&str>,
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

/// The board after so many moves of the main line; where the game stands if none is said.
async fn scene_at(live_table: &LiveTable, ply: Option<&str>) -> Result<Scene, ApiError> {
    let find = |table: &Table| {
        let line = table.history().main_line();
        let told = || format!("ply is a number from 0 to {}", line.len() - 1);
        let node = match ply.map(str::parse) {
            None => Some(table.history().current()),
            Some(Ok(ply)) => line.get::<usize>(ply).copied(),
            Some(Err(_)) => return Err(ApiError::Bad(told())),
        };
        node.and_then(|node| table.scene_at(node)).ok_or_else(|| ApiError::NotFound(told()))
    };
    live_table.look_at(find).await
}

async fn record(app: &App, live_table: &LiveTable) -> Response {
    let now = app.time.now();
    let text = live_table.look_at(|table| table.record_text(now)).await;
    let name = format!("attachment; filename=\"strata-{}.pgn\"", live_table.id);
    let known =
        [(CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()), (CONTENT_DISPOSITION, name)];
    (known, text).into_response()
}
