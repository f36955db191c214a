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

/// All keys, in two columns if they fit. The keys of one place come first.
pub(crate) fn key_page(width: usize, first: Place, without: Option<Action>) -> Canvas {
    let column = |place| {
        let mut lines = help(place, without);
        if place == Place::Analysis {
            lines.push(("1 to 9".to_owned(), "play that engine line"));
        }
        key_column(title(place), lines)
    };
    let mut page = column(first);
    let mut rest = legend();
    let places = [Place::Over, Place::Board, Place::Analysis, Place::List, Place::Pager];
    let parts = places.into_iter().filter(|place| *place != first).map(column);
    for part in parts.chain([notes()]) {
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

const fn title(place: Place) -> &'static str {
    match place {
        Place::Board => "At the board",
        Place::Over => "When the game is over",
        Place::Analysis => "On the analysis board",
        Place::Puzzle => "At a puzzle",
        Place::List => "In menus and lists",
        Place::Pager => "In texts",
    }
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
