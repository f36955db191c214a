//! What an interface hears.

use ratatui::crossterm::event::{Event, KeyEvent, MouseEvent};
use strata_table::SearchUpdate;

/// Something that happened to the interface.
#[derive(Clone, Debug)]
pub enum Input {
    /// A key was pressed.
    Key(KeyEvent),
    /// Something was done with the mouse.
    Mouse(MouseEvent),
    /// Text was pasted. It is for a line that is being typed, and never a sequence of keys.
    Paste(String),
    /// The terminal has another size.
    Resize,
    /// Time has passed.
    Tick,
    /// A thinking thread has something to say.
    SearchUpdate(SearchUpdate),
    /// Events can no longer be read: the terminal is gone.
    Closed,
}

impl Input {
    /// What an event of the terminal means, if it means anything.
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
