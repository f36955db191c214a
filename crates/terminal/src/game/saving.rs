//! Saving, copying and leaving the game.

use super::GameScreen;
use super::prompt::{Ask, Prompt};
use crate::context::Context;
use crate::save_as::{After, Contents, SaveAs};
use crate::screen::{Screen, Transition};
use crate::unsaved::Unsaved;

impl GameScreen {
    /// Shows a message until the next key.
    pub(crate) fn show_message(&mut self, message: String) {
        self.message = Some(message);
    }

    /// Saves the game if the storage does not have it yet. Returns the reason if that fails. A game
    /// without moves is not saved.
    pub(crate) fn save_error(&mut self, context: &mut Context) -> Option<String> {
        if self.is_stored || self.table.history().count_moves() == 0 {
            return None;
        }
        let saved = context.storage.save(&self.id, &self.table.record_text(context.now));
        self.is_stored = saved.is_ok();
        saved.err()
    }

    fn contents(&self, context: &Context) -> Contents {
        let position = format!("{}\n", self.seen_position().text());
        Contents { record: self.table.record_text(context.now), position }
    }

    /// Opens the screen that saves the game or the position to a file.
    pub(super) fn save_as(&self, context: &Context) -> Transition {
        let screen = SaveAs::new(self.contents(context), After::Back);
        Transition::Open(Screen::SaveAs(screen))
    }

    pub(super) fn copy_position(&mut self) -> Transition {
        let text = self.seen_position().text();
        self.message = Some(format!("Copied the position: {text}"));
        Transition::Copy(text)
    }

    pub(super) fn copy_record(&mut self, context: &Context) -> Transition {
        self.message = Some("Copied the game record.".to_owned());
        Transition::Copy(self.table.record_text(context.now))
    }

    /// Leaves the game: asks first if it is unfinished, and says if it cannot be saved.
    pub(super) fn leave(&mut self, context: &mut Context) -> Transition {
        if self.table.history().count_moves() == 0 {
            return Transition::Menu;
        }
        if let Some(reason) = self.save_error(context) {
            return self.unsaved(&reason, After::Menu, context);
        }
        if self.table.result().is_some() {
            return Transition::Menu;
        }
        self.prompt = Some(Prompt::Ask(Ask::Leave));
        Transition::Stay
    }

    /// Starts a new game: asks first if this one is unfinished, and says if it cannot be saved.
    pub(super) fn new_game(&mut self, context: &mut Context) -> Transition {
        let is_for_bots = self.is_watched();
        if let Some(reason) = self.save_error(context) {
            return self.unsaved(&reason, After::NewGame { is_for_bots }, context);
        }
        if self.table.result().is_some() || self.table.history().count_moves() == 0 {
            return Transition::Open(Screen::new_game(context, is_for_bots));
        }
        self.prompt = Some(Prompt::Ask(Ask::NewGame));
        Transition::Stay
    }

    /// Starts a rematch with sides swapped, and says if this game cannot be saved.
    pub(super) fn rematch(&mut self, context: &mut Context) -> Transition {
        let after = After::Rematch(self.table.rematch());
        match self.save_error(context) {
            Some(reason) => self.unsaved(&reason, after, context),
            None => after.transition(context),
        }
    }

    fn unsaved(&self, reason: &str, after: After, context: &Context) -> Transition {
        let screen = Unsaved::new(reason, self.contents(context), after);
        Transition::Open(Screen::Unsaved(screen))
    }
}
