//! `POST /api/draft`: positions put together by hand.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use strata_render::svg;
use strata_rules::{AnyDraft, GameEntry};

use super::positions::{OptionsSent, check_options, given, open_game, read_square};
use crate::app::App;
use crate::error::ApiError;
use crate::json::squares_json;
use crate::view_params::ViewParams;
use crate::visitors::Visitor;
use crate::web::extract::Sent;

/// A draft as it is asked for, with a change to it.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct DraftAsked {
    /// The id of a game, as `/api/games` lists them.
    game: String,
    /// Options that are not as usual.
    #[serde(default)]
    options: OptionsSent,
    /// The draft as text; the first position of the game if there is none.
    position: Option<String>,
    /// What to change in it.
    change: Option<Change>,
    #[serde(flatten)]
    look: ViewParams,
}

/// A change to a draft.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Change {
    /// Puts something on the board.
    Put(Put),
    /// Takes what is on top of this square.
    Take(String),
    /// Gives a setting another value.
    Set(Set),
    /// Takes everything off the board.
    Clear,
}

/// Something to be put on the board.
#[derive(Debug, Deserialize, JsonSchema)]
struct Put {
    /// The name of a brush.
    brush: String,
    /// As many squares as the brush takes.
    squares: Vec<String>,
}

/// A value for a setting.
#[derive(Debug, Deserialize, JsonSchema)]
struct Set {
    /// The name of a setting.
    setting: String,
    /// A number; of a word, its place among the words.
    value: u32,
}

impl Change {
    fn make(&self, draft: &mut dyn AnyDraft) -> Result<(), String> {
        match self {
            Self::Put(Put { brush, squares }) => {
                let squares = squares.iter().map(|name| read_square(name));
                draft.put(brush, &squares.collect::<Result<Vec<_>, _>>()?)
            }
            Self::Take(square) => draft.take(read_square(square)?),
            Self::Set(Set { setting, value }) => draft.set(setting, *value),
            Self::Clear => {
                draft.clear();
                Ok(())
            }
        }
    }
}

pub(crate) async fn change(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    Sent(asked): Sent<DraftAsked>,
) -> Result<Response, ApiError> {
    let entry = app.game(&asked.game)?;
    app.blocking_json(visitor, move || answer(entry, &asked)).await
}

fn answer(entry: &GameEntry, asked: &DraftAsked) -> Result<Value, ApiError> {
    let game = open_game(entry, &asked.options)?;
    let text = given(asked.position.as_deref()).map_or_else(|| game.start().text(), str::to_owned);
    let mut draft = entry.read_draft(&text).map_err(ApiError::bad)?;
    check_options(&*game, draft.options())?;
    if let Some(change) = &asked.change {
        change.make(&mut *draft).map_err(ApiError::Bad)?;
    }
    Ok(draft_json(&*draft, asked.look))
}

/// A draft, what can be done with it, and what is wrong with it.
fn draft_json(draft: &dyn AnyDraft, look: ViewParams) -> Value {
    let (status, problem) = match draft.finish() {
        Ok(position) => (Some(position.status()), None),
        Err(problem) => (None, Some(problem)),
    };
    let scene = draft.scene();
    let info = draft.info();
    json!({
        "position": draft.text(),
        "status": status,
        "problem": problem,
        "options": draft.options(),
        "brushes": draft.brushes(),
        "settings": draft.settings(),
        "svg": svg::svg(&scene, info, &look.board()),
        "squares": squares_json(&scene, info),
    })
}
