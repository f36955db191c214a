//! The names of files and ranks, and the players' own numberings.

use strata_rules::{Edge, Ruler, Scene};

use super::board::Grid;
use super::canvas::{Canvas, Glyph};
use super::cells::{Pen, ink_of};
use super::layout::{rank_width, ruler_width};
use crate::View;

/// The edge of the board that is shown at an edge of the picture.
const fn seen_at(view: &View, edge: Edge) -> Edge {
    match (view.flip, edge) {
        (false, edge) => edge,
        (true, Edge::Top) => Edge::Bottom,
        (true, Edge::Bottom) => Edge::Top,
        (true, Edge::Left) => Edge::Right,
        (true, Edge::Right) => Edge::Left,
    }
}

fn ruler_at<'a>(scene: &'a Scene, view: &View, edge: Edge) -> Option<&'a Ruler> {
    scene.rulers.iter().find(|ruler| ruler.edge == seen_at(view, edge))
}

/// The columns left of the board: the names of ranks, then a ruler if there is one.
pub(super) fn left_margin(scene: &Scene, view: &View) -> usize {
    rank_width(scene) + ruler_width(ruler_at(scene, view, Edge::Left))
}

/// The rows above the board: a ruler if there is one.
pub(super) fn top_margin(scene: &Scene, view: &View) -> usize {
    usize::from(ruler_at(scene, view, Edge::Top).is_some())
}

/// Draws the names and numberings of the visible squares.
pub(super) fn draw_labels(canvas: &mut Canvas, pen: Pen<'_>, view: &View, grid: &Grid) {
    let faint = Glyph { dim: true, ..Glyph::default() };
    let middle = |place: usize| grid.row(place) + (grid.cell.height - 1) / 2;
    let width = rank_width(pen.scene) - 1;
    for (place, row) in grid.rows.iter().enumerate() {
        canvas.write(0, middle(place), &format!("{:>width$}", row[0].rank + 1), faint);
    }
    let below = grid.row(grid.rows.len());
    let has_bottom_ruler = ruler_at(pen.scene, view, Edge::Bottom).is_some();
    let file_row = below + usize::from(has_bottom_ruler);
    for (place, square) in grid.rows[0].iter().enumerate() {
        let name = char::from(b'a' + square.file).to_string();
        canvas.write(centred(grid, place, &name), file_row, &name, faint);
    }
    let look = |ruler: &Ruler| {
        let ink = ink_of(pen.info, pen.palette, Some(ruler.owner));
        Glyph { foreground: Some(ink.on), background: Some(ink.fill), ..Glyph::default() }
    };
    for (edge, row) in [(Edge::Top, 0), (Edge::Bottom, below)] {
        let Some(ruler) = ruler_at(pen.scene, view, edge) else { continue };
        for (place, square) in grid.rows[0].iter().enumerate() {
            let label = format!(" {} ", ruler.labels[usize::from(square.file)]);
            canvas.write(centred(grid, place, &label), row, &label, look(ruler));
        }
    }
    let right = grid.column(grid.rows[0].len()) + 1;
    let beside = [(Edge::Left, rank_width(pen.scene)), (Edge::Right, right)];
    for (edge, column) in beside {
        let Some(ruler) = ruler_at(pen.scene, view, edge) else { continue };
        let width = ruler_width(Some(ruler)) - 1;
        for (place, row) in grid.rows.iter().enumerate() {
            let label = format!("{:>width$}", ruler.labels[usize::from(row[0].rank)]);
            canvas.write(column, middle(place), &label, look(ruler));
        }
    }
}

/// The column at which a label starts, so that it is in the middle of a square.
fn centred(grid: &Grid, place: usize, label: &str) -> usize {
    grid.column(place) + grid.cell.width.saturating_sub(label.chars().count()) / 2
}
