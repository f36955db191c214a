//! A line of text that is being typed.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::keys::is_plain;

/// The longest line that can be typed.
pub(crate) const LONGEST: usize = 60;

/// A line of text that is being typed.
#[derive(Clone, Debug, Default)]
pub(crate) struct TextLine(pub(crate) String);

impl TextLine {
    /// Types a key; says whether it was one for the line.
    pub(crate) fn key(&mut self, key: KeyEvent) -> bool {
        match key.code {
            KeyCode::Char('u') if key.modifiers.contains(KeyModifiers::CONTROL) => self.0.clear(),
            KeyCode::Char(letter) if is_plain(key) => {
                if self.0.chars().count() < LONGEST {
                    self.0.push(letter);
                }
            }
            KeyCode::Backspace => drop(self.0.pop()),
            _ => return false,
        }
        true
    }
}
