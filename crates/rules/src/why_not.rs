//! Why a step cannot be chosen, for people who try.

use crate::text::ranges;
use crate::{AnyPosition, Piece, Scene, Square, Step};

/// Why `step` cannot follow `chosen`, from what the board shows and the reader of moves says.
pub(crate) fn explain(position: &dyn AnyPosition, chosen: &[Step], step: Step) -> String {
    if position.outcome().is_some() {
        return "the game is over".to_owned();
    }
    let next = position.continuations(chosen).next;
    if let ([only @ Step::Word(_)], []) = (&next[..], chosen) {
        return format!("there is nothing to do but {only}");
    }
    match step {
        Step::Square(square) => explain_square(position, chosen, square, &next),
        Step::Number(number) => {
            let numbers: Vec<u32> = next.iter().filter_map(|step| step.number()).collect();
            match numbers.is_empty() {
                true => "no number is asked for now".to_owned(),
                false => format!("{number} is not possible here: choose {}", ranges(&numbers)),
            }
        }
        Step::Word(word) => match position.steps(word) {
            Err(error) if chosen.is_empty() => error.reason,
            _ => format!("{word} is no part of a move that has started"),
        },
        Step::Piece(name) => format!("no {name} can be played now"),
    }
}

fn explain_square(
    position: &dyn AnyPosition,
    chosen: &[Step],
    square: Square,
    next: &[Step],
) -> String {
    let scene = position.scene();
    if !square.is_on(scene.width.into(), scene.height.into()) {
        return format!("{square} is not on the board");
    }
    let squares: Option<Vec<Square>> = chosen.iter().map(|step| step.square()).collect();
    match squares.as_deref() {
        Some([]) => explain_first(position, &scene, square),
        _ if next.iter().any(|step| step.number().is_some()) => "a number comes next".to_owned(),
        Some([from, ..]) => {
            let spelled: Vec<String> = chosen.iter().map(ToString::to_string).collect();
            match position.steps(&format!("{}{square}", spelled.concat())) {
                Err(error) => format!("{from} to {square}: {}", error.reason),
                Ok(_) => format!("nothing goes from {from} to {square}"),
            }
        }
        _ => on_square(position, &scene, square),
    }
}

/// Why a move cannot begin with a square.
fn explain_first(position: &dyn AnyPosition, scene: &Scene, square: Square) -> String {
    let side = position.side_of(position.turn());
    let name = |side| position.info().side(side).name;
    let owner = match &scene.cell(square).piece {
        Some(Piece::Checker(owner) | Piece::Tower { owner, .. }) => *owner,
        _ => None,
    };
    if let Some(tile) = scene.tile_at(square) {
        return match &tile.note {
            None => format!("a tile lies on {square} already"),
            Some(_) if tile.owner != side => {
                format!(
                    "the tile on {square} is {}'s and it is {}'s turn",
                    name(tile.owner),
                    name(side)
                )
            }
            Some(note) => format!("{square}: {note}"),
        };
    }
    match owner {
        Some(owner) if owner != side => {
            format!("{square} is {}'s and it is {}'s turn", name(owner), name(side))
        }
        Some(_) => format!("{}'s piece on {square} cannot move now", name(side)),
        // The reader knows more where one square can be a whole move.
        None => match position.steps(&square.to_string()) {
            Err(error) if !error.reason.starts_with("expected") => error.reason,
            _ => on_square(position, scene, square),
        },
    }
}

/// What is on a square, where that is why it cannot be chosen.
fn on_square(position: &dyn AnyPosition, scene: &Scene, square: Square) -> String {
    let owned = |owner| format!("{square} is {}'s", position.info().side(owner).name);
    match &scene.cell(square).piece {
        Some(Piece::Blockade) => format!("{square} is blockaded"),
        Some(Piece::Checker(Some(owner)) | Piece::Tower { owner: Some(owner), .. }) => {
            owned(*owner)
        }
        None if scene.tile_at(square).is_none() => format!("{square} is empty"),
        _ => format!("{square} cannot be chosen now"),
    }
}
