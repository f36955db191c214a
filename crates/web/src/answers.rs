//! Answers to the requests that need no state, by the names that the server's API has for them.

use serde::Deserialize;
use strata_api::positions::{self, open_position};
use strata_api::types::drafts::DraftRequest;
use strata_api::types::games::{Game, Rules};
use strata_api::types::positions::{FramesRequest, OptionsRequest, PositionRequest};
use strata_api::{Refusal, ViewParams, drafts, rules};
use strata_games::smallest::GAMES;
use strata_rules::{GameEntry, find_game};

use crate::{read, write};

/// The game with this id.
pub(crate) fn game(id: &str) -> Result<&'static GameEntry, Refusal> {
    find_game(GAMES, id).map_err(|error| Refusal(error.to_string()))
}

/// The rules to show.
#[derive(Deserialize)]
struct RulesRequest {
    game: String,
    /// The rules in Markdown.
    text: String,
    #[serde(default)]
    view: ViewParams,
}

/// A picture to draw.
#[derive(Deserialize)]
struct PictureRequest {
    game: String,
    position: Option<String>,
    /// Whether to leave out the players and the status.
    #[serde(default)]
    board_only: bool,
    #[serde(default)]
    view: ViewParams,
}

/// Answers a request.
pub fn answer(name: &str, request: &str) -> Result<String, Refusal> {
    match name {
        "games" => write(&GAMES.iter().map(|entry| Game::from(entry.info)).collect::<Vec<_>>()),
        "position" => {
            let request: PositionRequest = read(request)?;
            write(&positions::position(game(&request.game)?, &request)?)
        }
        "frames" => {
            let request: FramesRequest = read(request)?;
            write(&positions::frames(game(&request.game)?, &request)?)
        }
        "draft" => {
            let request: DraftRequest = read(request)?;
            write(&drafts::draft(game(&request.game)?, &request)?)
        }
        "rules" => {
            let request: RulesRequest = read(request)?;
            write(&Rules { html: rules::html(game(&request.game)?, &request.text, request.view) })
        }
        "picture" => {
            let request: PictureRequest = read(request)?;
            let options = OptionsRequest::default();
            let position =
                open_position(game(&request.game)?, &options, request.position.as_deref())?;
            write(&strata_api::pictures::draw(
                position,
                request.position.is_some(),
                request.board_only,
                request.view,
            ))
        }
        _ => Err(Refusal(format!("unknown request {name}"))),
    }
}
