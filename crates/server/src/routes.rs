//! Every address the server knows. The documentation of the API is made from the same list.

use std::sync::Arc;

use axum::routing::{MethodRouter, get, post};

use crate::api::analysis::{self, AnalysisAsked};
use crate::api::drafts::{self, DraftAsked};
use crate::api::pictures::{self, PictureAsked, TablePicture};
use crate::api::positions::{self, FramesAsked, PositionAsked};
use crate::api::records::{self, RecordsSent};
use crate::api::socket::{self, Said};
use crate::api::tables::{self, JoinAsked, TableAsked};
use crate::api::{events, games, health, review, rules};
use crate::app::App;
use crate::live_table::Asked;
use crate::openapi::{Operation, at, openapi};
use crate::view_params::{TableViewParams, ViewParams};
use crate::web::{page, preview};

/// An address with what programs are told of it, and how it is served.
pub(crate) struct Route {
    pub(crate) operation: Operation,
    /// Nothing where the page of a table serves it as well.
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

/// An address of which programs are told nothing.
fn page(path: &'static str, handler: MethodRouter<Arc<App>>) -> Route {
    at("get", path, "").by(handler)
}

/// Every address.
pub(crate) fn all() -> Vec<Route> {
    let groups = [
        ("games", about_games()),
        ("positions", about_positions()),
        ("tables", about_tables()),
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
            .says("The games with their sides and options.")
            .gives("Games")
            .by(get(games::list)),
        at("get", "/api/rules/{game}", "showRules")
            .says("The rules of a game as HTML.")
            .asks::<ViewParams>()
            .gives("Rules")
            .by(get(rules::show)),
    ]
}

fn about_positions() -> Vec<Route> {
    vec![
        at("get", "/api/picture.svg", "drawPosition")
            .says("A picture of the board of a position.")
            .asks::<PictureAsked>()
            .gives_other("image/svg+xml")
            .refuses(&[404, 503])
            .by(get(pictures::board)),
        at("get", "/api/picture.png", "drawPositionAsPng")
            .says("A picture of a position with the players and how it stands, in pixels.")
            .asks::<PictureAsked>()
            .gives_other("image/png")
            .refuses(&[404, 503])
            .by(get(pictures::whole)),
        at("post", "/api/position", "showPosition")
            .says("Everything about a position, with the steps of a move chosen so far.")
            .takes::<PositionAsked>()
            .gives("Position")
            .refuses(&[404, 503])
            .by(post(positions::show)),
        at("post", "/api/frames", "showFrames")
            .says("A move step by step as pictures.")
            .takes::<FramesAsked>()
            .gives("Frames")
            .refuses(&[404, 503])
            .by(post(positions::frames)),
        at("post", "/api/draft", "changeDraft")
            .says("A position put together by hand; the answer says what is wrong with it.")
            .takes::<DraftAsked>()
            .gives("Draft")
            .refuses(&[404, 503])
            .by(post(drafts::change)),
        at("post", "/api/records", "readRecords")
            .says("Reads records; variations are kept.")
            .takes::<RecordsSent>()
            .gives("Records")
            .refuses(&[503])
            .by(post(records::read)),
    ]
}

fn about_tables() -> Vec<Route> {
    vec![
        at("post", "/api/tables", "createTable")
            .says("Sets up a table; the answer holds the secrets of the seats.")
            .takes::<TableAsked>()
            .makes("NewTable")
            .refuses(&[404, 503])
            .by(post(tables::create)),
        at("get", "/api/tables/{id}", "showTable")
            .says("A table; with a secret, `you` lists your players. A secret of no seat here is no error.")
            .asks::<TableViewParams>()
            .takes_secret()
            .gives("Table")
            .by(get(tables::show)),
        at("post", "/api/tables/{id}/join", "joinTable")
            .says("Takes the next open seat, with a new secret, or with a secret the one it holds.")
            .takes::<JoinAsked>()
            .takes_secret()
            .gives("SeatSecret")
            .refuses(&[409])
            .by(post(tables::join)),
        at("post", "/api/tables/{id}/command", "giveCommand")
            .says("Does something at a table, such as playing a move; the introduction says what and when.")
            .asks::<TableViewParams>()
            .takes::<Asked>()
            .needs_secret()
            .gives("CommandDone")
            .refuses(&[409])
            .by(post(tables::command)),
        at("get", "/api/tables/{id}/events", "followTable")
            .says("The table at once, and whenever it changes.")
            .asks::<TableViewParams>()
            .takes_secret()
            .gives_lines("StreamMessage")
            .by(get(events::follow)),
        at("get", "/api/tables/{id}/socket", "openSocket")
            .says("The same over a WebSocket, which also takes commands.")
            .asks::<TableViewParams>()
            .opens_socket::<Said>()
            .by(get(socket::open)),
        at("get", "/api/tables/{id}/position/{node}", "showPlace")
            .says("Everything about the position at a place of the history.")
            .asks::<ViewParams>()
            .gives("Position")
            .by(get(tables::position)),
        at("get", "/{id}.pgn", "getRecord")
            .says("The record of a table.")
            .gives_other("text/plain")
            .by_page(),
        at("get", "/{id}.svg", "drawTable")
            .says("A picture of a table.")
            .asks::<TablePicture>()
            .gives_other("image/svg+xml")
            .by_page(),
        at("get", "/{id}.png", "drawTableAsPng")
            .says("A picture of a table, in pixels.")
            .asks::<TablePicture>()
            .gives_other("image/png")
            .by_page(),
    ]
}

fn about_the_engine() -> Vec<Route> {
    vec![
        at("post", "/api/analysis", "analyse")
            .says("The engine's lines while it thinks; hang up to stop it.")
            .takes::<AnalysisAsked>()
            .gives_lines("AnalysisMessage")
            .refuses(&[404, 503])
            .by(post(analysis::stream_lines)),
        at("post", "/api/tables/{id}/hint", "hint")
            .says("A good move; not against people.")
            .needs_secret()
            .gives("Line")
            .refuses(&[409])
            .by(post(analysis::hint)),
        at("post", "/api/tables/{id}/review", "review")
            .says("What every move of a finished game was worth; ask again until it is done.")
            .gives("Review")
            .refuses(&[409])
            .by(post(review::show)),
    ]
}

fn about_the_server() -> Vec<Route> {
    vec![
        at("get", "/api/openapi.json", "describe")
            .says("This document.")
            .gives("Document")
            .by(get(openapi)),
        at("get", "/healthz", "isHealthy")
            .says("Says ok while the database answers and takes what is written.")
            .refuses(&[503])
            .by(get(health::healthz)),
        at("get", "/metrics", "countAll").says("Counters for Prometheus.").by(get(health::metrics)),
    ]
}

fn pages() -> Vec<Route> {
    vec![
        page("/assets/{version}/{file}", get(page::asset)),
        page("/favicon.ico", get(page::icon)),
        page("/robots.txt", get(page::robots)),
        page("/", get(page::shell)),
        page("/analysis", get(page::shell)),
        page("/rules", get(page::shell)),
        page("/new", get(page::shell)),
        page("/analysis/{game}", get(preview::analysis)),
        page("/analysis/{game}/{position}", get(preview::position)),
        page("/rules/{game}", get(preview::rules)),
        page("/new/{game}", get(preview::new)),
        page("/{id}", get(pictures::of_table)),
        page("/{id}/{secret}", get(pictures::seat)),
    ]
}
