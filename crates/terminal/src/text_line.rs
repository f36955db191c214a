//! A line of text that the player types.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::keys::is_plain;

/// The maximum length of a move or a name, in characters.
pub(crate) const MAX_LENGTH: usize = 60;

/// The maximum length of a file name, in characters.
pub(crate) const MAX_PATH_LENGTH: usize = 1_000;

/// A line of text that the player types.
#[derive(Clone, Debug, Default)]
pub(crate) struct TextLine(pub(crate) String);

impl TextLine {
    /// Handles a key. Returns whether the key belongs to the line.
    pub(crate) fn key(&mut self, key: KeyEvent) -> bool {
        self.key_up_to(key, MAX_LENGTH)
    }

    /// Handles a key in a line of at most this length.
    pub(crate) fn key_up_to(&mut self, key: KeyEvent, max_length: usize) -> bool {
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('u') if is_control => self.0.clear(),
            KeyCode::Char('w') if is_control => self.delete_word(),
            KeyCode::Char(letter) if is_plain(key) => {
                if self.0.chars().count() < max_length {
                    self.0.push(letter);
                }
            }
            KeyCode::Backspace => drop(self.0.pop()),
            _ => return false,
        }
        true
    }

    /// Deletes back to the last space or slash.
    fn delete_word(&mut self) {
        let is_break = |c: char| c == ' ' || c == '/';
        let end = self.0.trim_end_matches(is_break).rfind(is_break).map_or(0, |place| place + 1);
        self.0.truncate(end);
    }

    /// The line with a caret, cut at the start if it is wider than `width`.
    pub(crate) fn tail(&self, caret: &str, width: u16) -> String {
        let length = self.0.chars().count();
        let skipped = length.saturating_sub(usize::from(width).saturating_sub(1));
        let shown: String = self.0.chars().skip(skipped).collect();
        format!("{shown}{caret}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_w_deletes_the_last_part_of_a_path() {
        let mut line = TextLine("~/games/old one.pgn".to_owned());
        let press = KeyEvent::new(KeyCode::Char('w'), KeyModifiers::CONTROL);
        for left in ["~/games/old ", "~/games/", "~/", ""] {
            assert!(line.key(press));
            assert_eq!(line.0, left);
        }
    }

    #[test]
    fn long_lines_show_their_end() {
        assert_eq!(TextLine("abcdef".to_owned()).tail("_", 4), "def_");
        assert_eq!(TextLine("ab".to_owned()).tail("_", 4), "ab_");
    }
}
