//! The question what to do with a game that cannot be saved.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyEvent, MouseEvent};
use ratatui::layout::Rect;

use strata_table::wording::sentence;

use crate::context::Context;
use crate::keys::{Action, Place, action};
use crate::list::{List, Row};
use crate::look::{bold, dim, row, write, write_wrapped};
use crate::save_as::{After, Contents, SaveAs};
use crate::screen::{Screen, Transition};

/// The choices, in order.
const CHOICES: [(&str, &str); 3] = [
    ("Save to a file", "Choose a file name first."),
    ("Leave without saving", "The game will be lost."),
    ("Stay", "Return to the game."),
];

/// Asks what to do with a game that cannot be saved.
pub(crate) struct Unsaved {
    list: List,
    reason: String,
    contents: Option<Contents>,
    after: After,
}

impl Unsaved {
    /// `reason` says why saving failed; `after` is what the player wanted to do.
    pub(crate) fn new(reason: &str, contents: Contents, after: After) -> Self {
        let reason = sentence(&format!("this game cannot be saved: {reason}"));
        Self { list: List::default(), reason, contents: Some(contents), after }
    }

    pub(crate) fn key(&mut self, key: KeyEvent, context: &mut Context) -> Transition {
        action(Place::List, key).map_or(Transition::Stay, |action| self.act(action, context))
    }

    pub(crate) fn mouse(&mut self, mouse: MouseEvent, context: &mut Context) -> Transition {
        let done = self.list.mouse(mouse, CHOICES.len());
        done.map_or(Transition::Stay, |action| self.act(action, context))
    }

    fn act(&mut self, action: Action, context: &Context) -> Transition {
        if self.list.act(action, CHOICES.len()) {
            return Transition::Stay;
        }
        match (action, self.list.selected) {
            (Action::Leave, _) | (Action::Choose, 2) => Transition::Back,
            (Action::Choose, 0) => match self.contents.take() {
                Some(contents) => {
                    Transition::Replace(Screen::SaveAs(SaveAs::new(contents, self.after.clone())))
                }
                None => Transition::Back,
            },
            (Action::Choose, _) => self.after.transition(context),
            _ => Transition::Stay,
        }
    }

    pub(crate) fn draw(&mut self, area: Rect, buffer: &mut Buffer, context: &Context) {
        let look = context.look();
        let inside = look.frame("Not saved", area, buffer);
        let taken = write_wrapped(buffer, inside, &self.reason, bold()) + 1;
        let taken = taken.min(inside.height);
        let height = inside.height.saturating_sub(taken + 1);
        let body = Rect { y: inside.y + taken, height, ..inside };
        let rows = CHOICES.map(|(label, note)| Row::new(label, note));
        self.list.draw(&rows, body, buffer, &look);
        let last = row(inside, inside.height.saturating_sub(1));
        write(buffer, last, " Enter choose   Esc stay", dim());
    }
}
