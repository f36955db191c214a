//! One sitting at a table: turn after turn, and again if it is wanted.

use std::io;
use std::mem::take;
use std::time::{Duration, Instant};

use strata_engine::Catalogue;
use strata_rules::Player;
use strata_table::wording::{event_sentence, sentence};
use strata_table::{Bots, Command, Event, Seat, SeatKind, Table};

use super::lines::Heard;
use super::say;
use super::talk::Talk;
use super::thinking::Thinking;
use crate::Storage;
use crate::storage::date;

/// What is shown at every turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shown {
    Board,
    Words,
    Nothing,
}

/// Why a game is no longer played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum After {
    /// It is over.
    Over,
    /// Somebody left it.
    Left,
}

/// Somebody, or nobody, in front of a table.
pub(super) struct Sitting<'a, 'out> {
    pub(super) catalogue: Catalogue,
    pub(super) storage: &'a mut dyn Storage,
    pub(super) talk: &'a mut Talk<'out>,
    pub(super) table: Table,
    pub(super) bots: Bots,
    pub(super) thinking: Thinking,
    pub(super) flip: bool,
    pub(super) shown: Shown,
    /// When the table's time began.
    started: Instant,
    pub(super) seed: u64,
    /// What the game is kept as, once it is.
    id: Option<String>,
    is_kept: bool,
    /// Whether the board has changed since it was shown.
    is_new: bool,
}

impl<'a, 'out> Sitting<'a, 'out> {
    pub(super) fn new(
        catalogue: Catalogue,
        storage: &'a mut dyn Storage,
        talk: &'a mut Talk<'out>,
        (mut table, started): (Table, Instant),
        id: Option<String>,
        seed: u64,
    ) -> Self {
        date(&mut table, storage);
        Self {
            catalogue,
            storage,
            talk,
            table,
            bots: Bots::default(),
            thinking: Thinking::new(catalogue),
            flip: false,
            shown: Shown::Board,
            started,
            seed,
            is_kept: id.is_some(),
            id,
            is_new: true,
        }
    }

    pub(super) fn now(&self) -> Duration {
        self.started.elapsed()
    }

    /// Plays until somebody has enough.
    pub(super) fn run(&mut self) -> io::Result<()> {
        let info = self.table.position().info();
        self.talk.say(&format!("{}. Type help for all that you can type.", info.name))?;
        loop {
            if self.play()? == After::Left {
                return self.say_goodbye();
            }
            if !self.wants_more()? {
                return Ok(());
            }
            let setup = self.table.rematch();
            match Table::new(self.catalogue.games, setup, self.now()) {
                Ok(mut table) => {
                    date(&mut table, self.storage);
                    self.table = table;
                }
                // It was played with this setup just now.
                Err(error) => return self.talk.say(&format!("There is no rematch: {error}.")),
            }
            self.bots = Bots::default();
            (self.id, self.is_kept, self.is_new) = (None, false, true);
            self.seed = self.seed.wrapping_add(1_000);
            self.talk.say("A new game, with sides swapped.")?;
        }
    }

    fn has_persons(&self) -> bool {
        self.table.seats().iter().any(|seat| !seat.is_bot())
    }

    fn play(&mut self) -> io::Result<After> {
        loop {
            let Some(seat) = self.table.seat_to_move() else {
                self.show_if_new()?;
                self.say_result()?;
                return Ok(After::Over);
            };
            let after = match seat.kind {
                SeatKind::Bot(_) if !self.table.is_paused() => match self.has_persons() {
                    true => self.let_bots_play()?,
                    false => self.watch()?,
                },
                _ => self.ask_person()?,
            };
            if let Some(after) = after {
                return Ok(after);
            }
        }
    }

    fn ask_person(&mut self) -> io::Result<Option<After>> {
        self.show_if_new()?;
        let name = self.table.turn().map_or("", |player| self.table.position().side_name(player));
        let prompt = if self.table.is_paused() { "Paused" } else { name };
        self.talk.prompt(&format!("{prompt}>"))?;
        loop {
            let now = self.now();
            let patience = self.table.deadline().map(|deadline| deadline.saturating_sub(now));
            match self.talk.wait(patience)? {
                Heard::Line(line) => return self.answer(&line),
                Heard::End => return Ok(Some(After::Left)),
                Heard::TooLong => {
                    self.talk.say("That line is too long; type a move or help.")?;
                    return Ok(None);
                }
                Heard::Nothing => {
                    let events = self.table.tick(self.now());
                    if !events.is_empty() {
                        self.talk.say("")?;
                        self.tell(&events)?;
                        return Ok(None);
                    }
                }
            }
        }
    }

    /// Shows how things stand, unless that has been done.
    pub(super) fn show_if_new(&mut self) -> io::Result<()> {
        if !take(&mut self.is_new) {
            return Ok(());
        }
        match self.shown {
            Shown::Board => self.say_board()?,
            Shown::Words => self.talk.say(&say::description(self.table.position()))?,
            Shown::Nothing => {}
        }
        match self.table.turn() {
            Some(_) => self.talk.say(&say::turn(&self.table, self.now())),
            None => Ok(()),
        }
    }

    pub(super) fn say_board(&mut self) -> io::Result<()> {
        let board = say::board(self.table.position(), self.flip);
        self.talk.picture(&format!("\n{board}\n"))
    }

    fn say_result(&mut self) -> io::Result<()> {
        let result = self.table.result().cloned().map(Event::Finished);
        let sentence = result.and_then(|event| event_sentence(&self.table, &event));
        self.talk.say(&sentence.unwrap_or_default())
    }

    /// Asks something of the table and says what came of it; whether it was done.
    pub(super) fn apply(&mut self, command: Command) -> io::Result<bool> {
        match self.table.apply(command, self.now()) {
            Ok(events) => self.tell(&events).map(|()| true),
            Err(refusal) if refusal.events.is_empty() => {
                self.refuse(&refusal.reason).map(|()| false)
            }
            Err(refusal) => self.tell(&refusal.events).map(|()| false),
        }
    }

    /// Says why not, and what to do.
    pub(super) fn refuse(&mut self, reason: &str) -> io::Result<()> {
        let advice = match self.table.turn() {
            None => "",
            Some(_) if self.table.is_paused() => "; type resume or help",
            Some(_) => "; type moves or help",
        };
        self.talk.say(&sentence(&format!("{reason}{advice}")))
    }

    fn tell(&mut self, events: &[Event]) -> io::Result<()> {
        for event in events {
            // The result is said below the last board.
            let is_result = matches!(event, Event::Finished(_));
            if let Some(sentence) = event_sentence(&self.table, event).filter(|_| !is_result) {
                self.talk.say(&sentence)?;
            }
            self.is_new |= matches!(
                event,
                Event::Moved { .. }
                    | Event::TookBack { .. }
                    | Event::Redone { .. }
                    | Event::WentTo { .. }
                    | Event::Eliminated { .. }
            );
        }
        self.keep()
    }

    /// Keeps the game as it stands, so that nothing is lost whatever happens next. A game that
    /// has not started or that bots play among themselves is nobody's loss.
    fn keep(&mut self) -> io::Result<()> {
        let is_begun = self.table.history().count_moves() > 0 && self.has_persons();
        if !is_begun && self.id.is_none() {
            return Ok(());
        }
        let is_first = self.id.is_none();
        let id = self.id.get_or_insert_with(|| self.storage.new_id());
        let text = self.table.record_text(self.started.elapsed());
        match self.storage.save(id, &text) {
            Ok(()) => self.is_kept = true,
            Err(reason) => {
                // Once is enough.
                if is_first || self.is_kept {
                    self.talk.say(&format!("This game is not kept: {reason}."))?;
                }
                self.is_kept = false;
            }
        }
        Ok(())
    }

    fn say_goodbye(&mut self) -> io::Result<()> {
        // The clock may have run on since the last move.
        self.keep()?;
        let word = if self.table.seats().iter().all(Seat::is_bot) { "load" } else { "continue" };
        match self.is_kept {
            true => {
                self.talk.say(&format!("The game is kept: start strata and type {word} to go on."))
            }
            false => Ok(()),
        }
    }

    fn wants_more(&mut self) -> io::Result<bool> {
        if !self.has_persons() {
            return Ok(false);
        }
        loop {
            match self.talk.ask("Again? (y/n)")? {
                Heard::Line(line) => match line.to_lowercase().as_str() {
                    "y" | "yes" => return Ok(true),
                    "n" | "no" => return Ok(false),
                    _ => match super::words::read(&line) {
                        Some((word, rest)) => {
                            if self.obey(word, rest)?.is_some() {
                                return Ok(false);
                            }
                        }
                        None => self.talk.say(
                            "Please type y or n, or a word such as history, board or save FILE.",
                        )?,
                    },
                },
                Heard::TooLong | Heard::Nothing => {}
                Heard::End => return Ok(false),
            }
        }
    }

    /// A seed that differs from move to move and is the same in every run.
    pub(super) fn seed_here(&self) -> u64 {
        let history = self.table.history();
        self.seed.wrapping_add(history[history.current()].ply as u64)
    }

    /// The person who speaks: the one to move, or the first one while a bot is.
    pub(super) fn speaker(&self) -> Option<Player> {
        let is_person = |player: &Player| !self.table.seats()[player.index()].is_bot();
        let turn = self.table.turn().filter(is_person);
        turn.or_else(|| Player::all(self.table.players()).find(is_person))
    }
}
