//! Offers of a draw and who answers them.

use strata_rules::Player;
use strata_table::{Command, Proposal};

use super::GameScreen;
use super::evaluation::Judged;
use super::prompt::{Ask, Prompt};
use crate::context::Context;

impl GameScreen {
    pub(super) fn offer_draw(&mut self, context: &mut Context) {
        match self.person() {
            Some(by) => {
                if self.command(Command::OfferDraw { by }, context) {
                    self.message = Some("A draw is offered.".to_owned());
                }
            }
            None => self.message = Some("Nobody here plays who could offer a draw.".to_owned()),
        }
    }

    /// Who has to answer next.
    fn to_answer_draw(&self) -> Option<Player> {
        let offer = self.table.offer().filter(|offer| offer.proposal == Proposal::Draw)?;
        let open = |player: &Player| *player != offer.by && !offer.accepted.contains(*player);
        Player::all(self.table.players()).find(open)
    }

    /// Sees to it that everybody answers an offer: persons are asked, bots look at the position.
    pub(super) fn pursue_draw(&mut self, context: &mut Context) {
        while let Some(player) = self.to_answer_draw() {
            if self.is_person(player) {
                if self.prompt.is_none() {
                    self.prompt = Some(Prompt::Ask(Ask::Draw(player)));
                }
                return;
            }
            let current = self.table.history().current();
            let judged =
                self.advice.judged.filter(|judged| judged.node == current && judged.is_final);
            match judged {
                Some(judged) => self.answer_draw(judged, context),
                None => {
                    self.advice.wants_verdict = true;
                    return;
                }
            }
        }
    }

    /// Answers an offer for the bot that has to, by what the position is worth to it.
    pub(super) fn answer_draw(&mut self, judged: Judged, context: &mut Context) {
        let Some(by) = self.to_answer_draw().filter(|player| !self.is_person(*player)) else {
            return;
        };
        let takes = match judged.mover == by {
            true => self.table.takes_draw(judged.value),
            // Of two players, what is bad for one is good for the other; of more, nobody knows.
            false => self.table.players() == 2 && self.table.takes_draw(judged.value.opposite()),
        };
        let command = match takes {
            true => Command::AcceptDraw { by },
            false => Command::DeclineDraw { by },
        };
        self.command(command, context);
    }
}
