//! Scenes as terminal text.

mod board;
mod canvas;
mod cells;
mod colours;
mod labels;
mod layout;
mod marks;
mod panel;
mod pieces;
mod rules;
mod stacks;
mod terminal_kind;
mod tiles;

use strata_rules::{GameInfo, Piece, Scene, Square};

pub use board::SquareArea;
pub use canvas::{Canvas, Glyph};
pub use colours::Colours;
pub use layout::{CellSize, Layout, StackList, StackView};
pub use marks::{CURSOR, LEGEND, MarkSign};
pub use rules::rules;
pub use terminal_kind::{TerminalKind, ascii_symbol};

use crate::{Palette, View};
use board::{Grid, draw_board};
use cells::{Content, Pen};
use layout::{GAP, has_stacks, rank_width};
use panel::draw_panels;
use stacks::list_stacks;

/// How a scene is drawn with characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TerminalStyle {
    /// Box lines and symbols, or plain ASCII.
    pub unicode: bool,
    /// Lines between the squares.
    pub roomy: bool,
    /// The available columns.
    pub width: usize,
}

/// A drawn scene.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The characters.
    pub canvas: Canvas,
    /// Where the squares are: those of the main board, then those of a second board.
    pub squares: Vec<SquareArea>,
    /// Where the lines of a list of stacks are.
    pub stack_lines: Vec<SquareArea>,
}

/// The columns between the board and the players.
const PANEL_GAP: usize = 3;

/// Draws a scene as small as possible: the board, the stacks stone by stone where that matters, and
/// the players with their hands.
pub fn draw(scene: &Scene, info: &GameInfo, view: &View, style: TerminalStyle) -> Picture {
    let panels = draw_panels(scene, info, view, style.unicode);
    let room = style.width.saturating_sub(PANEL_GAP + panels.width());
    let layout = smallest_layout(scene, info, style, room);
    let mut picture =
        draw_with_layout(scene, info, view, &layout, style.unicode, Square::new(0, 0));
    picture.canvas = beside(picture.canvas, panels, style.width);
    picture
}

/// Draws a scene without its players in a layout that was chosen for its game. If the board is too
/// large, only the part around `focus` is visible.
pub fn draw_with_layout(
    scene: &Scene,
    info: &GameInfo,
    view: &View,
    layout: &Layout,
    unicode: bool,
    focus: Square,
) -> Picture {
    let palette = Palette::of(view.theme);
    let pen = Pen { scene, info, palette: &palette, unicode };
    let grid = |cell| Grid::new(scene, view, cell, layout.lines, layout.seen, focus);
    let main = draw_board(pen, view, &grid(layout.cell), &|square| pen.seen_from_above(square));
    let mut picture =
        Picture { canvas: main.canvas, squares: main.squares, stack_lines: Vec::new() };
    let second = match layout.stacks {
        StackView::Hidden => return picture,
        StackView::Board(cell) => {
            let board = draw_board(pen, view, &grid(cell), &|square| pen.stone_by_stone(square));
            (board.canvas, board.squares, Vec::new())
        }
        StackView::List(list) => {
            let (canvas, lines) = list_stacks(pen, view, list);
            (canvas, Vec::new(), lines)
        }
    };
    let column = picture.canvas.width() + GAP;
    let indent = rank_width(scene);
    let second_indent = if second.2.is_empty() { indent } else { 0 };
    let mut canvas = titled(picture.canvas, "from above", indent);
    canvas.paste(column, 0, &titled(second.0, "bottom to top", second_indent));
    let moved = |area: SquareArea| SquareArea { column: area.column + column, ..area };
    let below_title = |area: SquareArea| SquareArea { row: area.row + 1, ..area };
    let squares = picture.squares.into_iter().chain(second.1.into_iter().map(moved));
    picture.squares = squares.map(below_title).collect();
    picture.stack_lines = second.2.into_iter().map(moved).map(below_title).collect();
    picture.canvas = canvas;
    picture
}

/// The layout with the smallest squares that fit this scene. Stacks are on a second board if both
/// fit into `room` columns, otherwise in a list.
fn smallest_layout(scene: &Scene, info: &GameInfo, style: TerminalStyle, room: usize) -> Layout {
    let palette = Palette::of(crate::Theme::default());
    let pen = Pen { scene, info, palette: &palette, unicode: style.unicode };
    let least = match style.roomy {
        true => 3,
        false if scene.tiles.is_empty() => 1,
        // The label of a tile.
        false => 2,
    };
    let fitting = |content: &dyn Fn(Square) -> Content, is_odd: bool| {
        let widest = scene.squares().map(|square| content(square).symbols.len()).max();
        let inside = widest.unwrap_or(1).max(least);
        CellSize { width: inside + 2 + usize::from(is_odd && inside % 2 == 0), height: 1 }
    };
    // A single character can be centred only in an odd number of columns.
    let is_odd = has_single_characters(scene);
    let board =
        Layout::whole(scene, fitting(&|square| pen.seen_from_above(square), is_odd), style.roomy);
    if !has_stacks(scene) {
        return board;
    }
    let both = board.beside_board(scene, fitting(&|square| pen.stone_by_stone(square), true));
    if both.size.0 <= room {
        return both;
    }
    let heights = scene.cells.iter().map(|cell| match &cell.piece {
        Some(Piece::Stack(stones)) => stones.len(),
        _ => 0,
    });
    let stones = heights.clone().max().unwrap_or(1).max(1);
    let list = StackList { columns: 1, stones, lists_empty: false };
    board.beside_list(scene, list, heights.filter(|height| *height > 0).count())
}

/// Whether there are pieces that are drawn as one character.
fn has_single_characters(scene: &Scene) -> bool {
    let is_single = |piece: &Piece| matches!(piece, Piece::Checker(_) | Piece::Blockade);
    scene.cells.iter().any(|cell| cell.piece.as_ref().is_some_and(is_single))
}

fn titled(picture: Canvas, title: &str, indent: usize) -> Canvas {
    let mut canvas = Canvas::default();
    canvas.write(indent, 0, title, Glyph { dim: true, ..Glyph::default() });
    canvas.paste(0, 1, &picture);
    canvas
}

/// Puts `right` beside `left` if the columns allow, else below it.
fn beside(mut left: Canvas, right: Canvas, width: usize) -> Canvas {
    let column = left.width() + PANEL_GAP;
    if column + right.width() <= width {
        left.paste(column, 0, &right);
    } else {
        let row = left.height() + 1;
        left.paste(0, row, &right);
    }
    left
}
