//! Draws the contents of a square.

use super::canvas::{Canvas, Glyph};
use super::cells::{Content, Pen, Shape, inked};
use super::layout::CellSize;

/// The columns and rows of a rectangle on a canvas.
#[derive(Clone, Copy)]
pub(super) struct Area {
    pub(super) column: usize,
    pub(super) row: usize,
    pub(super) size: CellSize,
}

impl Area {
    pub(super) const fn with_width(self, width: usize) -> Self {
        Self { size: CellSize { width, ..self.size }, ..self }
    }

    pub(super) const fn with_height(self, height: usize) -> Self {
        Self { size: CellSize { height, ..self.size }, ..self }
    }

    /// A smaller rectangle in the middle.
    pub(super) const fn middle(self, width: usize, height: usize) -> Self {
        Self {
            column: self.column + (self.size.width - width) / 2,
            row: self.row + (self.size.height - height) / 2,
            size: CellSize { width, height },
        }
    }
}

/// Fills a rectangle with one character.
pub(super) fn fill(canvas: &mut Canvas, area: Area, glyph: Glyph) {
    for row in 0..area.size.height {
        for column in 0..area.size.width {
            canvas.put(area.column + column, area.row + row, glyph);
        }
    }
}

/// The rows that a piece takes of a square: large squares leave a margin.
pub(super) const fn piece_height(cell: CellSize) -> usize {
    if cell.height >= 5 { cell.height - 2 } else { cell.height }
}

/// Draws the piece on a square, on background that looks like `plain`.
pub(super) fn draw_shape(
    canvas: &mut Canvas,
    pen: Pen<'_>,
    area: Area,
    content: &Content,
    plain: Glyph,
) {
    let height = piece_height(area.size);
    match content.shape {
        Shape::Disc(ink) if area.size.height == 1 => {
            let width = (content.symbols.len() + 2).min(area.size.width);
            fill(canvas, area.middle(width, 1), inked(ink));
        }
        Shape::Disc(ink) => {
            let width = (2 * height + 3).min(area.size.width - 2);
            draw_outline(canvas, pen, area.middle(width, height), inked(ink));
        }
        Shape::Ring if area.size.height > 1 => {
            let width = (2 * height + 1).min(area.size.width - 4);
            draw_outline(canvas, pen, area.middle(width, height), plain);
        }
        Shape::Cross if area.size.height > 1 => draw_cross(canvas, pen, area, plain),
        Shape::Ring | Shape::Cross | Shape::Bare => {}
    }
}

/// Writes the text on a square, on background that looks like `plain`.
pub(super) fn write_content(canvas: &mut Canvas, area: Area, content: &Content, plain: Glyph) {
    let symbols = match content.shape {
        Shape::Disc(_) if area.size.height > 1 => spaced(&content.symbols),
        Shape::Cross if area.size.height > 1 => Vec::new(),
        _ => content.symbols.clone(),
    };
    write_symbols(canvas, area, &symbols, plain);
}

/// A letter and a digit with a space between them: an odd number of characters can be centred.
pub(super) fn spaced(symbols: &[Glyph]) -> Vec<Glyph> {
    match symbols {
        [letter, digit] => vec![*letter, Glyph { symbol: ' ', ..*letter }, *digit],
        other => other.to_vec(),
    }
}

/// Writes characters into the middle of a square, on several rows if there are too many for one. A
/// text that leaves room for one mark only leaves the first column.
fn write_symbols(canvas: &mut Canvas, area: Area, symbols: &[Glyph], plain: Glyph) {
    let width = area.size.width;
    let room = if area.size.height == 1 { width } else { width - 2 };
    let rows = symbols.len().div_ceil(room).clamp(1, area.size.height);
    let place = area.middle(symbols.len().min(room), rows);
    let shift = usize::from(symbols.len() + 1 == width && area.size.height == 1);
    for (row, line) in symbols.chunks(room).take(rows).enumerate() {
        for (column, glyph) in line.iter().enumerate() {
            let background = glyph.background.or(plain.background);
            let foreground = glyph.foreground.or(plain.foreground);
            let glyph = Glyph { background, foreground, ..*glyph };
            canvas.put(place.column + shift + column, place.row + row, glyph);
        }
    }
}

/// Draws a rounded outline, filled with the look of `glyph`.
fn draw_outline(canvas: &mut Canvas, pen: Pen<'_>, area: Area, glyph: Glyph) {
    fill(canvas, area, glyph);
    let dash = pen.sign("─", "-").repeat(area.size.width - 2);
    let [top, bottom] = pen.sign([("╭", "╮"), ("╰", "╯")], [(".", "."), ("'", "'")]);
    let last = area.row + area.size.height - 1;
    canvas.write(area.column, area.row, &format!("{}{dash}{}", top.0, top.1), glyph);
    canvas.write(area.column, last, &format!("{}{dash}{}", bottom.0, bottom.1), glyph);
    for row in area.row + 1..last {
        for column in [area.column, area.column + area.size.width - 1] {
            canvas.write(column, row, pen.sign("│", "|"), glyph);
        }
    }
}

/// Draws a cross as high as a piece.
fn draw_cross(canvas: &mut Canvas, pen: Pen<'_>, area: Area, plain: Glyph) {
    let bold = Glyph { bold: true, ..plain };
    let side = piece_height(area.size);
    let place = area.middle(side, side);
    for step in 0..side {
        let row = place.row + step;
        canvas.write(place.column + step, row, pen.sign("╲", "\\"), bold);
        canvas.write(place.column + side - 1 - step, row, pen.sign("╱", "/"), bold);
    }
    canvas.write(place.column + side / 2, place.row + side / 2, pen.sign("╳", "X"), bold);
}
