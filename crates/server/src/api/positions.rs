//! `POST /api/position`, `POST /api/frames`

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use strata_render::svg;
use strata_rules::{AnyGame, AnyPosition, GameEntry, Options, Square, Step, play_line, shorten};
use strata_table::{Entered as EntryState, Entry};

use super::types::positions::{
    Frames, FramesRequest, OptionValue, OptionsRequest, Position, PositionRequest, StepRequest,
};
use super::view::{Entered, describe};
use crate::app::App;
use crate::error::ApiError;
use crate::view_params::ViewParams;
use crate::visitors::Visitor;
use crate::web::extract::JsonBody;

/// The options as pairs of texts.
pub(crate) fn option_pairs(options: &OptionsRequest) -> Vec<(String, String)> {
    let spell = |value: &OptionValue| match value {
        OptionValue::Number(number) => number.to_string(),
        OptionValue::Word(word) => word.clone(),
    };
    options.iter().map(|(name, value)| (name.clone(), spell(value))).collect()
}

impl StepRequest {
    fn read(&self, entry: &Entry) -> Result<Step, String> {
        match self {
            Self::Square(name) => read_square(name).map(Step::Square),
            Self::Number(number) => Ok(Step::Number(*number)),
            Self::Piece(word) | Self::Word(word) => entry.read_step(word),
        }
    }
}

pub(crate) fn read_square(name: &str) -> Result<Square, String> {
    name.parse()
        .map_err(|_| format!("'{}' is not a square; expected a name such as c3", shorten(name)))
}

/// The game with these options.
pub(crate) fn open_game(
    entry: &GameEntry,
    options: &OptionsRequest,
) -> Result<Arc<dyn AnyGame>, ApiError> {
    let pairs = option_pairs(options);
    let pairs = pairs.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    entry.open(pairs).map_err(ApiError::unprocessable)
}

/// The position of a text, or the start position.
pub(crate) fn open_position(
    entry: &GameEntry,
    options: &OptionsRequest,
    text: Option<&str>,
) -> Result<Box<dyn AnyPosition>, ApiError> {
    let game = open_game(entry, options)?;
    let Some(text) = non_blank(text) else { return Ok(game.start()) };
    let position = entry.read_position(text).map_err(ApiError::unprocessable)?;
    check_options(&*game, position.options())?;
    Ok(position)
}

/// The text unless it is blank.
pub(crate) fn non_blank(text: Option<&str>) -> Option<&str> {
    text.map(str::trim).filter(|text| !text.is_empty())
}

/// Checks that the options of a request agree with those of its position.
pub(crate) fn check_options(game: &dyn AnyGame, found: &Options) -> Result<(), ApiError> {
    match game.options().first_conflict(found) {
        Some(option) => Err(ApiError::Unprocessable(format!(
            "the option {} differs from the one in the position; leave it out",
            option.name
        ))),
        None => Ok(()),
    }
}

pub(crate) async fn show(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    JsonBody(request): JsonBody<PositionRequest>,
) -> Result<Response, ApiError> {
    let entry = app.game(&request.game)?;
    app.blocking_json(visitor, move || answer(entry, &request)).await
}

fn answer(entry: &GameEntry, request: &PositionRequest) -> Result<Position, ApiError> {
    let mut position = open_position(entry, &request.options, request.position.as_deref())?;
    if let Some(moves) = &request.moves {
        play_line(&mut *position, moves).map_err(ApiError::unprocessable)?;
    }
    Ok(with_steps(&*position, &request.steps, request.view))
}

/// The position after as many of the steps as can be chosen.
fn with_steps(position: &dyn AnyPosition, steps: &[StepRequest], view: ViewParams) -> Position {
    let mut entry = Entry::new(position);
    for step in steps {
        let before = entry.chosen().to_vec();
        let chosen = step.read(&entry).and_then(|step| Ok((step, entry.choose(step)?)));
        match chosen {
            Ok((_, EntryState::Partial)) => {}
            Ok((step, EntryState::Move(mv))) => {
                // The canonical steps of the move, or else the steps of the request.
                let steps = position.steps(&mv).unwrap_or_else(|_| [before, vec![step]].concat());
                return describe(position, Entered::complete(steps, mv), view);
            }
            Err(reason) => return describe(position, Entered::refused(&entry, reason), view),
        }
    }
    describe(position, Entered::partial(&entry), view)
}

/// A position without steps.
pub(crate) fn plain(position: &dyn AnyPosition, view: ViewParams) -> Position {
    with_steps(position, &[], view)
}

pub(crate) async fn frames(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    JsonBody(request): JsonBody<FramesRequest>,
) -> Result<Response, ApiError> {
    let entry = app.game(&request.game)?;
    app.blocking_json(visitor, move || draw_frames(entry, &request)).await
}

fn draw_frames(entry: &GameEntry, request: &FramesRequest) -> Result<Frames, ApiError> {
    let position = open_position(entry, &request.options, request.position.as_deref())?;
    let steps = position.steps(&request.mv).map_err(ApiError::unprocessable)?;
    let mut after = position.clone();
    after.play(&request.mv).map_err(ApiError::unprocessable)?;
    let view = request.view.board();
    let halves = (1..steps.len()).map(|made| position.preview(&steps[..made]));
    let scenes = halves.chain([after.scene()]);
    let frames: Vec<String> =
        scenes.map(|scene| svg::svg(&scene, position.info(), &view)).collect();
    Ok(Frames { frames })
}
