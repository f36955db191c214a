//! Explains why a step cannot be chosen.

use std::fmt;

use crate::text::ranges;
use crate::{AnyPosition, Piece, Scene, Square, Step};

/// Why a step cannot be chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WhyNot {
    /// The reason as a phrase.
    pub reason: String,
    /// What to show on the board, such as the groups into which a move would split the pieces.
    pub groups: Vec<Vec<Square>>,
}

impl From<String> for WhyNot {
    fn from(reason: String) -> Self {
        Self { reason, groups: Vec::new() }
    }
}

impl fmt::Display for WhyNot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

/// Why `step` cannot follow `chosen`, derived from the scene and the move parser's error.
pub(crate) fn explain(position: &dyn AnyPosition, chosen: &[Step], step: Step) -> String {
    if position.outcome().is_some() {
        return "the game is over".to_owned();
    }
    let next = position.continuations(chosen).next;
    if let ([only @ Step::Word(_)], []) = (&next[..], chosen) {
        return format!("the only legal move is {only}");
    }
    match step {
        Step::Square(square) => explain_square(position, chosen, square, &next),
        Step::Number(number) => {
            let numbers: Vec<u32> = next.iter().filter_map(|step| step.number()).collect();
            match numbers.is_empty() {
                true => "no number is needed now".to_owned(),
                false => format!("{number} is not possible here; choose {}", ranges(&numbers)),
            }
        }
        Step::Word(word) => match position.steps(word) {
            Err(error) if chosen.is_empty() => error.reason,
            _ => format!("{word} cannot be part of this move"),
        },
        Step::Piece(name) => format!("no {name} can be played now"),
        Step::Tile { length, .. } => format!("no tile of {length} can be placed this way now"),
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
        _ if next.iter().any(|step| step.number().is_some()) => "choose a number next".to_owned(),
        Some([from, ..]) => {
            let notation: Vec<String> = chosen.iter().map(ToString::to_string).collect();
            match position.steps(&format!("{}{square}", notation.concat())) {
                Err(error) => format!("{from} to {square}: {}", error.reason),
                Ok(_) => format!("no move goes from {from} to {square}"),
            }
        }
        _ => on_square(position, &scene, square),
    }
}

/// Why a move cannot start with a square.
fn explain_first(position: &dyn AnyPosition, scene: &Scene, square: Square) -> String {
    let side = position.side_of(position.turn());
    let name = |side| position.info().side(side).name;
    let owner = match &scene.cell(square).piece {
        Some(Piece::Checker(owner) | Piece::Tower { owner, .. }) => *owner,
        _ => None,
    };
    if let Some(tile) = scene.tile_at(square) {
        return match &tile.note {
            None => format!("{square} is already covered by a tile"),
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
        Some(_) => format!("{}'s piece on {square} has no legal move", name(side)),
        // If one square can be a complete move, the parser gives the better reason.
        None => match position.steps(&square.to_string()) {
            Err(error) if !error.reason.starts_with("expected") => error.reason,
            _ => on_square(position, scene, square),
        },
    }
}

/// What is on a square, if that is the reason why it cannot be chosen.
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
