//! Entering a move of the player whose turn it is.

use ratatui::crossterm::event::KeyCode;
use strata_rules::Step;
use strata_table::Command;

use super::GameScreen;
use crate::board::Chooser;
use crate::context::Context;

impl GameScreen {
    /// Pieces, numbers and words that can be chosen now.
    pub(super) fn choices(&self) -> Vec<Step> {
        if self.is_entering() { self.chooser.choices() } else { Vec::new() }
    }

    /// Goes to the next or previous choice.
    pub(super) fn cycle(&mut self, forward: bool) {
        if self.is_entering() {
            self.chooser.cycle(forward);
        }
    }

    /// Chooses the focused square or choice.
    pub(super) fn choose_focus(&mut self, context: &mut Context) {
        self.enter_by(Chooser::confirm_or_choose, context);
    }

    /// Chooses a step, or shows why it is illegal.
    pub(super) fn choose(&mut self, step: Step, context: &mut Context) {
        self.enter_by(|chooser| chooser.choose(step), context);
    }

    /// Plays the move that an input completes, or shows why the input is refused.
    fn enter_by(
        &mut self,
        input: impl FnOnce(&mut Chooser) -> Result<Option<String>, String>,
        context: &mut Context,
    ) {
        if let Some(reason) = self.table.why_closed() {
            self.message = Some(reason);
            return;
        }
        self.hints.squares.clear();
        self.chooser.entry.set_must_confirm(context.settings.confirm_moves);
        match input(&mut self.chooser) {
            Ok(Some(mv)) => {
                let by = self.table.position().turn();
                self.command(Command::Play { by, mv }, context);
            }
            Ok(None) => {}
            Err(reason) => self.message = Some(reason),
        }
    }

    /// Removes a digit, returns to the current position, or undoes a step.
    pub(super) fn step_back(&mut self) {
        if self.chooser.number.pop().is_some() {
            return;
        }
        if self.looking.is_some() {
            self.looking = None;
            return;
        }
        self.hints.squares.clear();
        self.chooser.entry.back();
        self.chooser.settle();
    }

    /// Types a digit of a number, or chooses from the list by its number.
    pub(super) fn type_digit(&mut self, code: KeyCode, context: &mut Context) -> bool {
        let KeyCode::Char(digit @ '0'..='9') = code else { return false };
        if self.is_entering() && self.chooser.wants_number() {
            self.chooser.type_digit(digit);
        } else if let Some(step) = digit
            .to_digit(10)
            .and_then(|number| self.choices().get((number as usize).checked_sub(1)?).copied())
        {
            self.choose(step, context);
        }
        true
    }
}
