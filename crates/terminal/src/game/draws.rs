//! Draw offers of the people at this terminal.

use strata_table::Command;

use super::GameScreen;
use super::prompt::{Ask, Prompt};
use crate::context::Context;

impl GameScreen {
    pub(super) fn offer_draw(&mut self, context: &mut Context) {
        match self.person() {
            Some(by) => {
                if self.command(Command::OfferDraw { by }, context) && self.message.is_none() {
                    self.message = Some("You offered a draw.".to_owned());
                }
            }
            None => self.message = Some("No human player here can offer a draw.".to_owned()),
        }
    }

    /// Asks the next person at this terminal who has not answered a draw offer.
    pub(super) fn ask_about_draw(&mut self) {
        let asked = self.table.draw_awaits().iter().find(|player| self.is_person(*player));
        if let Some(player) = asked.filter(|_| self.prompt.is_none()) {
            self.prompt = Some(Prompt::Ask(Ask::Draw(player)));
        }
    }
}
