//! Pictures and records of tables, and the page that shows them.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Deserialize;
use strata_render::{View, png, svg};
use strata_rules::{AnyPosition, Random};

use super::positions::{OptionsSent, open_position};
use crate::app::App;
use crate::error::ApiError;
use crate::room::{Look, Room};
use crate::visitors::Visitor;
use crate::web::extract::{Path, Query};
use crate::web::page;

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
    look: Look,
}

/// `GET /api/picture.svg`
pub(crate) async fn board(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    Query(asked): Query<PictureAsked>,
) -> Result<Response, ApiError> {
    let entry = app.game(&asked.game)?;
    let position = open_position(entry, &OptionsSent::new(), asked.position.as_deref())?;
    let view = View { board_only: true, ..view(asked.look) };
    let picture = app
        .heavy(visitor, move || {
            let shown = if asked.position.is_some() { position } else { lively(position) };
            svg::svg(&shown.scene(), shown.info(), &view)
        })
        .await?;
    let known = [(CONTENT_TYPE, "image/svg+xml"), (CACHE_CONTROL, "public, max-age=3600")];
    Ok((known, picture).into_response())
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

fn view(look: Look) -> View {
    View { flip: look.flip, theme: look.theme, ..View::default() }
}

/// Which position of a table to draw, and how.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct TablePicture {
    /// After how many moves of the main line; where the game stands if nothing is said.
    ply: Option<usize>,
    #[serde(flatten)]
    look: Look,
}

/// `GET /{id}`, `/{id}.pgn`, `/{id}.svg`, `/{id}.png`
pub(crate) async fn of_table(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    Path(name): Path<String>,
    Query(asked): Query<TablePicture>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let (id, kind) = name.split_once('.').unwrap_or((&name, ""));
    let room = match app.rooms.get(&app, id).await {
        Ok(room) => room,
        Err(ApiError::NotFound(_)) if kind.is_empty() => return Ok(page::unknown(&app, &headers)),
        Err(error) => return Err(error),
    };
    match kind {
        "" => Ok(page::of_table(&app, &headers, &room)),
        "pgn" => Ok(record(&app, &room).await),
        "svg" | "png" => {
            let position = position_at(&room, asked.ply).await?;
            let drawn = svg::svg(&position.scene(), position.info(), &view(asked.look));
            if kind == "svg" {
                return Ok(([(CONTENT_TYPE, "image/svg+xml")], drawn).into_response());
            }
            let pixels =
                app.heavy(visitor, move || png(&drawn, PNG_SCALE)).await?.map_err(|error| {
                    tracing::error!(%error, "cannot draw");
                    ApiError::Unavailable("the picture cannot be drawn")
                })?;
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
    match app.rooms.get(&app, &id).await {
        Ok(room) => Ok(page::of_table(&app, &headers, &room)),
        Err(ApiError::NotFound(_)) => Ok(page::unknown(&app, &headers)),
        Err(error) => Err(error),
    }
}

/// The position after so many moves of the main line; where the game stands if none is said.
async fn position_at(room: &Room, ply: Option<usize>) -> Result<Box<dyn AnyPosition>, ApiError> {
    let found = room.look_at(|table| {
        let history = table.history();
        let node = match ply {
            None => Some(history.current()),
            Some(ply) => history.main_line().get(ply).copied(),
        };
        node.and_then(|node| history.position(node).map(AnyPosition::boxed_clone))
    });
    found.await.ok_or_else(|| ApiError::NotFound("the game has fewer moves".to_owned()))
}

async fn record(app: &App, room: &Room) -> Response {
    let now = app.time.now();
    let text = room.look_at(|table| table.record_text(now)).await;
    let name = format!("attachment; filename=\"strata-{}.pgn\"", room.id);
    let known =
        [(CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()), (CONTENT_DISPOSITION, name)];
    (known, text).into_response()
}
