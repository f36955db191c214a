//! The end of the game: the result and what to do next.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::GameScreen;
use super::layout::Spot;
use super::side::below;
use crate::keys::{Action, KEYS, Place, key_for};
use crate::look::{Look, after, bold, columns, row, write};

/// The actions available when the game is over, in the order of the key map.
pub(super) fn end_actions() -> impl Iterator<Item = (String, &'static str, Action)> {
    let bindings = KEYS.iter().filter(|binding| binding.place == Place::Over);
    bindings.map(|binding| (key_for(Place::Over, binding.action), binding.help, binding.action))
}

/// A help text up to its first comma.
pub(super) fn first_part(help: &'static str) -> &'static str {
    help.split(',').next().unwrap_or(help)
}

impl GameScreen {
    /// Draws the result in a frame.
    pub(super) fn draw_end(&mut self, area: Rect, buffer: &mut Buffer, look: &Look) {
        let Some(finish) = self.table.result() else { return };
        let width = usize::from(area.width.saturating_sub(4).max(1));
        let text = format!("{}.", finish.sentence);
        let words = textwrap::wrap(&text, width);
        let mut needed = words.len() as u16 + 3 + end_actions().count() as u16;
        if needed > area.height {
            // The last line of the screen also shows the keys.
            needed = words.len() as u16 + 2;
        }
        let area = Rect { height: area.height.min(needed), ..area };
        let title = format!("Game over, {}", finish.result);
        let inside = after(look.frame(&title, area, buffer), 1);
        for (line, words) in (0..).zip(&words) {
            write(buffer, row(inside, line), words, bold());
        }
        let list = below(inside, words.len() as u16 + 1);
        for (line, (key, help, action)) in (0..).zip(end_actions()) {
            let place = row(list, line);
            write(buffer, place, &key, bold());
            let text = after(place, 3);
            let help = if columns(help) > text.width { first_part(help) } else { help };
            write(buffer, text, help, Style::new());
            self.hits.add(place, Spot::Action(action));
        }
    }
}
