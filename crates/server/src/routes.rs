//! All addresses of the server. The OpenAPI document is made from the same list.

use std::sync::Arc;

use axum::routing::{MethodRouter, get, post};
use serde_json::{Map, Value};

use crate::api::pictures::{PictureQuery, TablePictureQuery};
use crate::api::types::analysis::{AnalysisMessage, AnalysisRequest, Line, Review};
use crate::api::types::commands::{CommandDone, CommandRequest};
use crate::api::types::drafts::{Draft, DraftRequest};
use crate::api::types::games::{Game, Rules};
use crate::api::types::lobby::{Lobby, QrRequest};
use crate::api::types::positions::{Frames, FramesRequest, Position, PositionRequest};
use crate::api::types::records::{Records, RecordsRequest};
use crate::api::types::sockets::{
    LobbySocketMessage, LobbySocketRequest, SocketMessage, SocketRequest, StreamMessage,
};
use crate::api::types::tables::{JoinRequest, NewTable, SeatSecret, Table, TableRequest};
use crate::api::{
    analysis, drafts, events, games, health, lobby, pictures, positions, qr, records, review,
    rules, socket, tables,
};
use crate::app::App;
use crate::openapi::{Operation, at, openapi};
use crate::web::{page, preview};
use strata_api::{TableViewParams, ViewParams};

/// An address, its description and its handler.
pub(crate) struct Route {
    pub(crate) operation: Operation,
    /// `None` if the handler of table pages serves it.
    pub(crate) handler: Option<MethodRouter<Arc<App>>>,
}

impl Operation {
    const fn by(self, handler: MethodRouter<Arc<App>>) -> Route {
        Route { operation: self, handler: Some(handler) }
    }

    const fn by_page(self) -> Route {
        Route { operation: self, handler: None }
    }
}

/// An address that is not part of the API.
fn page(path: &'static str, handler: MethodRouter<Arc<App>>) -> Route {
    at("get", path, "").by(handler)
}

/// The addresses for those who run the server. They do not depend on its host name.
pub(crate) const HEALTH: [&str; 3] = ["/healthz", "/readyz", "/metrics"];

/// All addresses.
pub(crate) fn all() -> Vec<Route> {
    let groups = [
        ("games", about_games()),
        ("positions", about_positions()),
        ("tables", about_tables()),
        ("lobby", about_the_lobby()),
        ("engine", about_the_engine()),
        ("server", about_the_server()),
        ("", pages()),
    ];
    let tagged = |(tag, mut routes): (&'static str, Vec<Route>)| {
        routes.iter_mut().for_each(|route| route.operation.tag = tag);
        routes
    };
    groups.into_iter().flat_map(tagged).collect()
}

fn about_games() -> Vec<Route> {
    vec![
        at("get", "/api/games", "listGames")
            .summary("Lists the games with their sides and options.")
            .returns::<Vec<Game>>()
            .by(get(games::list)),
        at("get", "/api/rules/{game}", "showRules")
            .summary("Returns the rules of a game as HTML.")
            .query::<ViewParams>()
            .returns::<Rules>()
            .by(get(rules::show)),
    ]
}

fn about_positions() -> Vec<Route> {
    vec![
        at("get", "/api/picture.svg", "drawPosition")
            .summary("Draws the board of a position.")
            .query::<PictureQuery>()
            .returns_media("image/svg+xml")
            .refuses(&[404, 422, 503])
            .by(get(pictures::board)),
        at("get", "/api/picture.png", "drawPositionAsPng")
            .summary("Draws a position with the players and the status, as PNG.")
            .query::<PictureQuery>()
            .returns_media("image/png")
            .refuses(&[404, 422, 503])
            .by(get(pictures::whole)),
        at("post", "/api/position", "showPosition")
            .summary("Describes a position, with the steps of a move that are chosen so far.")
            .body::<PositionRequest>()
            .returns::<Position>()
            .refuses(&[404, 422, 503])
            .by(post(positions::show)),
        at("post", "/api/frames", "showFrames")
            .summary("Draws a move step by step.")
            .body::<FramesRequest>()
            .returns::<Frames>()
            .refuses(&[404, 422, 503])
            .by(post(positions::frames)),
        at("post", "/api/draft", "changeDraft")
            .summary(
                "Changes a position that is set up by hand; the response says whether it is legal.",
            )
            .body::<DraftRequest>()
            .returns::<Draft>()
            .refuses(&[404, 422, 503])
            .by(post(drafts::change)),
        at("post", "/api/records", "readRecords")
            .summary("Reads game records with all variations.")
            .body::<RecordsRequest>()
            .returns::<Records>()
            .refuses(&[422, 503])
            .by(post(records::read)),
    ]
}

fn about_tables() -> Vec<Route> {
    vec![
        at("post", "/api/tables", "createTable")
            .summary("Creates a table; the response contains the secrets of the seats.")
            .body::<TableRequest>()
            .creates::<NewTable>()
            .links(&["showTable", "joinTable", "getRecord", "drawTable", "review"])
            .refuses(&[404, 422, 503])
            .by(post(tables::create)),
        at("get", "/api/tables/{id}", "showTable")
            .summary("Returns a table. With a secret, `you` lists your players; it is empty if the secret does not match any seat.")
            .query::<TableViewParams>()
            .optional_secret()
            .returns::<Table>()
            .by(get(tables::show)),
        at("post", "/api/tables/{id}/join", "joinTable")
            .summary("Takes the next open seat and returns its new secret; with a secret, takes the seat of that secret.")
            .body::<JoinRequest>()
            .optional_secret()
            .returns::<SeatSecret>()
            .refuses(&[409])
            .by(post(tables::join)),
        at("post", "/api/tables/{id}/command", "giveCommand")
            .summary("Executes a command, such as playing a move; see the introduction.")
            .query::<TableViewParams>()
            .body::<CommandRequest>()
            .required_secret()
            .returns::<CommandDone>()
            .refuses(&[409, 422])
            .by(post(tables::command)),
        at("get", "/api/tables/{id}/events", "followTable")
            .summary("Streams the table, now and after every change.")
            .query::<TableViewParams>()
            .optional_secret()
            .streams::<StreamMessage>()
            .by(get(events::follow)),
        at("get", "/api/tables/{id}/socket", "openSocket")
            .summary("Streams the table over a WebSocket, which also accepts commands.")
            .query::<TableViewParams>()
            .opens_socket::<SocketRequest, SocketMessage>()
            .by(get(socket::open)),
        at("get", "/api/tables/{id}/position/{node}", "showHistoryEntry")
            .summary("Describes the position of a history entry.")
            .query::<ViewParams>()
            .returns::<Position>()
            .by(get(tables::position)),
        at("get", "/{id}.pgn", "getRecord")
            .summary("Returns the game record of a table.")
            .returns_media("text/plain")
            .by_page(),
        at("get", "/{id}.svg", "drawTable")
            .summary("Draws a table as SVG.")
            .query::<TablePictureQuery>()
            .returns_media("image/svg+xml")
            .by_page(),
        at("get", "/{id}.png", "drawTableAsPng")
            .summary("Draws a table as PNG.")
            .query::<TablePictureQuery>()
            .returns_media("image/png")
            .by_page(),
    ]
}

fn about_the_lobby() -> Vec<Route> {
    vec![
        at("get", "/api/lobby", "showLobby")
            .summary("Lists open challenges and public games in progress.")
            .returns::<Lobby<'static>>()
            .refuses(&[503])
            .by(get(lobby::show)),
        at("get", "/api/lobby/socket", "openLobbySocket")
            .summary("Streams the lobby over a WebSocket, now and after every change.")
            .opens_socket::<LobbySocketRequest, LobbySocketMessage>()
            .refuses(&[400, 503])
            .by(get(lobby::open)),
        at("post", "/api/qr", "drawQrCode")
            .summary("Draws a text, such as an invite link, as a QR code.")
            .body::<QrRequest>()
            .returns_media("image/svg+xml")
            .refuses(&[503])
            .by(post(qr::draw)),
    ]
}

fn about_the_engine() -> Vec<Route> {
    vec![
        at("post", "/api/analysis", "analyse")
            .summary("Analyses a position and streams the results; disconnect to stop.")
            .body::<AnalysisRequest>()
            .streams::<AnalysisMessage>()
            .refuses(&[404, 422, 503])
            .by(post(analysis::stream_lines)),
        at("post", "/api/tables/{id}/hint", "hint")
            .summary("Suggests a move, only in games against bots.")
            .required_secret()
            .returns::<Line>()
            .refuses(&[409])
            .by(post(analysis::hint)),
        at("post", "/api/tables/{id}/review", "review")
            .summary("Reviews the moves of a finished game; repeat the request until it is done.")
            .returns::<Review>()
            .refuses(&[409])
            .by(post(review::show)),
    ]
}

fn about_the_server() -> Vec<Route> {
    vec![
        at("get", "/api/openapi.json", "describe")
            .summary("Returns this document.")
            .returns::<Map<String, Value>>()
            .by(get(openapi)),
        at("get", "/healthz", "health")
            .summary("Returns ok while the database accepts reads and writes.")
            .refuses(&[503])
            .by(get(health::healthz)),
        at("get", "/readyz", "ready")
            .summary("Returns ok while the server is healthy and not about to shut down.")
            .refuses(&[503])
            .by(get(health::readyz)),
        at("get", "/metrics", "metrics")
            .summary("Returns counters for Prometheus.")
            .by(get(health::metrics)),
    ]
}

fn pages() -> Vec<Route> {
    vec![
        page("/assets/{version}/{*file}", get(page::asset)),
        page("/favicon.ico", get(page::icon)),
        page("/robots.txt", get(page::robots)),
        page("/", get(page::home)),
        page("/analysis", get(page::shell)),
        page("/rules", get(page::shell)),
        page("/settings", get(page::shell)),
        page("/learn", get(page::shell)),
        page("/puzzles", get(page::shell)),
        page("/puzzles/{id}", get(page::shell)),
        page("/new", get(page::shell)),
        page("/analysis/{game}", get(preview::analysis)),
        page("/analysis/{game}/{position}", get(preview::position)),
        page("/rules/{game}", get(preview::rules)),
        page("/learn/{game}", get(preview::learn)),
        page("/new/{game}", get(preview::new)),
        page("/{id}", get(pictures::of_table)),
        page("/{id}/{secret}", get(pictures::seat)),
    ]
}
