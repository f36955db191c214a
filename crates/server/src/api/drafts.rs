//! `POST /api/draft`: positions that are set up by hand.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use strata_render::svg;
use strata_rules::{AnyDraft, GameEntry, Square};

use super::positions::{check_options, non_blank, open_game, read_square};
use super::types::drafts::{Change, Draft, DraftRequest, Placement, SettingValue};
use super::view::squares;
use crate::app::App;
use crate::error::ApiError;
use crate::view_params::ViewParams;
use crate::visitors::Visitor;
use crate::web::extract::JsonBody;

impl Change {
    /// Makes the change; returns the squares that are chosen if the brush needs more of them.
    fn make(&self, draft: &mut dyn AnyDraft) -> Result<Vec<Square>, String> {
        match self {
            Self::Put(Placement { brush, squares }) => {
                let squares: Vec<Square> =
                    squares.iter().map(|name| read_square(name)).collect::<Result<_, _>>()?;
                let needed = draft
                    .brushes()
                    .iter()
                    .find(|known| known.name == *brush)
                    .map_or(0, |known| known.squares);
                if (1..needed).contains(&squares.len()) {
                    return Ok(squares);
                }
                draft.put(brush, &squares)?;
            }
            Self::Take(square) => draft.take(read_square(square)?)?,
            Self::Set(SettingValue { setting, value }) => draft.set(setting, *value)?,
            Self::Clear => draft.clear(),
        }
        Ok(Vec::new())
    }
}

pub(crate) async fn change(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    JsonBody(request): JsonBody<DraftRequest>,
) -> Result<Response, ApiError> {
    let entry = app.game(&request.game)?;
    app.blocking_json(visitor, move || answer(entry, &request)).await
}

fn answer(entry: &GameEntry, request: &DraftRequest) -> Result<Draft, ApiError> {
    let game = open_game(entry, &request.options)?;
    let text =
        non_blank(request.position.as_deref()).map_or_else(|| game.start().text(), str::to_owned);
    let mut draft = entry.read_draft(&text).map_err(ApiError::unprocessable)?;
    check_options(&*game, draft.options())?;
    let chosen = match &request.change {
        Some(change) => change.make(&mut *draft).map_err(ApiError::Unprocessable)?,
        None => Vec::new(),
    };
    Ok(describe(&*draft, chosen, request.view))
}

fn describe(draft: &dyn AnyDraft, chosen: Vec<Square>, view: ViewParams) -> Draft {
    let (status, problem) = match draft.finish() {
        Ok(position) => (Some(position.status()), None),
        Err(problem) => (None, Some(problem)),
    };
    let scene = draft.scene();
    let info = draft.info();
    Draft {
        position: draft.text(),
        status,
        problem,
        prompt: if chosen.is_empty() { "" } else { "Choose the other end" },
        chosen,
        options: draft.options().clone(),
        brushes: draft.brushes(),
        settings: draft.settings(),
        svg: svg::svg(&scene, info, &view.board()),
        squares: squares(&scene, info),
    }
}
