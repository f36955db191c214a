//! The board with its edges.

use strata_rules::{Edge, GameInfo, Ruler, Scene, Square};

use super::canvas::{Canvas, Glyph};
use super::cells::CellText;
use crate::{Mark, Palette, View};

#[derive(Clone, Copy)]
pub(super) struct BoardStyle {
    pub(super) unicode: bool,
    pub(super) roomy: bool,
    /// The columns that a square has inside at the least.
    pub(super) least_inside: usize,
}

pub(super) struct DrawnBoard {
    pub(super) canvas: Canvas,
    pub(super) squares: Vec<(Square, usize, usize)>,
    pub(super) cell_width: usize,
}

/// The columns of a ruler beside the board.
const RULER_WIDTH: usize = 4;

type Content<'a> = dyn Fn(&Scene, &GameInfo, &Palette, Square, bool) -> CellText + 'a;

/// Where the parts of a board stand on the canvas.
struct Layout {
    left: usize,
    top: usize,
    cell_width: usize,
    /// Columns and rows from one square to the next.
    pitch: (usize, usize),
}

impl Layout {
    fn column(&self, place: usize) -> usize {
        self.left + place * self.pitch.0
    }

    fn row(&self, place: usize) -> usize {
        self.top + place * self.pitch.1
    }
}

/// The signs around a square's text that mark it without colour.
fn brackets(mark: Option<Mark>, last: bool, won: bool) -> Option<(char, char)> {
    match mark {
        Some(Mark::Cursor) => Some(('>', '<')),
        Some(Mark::Chosen) => Some(('{', '}')),
        Some(Mark::Target) => Some(('(', ')')),
        // Both can be seen at once.
        Some(Mark::Source) if last => Some(('[', '\'')),
        Some(Mark::Source) => Some(('\'', '\'')),
        None if won => Some(('*', '*')),
        None => last.then_some(('[', ']')),
    }
}

/// Draws the board with `content` on its squares.
pub(super) fn draw_board(
    scene: &Scene,
    info: &GameInfo,
    view: &View,
    style: BoardStyle,
    content: &Content<'_>,
) -> DrawnBoard {
    let palette = Palette::of(view.theme);
    let rows = view.rows(scene.width, scene.height);
    let texts: Vec<Vec<CellText>> = rows
        .iter()
        .map(|row| row.iter().map(|&s| content(scene, info, &palette, s, style.unicode)).collect())
        .collect();
    let widest = texts.iter().flatten().map(|cell| cell.text.chars().count()).max().unwrap_or(1);
    let cell_width = widest.max(style.least_inside) + 2;
    let frame = usize::from(style.roomy);
    let layout = Layout {
        left: left_margin(scene, view) + frame,
        top: usize::from(has_ruler(scene, view, Edge::Top)) + frame,
        cell_width,
        pitch: (cell_width + frame, 1 + frame),
    };
    let mut canvas = Canvas::default();
    if style.roomy {
        draw_lines(&mut canvas, &layout, rows.len(), rows[0].len(), style.unicode);
    }
    let mut squares = Vec::new();
    for (down, row) in rows.iter().enumerate() {
        for (right, &square) in row.iter().enumerate() {
            let (column, line) = (layout.column(right), layout.row(down));
            let mark = view.mark(square);
            let [last, won] = [&scene.last_move, &scene.winning].map(|set| set.contains(&square));
            let cell = &texts[down][right];
            draw_cell(&mut canvas, (column, line), cell_width, cell, view, (mark, last, won));
            squares.push((square, column, line));
        }
    }
    draw_labels(&mut canvas, scene, info, view, &layout, &rows, frame);
    DrawnBoard { canvas, squares, cell_width }
}

fn draw_cell(
    canvas: &mut Canvas,
    (column, row): (usize, usize),
    width: usize,
    cell: &CellText,
    view: &View,
    (mark, last, won): (Option<Mark>, bool, bool),
) {
    let palette = Palette::of(view.theme);
    let ground = match mark {
        Some(Mark::Chosen | Mark::Cursor) => Some(palette.chosen),
        Some(Mark::Target) => Some(palette.target),
        Some(Mark::Source) if !last => Some(palette.source),
        None if won => Some(palette.chosen),
        Some(Mark::Source) | None => last.then_some(palette.last),
    };
    let plain = Glyph { ground, colour: ground.map(|_| palette.text), ..Glyph::default() };
    let inked = match cell.ink {
        Some(ink) => Glyph { colour: Some(ink.on), ground: Some(ink.fill), bold: true, ..plain },
        None => plain,
    };
    let text_width = cell.text.chars().count();
    let indent = (width - text_width) / 2;
    let joins = if view.flip { (cell.joins.1, cell.joins.0) } else { cell.joins };
    for offset in 0..width {
        let joined = if offset < indent { joins.0 } else { joins.1 };
        let beside_text = offset + 1 == indent || offset == indent + text_width;
        let symbol = if joined { cell.fill } else { ' ' };
        let look = if joined || (beside_text && cell.ink.is_some()) { inked } else { plain };
        canvas.put(column + offset, row, Glyph { symbol, ..look });
    }
    canvas.write(column + indent, row, &cell.text, inked);
    if let Some((open, close)) = brackets(mark, last, won) {
        let marked = Glyph { bold: true, ..plain };
        canvas.put(column, row, Glyph { symbol: open, ..marked });
        canvas.put(column + width - 1, row, Glyph { symbol: close, ..marked });
    }
}

fn draw_lines(canvas: &mut Canvas, layout: &Layout, down: usize, across: usize, unicode: bool) {
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
        let cell = dash.to_string().repeat(layout.cell_width);
        let middle = format!("{cell}{}", joints[1]).repeat(across - 1);
        let line = format!("{}{middle}{cell}{}", joints[0], joints[2]);
        canvas.write(layout.left - 1, layout.row(place) - 1, &line, faint);
    }
    for place in 0..down {
        for bar_place in 0..=across {
            canvas.write(layout.column(bar_place) - 1, layout.row(place), bar, faint);
        }
    }
}

/// The edge that is seen where `edge` is asked for.
fn seen_at(view: &View, edge: Edge) -> Edge {
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

fn has_ruler(scene: &Scene, view: &View, edge: Edge) -> bool {
    ruler_at(scene, view, edge).is_some()
}

/// The columns left of the board: rank names, then a ruler if there is one.
fn left_margin(scene: &Scene, view: &View) -> usize {
    let ranks = scene.height.to_string().len() + 1;
    ranks + if has_ruler(scene, view, Edge::Left) { RULER_WIDTH } else { 0 }
}

/// The names of files and ranks, and the players' own numberings.
fn draw_labels(
    canvas: &mut Canvas,
    scene: &Scene,
    info: &GameInfo,
    view: &View,
    layout: &Layout,
    rows: &[Vec<Square>],
    frame: usize,
) {
    let faint = Glyph { dim: true, ..Glyph::default() };
    let rank_width = scene.height.to_string().len();
    for (place, row) in rows.iter().enumerate() {
        let label = format!("{:>rank_width$}", row[0].rank + 1);
        canvas.write(0, layout.row(place), &label, faint);
    }
    let above = layout.top.saturating_sub(1 + frame);
    let below = layout.row(rows.len() - 1) + 1 + frame;
    let file_row = below + usize::from(has_ruler(scene, view, Edge::Bottom));
    for (place, square) in rows[0].iter().enumerate() {
        let label = char::from(b'a' + square.file).to_string();
        canvas.write(centred(layout, place, &label), file_row, &label, faint);
    }
    let look = |ruler: &Ruler| {
        let ink = Palette::of(view.theme).ink(info.side(ruler.owner).paint);
        Glyph { colour: Some(ink.on), ground: Some(ink.fill), ..Glyph::default() }
    };
    for (edge, row) in [(Edge::Top, above), (Edge::Bottom, below)] {
        let Some(ruler) = ruler_at(scene, view, edge) else { continue };
        for (place, square) in rows[0].iter().enumerate() {
            let label = format!(" {} ", ruler.labels[usize::from(square.file)]);
            canvas.write(centred(layout, place, &label), row, &label, look(ruler));
        }
    }
    let beside = [
        (Edge::Left, layout.left.saturating_sub(frame + RULER_WIDTH)),
        (Edge::Right, layout.column(rows[0].len()) + 1),
    ];
    for (edge, column) in beside {
        let Some(ruler) = ruler_at(scene, view, edge) else { continue };
        for (place, row) in rows.iter().enumerate() {
            let label = format!("{:>3}", ruler.labels[usize::from(row[0].rank)]);
            canvas.write(column, layout.row(place), &label, look(ruler));
        }
    }
}

fn centred(layout: &Layout, place: usize, label: &str) -> usize {
    layout.column(place) + (layout.cell_width.saturating_sub(label.chars().count())) / 2
}
