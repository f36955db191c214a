//! The turns of bots.

use std::io;

use strata_table::wording::sentence;
use strata_table::{BotAction, BotBudget};

use super::input::Input;
use super::session::{Exit, Session};

impl Session<'_, '_> {
    /// A bot's turn in a game between bots: executes what was typed in the meantime, then plays.
    pub(super) fn bot_turn_between_bots(&mut self) -> io::Result<Option<Exit>> {
        self.show_if_changed()?;
        loop {
            match self.console.poll() {
                Input::Line(line) if !line.is_empty() => {
                    let after = self.handle_line(&line)?;
                    if after.is_some() || self.table.is_paused() {
                        return Ok(after);
                    }
                }
                Input::Line(_) | Input::TooLong => {}
                // The game continues after the end of the input.
                Input::End | Input::Timeout => break,
            }
        }
        self.bot_turn()
    }

    /// Executes the next action of the bots.
    pub(super) fn bot_turn(&mut self) -> io::Result<Option<Exit>> {
        self.console.flush()?;
        let (now, budget, seed) = (self.now(), BotBudget::default(), self.move_seed());
        let search = match self.bots.next(&self.table, now, budget, seed) {
            BotAction::Wait | BotAction::Stop => return Ok(None),
            BotAction::Apply(command) => return self.apply(command).map(|_| None),
            BotAction::Search(search) => search,
        };
        let result = self.engine.report(&*search.position, search.request);
        let Some(found) = self.bots.finish(&self.table, search.node, result, seed) else {
            return Ok(None);
        };
        if let Some(reason) = found.failure {
            let name = self.table.name_of(search.player);
            let failed = format!("the search for {name} failed ({reason}); playing a random move");
            self.console.print(&sentence(&failed))?;
        }
        self.apply(found.command).map(|_| None)
    }
}
