//! `/api/tables`: creates tables, returns them, and accepts joins and commands.

use std::sync::Arc;

use axum::Extension;
use axum::Json;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use strata_engine::{Level, check_searchable};
use strata_rules::{Player, shorten};
use strata_table::{Seat, Setup, Table, clean_name};

use super::types::commands::CommandRequest;
use super::types::tables::{
    JoinRequest, NewTable, SeatKind, SeatRequest, SeatSecret, TableRequest,
};
use crate::app::App;
use crate::error::ApiError;
use crate::live_table::{LiveTable, Occupancy, SeatOwner};
use crate::secret::{NoRandomness, SecretHash, new_id, new_secret};
use crate::visitors::Visitor;
use crate::web::extract::{Bearer, JsonBody, Path, Query};
use strata_api::positions::{self, non_blank, open_position, option_pairs};
use strata_api::{TableViewParams, ViewParams};

/// A seat of a new table, its owner and the owner's secret.
struct NewSeat {
    seat: Seat,
    owner: SeatOwner,
    secret: Option<String>,
}

const NO_SECRETS: ApiError =
    ApiError::Unavailable("the server cannot create secrets now; try again");

impl From<NoRandomness> for ApiError {
    fn from(_: NoRandomness) -> Self {
        NO_SECRETS
    }
}

impl NewSeat {
    /// A seat of a person, who owns it by a secret.
    fn of_person(seat: Seat, secret: String, occupancy: Occupancy) -> Self {
        let owner = SeatOwner::new(Some(SecretHash::of(&secret)), occupancy);
        Self { seat, owner, secret: Some(secret) }
    }

    /// Sets up a seat. `own` is the secret of the client, which owns all its `person` seats.
    fn new(request: &SeatRequest, own: &str) -> Result<Self, ApiError> {
        let name = clean_name(&request.name);
        Ok(match request.kind {
            SeatKind::Person => {
                Self::of_person(Seat::person(name), own.to_owned(), Occupancy::Taken)
            }
            SeatKind::Remote => {
                Self::of_person(Seat::remote(name), new_secret()?, Occupancy::Reserved)
            }
            SeatKind::Open => Self::of_person(Seat::remote(name), new_secret()?, Occupancy::Open),
            SeatKind::Bot => {
                let level = request.level.unwrap_or(DEFAULT_LEVEL);
                let level = Level::new(level).ok_or_else(|| {
                    ApiError::Unprocessable(format!("level {level}: expected 1 to 8"))
                })?;
                let mut seat = Seat::bot(level);
                if !name.is_empty() {
                    seat.name = name;
                }
                Self { seat, owner: SeatOwner::new(None, Occupancy::Taken), secret: None }
            }
        })
    }
}

/// The level of a bot, if the request does not say.
const DEFAULT_LEVEL: u8 = 3;

/// `POST /api/tables`
pub(crate) async fn create(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    JsonBody(request): JsonBody<TableRequest>,
) -> Result<Response, ApiError> {
    let entry = app.game(&request.game)?;
    let start = open_position(entry, &request.options, request.position.as_deref())?;
    let own = new_secret()?;
    if request.seats.len() != start.players() {
        let (players, seats) = (start.players(), request.seats.len());
        return Err(ApiError::Unprocessable(format!(
            "expected {players} seats, one for each player, got {seats}"
        )));
    }
    let seats: Vec<NewSeat> =
        request.seats.iter().map(|seat| NewSeat::new(seat, &own)).collect::<Result<_, _>>()?;
    if request.seats.iter().any(|seat| seat.kind == SeatKind::Bot) {
        check_searchable(&*start).map_err(|error| ApiError::Unprocessable(error.to_string()))?;
    }
    let clock = non_blank(request.clock.as_deref())
        .map(str::parse)
        .transpose()
        .map_err(ApiError::unprocessable)?;
    let setup = Setup {
        game: request.game.clone(),
        options: option_pairs(&request.options),
        position: non_blank(request.position.as_deref()).map(str::to_owned),
        seats: seats.iter().map(|seat| seat.seat.clone()).collect(),
        clock,
    };
    if request.listed {
        check_listing(&app, visitor, &request).await?;
    }
    app.visitors.new_table(visitor)?;
    let id = new_id()?;
    let owners = seats.iter().map(|seat| seat.owner).collect();
    let lister = request.listed.then_some(visitor);
    LiveTable::create(&app, id.clone(), setup, owners, lister).await?;
    let seat_urls = seats.iter().map(|seat| Some(format!("{id}/{}", seat.secret.as_ref()?)));
    let body = NewTable {
        url: id.clone(),
        seat_urls: seat_urls.collect(),
        seats: Player::all(seats.len())
            .zip(seats)
            .map(|(player, seat)| Some(SeatSecret { player, secret: seat.secret? }))
            .collect(),
        id,
    };
    Ok((StatusCode::CREATED, Json(body)).into_response())
}

/// Whether a table may be in the lobby.
async fn check_listing(
    app: &App,
    visitor: Visitor,
    request: &TableRequest,
) -> Result<(), ApiError> {
    if request.seats.iter().all(|seat| seat.kind == SeatKind::Bot) {
        let reason = "a table in the lobby needs a person; add one, or leave out 'listed'";
        return Err(ApiError::unprocessable(reason));
    }
    let listed = app.store.count_listed(&visitor.to_string(), app.time.now()).await;
    let listed = listed.map_err(|error| {
        tracing::error!(%error, "cannot read the lobby");
        ApiError::Unavailable("the lobby is not available now; try again")
    })?;
    if usize::try_from(listed).is_ok_and(|listed| listed >= app.config.bounds.listed_per_visitor) {
        let reason = "too many tables in the lobby from this address; finish or leave some";
        return Err(ApiError::TooMany(reason));
    }
    Ok(())
}

/// The table as the owner of the secret sees it.
async fn table_text(
    app: &App,
    live_table: &LiveTable,
    secret: Option<SecretHash>,
    view: TableViewParams,
) -> String {
    let you = live_table.players_of(app, secret).await;
    live_table.snapshot().table(view, you, app.time.now())
}

fn json_text(text: String) -> Response {
    ([(CONTENT_TYPE, "application/json")], text).into_response()
}

/// `GET /api/tables/{id}`
pub(crate) async fn show(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(view): Query<TableViewParams>,
    Bearer(secret): Bearer,
) -> Result<Response, ApiError> {
    let live_table = app.live_tables.get(&app, &id).await?;
    let secret = secret.as_deref().map(SecretHash::of);
    Ok(json_text(table_text(&app, &live_table, secret, view).await))
}

/// `POST /api/tables/{id}/join`
pub(crate) async fn join(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Bearer(secret): Bearer,
    JsonBody(request): JsonBody<JoinRequest>,
) -> Result<Json<SeatSecret>, ApiError> {
    let live_table = app.live_tables.get(&app, &id).await?;
    // In a separate task, which completes even if the client disconnects.
    let joining = tokio::spawn(async move {
        let (player, secret) = live_table.join(&app, secret, request.name).await?;
        Ok(Json(SeatSecret { player, secret }))
    });
    joining.await.unwrap_or(Err(NO_SECRETS))
}

/// `POST /api/tables/{id}/command`
pub(crate) async fn command(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
    Query(view): Query<TableViewParams>,
    Bearer(secret): Bearer,
    headers: HeaderMap,
    JsonBody(request): JsonBody<CommandRequest>,
) -> Result<Response, ApiError> {
    let live_table = app.live_tables.get(&app, &id).await?;
    let secret = secret.as_deref().map(SecretHash::of);
    let is_minimal = headers.get("prefer").is_some_and(|wish| wish == "return=minimal");
    // One request is counted already.
    app.visitors.request(visitor, live_table.cost(!is_minimal) - 1.0)?;
    live_table.execute(&app, visitor, secret, request).await?;
    let revision = live_table.snapshot().revision();
    let table = match is_minimal {
        true => "null".to_owned(),
        false => table_text(&app, &live_table, secret, view).await,
    };
    Ok(json_text(format!(r#"{{"ok":true,"revision":{revision},"table":{table}}}"#)))
}

/// `GET /api/tables/{id}/position/{node}`
pub(crate) async fn position(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    Path((id, node)): Path<(String, String)>,
    Query(view): Query<ViewParams>,
) -> Result<Response, ApiError> {
    let number: u64 = node.parse().map_err(|_| {
        let node = shorten(&node);
        ApiError::BadRequest(format!("expected the id of a history entry, got '{node}'"))
    })?;
    let live_table = app.live_tables.get(&app, &id).await?;
    let find = |table: &Table| {
        let node = table.history().ids().nth(usize::try_from(number).ok()?)?;
        Some(table.history().position(node)?.boxed_clone())
    };
    let position = live_table.with_table(find).await.ok_or_else(|| {
        ApiError::NotFound(format!("the history of this game has no entry {number}"))
    })?;
    app.blocking_json(visitor, move || Ok(positions::plain(&*position, view))).await
}
