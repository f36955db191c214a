//! The inputs of the interface.

use ratatui::crossterm::event::{Event, KeyEvent, MouseEvent};
use strata_table::SearchUpdate;

/// An input of the interface.
#[derive(Clone, Debug)]
pub enum Input {
    /// A key was pressed.
    Key(KeyEvent),
    /// The mouse was moved, clicked or scrolled.
    Mouse(MouseEvent),
    /// Text was pasted. It is inserted where text can be typed, and never interpreted as keys.
    Paste(String),
    /// The size of the terminal has changed.
    Resize,
    /// Time has passed.
    Tick,
    /// An engine thread reports.
    SearchUpdate(SearchUpdate),
    /// The program was stopped and continues.
    Resume,
    /// The terminal was closed, or the program received a signal to end.
    Closed,
}

impl Input {
    /// The input of a terminal event, if it has one.
    pub fn from_event(event: Event) -> Option<Self> {
        match event {
            Event::Key(key) => Some(Self::Key(key)),
            Event::Mouse(mouse) => Some(Self::Mouse(mouse)),
            Event::Resize(..) => Some(Self::Resize),
            Event::Paste(text) => Some(Self::Paste(text)),
            Event::FocusGained | Event::FocusLost => None,
        }
    }
}
