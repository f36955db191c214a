//! Draws a board: its lines, squares and labels.

use strata_rules::{Scene, Square};

use super::canvas::{Canvas, Glyph};
use super::cells::{Content, Pen};
use super::labels::{draw_labels, left_margin, top_margin};
use super::layout::CellSize;
use super::marks::{Marks, is_inside};
use super::pieces::{Area, draw_shape, fill, write_content};
use super::tiles::draw_tile_part;
use crate::{Mark, Palette, View};

/// Where a square of a picture is, for clicks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SquareArea {
    /// The square.
    pub square: Square,
    /// Its first column.
    pub column: usize,
    /// Its first row.
    pub row: usize,
    /// Its columns.
    pub width: usize,
    /// Its rows.
    pub height: usize,
}

pub(super) struct DrawnBoard {
    pub(super) canvas: Canvas,
    pub(super) squares: Vec<SquareArea>,
}

/// The visible squares, and where they are on the canvas.
pub(super) struct Grid {
    /// The visible squares: rows from the top, each from the left.
    pub(super) rows: Vec<Vec<Square>>,
    pub(super) left: usize,
    pub(super) top: usize,
    pub(super) cell: CellSize,
    pub(super) lines: bool,
}

impl Grid {
    /// The visible squares of a board that shows this many files and ranks, around `focus`.
    pub(super) fn new(
        scene: &Scene,
        view: &View,
        cell: CellSize,
        lines: bool,
        seen: (usize, usize),
        focus: Square,
    ) -> Self {
        let rows = view.rows(scene.width, scene.height);
        let down = rows.iter().position(|row| row[0].rank == focus.rank).unwrap_or(0);
        let across = rows[0].iter().position(|square| square.file == focus.file).unwrap_or(0);
        let first_row = first_seen(down, seen.1, rows.len());
        let first_column = first_seen(across, seen.0, rows[0].len());
        let seen_row =
            |row: &Vec<Square>| row.iter().copied().skip(first_column).take(seen.0).collect();
        let rows = rows.iter().skip(first_row).take(seen.1).map(seen_row).collect();
        let line = usize::from(lines);
        let (left, top) = (left_margin(scene, view) + line, top_margin(scene, view) + line);
        Self { rows, left, top, cell, lines }
    }

    /// The first column of a place in a row; the one after the last place is the end of the board.
    pub(super) fn column(&self, place: usize) -> usize {
        self.left + place * (self.cell.width + usize::from(self.lines))
    }

    /// The first row of a place in a column.
    pub(super) fn row(&self, place: usize) -> usize {
        self.top + place * (self.cell.height + usize::from(self.lines))
    }

    fn area(&self, right: usize, down: usize) -> Area {
        Area { column: self.column(right), row: self.row(down), size: self.cell }
    }

    /// The square this many places to the right of and below another on the screen.
    pub(super) fn beside(&self, square: Square, right: isize, down: isize) -> Option<Square> {
        let row = self.rows.iter().position(|row| row[0].rank == square.rank)?;
        let column = self.rows[row].iter().position(|other| *other == square)?;
        let row = self.rows.get(row.checked_add_signed(down)?)?;
        row.get(column.checked_add_signed(right)?).copied()
    }
}

/// The first visible one of `count` places if `seen` of them are visible, with `focus` near the
/// middle.
fn first_seen(focus: usize, seen: usize, count: usize) -> usize {
    focus.saturating_sub(seen / 2).min(count.saturating_sub(seen))
}

/// Draws the board with `content` on its squares.
pub(super) fn draw_board(
    pen: Pen<'_>,
    view: &View,
    grid: &Grid,
    content: &dyn Fn(Square) -> Content,
) -> DrawnBoard {
    let mut canvas = Canvas::default();
    if grid.lines {
        draw_lines(&mut canvas, grid, pen.unicode);
    }
    let mut squares = Vec::new();
    for (down, row) in grid.rows.iter().enumerate() {
        for (right, &square) in row.iter().enumerate() {
            let area = grid.area(right, down);
            draw_square(&mut canvas, pen, view, grid, square, area, content);
            let CellSize { width, height } = grid.cell;
            squares.push(SquareArea { square, column: area.column, row: area.row, width, height });
        }
    }
    draw_labels(&mut canvas, pen, view, grid);
    DrawnBoard { canvas, squares }
}

fn draw_square(
    canvas: &mut Canvas,
    pen: Pen<'_>,
    view: &View,
    grid: &Grid,
    square: Square,
    area: Area,
    content: &dyn Fn(Square) -> Content,
) {
    let background = background(Marks::of(pen.scene, view, square), pen.palette);
    let plain =
        Glyph { background, foreground: background.map(|_| pen.palette.text), ..Glyph::default() };
    fill(canvas, area, plain);
    let has_counter = pen.scene.cell(square).counter.is_some();
    let content = match pen.scene.tile_at(square) {
        Some(tile) => {
            let label = draw_tile_part(canvas, pen, grid, (square, tile), area, plain);
            if has_counter { content(square) } else { label }
        }
        None => content(square),
    };
    draw_shape(canvas, pen, area, &content, plain);
    draw_signs(canvas, pen, view, square, area, plain);
    write_content(canvas, area, &content, plain);
}

/// Draws the signs of a marked square in its first and last column.
fn draw_signs(
    canvas: &mut Canvas,
    pen: Pen<'_>,
    view: &View,
    square: Square,
    area: Area,
    plain: Glyph,
) {
    let Some((left, right)) = Marks::of(pen.scene, view, square).signs() else { return };
    if view.mark(square) == Some(Mark::Cursor) || !is_inside(pen.scene, square) {
        let marked = Glyph { bold: true, ..plain };
        let row = area.row + (area.size.height - 1) / 2;
        canvas.put(area.column, row, Glyph { symbol: left, ..marked });
        let last = area.column + area.size.width - 1;
        canvas.put(last, row, Glyph { symbol: right, ..marked });
    }
}

/// The colour of a marked square.
fn background(marks: Marks, palette: &Palette) -> Option<crate::Rgb> {
    match marks.mark {
        Some(Mark::Chosen | Mark::Cursor) => Some(palette.chosen),
        Some(Mark::Target) => Some(palette.target),
        Some(Mark::Source) if !marks.last => Some(palette.source),
        None if marks.won => Some(palette.chosen),
        Some(Mark::Source) | None => marks.last.then_some(palette.last),
    }
}

fn draw_lines(canvas: &mut Canvas, grid: &Grid, unicode: bool) {
    let (down, across) = (grid.rows.len(), grid.rows[0].len());
    let faint = Glyph { dim: true, ..Glyph::default() };
    let corners =
        if unicode { ["┌┬┐", "├┼┤", "└┴┘"] } else { ["+++", "+++", "+++"] };
    let (dash, bar) = if unicode { ('─', "│") } else { ('-', "|") };
    for place in 0..=down {
        let joints: Vec<char> = match place {
            0 => corners[0].chars().collect(),
            _ if place == down => corners[2].chars().collect(),
            _ => corners[1].chars().collect(),
        };
        let cell = dash.to_string().repeat(grid.cell.width);
        let middle = format!("{cell}{}", joints[1]).repeat(across - 1);
        let line = format!("{}{middle}{cell}{}", joints[0], joints[2]);
        canvas.write(grid.left - 1, grid.row(place) - 1, &line, faint);
    }
    for row in grid.row(0)..grid.row(down) - 1 {
        for place in 0..=across {
            if !(row + 1 - grid.top).is_multiple_of(grid.cell.height + 1) {
                canvas.write(grid.column(place) - 1, row, bar, faint);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scrolled_board_shows_the_focus_and_no_empty_places() {
        for count in 1..=10 {
            for seen in 1..=count {
                for focus in 0..count {
                    let first = first_seen(focus, seen, count);
                    assert!(first <= focus && focus < first + seen, "{focus}: {first}+{seen}");
                    assert!(first + seen <= count, "{first}+{seen} of {count}");
                }
            }
        }
    }
}
