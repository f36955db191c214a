//! Describes positions.

use std::collections::BTreeMap;

use strata_render::{Mark, View, describe_square, svg};
use strata_rules::{AnyPosition, GameInfo, Player, Scene, Step};
use strata_table::Entry;

use super::types::positions::{PlayerSide, Position, PositionResult};
use crate::view_params::ViewParams;

/// The move that is being entered.
pub(crate) struct Entered {
    chosen: Vec<Step>,
    next: Vec<Step>,
    complete: Option<String>,
    refused: Option<String>,
}

impl Entered {
    /// A complete move.
    pub(crate) const fn complete(chosen: Vec<Step>, mv: String) -> Self {
        Self { chosen, next: Vec::new(), complete: Some(mv), refused: None }
    }

    /// The first steps of a move.
    pub(crate) fn partial(entry: &Entry) -> Self {
        let (chosen, next) = (entry.chosen().to_vec(), entry.next().to_vec());
        Self { chosen, next, complete: None, refused: None }
    }

    /// The first steps of a move, and why the next one cannot be chosen.
    pub(crate) fn refused(entry: &Entry, reason: String) -> Self {
        Self { refused: Some(reason), ..Self::partial(entry) }
    }
}

/// A position with the move that is being entered.
pub(crate) fn describe(position: &dyn AnyPosition, entered: Entered, view: ViewParams) -> Position {
    let Entered { chosen, next, complete, refused } = entered;
    let scene = position.preview(&chosen);
    let info = position.info();
    let marks = chosen.iter().filter_map(|step| step.square()).map(|s| (s, Mark::Chosen));
    let view = View { marks: marks.collect(), ..view.board() };
    let outcome = position.outcome();
    let players = position.players();
    let side = |player| PlayerSide { player, side: position.side_name(player).to_owned() };
    let reason = || position.reason().unwrap_or_default();
    Position {
        game: info.id,
        options: position.options().clone(),
        position: position.text(),
        status: position.status(),
        prompt: position.prompt(&chosen),
        turn: outcome.is_none().then(|| position.turn()),
        over: outcome.is_some(),
        result: outcome.map(|outcome| PositionResult {
            winners: outcome.winners,
            result: outcome.result(players),
            sentence: format!("{}: {}", position.verdict(outcome.winners), reason()),
        }),
        players: Player::all(players).map(side).collect(),
        count_moves: position.count_moves(),
        svg: svg::svg(&scene, info, &view),
        squares: squares(&scene, info),
        next,
        chosen,
        complete,
        last_move: scene.last_move.clone(),
        scene,
        refused,
    }
}

/// Every square in words, by its name.
pub(crate) fn squares(scene: &Scene, info: &GameInfo) -> BTreeMap<String, String> {
    let words = |square| (format!("{square}"), describe_square(scene, info, square));
    scene.squares().map(words).collect()
}
