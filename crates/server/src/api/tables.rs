//! `/api/tables`: setting up tables, looking at them, joining them, and commands.

use std::sync::Arc;

use axum::Extension;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use strata_engine::Level;
use strata_rules::{MAX_PLAYERS, Player};
use strata_table::{NodeId, Seat, Setup, clean_name};

use super::positions::{self, OptionsSent, open_position, option_pairs};
use crate::app::App;
use crate::error::ApiError;
use crate::live_table::{Asked, LiveTable, Occupancy, SeatOwner};
use crate::secret::{NoRandomness, SecretHash, new_id, new_secret};
use crate::view_params::{TableViewParams, ViewParams};
use crate::visitors::Visitor;
use crate::web::extract::{Bearer, Path, Query, Sent};
use crate::workers::check_searchable;

/// A table as it is asked for.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct TableAsked {
    /// The id of a game, as `/api/games` lists them.
    game: String,
    /// Options that are not as usual.
    #[serde(default)]
    options: OptionsSent,
    /// A position as text; the first one of the game if there is none.
    position: Option<String>,
    /// One for each player, in their order: as many as the option `players` of the game says, where
    /// it has one.
    #[schemars(length(min = 2, max = MAX_PLAYERS))]
    seats: Vec<SeatAsked>,
    /// Minutes, and seconds more with each move, such as 5+3; seconds a turn such as 30/turn; or
    /// both such as 5+3,30/turn.
    clock: Option<String>,
}

/// Who is to sit on a seat: whoever sets the table up, the engine, whoever is given the secret, or
/// anybody.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum SeatKind {
    Person,
    Bot,
    Remote,
    Open,
}

/// A seat as it is asked for.
#[derive(Debug, Deserialize, JsonSchema)]
struct SeatAsked {
    kind: SeatKind,
    /// How well a bot plays, 3 if nothing is said.
    #[schemars(range(min = 1, max = 8))]
    level: Option<u8>,
    /// A name, which is cut to 40 characters.
    #[serde(default)]
    name: String,
}

/// A seat with its owner, and the secret that is told once.
struct NewSeat {
    seat: Seat,
    owner: SeatOwner,
    secret: Option<String>,
}

const NO_SECRETS: ApiError = ApiError::Unavailable("no secrets can be made now: try again");

impl From<NoRandomness> for ApiError {
    fn from(_: NoRandomness) -> Self {
        NO_SECRETS
    }
}

impl SeatAsked {
    /// `own` is the secret of whoever sets the table up, for all persons at their screen.
    fn set_up(&self, own: &str) -> Result<NewSeat, ApiError> {
        let name = clean_name(&self.name);
        let held = |secret: String, occupancy| {
            let owner = SeatOwner::new(Some(SecretHash::of(&secret)), occupancy);
            (owner, Some(secret))
        };
        let ((owner, secret), seat) = match self.kind {
            SeatKind::Person => (held(own.to_owned(), Occupancy::Taken), Seat::person(name)),
            SeatKind::Remote => (held(new_secret()?, Occupancy::Reserved), Seat::remote(name)),
            SeatKind::Open => (held(new_secret()?, Occupancy::Open), Seat::remote(name)),
            SeatKind::Bot => {
                let level = Level::new(self.level.unwrap_or(3))
                    .ok_or_else(|| ApiError::bad("the level of a bot is 1 to 8"))?;
                let mut seat = Seat::bot(level);
                if !name.is_empty() {
                    seat.name = name;
                }
                ((SeatOwner::new(None, Occupancy::Taken), None), seat)
            }
        };
        Ok(NewSeat { seat, owner, secret })
    }
}

/// `POST /api/tables`
pub(crate) async fn create(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    Sent(asked): Sent<TableAsked>,
) -> Result<Response, ApiError> {
    let entry = app.game(&asked.game)?;
    let start = open_position(entry, &asked.options, asked.position.as_deref())?;
    let own = new_secret()?;
    if asked.seats.len() != start.players() {
        let (players, seats) = (start.players(), asked.seats.len());
        return Err(ApiError::Bad(format!(
            "the game is for {players} players, but there are {seats} seats"
        )));
    }
    let seats: Vec<NewSeat> =
        asked.seats.iter().map(|seat| seat.set_up(&own)).collect::<Result<_, _>>()?;
    if asked.seats.iter().any(|seat| seat.kind == SeatKind::Bot) {
        check_searchable(&*start)?;
    }
    let clock = asked.clock.as_deref().map(str::trim).filter(|clock| !clock.is_empty());
    let clock = clock.map(str::parse).transpose().map_err(ApiError::bad)?;
    let setup = Setup {
        game: asked.game.clone(),
        options: option_pairs(&asked.options),
        position: asked.position.filter(|text| !text.trim().is_empty()),
        seats: seats.iter().map(|seat| seat.seat.clone()).collect(),
        clock,
    };
    app.visitors.new_table(visitor)?;
    let id = new_id()?;
    let owners = seats.iter().map(|seat| seat.owner).collect();
    LiveTable::create(&app, id.clone(), setup, owners).await?;
    let told: Vec<Value> = Player::all(seats.len())
        .zip(&seats)
        .map(|(player, seat)| match &seat.secret {
            Some(secret) => json!({ "player": player, "secret": secret }),
            None => Value::Null,
        })
        .collect();
    let url = |seat: &NewSeat| seat.secret.as_ref().map(|secret| format!("{id}/{secret}"));
    let seat_urls: Vec<Option<String>> = seats.iter().map(url).collect();
    let body = json!({ "id": id, "seats": told, "url": id, "seat_urls": seat_urls });
    Ok((StatusCode::CREATED, Json(body)).into_response())
}

/// The table as whoever has the secret sees it.
async fn table_text(
    app: &App,
    live_table: &LiveTable,
    secret: Option<SecretHash>,
    look: TableViewParams,
) -> String {
    let you: Vec<Player> = live_table.players_of(secret).await.iter().collect();
    live_table.snapshot().table(look, &you, app.time.now())
}

fn json_text(text: String) -> Response {
    ([(CONTENT_TYPE, "application/json")], text).into_response()
}

/// `GET /api/tables/{id}`
pub(crate) async fn show(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(look): Query<TableViewParams>,
    Bearer(secret): Bearer,
) -> Result<Response, ApiError> {
    let live_table = app.live_tables.get(&app, &id).await?;
    let secret = secret.as_deref().map(SecretHash::of);
    Ok(json_text(table_text(&app, &live_table, secret, look).await))
}

/// Somebody who sits down.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct JoinAsked {
    /// A name, which is cut to 40 characters.
    name: Option<String>,
}

/// `POST /api/tables/{id}/join`
pub(crate) async fn join(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Bearer(secret): Bearer,
    Sent(asked): Sent<JoinAsked>,
) -> Result<Json<Value>, ApiError> {
    let live_table = app.live_tables.get(&app, &id).await?;
    // A client that goes away must not leave a change half kept.
    let sitting = tokio::spawn(async move {
        let (player, new) = live_table.sit_down(&app, secret.as_deref(), asked.name).await?;
        Ok(Json(json!({ "player": player, "secret": new.or(secret) })))
    });
    sitting.await.unwrap_or(Err(NO_SECRETS))
}

/// `POST /api/tables/{id}/command`
pub(crate) async fn command(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
    Query(look): Query<TableViewParams>,
    Bearer(secret): Bearer,
    Sent(asked): Sent<Asked>,
) -> Result<Response, ApiError> {
    let live_table = app.live_tables.get(&app, &id).await?;
    let secret = secret.as_deref().map(SecretHash::of);
    live_table.perform(&app, visitor, secret, asked).await?;
    let table = table_text(&app, &live_table, secret, look).await;
    Ok(json_text(format!(r#"{{"ok":true,"table":{table}}}"#)))
}

/// `GET /api/tables/{id}/position/{node}`
pub(crate) async fn position(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    Path((id, node)): Path<(String, NodeId)>,
    Query(look): Query<ViewParams>,
) -> Result<Response, ApiError> {
    let live_table = app.live_tables.get(&app, &id).await?;
    let position = live_table
        .look_at(|table| Some(table.history().position(node)?.boxed_clone()))
        .await
        .ok_or_else(|| ApiError::NotFound("there is no such place in the game".to_owned()))?;
    app.blocking_json(visitor, move || Ok(positions::plain(&*position, look))).await
}
