//! The page with all keys.

use strata_render::terminal::{Canvas, Glyph, LEGEND};

use crate::keys::{Action, Place, help};

/// Explanations below the keys.
const NOTES: [&str; 11] = [
    "Mouse: click to choose; click",
    "elsewhere or right-click to undo a",
    "step; click a move to see it.",
    "Enter at an earlier position: play",
    "on from there.",
    "Bots only: p pauses, Space plays",
    "one move.",
    "A ~ after a move: other moves were",
    "tried here, b shows them.",
    "Everywhere: Ctrl-Z suspends, Ctrl-C",
    "quits.",
];

/// All keys, in two columns if they fit.
pub(crate) fn key_page(width: usize, without: Option<Action>) -> Canvas {
    let column = |title, place| key_column(title, help(place, without));
    let mut page = column("At the board", Place::Board);
    let mut rest = legend();
    let parts = [
        column("When the game is over", Place::Over),
        column("In menus and lists", Place::List),
        column("In texts", Place::Pager),
        notes(),
    ];
    for part in parts {
        let below = rest.height() + 1;
        rest.paste(0, below, &part);
    }
    let (column, row) = match page.width() + 3 + rest.width() <= width {
        true => (page.width() + 3, 0),
        false => (0, page.height() + 1),
    };
    page.paste(column, row, &rest);
    page
}

fn notes() -> Canvas {
    let mut canvas = Canvas::default();
    for (row, line) in NOTES.iter().enumerate() {
        canvas.write(0, row, line, Glyph::default());
    }
    canvas
}

/// The signs around squares and their meaning.
fn legend() -> Canvas {
    let lines = LEGEND.iter().map(|sign| (format!("{} {}", sign.left, sign.right), sign.meaning));
    key_column("Around squares", lines.collect())
}

fn key_column(title: &str, lines: Vec<(String, &str)>) -> Canvas {
    let bold = Glyph { bold: true, ..Glyph::default() };
    let mut canvas = Canvas::default();
    canvas.write(0, 0, title, bold);
    // A long list of keys gets a line of its own and does not widen the column.
    let width = lines.iter().map(|(keys, _)| keys.len()).filter(|width| *width < 18).max();
    let width = width.unwrap_or(0) + 2;
    let mut row = 1;
    for (keys, what) in lines {
        canvas.write(0, row, &keys, bold);
        row += usize::from(keys.len() >= width);
        canvas.write(width, row, what, Glyph::default());
        row += 1;
    }
    canvas
}
