//! What is written on a square.

use strata_rules::{GameInfo, Owner, Piece, Player, Scene, Square, Tile};

use crate::Palette;
use crate::palette::Ink;
use crate::words::letter;

/// The writing on a square: short text, in the colours of whoever owns it.
#[derive(Clone, Debug, Default)]
pub(super) struct CellText {
    pub(super) text: String,
    pub(super) ink: Option<Ink>,
    /// What fills the square around the text.
    pub(super) fill: char,
    /// Text and fill join the neighbours left and right, as a long tile does.
    pub(super) joins: (bool, bool),
}

fn ink_of(info: &GameInfo, palette: &Palette, owner: Owner) -> Ink {
    owner.map_or(palette.neutral, |player| palette.ink(info.side(player).paint))
}

/// Horizontal and vertical strokes that tell the owners of tiles apart without colour. Those of
/// ghosts are broken.
const fn tile_strokes(tile: &Tile, unicode: bool) -> (char, char) {
    match (unicode, tile.ghost, tile.owner) {
        (true, true, _) => ('╌', '╎'),
        (true, false, Player(0)) => ('━', '┃'),
        (true, false, _) => ('═', '║'),
        (false, true, _) => ('-', ':'),
        (false, false, Player(0)) => ('#', '#'),
        (false, false, _) => ('=', '='),
    }
}

/// Whose tile it is, and how long once that is known.
fn tile_label(info: &GameInfo, tile: &Tile) -> String {
    let letter = info.side(tile.owner).letter;
    if tile.is_begun() { letter.to_string() } else { format!("{letter}{}", tile.length()) }
}

/// The square as seen from above.
pub(super) fn from_above(
    scene: &Scene,
    info: &GameInfo,
    palette: &Palette,
    square: Square,
    unicode: bool,
) -> CellText {
    let cell = scene.cell(square);
    let mut shown = CellText { fill: ' ', ..CellText::default() };
    match &cell.piece {
        Some(Piece::Checker(None)) => shown.text = if unicode { "○" } else { "o" }.to_owned(),
        Some(Piece::Checker(owner)) => {
            shown.text = letter(info, *owner).to_string();
            shown.ink = Some(ink_of(info, palette, *owner));
        }
        Some(Piece::Tower { owner, height }) => {
            shown.text = format!("{}{height}", letter(info, *owner));
            shown.ink = Some(ink_of(info, palette, *owner));
        }
        Some(Piece::Stack(stones)) => {
            let top = stones.last().copied().flatten();
            shown.text = format!("{}{}", letter(info, top), stones.len());
            shown.ink = Some(ink_of(info, palette, top));
        }
        Some(Piece::Blockade) => shown.text = if unicode { "╳" } else { "X" }.to_owned(),
        None if cell.gone => {}
        None => shown.text = if unicode { "·" } else { "." }.to_owned(),
    }
    if let Some(tile) = scene.tile_at(square) {
        let (along, upright) = tile_strokes(tile, unicode);
        // A ghost has no ground of its own.
        shown.ink = (!tile.ghost).then(|| ink_of(info, palette, Some(tile.owner)));
        shown.text = if tile.is_horizontal() { along } else { upright }.to_string();
        if tile.is_horizontal() {
            shown.fill = along;
            shown.joins = (square != tile.from, square != tile.to);
        }
        if square == scene.label_square(tile) {
            shown.text = tile_label(info, tile);
        }
    }
    if let Some(player) = cell.counter {
        let sign = if unicode { '◉' } else { '@' };
        shown.text = format!("{sign}{}", info.side(player).letter);
        shown.ink = Some(ink_of(info, palette, Some(player)));
    }
    shown
}

/// The square's stones from the bottom to the top.
pub(super) fn from_below(
    scene: &Scene,
    info: &GameInfo,
    palette: &Palette,
    square: Square,
    unicode: bool,
) -> CellText {
    match &scene.cell(square).piece {
        Some(Piece::Stack(stones)) => CellText {
            text: stones.iter().map(|owner| letter(info, *owner)).collect(),
            fill: ' ',
            ..CellText::default()
        },
        _ => CellText { ink: None, ..from_above(scene, info, palette, square, unicode) },
    }
}
