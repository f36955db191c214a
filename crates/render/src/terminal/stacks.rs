//! The list of stacks, stone by stone.

use strata_rules::Square;

use super::board::SquareArea;
use super::canvas::{Canvas, Glyph};
use super::cells::Pen;
use super::layout::{GAP, StackList, name_width};
use crate::View;

/// Draws every square's stones in lines, from the bottom to the top. Returns where each square's lines
/// are.
pub(super) fn list_stacks(pen: Pen<'_>, view: &View, list: StackList) -> (Canvas, Vec<SquareArea>) {
    let scene = pen.scene;
    let squares: Vec<Square> = view.rows(scene.width, scene.height).into_iter().flatten().collect();
    let listed = |square: &Square| list.lists_empty || scene.cell(*square).piece.is_some();
    let squares: Vec<Square> = squares.into_iter().filter(listed).collect();
    let width = name_width(scene) + list.stones;
    let faint = Glyph { dim: true, ..Glyph::default() };
    let mut canvas = Canvas::default();
    let mut areas = Vec::new();
    for (place, part) in squares.chunks(squares.len().div_ceil(list.columns).max(1)).enumerate() {
        let column = place * (width + GAP);
        let mut row = 0;
        for &square in part {
            let start = row;
            canvas.write(column, row, &square.to_string(), faint);
            for line in pen.stone_by_stone(square).symbols.chunks(list.stones) {
                for (offset, glyph) in line.iter().enumerate() {
                    canvas.put(column + name_width(scene) + offset, row, *glyph);
                }
                row += 1;
            }
            row = row.max(start + 1);
            areas.push(SquareArea { square, column, row: start, width, height: row - start });
        }
    }
    (canvas, areas)
}
