//! Squares and pieces in words, for screen readers, tooltips and lines of text.

use strata_rules::{Edge, GameInfo, Owner, Panel, Piece, Player, Scene, Square};

fn owner_name(info: &GameInfo, owner: Owner) -> &'static str {
    owner.map_or("neutral", |player| info.side(player).name)
}

/// The letter of a side; `n` for neutral pieces.
pub(crate) fn letter(info: &GameInfo, owner: Owner) -> char {
    owner.map_or('n', |player| info.side(player).letter)
}

/// The pieces that a player has picked up, the next one first: "to put down n n L". `None` if there are
/// none.
pub fn held_words(panel: &Panel, info: &GameInfo) -> Option<String> {
    let words = |text: String, owner: &Owner| format!("{text} {}", letter(info, *owner));
    (!panel.held.is_empty()).then(|| panel.held.iter().fold("to put down".to_owned(), words))
}

/// A square in words: "c3, Blue stack, height 4". Once counters are on the board, the number that each
/// player gives the square follows.
pub fn describe_square(scene: &Scene, info: &GameInfo, square: Square) -> String {
    let mut words = describe_contents(scene, info, square);
    if scene.cells.iter().any(|cell| cell.counter.is_some()) {
        for side in scene.panels.iter().map(|panel| panel.side) {
            if let Some(number) = number_of(scene, side, square) {
                words += &format!(", {} {number}", info.side(side).name);
            }
        }
    }
    words
}

/// The contents of a square in words.
pub fn describe_contents(scene: &Scene, info: &GameInfo, square: Square) -> String {
    let cell = scene.cell(square);
    let mut words = square.to_string();
    if cell.gone {
        words += ", out of play";
    }
    match &cell.piece {
        Some(Piece::Checker(None)) => words += ", neutral piece",
        Some(Piece::Checker(owner)) => words += &format!(", {} checker", owner_name(info, *owner)),
        Some(Piece::Tower { owner, height }) => {
            words += &format!(", {} stack, height {height}", owner_name(info, *owner));
        }
        Some(Piece::Stack(stones)) => {
            let names: Vec<&str> = stones.iter().map(|owner| owner_name(info, *owner)).collect();
            words += &match names[..] {
                [only] => format!(", one {only} stone"),
                _ => format!(", stack of {}, bottom to top: {}", names.len(), names.join(", ")),
            };
        }
        Some(Piece::Blockade) => words += ", blockade",
        None => {}
    }
    if let Some(tile) = scene.tile_at(square) {
        let owner = info.side(tile.owner).name;
        words += &match tile.is_begun() {
            true => format!(", one end of a {owner} tile"),
            false => {
                format!(", {owner} tile of {} from {} to {}", tile.length(), tile.from, tile.to)
            }
        };
        if let Some(note) = &tile.note {
            words += &format!(", {note}");
        }
    }
    if let Some(player) = cell.counter {
        words += &format!(", {}'s counter", info.side(player).name);
        let panel = scene.panels.iter().find(|panel| panel.side == player);
        if let Some(score) = panel.and_then(|panel| panel.score) {
            words += &format!(" at {score}");
        }
    }
    if words == square.to_string() {
        words += ", empty";
    }
    words
}

/// The number that a side's rulers give a square: the sum of the labels at both edges.
fn number_of(scene: &Scene, side: Player, square: Square) -> Option<u32> {
    let own = scene.rulers.iter().filter(|ruler| ruler.owner == side);
    let labels = own.map(|ruler| match ruler.edge {
        Edge::Bottom | Edge::Top => ruler.labels.get(usize::from(square.file)),
        Edge::Left | Edge::Right => ruler.labels.get(usize::from(square.rank)),
    });
    labels.map(|label| label?.parse::<u32>().ok()).reduce(|sum, label| Some(sum? + label?))?
}
