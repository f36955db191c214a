//! The turns of bots.

use std::io;

use strata_engine::Level;
use strata_table::{Command, request_for};

use super::lines::Heard;
use super::sitting::{After, Sitting};

impl Sitting<'_, '_> {
    /// A bot's turn in a game that nobody plays in.
    pub(super) fn watch(&mut self, level: Level) -> io::Result<Option<After>> {
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
        self.let_bot_play(level)
    }

    pub(super) fn let_bot_play(&mut self, level: Level) -> io::Result<Option<After>> {
        let Some(by) = self.table.turn() else { return Ok(None) };
        let time = self.table.time_left(by, self.now());
        let ply = self.table.history()[self.table.history().current()].ply;
        let request = request_for(level, time, self.seed.wrapping_add(ply as u64));
        self.talk.flush()?;
        let reason = match self.thinking.best(self.table.position(), request) {
            Ok(best) => match best.moves.into_iter().next() {
                Some(mv) => {
                    self.apply(Command::Play { by, mv })?;
                    return Ok(None);
                }
                None => "it found no move".to_owned(),
            },
            Err(reason) => reason,
        };
        // It would fail again and again.
        self.talk.say(&format!("{} cannot move: {reason}.", self.table.name_of(by)))?;
        self.apply(Command::Pause)?;
        Ok(None)
    }
}
