//! Scenes as terminal text.

mod board;
mod canvas;
mod cells;
mod colours;
mod panel;
mod rules;

use strata_rules::{GameInfo, Piece, Scene, Square};

pub use canvas::{Canvas, Glyph};
pub use colours::Colours;
pub use rules::rules;

use crate::{Palette, View};
use board::{BoardStyle, draw_board};
use cells::{from_above, from_below};
use panel::draw_panels;

/// How a scene is put into characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TerminalStyle {
    /// Box lines and symbols, or plain ASCII.
    pub unicode: bool,
    /// Lines between the squares.
    pub roomy: bool,
    /// The columns there are.
    pub width: usize,
}

/// A drawn scene.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The characters.
    pub canvas: Canvas,
    /// Where each square of the main board is: square, column, row; each is `cell_width` wide.
    pub squares: Vec<(Square, usize, usize)>,
    /// The columns of one square.
    pub cell_width: usize,
    /// Whether the stacks stand in a list, since there is no room for a second board.
    pub lists_stacks: bool,
}

/// What a picture keeps of those before it, so that things stay where they were seen.
#[derive(Clone, Copy, Default, Debug)]
pub struct Steady {
    /// The columns that a square has inside at the least.
    pub least_inside: usize,
    /// Whether stacks stand in a list even if there were room for a second board.
    pub lists_stacks: bool,
}

/// The columns between two parts that stand side by side.
const GAP: usize = 3;

/// Draws a scene: the board, beside it the stacks from the bottom up where they matter, and the
/// players with their hands.
pub fn draw(scene: &Scene, info: &GameInfo, view: &View, style: TerminalStyle) -> Picture {
    let panels = draw_panels(scene, info, view, style.unicode);
    let room = style.width.saturating_sub(GAP + panels.width());
    let mut picture = board_within(scene, info, view, style, room, Steady::default());
    picture.canvas = beside(picture.canvas, panels, style.width);
    picture
}

/// Draws a scene without its players, for interfaces that show those in their own way.
pub fn draw_without_players(
    scene: &Scene,
    info: &GameInfo,
    view: &View,
    style: TerminalStyle,
    steady: Steady,
) -> Picture {
    board_within(scene, info, view, style, style.width, steady)
}

/// The board, and the stacks from the bottom up: as a second board where `room` columns hold both.
fn board_within(
    scene: &Scene,
    info: &GameInfo,
    view: &View,
    style: TerminalStyle,
    room: usize,
    steady: Steady,
) -> Picture {
    let least_inside = steady.least_inside.max(if style.roomy { 2 } else { 1 });
    let board_style = BoardStyle { unicode: style.unicode, roomy: style.roomy, least_inside };
    let has_stacks = scene.cells.iter().any(|cell| matches!(cell.piece, Some(Piece::Stack(_))));
    let above = draw_board(scene, info, view, board_style, &from_above);
    let mut canvas = above.canvas;
    let mut squares = above.squares;
    let mut lists_stacks = false;
    if has_stacks {
        let mut below = draw_board(scene, info, view, board_style, &from_below).canvas;
        lists_stacks = steady.lists_stacks || canvas.width() + GAP + below.width() > room;
        if lists_stacks {
            below = list_stacks(scene, info, view, style.unicode);
        }
        canvas = titled(canvas, "from above");
        squares.iter_mut().for_each(|(_, _, row)| *row += 1);
        canvas = beside(canvas, titled(below, "bottom to top"), style.width);
    }
    Picture { canvas, squares, cell_width: above.cell_width, lists_stacks }
}

/// Every stack on a line of its own, for stacks too high for a board.
fn list_stacks(scene: &Scene, info: &GameInfo, view: &View, unicode: bool) -> Canvas {
    let palette = Palette::of(view.theme);
    let rows = view.rows(scene.width, scene.height);
    let stacks = rows.into_iter().flatten().filter(|square| scene.cell(*square).piece.is_some());
    let mut canvas = Canvas::default();
    for (row, square) in stacks.enumerate() {
        let stones = from_below(scene, info, &palette, square, unicode).text;
        canvas.write(2, row, &format!("{square} {stones}"), Glyph::default());
    }
    canvas
}

fn titled(picture: Canvas, title: &str) -> Canvas {
    let mut canvas = Canvas::default();
    canvas.write(2, 0, title, Glyph::default());
    canvas.paste(0, 1, &picture);
    canvas
}

/// Puts `right` beside `left` if the columns allow, else below it.
fn beside(mut left: Canvas, right: Canvas, width: usize) -> Canvas {
    let column = left.width() + GAP;
    if column + right.width() <= width {
        left.paste(column, 0, &right);
    } else {
        let row = left.height() + 1;
        left.paste(0, row, &right);
    }
    left
}
