//! `POST /api/position`, `POST /api/frames`: any position, whether somebody plays it or not.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use strata_render::svg;
use strata_rules::{AnyGame, AnyPosition, GameEntry, Options, Square, Step, play_line, shorten};
use strata_table::Entry;

use super::view::position_json;
use crate::app::App;
use crate::error::ApiError;
use crate::view_params::ViewParams;
use crate::visitors::Visitor;
use crate::web::extract::Sent;

/// An option's value, as a number or a word.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "the value of an option is a number or a word")]
pub(crate) enum OptionValue {
    Number(u32),
    Word(String),
}

/// Options and their values as they are sent.
pub(crate) type OptionsSent = BTreeMap<String, OptionValue>;

/// The pairs that a game is opened with.
pub(crate) fn option_pairs(options: &OptionsSent) -> Vec<(String, String)> {
    let spell = |value: &OptionValue| match value {
        OptionValue::Number(number) => number.to_string(),
        OptionValue::Word(word) => word.clone(),
    };
    options.iter().map(|(name, value)| (name.clone(), spell(value))).collect()
}

/// A position as it is asked for.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct PositionAsked {
    /// The id of a game, as `/api/games` lists them.
    game: String,
    /// Options that are not as usual.
    #[serde(default)]
    options: OptionsSent,
    /// A position as text; the first one of the game if there is none.
    position: Option<String>,
    /// Moves to play from there, with spaces between them.
    #[schemars(length(max = LONGEST_LINE))]
    moves: Option<String>,
    /// The steps of a move chosen so far.
    #[schemars(length(max = MOST_STEPS))]
    #[serde(default)]
    steps: Vec<StepSent>,
    #[serde(flatten)]
    look: ViewParams,
}

/// One choice of somebody who enters a move.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "Step")]
enum StepSent {
    /// A square of the board.
    Square(String),
    /// A kind of piece from the hand.
    Piece(String),
    /// A number, such as points to take.
    Number(u32),
    /// A move that is a word, such as pass.
    Word(String),
}

impl StepSent {
    fn read(&self, entry: &Entry) -> Result<Step, String> {
        match self {
            Self::Square(name) => read_square(name).map(Step::Square),
            Self::Number(number) => Ok(Step::Number(*number)),
            Self::Piece(word) | Self::Word(word) => entry.read_step(word),
        }
    }
}

pub(crate) fn read_square(name: &str) -> Result<Square, String> {
    name.parse().map_err(|_| format!("{} is no square", shorten(name)))
}

/// More steps than any move has.
const MOST_STEPS: usize = 200;
/// Longer lines of moves are records.
const LONGEST_LINE: usize = 20_000;

/// The game with its options.
pub(crate) fn open_game(
    entry: &GameEntry,
    options: &OptionsSent,
) -> Result<Arc<dyn AnyGame>, ApiError> {
    let pairs = option_pairs(options);
    let pairs = pairs.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    entry.open(pairs).map_err(ApiError::bad)
}

/// The position that a game, its options and a text describe.
pub(crate) fn open_position(
    entry: &GameEntry,
    options: &OptionsSent,
    text: Option<&str>,
) -> Result<Box<dyn AnyPosition>, ApiError> {
    let game = open_game(entry, options)?;
    let Some(text) = given(text) else { return Ok(game.start()) };
    let position = entry.read_position(text).map_err(ApiError::bad)?;
    check_options(&*game, position.options())?;
    Ok(position)
}

/// The text of a position; blank is as good as none.
pub(crate) fn given(text: Option<&str>) -> Option<&str> {
    text.map(str::trim).filter(|text| !text.is_empty())
}

/// Options that are sent beside a position must be those that it has.
pub(crate) fn check_options(game: &dyn AnyGame, found: &Options) -> Result<(), ApiError> {
    match game.options().first_conflict(found) {
        Some(option) => {
            Err(ApiError::Bad(format!("option {} disagrees with the position", option.name)))
        }
        None => Ok(()),
    }
}

pub(crate) async fn show(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    Sent(asked): Sent<PositionAsked>,
) -> Result<Response, ApiError> {
    let entry = app.game(&asked.game)?;
    app.blocking_json(visitor, move || answer(entry, &asked)).await
}

fn answer(entry: &GameEntry, asked: &PositionAsked) -> Result<Value, ApiError> {
    let mut position = open_position(entry, &asked.options, asked.position.as_deref())?;
    if let Some(moves) = &asked.moves {
        if moves.len() > LONGEST_LINE {
            return Err(ApiError::bad("the line of moves is too long: send it as a record"));
        }
        play_line(&mut *position, moves).map_err(ApiError::bad)?;
    }
    if asked.steps.len() > MOST_STEPS {
        return Err(ApiError::Bad(format!("no move has more than {MOST_STEPS} steps")));
    }
    Ok(with_steps(&*position, &asked.steps, asked.look))
}

/// The position with as many of the steps as can be chosen.
fn with_steps(position: &dyn AnyPosition, steps: &[StepSent], look: ViewParams) -> Value {
    let mut entry = Entry::new(position);
    for step in steps {
        let before = entry.chosen().to_vec();
        let chosen = step.read(&entry).and_then(|step| Ok((step, entry.choose(step)?)));
        match chosen {
            Ok((_, None)) => {}
            Ok((step, Some(mv))) => {
                // The whole move as the game spells it, or the steps as they came.
                let steps = position.steps(&mv).unwrap_or_else(|_| [before, vec![step]].concat());
                return position_json(position, &entry, Some((steps, mv)), None, look);
            }
            Err(reason) => return position_json(position, &entry, None, Some(reason), look),
        }
    }
    position_json(position, &entry, None, None, look)
}

/// A position just as it is.
pub(crate) fn plain(position: &dyn AnyPosition, look: ViewParams) -> Value {
    with_steps(position, &[], look)
}

/// A move to be shown step by step.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct FramesAsked {
    /// The id of a game, as `/api/games` lists them.
    game: String,
    /// Options that are not as usual.
    #[serde(default)]
    options: OptionsSent,
    /// A position as text; the first one of the game if there is none.
    position: Option<String>,
    /// The move, in any spelling that the game reads.
    #[serde(rename = "move", alias = "mv")]
    mv: String,
    #[serde(flatten)]
    look: ViewParams,
}

/// A move step by step, each as a picture.
pub(crate) async fn frames(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    Sent(asked): Sent<FramesAsked>,
) -> Result<Response, ApiError> {
    let entry = app.game(&asked.game)?;
    app.blocking_json(visitor, move || draw_frames(entry, &asked)).await
}

fn draw_frames(entry: &GameEntry, asked: &FramesAsked) -> Result<Value, ApiError> {
    let position = open_position(entry, &asked.options, asked.position.as_deref())?;
    let steps = position.steps(&asked.mv).map_err(ApiError::bad)?;
    let mut after = position.clone();
    after.play(&asked.mv).map_err(ApiError::bad)?;
    let view = asked.look.board();
    let halves = (1..steps.len()).map(|made| position.preview(&steps[..made]));
    let scenes = halves.chain([after.scene()]);
    let frames: Vec<String> =
        scenes.map(|scene| svg::svg(&scene, position.info(), &view)).collect();
    Ok(json!({ "frames": frames }))
}
