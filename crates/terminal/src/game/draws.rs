//! Draw offers of the people at this terminal.

use strata_rules::Player;
use strata_table::{Command, Proposal};

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
        let Some(offer) = self.table.offer().filter(|offer| offer.proposal == Proposal::Draw)
        else {
            return;
        };
        let is_asked = |player: &Player| {
            *player != offer.by
                && !offer.accepted.contains(*player)
                && !self.table.eliminated().contains(*player)
                && self.is_person(*player)
        };
        let asked = Player::all(self.table.players()).find(is_asked);
        if let Some(player) = asked.filter(|_| self.prompt.is_none()) {
            self.prompt = Some(Prompt::Ask(Ask::Draw(player)));
        }
    }
}
