//! Draws tiles over the squares that they cover.

use strata_rules::{Player, Square, Tile};

use super::board::Grid;
use super::canvas::{Canvas, Glyph};
use super::cells::{Content, Pen, Shape, ink_of, inked};
use super::pieces::{Area, fill, piece_height, spaced};
use crate::words::letter;

/// Horizontal and vertical strokes that tell the owners of tiles apart without colour. Those of
/// ghosts are broken.
const fn strokes(tile: &Tile, unicode: bool) -> (char, char) {
    match (unicode, tile.ghost, tile.owner) {
        (true, true, _) => ('╌', '╎'),
        (true, false, Player(0)) => ('━', '┃'),
        (true, false, _) => ('═', '║'),
        (false, true, _) => ('-', ':'),
        (false, false, Player(0)) => ('#', '#'),
        (false, false, _) => ('=', '='),
    }
}

/// Whether a tile continues beyond each edge of a square, as the board is shown.
#[derive(Clone, Copy)]
struct Joins {
    left: bool,
    right: bool,
    up: bool,
    down: bool,
}

/// Draws the part of a tile that lies on one square, on background that looks like `plain`. Returns the
/// label to be written there.
pub(super) fn draw_tile_part(
    canvas: &mut Canvas,
    pen: Pen<'_>,
    grid: &Grid,
    (square, tile): (Square, &Tile),
    area: Area,
    plain: Glyph,
) -> Content {
    // A ghost has no background.
    let look = match tile.ghost {
        true => plain,
        false => inked(ink_of(pen.info, pen.palette, Some(tile.owner))),
    };
    let covers = |right, down| grid.beside(square, right, down).is_some_and(|to| tile.covers(to));
    let joins =
        Joins { left: covers(-1, 0), right: covers(1, 0), up: covers(0, -1), down: covers(0, 1) };
    let (along, upright) = strokes(tile, pen.unicode);
    let line = usize::from(grid.lines);
    let (band, stroke, symbol) = match tile.is_horizontal() {
        true => {
            let band = horizontal(area, joins, line);
            (band, Area { row: middle_row(area), ..band }.with_height(1), along)
        }
        false => {
            let band = vertical(area, joins, line);
            (band, Area { column: middle_column(area), ..band }.with_width(1), upright)
        }
    };
    fill(canvas, band, look);
    if !tile.is_begun() {
        fill(canvas, stroke, Glyph { symbol, ..look });
    }
    if square != pen.scene.label_square(tile) {
        return Content::default();
    }
    let letter = letter(pen.info, Some(tile.owner));
    let label = match tile.is_begun() {
        true => letter.to_string(),
        false => format!("{letter}{}", tile.length()),
    };
    let symbols: Vec<Glyph> = label.chars().map(|symbol| Glyph { symbol, ..look }).collect();
    let symbols = if area.size.height > 1 { spaced(&symbols) } else { symbols };
    Content { symbols, shape: Shape::Bare }
}

const fn middle_row(area: Area) -> usize {
    area.row + (area.size.height - 1) / 2
}

const fn middle_column(area: Area) -> usize {
    area.column + (area.size.width - 1) / 2
}

/// The rectangle of a tile that lies along a rank. It ends a column before the edge of its last square.
fn horizontal(area: Area, joins: Joins, line: usize) -> Area {
    let band = area.middle(area.size.width, piece_height(area.size));
    let start = band.column + usize::from(!joins.left);
    let end = band.column + band.size.width;
    let end = if joins.right { end + line } else { end - 1 };
    Area { column: start, ..band }.with_width(end - start)
}

/// The rectangle of a tile that lies along a file.
fn vertical(area: Area, joins: Joins, line: usize) -> Area {
    let width = (2 * piece_height(area.size) - 1).max(3);
    let margin = (area.size.height - piece_height(area.size)) / 2;
    let band = area.middle(width, area.size.height);
    let start = band.row + if joins.up { 0 } else { margin };
    let end = band.row + band.size.height;
    let end = if joins.down { end + line } else { end - margin };
    Area { row: start, ..band }.with_height(end - start)
}
