//! Long texts to read: rules, and the keys.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;
use strata_render::View;
use strata_render::terminal::{Canvas, Glyph, TerminalStyle, rules};
use strata_rules::GameEntry;

use crate::context::Context;
use crate::keys::{Action, Place, action, help};
use crate::look::{Look, dim, row, write};
use crate::screen::Transition;

/// What is read.
enum Content {
    Rules(&'static GameEntry),
    /// The keys, but for that of an action which makes no sense just now.
    Keys {
        without: Option<Action>,
    },
}

/// A long text that scrolls.
pub(crate) struct Pager {
    content: Content,
    top: usize,
    /// How much of it there was when it was last drawn: all rows, and the rows of a page.
    seen: (usize, usize),
}

impl Pager {
    pub(crate) const fn rules(entry: &'static GameEntry) -> Self {
        Self { content: Content::Rules(entry), top: 0, seen: (0, 0) }
    }

    pub(crate) const fn keys() -> Self {
        Self::keys_without(None)
    }

    pub(crate) const fn keys_without(without: Option<Action>) -> Self {
        Self { content: Content::Keys { without }, top: 0, seen: (0, 0) }
    }

    pub(crate) fn key(&mut self, key: KeyEvent) -> Transition {
        let Some(action) = action(Place::List, key) else { return Transition::Stay };
        let page = self.seen.1.saturating_sub(1).max(1);
        match action {
            Action::Up => self.top = self.top.saturating_sub(1),
            Action::Down => self.top += 1,
            Action::PageUp | Action::Left => self.top = self.top.saturating_sub(page),
            Action::Choose if self.is_at_end() => return Transition::Back,
            Action::PageDown | Action::Right | Action::Choose => self.top += page,
            Action::First => self.top = 0,
            Action::Last => self.top = self.seen.0,
            Action::Leave | Action::Help => return Transition::Back,
            _ => {}
        }
        self.top = self.top.min(self.last_top());
        Transition::Stay
    }

    const fn last_top(&self) -> usize {
        self.seen.0.saturating_sub(self.seen.1)
    }

    const fn is_at_end(&self) -> bool {
        self.top >= self.last_top()
    }

    pub(crate) fn mouse(&mut self, mouse: MouseEvent) -> Transition {
        match mouse.kind {
            MouseEventKind::ScrollUp => self.top = self.top.saturating_sub(3),
            MouseEventKind::ScrollDown => self.top = (self.top + 3).min(self.last_top()),
            MouseEventKind::Down(MouseButton::Right) => return Transition::Back,
            _ => {}
        }
        Transition::Stay
    }

    fn text(&self, width: u16, look: &Look) -> (String, Canvas) {
        let width = usize::from(width);
        match self.content {
            Content::Rules(entry) => {
                let style = TerminalStyle { unicode: look.unicode, roomy: false, width };
                let view = View { theme: look.theme, ..View::default() };
                let text = rules(entry, style, &view).unwrap_or_else(|reason| plain(&reason));
                (format!("Rules of {}", entry.info.name), text)
            }
            Content::Keys { without } => ("Keys".to_owned(), key_page(width, without)),
        }
    }

    pub(crate) fn draw(&mut self, area: Rect, buffer: &mut Buffer, context: &Context) {
        let look = context.look();
        let width = area.width.saturating_sub(4);
        let (title, canvas) = self.text(width, &look);
        let inside = look.frame(&title, area, buffer);
        let body = Rect {
            x: inside.x + 1.min(inside.width),
            width: inside.width.saturating_sub(1),
            height: inside.height.saturating_sub(1),
            ..inside
        };
        self.seen = (canvas.height(), body.height.into());
        self.top = self.top.min(self.last_top());
        look.paint(&canvas, (0, self.top), body, buffer);
        let last = row(inside, inside.height.saturating_sub(1));
        let hint = match (self.last_top() > 0, self.is_at_end()) {
            (false, _) => " Esc back",
            (true, true) => " Up and Down scroll   Esc back   (end)",
            (true, false) => " Up and Down scroll   Space next page   Esc back   (more below)",
        };
        write(buffer, last, hint, dim());
    }
}

fn plain(text: &str) -> Canvas {
    let mut canvas = Canvas::default();
    canvas.write(0, 0, text, Glyph::default());
    canvas
}

/// What the keys alone do not say.
const NOTES: [&str; 9] = [
    "Mouse: click to choose; a click",
    "elsewhere or a right click steps",
    "back; the wheel scrolls; click a",
    "move to see it.",
    "Enter plays on from a move seen.",
    "Bots alone: p pauses, Space plays",
    "one move.",
    "A ~ behind a move: others were tried",
    "in its place, b looks at them.",
];

/// All keys, in two columns where they fit.
fn key_page(width: usize, without: Option<Action>) -> Canvas {
    let column = |title, place| key_column(title, help(place, without));
    let mut page = column("At the board", Place::Board);
    let mut rest = column("When the game is over", Place::Over);
    for part in [column("In menus, lists and texts", Place::List), notes()] {
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

fn key_column(title: &str, lines: Vec<(String, &str)>) -> Canvas {
    let bold = Glyph { bold: true, ..Glyph::default() };
    let mut canvas = Canvas::default();
    canvas.write(0, 0, title, bold);
    // A long list of keys does not push all the others to the right.
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
