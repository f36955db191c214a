//! A pager for long texts: the rules and the keys.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Position, Rect};
use strata_render::View;
use strata_render::terminal::{Canvas, Glyph, TerminalStyle, rules};
use strata_rules::GameEntry;

use crate::context::Context;
use crate::key_page::key_page;
use crate::keys::{Action, Place, action};
use crate::look::{Look, bold, columns, dim, row, selected, write};
use crate::screen::Transition;
use crate::text_line::TextLine;

/// The text to show.
enum Content {
    Rules(&'static GameEntry),
    /// The keys, those of one place first, without an action that is not available.
    Keys {
        first: Place,
        without: Option<Action>,
    },
}

/// A long text with paging and search.
pub(crate) struct Pager {
    content: Content,
    /// The first visible line.
    top: usize,
    /// The lines of the text when it was last drawn, in lower case.
    lines: Vec<String>,
    /// The number of lines of a page when it was last drawn.
    page: usize,
    /// The search that is being typed.
    typing: Option<TextLine>,
    /// The text that was searched for, in lower case.
    pattern: String,
    /// The line of the match that was found last, until the player scrolls.
    current_match: Option<usize>,
    message: Option<String>,
}

impl Pager {
    pub(crate) const fn rules(entry: &'static GameEntry) -> Self {
        Self::new(Content::Rules(entry))
    }

    pub(crate) const fn keys() -> Self {
        Self::keys_without(None)
    }

    pub(crate) const fn keys_without(without: Option<Action>) -> Self {
        Self::new(Content::Keys { first: Place::Board, without })
    }

    /// The keys, those of the analysis board first.
    pub(crate) const fn analysis_keys() -> Self {
        Self::new(Content::Keys { first: Place::Analysis, without: None })
    }

    /// The keys, those of puzzles first.
    pub(crate) const fn puzzle_keys() -> Self {
        Self::new(Content::Keys { first: Place::Puzzle, without: None })
    }

    const fn new(content: Content) -> Self {
        Self {
            content,
            top: 0,
            lines: Vec::new(),
            page: 0,
            typing: None,
            pattern: String::new(),
            current_match: None,
            message: None,
        }
    }

    pub(crate) const fn takes_text(&self) -> bool {
        self.typing.is_some()
    }

    pub(crate) fn key(&mut self, key: KeyEvent) -> Transition {
        self.message = None;
        if let Some(line) = self.typing.take() {
            self.type_pattern(line, key);
            return Transition::Stay;
        }
        let Some(action) = action(Place::Pager, key) else { return Transition::Stay };
        let step = self.page.saturating_sub(1).max(1);
        match action {
            Action::Up => self.scroll_to(self.top.saturating_sub(1)),
            Action::Down => self.scroll_to(self.top + 1),
            Action::PageUp => self.scroll_to(self.top.saturating_sub(step)),
            Action::PageDown => self.scroll_to(self.top + step),
            Action::First => self.scroll_to(0),
            Action::Last => self.scroll_to(self.lines.len()),
            Action::Search => self.typing = Some(TextLine::default()),
            Action::NextMatch => {
                self.find(self.current_match.map_or(self.top, |line| line + 1), true);
            }
            Action::PreviousMatch => self.find(self.current_match.unwrap_or(self.top), false),
            Action::Leave => return Transition::Back,
            _ => {}
        }
        Transition::Stay
    }

    fn type_pattern(&mut self, mut line: TextLine, key: KeyEvent) {
        match key.code {
            KeyCode::Esc => {}
            KeyCode::Backspace if line.0.is_empty() => {}
            KeyCode::Enter => {
                // An empty search repeats the last one.
                if !line.0.is_empty() {
                    self.pattern = line.0.to_lowercase();
                }
                self.find(self.top, true);
            }
            _ => {
                line.key(key);
                self.typing = Some(line);
            }
        }
    }

    /// Scrolls to the next line with a match at or after `from`, or to the previous one before it.
    /// The search wraps around.
    fn find(&mut self, from: usize, forward: bool) {
        if self.pattern.is_empty() {
            self.message = Some("Press / to search.".to_owned());
            return;
        }
        let is_match = |line: &usize| self.lines[*line].contains(&self.pattern);
        let from = from.min(self.lines.len());
        let mut order = (from..self.lines.len()).chain(0..from);
        let found = if forward { order.find(is_match) } else { order.rfind(is_match) };
        match found {
            Some(line) => {
                self.scroll_to(line);
                self.current_match = Some(line);
            }
            None => self.message = Some(format!("Not found: {}", self.pattern)),
        }
    }

    fn scroll_to(&mut self, line: usize) {
        self.top = line.min(self.last_top());
        self.current_match = None;
    }

    const fn last_top(&self) -> usize {
        self.lines.len().saturating_sub(self.page)
    }

    pub(crate) fn mouse(&mut self, mouse: MouseEvent) -> Transition {
        match mouse.kind {
            MouseEventKind::ScrollUp => self.scroll_to(self.top.saturating_sub(3)),
            MouseEventKind::ScrollDown => self.scroll_to(self.top + 3),
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
            Content::Keys { first, without } => {
                ("Keys".to_owned(), key_page(width, first, without))
            }
        }
    }

    pub(crate) fn draw(&mut self, area: Rect, buffer: &mut Buffer, context: &Context) {
        let look = context.look();
        let (title, canvas) = self.text(area.width.saturating_sub(4), &look);
        let inside = look.frame(&title, area, buffer);
        let body = Rect {
            x: inside.x + 1.min(inside.width),
            width: inside.width.saturating_sub(1),
            height: inside.height.saturating_sub(1),
            ..inside
        };
        let line = |row: &Vec<Glyph>| row.iter().map(|glyph| lower(glyph.symbol)).collect();
        self.lines = canvas.rows().iter().map(line).collect();
        self.page = body.height.into();
        self.top = self.top.min(self.last_top());
        look.paint_from(&canvas, self.top, body, buffer);
        self.mark_matches(body, buffer);
        self.draw_status(row(inside, inside.height.saturating_sub(1)), buffer, &look);
    }

    /// Highlights the matches of the search.
    fn mark_matches(&self, body: Rect, buffer: &mut Buffer) {
        if self.pattern.is_empty() {
            return;
        }
        let length = self.pattern.chars().count() as u16;
        for (line, y) in self.lines.iter().skip(self.top).zip(body.top()..body.bottom()) {
            for (place, _) in line.match_indices(&self.pattern) {
                let start = body.x + line[..place].chars().count() as u16;
                for x in start..(start + length).min(body.right()) {
                    if let Some(cell) = buffer.cell_mut(Position::new(x, y)) {
                        cell.set_style(selected());
                    }
                }
            }
        }
    }

    fn draw_status(&self, place: Rect, buffer: &mut Buffer, look: &Look) {
        if let Some(line) = &self.typing {
            let text = format!(" Search: {}", line.tail(look.sign("▏", "_"), place.width));
            write(buffer, place, &text, bold());
            return;
        }
        if let Some(message) = &self.message {
            write(buffer, place, &format!(" {message}"), bold());
            return;
        }
        let position = self.position();
        let room = place.width.saturating_sub(columns(&position) + 2);
        let hint = self.hints(room);
        write(buffer, place, &hint, dim());
        let end = Rect { x: place.x + room, width: place.width - room, ..place };
        write(buffer, end, &format!(" {position}"), bold());
    }

    /// The most important keys that fit into a number of columns.
    fn hints(&self, room: u16) -> String {
        let mut hints = " Esc back".to_owned();
        let scrolls = self.last_top() > 0;
        let by_importance = [
            (scrolls, "Space next page"),
            (true, "/ search"),
            (!self.pattern.is_empty(), "n next match"),
            (scrolls, "b previous page"),
            (scrolls, "g start"),
        ];
        for (_, hint) in by_importance.iter().filter(|(is_useful, _)| *is_useful) {
            if columns(&hints) + 3 + columns(hint) <= room {
                hints += &format!("   {hint}");
            }
        }
        hints
    }

    /// How far the text has been read: `40%`.
    fn position(&self) -> String {
        match self.last_top() {
            0 => String::new(),
            _ => format!(
                "{}%",
                (self.top + self.page).min(self.lines.len()) * 100 / self.lines.len()
            ),
        }
    }
}

/// A character in lower case, if that is a single character.
fn lower(symbol: char) -> char {
    let mut lower = symbol.to_lowercase();
    lower.next().filter(|_| lower.next().is_none()).unwrap_or(symbol)
}

fn plain(text: &str) -> Canvas {
    let mut canvas = Canvas::default();
    canvas.write(0, 0, text, Glyph::default());
    canvas
}
