//! Positions that are set up by hand.

use strata_render::svg;
use strata_rules::{AnyDraft, GameEntry, Square};

use crate::positions::{check_options, non_blank, open_game, read_square};
use crate::types::drafts::{Change, Draft, DraftRequest, Placement, SettingValue};
use crate::view::squares;
use crate::{Refusal, ViewParams};

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

/// A draft after the change of the request.
pub fn draft(entry: &GameEntry, request: &DraftRequest) -> Result<Draft, Refusal> {
    let game = open_game(entry, &request.options)?;
    let text =
        non_blank(request.position.as_deref()).map_or_else(|| game.start().text(), str::to_owned);
    let mut draft = entry.read_draft(&text).map_err(Refusal::new)?;
    check_options(&*game, draft.options())?;
    let chosen = match &request.change {
        Some(change) => change.make(&mut *draft).map_err(Refusal)?,
        None => Vec::new(),
    };
    Ok(describe(&*draft, chosen, request.view()))
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
