//! A list of rows with one selected, for menus and forms.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use crate::keys::Action;
use crate::look::{Look, after, bold, columns, dim, row, selected, write};

/// A row of a list.
#[derive(Clone, Debug, Default)]
pub(crate) struct Row {
    /// The label.
    pub(crate) label: String,
    /// The value, if the row has one.
    pub(crate) value: Option<String>,
    /// Whether Left and Right change the value.
    pub(crate) changes: bool,
    /// A text after the value.
    pub(crate) more: String,
    /// A text at the right edge. A long label is cut to leave room for it.
    pub(crate) end: String,
    /// An explanation, shown while the row is selected.
    pub(crate) note: String,
}

impl Row {
    /// A row without a value.
    pub(crate) fn new(label: impl Into<String>, note: impl Into<String>) -> Self {
        Self { label: label.into(), note: note.into(), ..Self::default() }
    }

    /// A row with a value that Left and Right change.
    pub(crate) fn choice(
        label: impl Into<String>,
        value: impl Into<String>,
        note: impl Into<String>,
    ) -> Self {
        Self { value: Some(value.into()), changes: true, ..Self::new(label, note) }
    }
}

/// Which row is selected, and where the rows were last drawn.
#[derive(Clone, Debug, Default)]
pub(crate) struct List {
    pub(crate) selected: usize,
    first_shown: usize,
    hits: Vec<(Rect, usize)>,
}

impl List {
    /// Moves the selection in a list of `count` rows. Returns whether the action does that.
    pub(crate) fn act(&mut self, action: Action, count: usize) -> bool {
        let last = count.saturating_sub(1);
        let page = self.hits.len().max(1);
        self.selected = match action {
            Action::Up | Action::PreviousChoice if self.selected == 0 => last,
            Action::Up | Action::PreviousChoice => self.selected - 1,
            Action::Down | Action::NextChoice if self.selected >= last => 0,
            Action::Down | Action::NextChoice => self.selected + 1,
            Action::PageUp => self.selected.saturating_sub(page),
            Action::PageDown => (self.selected + page).min(last),
            Action::First => 0,
            Action::Last => last,
            _ => return false,
        };
        true
    }

    /// Handles the mouse: the wheel moves the selection, a click selects a row and chooses it.
    pub(crate) fn mouse(&mut self, mouse: MouseEvent, count: usize) -> Option<Action> {
        match mouse.kind {
            MouseEventKind::ScrollUp => {
                self.selected = self.selected.saturating_sub(1);
                None
            }
            MouseEventKind::ScrollDown => {
                self.selected = (self.selected + 1).min(count.saturating_sub(1));
                None
            }
            MouseEventKind::Down(MouseButton::Left) => {
                let at = Position::new(mouse.column, mouse.row);
                let (_, index) = self.hits.iter().find(|(area, _)| area.contains(at))?;
                self.selected = *index;
                Some(Action::Choose)
            }
            MouseEventKind::Down(MouseButton::Right) => Some(Action::Leave),
            _ => None,
        }
    }

    /// Draws the rows, and the note of the selected one below them.
    pub(crate) fn draw(&mut self, rows: &[Row], area: Rect, buffer: &mut Buffer, look: &Look) {
        self.selected = self.selected.min(rows.len().saturating_sub(1));
        let note = rows.get(self.selected).map_or("", |row| row.note.as_str());
        let wrapped = textwrap::wrap(note, usize::from(area.width.max(1)));
        let note_height = (wrapped.len() as u16 + 1).min(area.height / 3);
        let height = usize::from(area.height - note_height);
        self.scroll(height, rows.len());
        self.hits.clear();
        let label_width = rows.iter().map(|row| columns(&row.label)).max().unwrap_or(0);
        let shown = rows.iter().enumerate().skip(self.first_shown).take(height);
        for (line, (index, content)) in (0..).zip(shown) {
            let place = row(area, line);
            self.hits.push((place, index));
            self.draw_row(content, index == self.selected, label_width, place, buffer, look);
        }
        self.draw_scroll_marks(rows.len(), height, area, buffer, look);
        let below = (rows.len().min(height) as u16) + 1;
        for (line, text) in (below..).zip(&wrapped) {
            write(buffer, row(area, line), text, dim());
        }
    }

    fn draw_row(
        &self,
        content: &Row,
        is_selected: bool,
        label_width: u16,
        place: Rect,
        buffer: &mut Buffer,
        look: &Look,
    ) {
        let style = if is_selected { selected() } else { bold() };
        let pointer = if is_selected { look.sign("▶ ", "> ") } else { "  " };
        write(buffer, place, pointer, bold());
        let text = draw_end(&content.end, after(place, 2), buffer);
        let label = match content.value {
            Some(_) => format!(" {} ", content.label),
            None => format!(" {} ", truncated(&content.label, text.width.saturating_sub(2), look)),
        };
        let label_style = if content.value.is_some() && !is_selected { dim() } else { style };
        write(buffer, text, &label, label_style);
        let Some(value) = &content.value else { return };
        let beside = after(text, label_width + 3);
        let value = match content.changes {
            true => format!("{} {value} {}", look.sign("◂", "<"), look.sign("▸", ">")),
            false => truncated(value, beside.width, look),
        };
        let style = if is_selected { bold() } else { Style::new() };
        let taken = write(buffer, beside, &value, style);
        write(buffer, after(beside, taken + 2), &content.more, style);
    }

    /// Marks at the right edge that there are more rows above or below.
    fn draw_scroll_marks(
        &self,
        count: usize,
        height: usize,
        area: Rect,
        buffer: &mut Buffer,
        look: &Look,
    ) {
        let edge = after(area, area.width.saturating_sub(1));
        if self.first_shown > 0 {
            write(buffer, row(edge, 0), look.sign("▴", "^"), bold());
        }
        if self.first_shown + height < count {
            let last = (height as u16).saturating_sub(1);
            write(buffer, row(edge, last), look.sign("▾", "v"), bold());
        }
    }

    fn scroll(&mut self, height: usize, count: usize) {
        let least = (self.selected + 1).saturating_sub(height);
        let most = self.selected.min(count.saturating_sub(height));
        self.first_shown = self.first_shown.clamp(least.min(most), most);
    }
}

/// Writes a text at the right edge of a row. Returns the room that is left for the label.
fn draw_end(end: &str, place: Rect, buffer: &mut Buffer) -> Rect {
    if end.is_empty() {
        return place;
    }
    let width = place.width.saturating_sub(columns(end) + 1);
    write(buffer, after(place, width), end, dim());
    Rect { width: width.saturating_sub(1), ..place }
}

/// A text cut to a number of columns, with an ellipsis if anything is missing.
fn truncated(text: &str, width: u16, look: &Look) -> String {
    if columns(text) <= width {
        return text.to_owned();
    }
    let ellipsis = look.sign("…", "...");
    let mut cut = text.to_owned();
    while !cut.is_empty() && columns(&cut) + columns(ellipsis) > width {
        cut.pop();
    }
    cut + ellipsis
}
