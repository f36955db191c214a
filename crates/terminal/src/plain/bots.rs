//! The turns of bots.

use std::io;

use strata_table::wording::sentence;
use strata_table::{BotAction, BotBudget};

use super::lines::Heard;
use super::sitting::{After, Sitting};

impl Sitting<'_, '_> {
    /// A bot's turn in a game that nobody plays in.
    pub(super) fn watch(&mut self) -> io::Result<Option<After>> {
        self.show_if_new()?;
        loop {
            match self.talk.overhear() {
                Heard::Line(line) if !line.is_empty() => {
                    let after = self.answer(&line)?;
                    if after.is_some() || self.table.is_paused() {
                        return Ok(after);
                    }
                }
                Heard::Line(_) | Heard::TooLong => {}
                // Whoever only listens has nothing to say.
                Heard::End | Heard::Nothing => break,
            }
        }
        self.let_bots_play()
    }

    /// Does what the bots have to do now.
    pub(super) fn let_bots_play(&mut self) -> io::Result<Option<After>> {
        self.talk.flush()?;
        let (now, budget, seed) = (self.now(), BotBudget::default(), self.seed_here());
        let search = match self.bots.next(&self.table, now, budget, seed) {
            BotAction::Wait | BotAction::Stop => return Ok(None),
            BotAction::Apply(command) => return self.apply(command).map(|_| None),
            BotAction::Search(search) => search,
        };
        let result = self.thinking.report(&*search.position, search.request);
        let Some(found) = self.bots.finish(&self.table, search.node, result, seed) else {
            return Ok(None);
        };
        if let Some(reason) = found.failure {
            let name = self.table.name_of(search.player);
            let failed = format!("the search of {name} failed ({reason}), it plays a random move");
            self.talk.say(&sentence(&failed))?;
        }
        self.apply(found.command).map(|_| None)
    }
}
