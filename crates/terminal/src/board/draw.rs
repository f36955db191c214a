//! Draws a board and the choices below it, and remembers what can be clicked.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};
use strata_render::terminal::{CURSOR, Layout, SquareArea, draw_with_layout};
use strata_render::{Mark, View};
use strata_rules::{GameInfo, Scene, Square, Step};
use strata_table::{Entry, NodeId};

use super::{Chooser, Focus};
use crate::keys::Action;
use crate::look::{Look, after, bold, columns, dim, selected, write};

/// Something that can be clicked.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Spot {
    Square(Square),
    Choice(Step),
    Move(NodeId),
    /// A line of the engine.
    Line(usize),
    /// A move whose value is known, by its place among them.
    ExploredMove(usize),
    Action(Action),
}

/// The clickable areas of the last drawing.
#[derive(Default)]
pub(crate) struct Hits(Vec<(Rect, Spot)>);

impl Hits {
    pub(crate) fn add(&mut self, area: Rect, spot: Spot) {
        self.0.push((area, spot));
    }

    /// What is at a place. Later drawings cover earlier ones.
    pub(crate) fn at(&self, at: Position) -> Option<Spot> {
        self.0.iter().rev().find(|(area, _)| area.contains(at)).map(|(_, spot)| *spot)
    }
}

/// A board with everything that is drawn on it.
pub(crate) struct BoardView<'a> {
    pub(crate) scene: &'a Scene,
    pub(crate) info: &'a GameInfo,
    pub(crate) layout: &'a Layout,
    pub(crate) flip: bool,
    pub(crate) marks: Vec<(Square, Mark)>,
    /// Letters in the corner of squares.
    pub(crate) letters: Vec<(Square, char, Style)>,
    /// The square that stays visible.
    pub(crate) focus: Square,
    pub(crate) shows_cursor: bool,
}

/// Draws a board and adds its squares to the clickable areas.
pub(crate) fn draw_board(
    board: BoardView<'_>,
    area: Rect,
    buffer: &mut Buffer,
    look: &Look,
    hits: &mut Hits,
) {
    let BoardView { scene, info, layout, flip, marks, letters, focus, shows_cursor } = board;
    let view = View { flip, theme: look.theme, marks, ..View::default() };
    let picture = draw_with_layout(scene, info, &view, layout, look.unicode, focus);
    look.paint(&picture.canvas, area, buffer);
    let place = |square: &SquareArea| {
        let [x, y, width, height] =
            [square.column, square.row, square.width, square.height].map(|number| number as u16);
        Rect::new(area.x + x, area.y + y, width, height).intersection(area)
    };
    for drawn in &picture.squares {
        let square = place(drawn);
        // The lines right of and below a square belong to it.
        let line = u16::from(layout.lines);
        let hit = Rect { width: square.width + line, height: square.height + line, ..square };
        hits.add(hit, Spot::Square(drawn.square));
        if drawn.square == focus && shows_cursor {
            draw_cursor(square, buffer);
        }
        for (_, letter, style) in letters.iter().filter(|(marked, ..)| *marked == drawn.square) {
            write(buffer, square, letter.encode_utf8(&mut [0; 4]), *style);
        }
    }
    for drawn in &picture.stack_lines {
        hits.add(place(drawn), Spot::Square(drawn.square));
    }
}

/// The marks for entering a move: the squares that can be chosen, and those chosen so far.
pub(crate) fn entry_marks(entry: &Entry, scene: &Scene) -> Vec<(Square, Mark)> {
    let open = entry.squares();
    if entry.is_empty() {
        // Marks on nearly all squares would be useless.
        let says_something = open.len() * 3 <= scene.cells.len() * 2;
        let sources = open.into_iter().filter(|_| says_something);
        return sources.map(|square| (square, Mark::Source)).collect();
    }
    let chosen = entry.chosen_squares().into_iter().map(|square| (square, Mark::Chosen));
    chosen.chain(open.into_iter().map(|square| (square, Mark::Target))).collect()
}

/// Draws the cursor in the first and last column of a square.
fn draw_cursor(place: Rect, buffer: &mut Buffer) {
    if place.is_empty() {
        return;
    }
    let middle = place.y + (place.height - 1) / 2;
    let style = Style::reset().add_modifier(Modifier::BOLD | Modifier::REVERSED);
    for (x, sign) in [(place.left(), CURSOR.left), (place.right() - 1, CURSOR.right)] {
        for y in place.top()..place.bottom() {
            if let Some(cell) = buffer.cell_mut(Position::new(x, y)) {
                // A very high stack leaves no room for the second sign.
                let is_text = cell.symbol().starts_with(char::is_alphanumeric);
                let symbol = if y == middle { sign } else { ' ' };
                match is_text {
                    true => cell.set_style(style),
                    false => cell.set_char(symbol).set_style(style),
                };
            }
        }
    }
}

/// Draws the choices that are not squares: pieces, numbers and words. With `has_digits` each has
/// the digit that chooses it.
pub(crate) fn draw_choices(
    chooser: &Chooser,
    has_digits: bool,
    area: Rect,
    buffer: &mut Buffer,
    look: &Look,
    hits: &mut Hits,
) {
    let choices = chooser.choices();
    let mut rest = area;
    if chooser.wants_number() {
        let typed = format!("Number: {}{}  ", chooser.number, look.sign("▏", "_"));
        rest = after(rest, write(buffer, rest, &typed, bold()));
    } else {
        let also = chooser.entry.next().len() > choices.len();
        let word = if also { "or: " } else { "Choose: " };
        rest = after(rest, write(buffer, rest, word, bold()));
    }
    let focused = match chooser.focus {
        Focus::Choice(place) => Some(place),
        Focus::Board => None,
    };
    // The list starts late enough for the focused one to be seen.
    let label = |place: usize, step: &Step| match step {
        Step::Number(number) => format!(" {number} "),
        other if has_digits => format!(" {} {other} ", place + 1),
        other => format!(" {other} "),
    };
    let widest = choices.iter().enumerate().map(|(place, step)| columns(&label(place, step)));
    let fit = usize::from(rest.width / widest.max().unwrap_or(1).max(1)).max(1);
    let first = focused.map_or(0, |place| (place + 1).saturating_sub(fit));
    for (place, step) in choices.iter().enumerate().skip(first) {
        let label = label(place, step);
        if columns(&label) > rest.width {
            break;
        }
        let style = if focused == Some(place) { selected() } else { Style::new() };
        let taken = write(buffer, rest, &label, style);
        hits.add(Rect { width: taken, ..rest }, Spot::Choice(*step));
        rest = after(rest, taken);
    }
}

/// A help up to its first comma.
pub(crate) fn first_part(help: &'static str) -> &'static str {
    help.split(',').next().unwrap_or(help)
}

/// Draws keys with what they do, as many as fit.
pub(crate) fn draw_keys(
    keys: &[(String, &'static str, Action)],
    area: Rect,
    buffer: &mut Buffer,
    hits: &mut Hits,
) {
    let mut rest = area;
    for (key, help, action) in keys {
        let text = format!("{key} {}", first_part(help));
        if columns(&text) > rest.width {
            continue;
        }
        let taken = write(buffer, rest, &text, dim());
        hits.add(Rect { width: taken, ..rest }, Spot::Action(*action));
        rest = after(rest, taken + 2);
    }
}
