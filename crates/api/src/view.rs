//! Describes positions.

use strata_render::{Mark, View, describe_square, svg};
use strata_rules::{AnyPosition, GameInfo, Player, Scene, Square, Step, WhyNot};
use strata_table::{Entry, Lifted};

use crate::ViewParams;
use crate::types::Pairs;
use crate::types::positions::{Choice, LiftedPiece, PlayerSide, Position, PositionResult};

/// A position and the move that is being entered there.
pub struct Entered<'a> {
    entry: &'a Entry,
    chosen: Vec<Step>,
    complete: Option<String>,
    refused: Option<WhyNot>,
}

impl<'a> Entered<'a> {
    /// A complete move.
    pub const fn complete(entry: &'a Entry, chosen: Vec<Step>, mv: String) -> Self {
        Self { entry, chosen, complete: Some(mv), refused: None }
    }

    /// The first steps of a move.
    pub fn partial(entry: &'a Entry) -> Self {
        Self { entry, chosen: entry.chosen().to_vec(), complete: None, refused: None }
    }

    /// The first steps of a move, and why the next step or input is not possible.
    pub fn refused(entry: &'a Entry, why: WhyNot) -> Self {
        Self { refused: Some(why), ..Self::partial(entry) }
    }
}

/// A position with the move that is being entered.
pub fn describe(position: &dyn AnyPosition, entered: Entered<'_>, view: ViewParams) -> Position {
    let Entered { entry, chosen, complete, refused } = entered;
    let is_open = complete.is_none();
    let prompt = if is_open { entry.prompt() } else { String::new() };
    let next = if is_open { entry.next().to_vec() } else { Vec::new() };
    let open = |squares: fn(&Entry) -> Vec<Square>| {
        if is_open { squares(entry) } else { Vec::new() }
    };
    let scene = position.preview(&chosen);
    let info = position.info();
    // A tile is marked by its ghost.
    let has_ghost = |square: Square| {
        scene.tiles.iter().any(|tile| tile.ghost && !tile.is_begun() && tile.covers(square))
    };
    let marks = chosen.iter().filter_map(|step| step.square()).filter(|square| !has_ghost(*square));
    let marks = marks.map(|square| (square, Mark::Chosen));
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
        prompt,
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
        lifted: entry
            .lifted()
            .map(|Lifted { from, newly_chosen }| LiftedPiece { from, newly_chosen }),
        open_squares: open(Entry::squares),
        target_squares: open(Entry::target_squares),
        covered_squares: open(Entry::covered_squares),
        draggable_squares: entry.draggable_squares(),
        choices: if is_open { choices(entry) } else { Vec::new() },
        proposed_number: entry.number_choice().filter(|_| is_open).map(|choice| choice.proposed),
        next,
        chosen,
        complete,
        unconfirmed: entry.unconfirmed().map(str::to_owned),
        last_move: scene.last_move.clone(),
        scene,
        refused_groups: refused.as_ref().map_or_else(Vec::new, |why| why.groups.clone()),
        refused: refused.map(|why| why.reason),
    }
}

/// The steps that are not squares, with the texts of their buttons.
fn choices(entry: &Entry) -> Vec<Choice> {
    let labelled = |step| Choice { step, label: entry.label(step) };
    entry.choices().into_iter().map(labelled).collect()
}

/// Every square in words, by its name.
pub fn squares(scene: &Scene, info: &GameInfo) -> Pairs<String> {
    let words = |square| (format!("{square}"), describe_square(scene, info, square));
    scene.squares().map(words).collect()
}
