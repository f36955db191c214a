//! `POST /api/position`, `POST /api/frames`

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use strata_records::{Elimination, play_recorded};
use strata_render::svg;
use strata_rules::{AnyGame, AnyPosition, GameEntry, Options, Square, Step, play_line, shorten};
use strata_table::{Entered as EntryState, Entry, Input, Lifted};

use super::types::positions::{
    Frames, FramesRequest, InputRequest, LiftedRequest, OptionValue, OptionsRequest, Position,
    PositionRequest, StepRequest,
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

impl InputRequest {
    fn read(&self, entry: &Entry) -> Result<Input, String> {
        Ok(match self {
            Self::Square(name) => Input::Square(read_square(name)?),
            Self::Step(step) => Input::Step(step.read(entry)?),
            Self::Lift(name) => Input::Lift(read_square(name)?),
            Self::Drop(name) => Input::Drop(name.as_deref().map(read_square).transpose()?),
            Self::Back => Input::Back,
            Self::Clear => Input::Clear,
            Self::Confirm => Input::Confirm,
        })
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
        play_moves(&mut *position, moves).map_err(ApiError::unprocessable)?;
    }
    Ok(match &request.input {
        None => with_steps(&*position, &request.steps, request.view),
        Some(input) => with_input(&*position, request, input),
    })
}

/// Plays moves in which players may leave the game, such as `resign-red`.
fn play_moves(position: &mut dyn AnyPosition, moves: &str) -> Result<(), String> {
    let mut line = String::new();
    for word in moves.split_whitespace() {
        if Elimination::read(position, word).is_none() {
            line = format!("{line} {word}");
            continue;
        }
        play_line(position, &line).map_err(|error| error.to_string())?;
        line.clear();
        play_recorded(position, word).map_err(|error| error.to_string())?;
    }
    play_line(position, &line).map_err(|error| error.to_string())?;
    Ok(())
}

/// The position after the longest legal prefix of the steps.
fn with_steps(position: &dyn AnyPosition, steps: &[StepRequest], view: ViewParams) -> Position {
    let mut entry = Entry::new(position);
    for step in steps {
        let before = entry.chosen().to_vec();
        let chosen = step.read(&entry).and_then(|step| Ok((step, entry.choose(step)?)));
        match chosen {
            Ok((_, EntryState::Partial)) => {}
            Ok((step, EntryState::Move(mv))) => {
                let steps = [before, vec![step]].concat();
                return describe_move(position, &entry, steps, mv, view);
            }
            Err(reason) => return describe(position, Entered::refused(&entry, reason), view),
        }
    }
    describe(position, Entered::partial(&entry), view)
}

/// The position after an input of the player who is entering a move.
fn with_input(
    position: &dyn AnyPosition,
    request: &PositionRequest,
    input: &InputRequest,
) -> Position {
    let view = request.view;
    let mut entry = match resume(position, &request.steps, request.lifted.as_ref()) {
        Ok(entry) => entry,
        Err(reason) => {
            return describe(position, Entered::refused(&Entry::new(position), reason), view);
        }
    };
    entry.set_must_confirm(request.must_confirm);
    let before = entry.chosen().to_vec();
    match input.read(&entry).and_then(|input| entry.input(input)) {
        Ok(EntryState::Partial) => describe(position, Entered::partial(&entry), view),
        Ok(EntryState::Move(mv)) => describe_move(position, &entry, before, mv, view),
        Err(reason) => describe(position, Entered::refused(&entry, reason), view),
    }
}

/// The entry in which these steps are chosen.
fn resume(
    position: &dyn AnyPosition,
    steps: &[StepRequest],
    lifted: Option<&LiftedRequest>,
) -> Result<Entry, String> {
    let mut entry = Entry::new(position);
    entry.set_must_confirm(true);
    for step in steps {
        entry.choose(step.read(&entry)?)?;
    }
    let lifted = match lifted {
        None => None,
        Some(LiftedRequest { from, newly_chosen }) => {
            Some(Lifted { from: read_square(from)?, newly_chosen: *newly_chosen })
        }
    };
    Entry::resume(position, entry.chosen(), lifted)
}

/// A position in which a complete move has been entered: its canonical steps, or else those of the
/// request.
fn describe_move(
    position: &dyn AnyPosition,
    entry: &Entry,
    steps: Vec<Step>,
    mv: String,
    view: ViewParams,
) -> Position {
    let steps = position.steps(&mv).unwrap_or(steps);
    describe(position, Entered::complete(entry, steps, mv), view)
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
