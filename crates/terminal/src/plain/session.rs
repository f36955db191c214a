//! A session at one table: a game and its rematches.

use std::io;
use std::mem::take;
use std::time::{Duration, Instant};

use strata_engine::Catalogue;
use strata_rules::Player;
use strata_table::wording::{event_sentence, sentence};
use strata_table::{Bots, Command, Event, Seat, SeatKind, Table};

use super::console::Console;
use super::engine::EngineClient;
use super::input::Input;
use super::text;
use crate::Storage;
use crate::storage::date;

/// What to print at every turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Display {
    Board,
    Words,
    Nothing,
}

/// Why play has stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Exit {
    /// The game is over.
    GameOver,
    /// The player left.
    Left,
}

/// A game and its rematches, with or without human players.
pub(super) struct Session<'a, 'out> {
    pub(super) catalogue: Catalogue,
    pub(super) storage: &'a mut dyn Storage,
    pub(super) console: &'a mut Console<'out>,
    pub(super) table: Table,
    pub(super) bots: Bots,
    pub(super) engine: EngineClient,
    pub(super) flip: bool,
    pub(super) display: Display,
    /// The start of the table's time.
    started: Instant,
    pub(super) seed: u64,
    /// The id of the saved game, once there is one.
    id: Option<String>,
    /// Whether the last attempt to save succeeded.
    is_saved: bool,
    /// Whether the board has changed since it was printed.
    is_changed: bool,
}

impl<'a, 'out> Session<'a, 'out> {
    pub(super) fn new(
        catalogue: Catalogue,
        storage: &'a mut dyn Storage,
        console: &'a mut Console<'out>,
        (mut table, started): (Table, Instant),
        id: Option<String>,
        seed: u64,
    ) -> Self {
        date(&mut table, storage);
        Self {
            catalogue,
            storage,
            console,
            table,
            bots: Bots::default(),
            engine: EngineClient::new(catalogue),
            flip: false,
            display: Display::Board,
            started,
            seed,
            is_saved: id.is_some(),
            id,
            is_changed: true,
        }
    }

    pub(super) fn now(&self) -> Duration {
        self.started.elapsed()
    }

    /// Plays the game, and rematches as long as the player wants one.
    pub(super) fn run(&mut self) -> io::Result<()> {
        let info = self.table.position().info();
        self.console.print(&format!("{}. Type help for a list of commands.", info.name))?;
        loop {
            if self.play()? == Exit::Left {
                return self.leave();
            }
            if !self.wants_rematch()? {
                return Ok(());
            }
            let setup = self.table.rematch();
            match Table::new(self.catalogue.games, setup, self.now()) {
                Ok(mut table) => {
                    date(&mut table, self.storage);
                    self.table = table;
                }
                // The previous game had the same setup.
                Err(error) => {
                    return self.console.print(&format!("Cannot start a rematch: {error}."));
                }
            }
            self.bots = Bots::default();
            (self.id, self.is_saved, self.is_changed) = (None, false, true);
            self.seed = self.seed.wrapping_add(1_000);
            self.console.print("Rematch, with sides swapped.")?;
        }
    }

    fn has_humans(&self) -> bool {
        self.table.seats().iter().any(|seat| !seat.is_bot())
    }

    fn play(&mut self) -> io::Result<Exit> {
        loop {
            let Some(seat) = self.table.seat_to_move() else {
                self.show_if_changed()?;
                self.print_result()?;
                return Ok(Exit::GameOver);
            };
            let after = match seat.kind {
                SeatKind::Bot(_) if !self.table.is_paused() => match self.has_humans() {
                    true => self.bot_turn()?,
                    false => self.bot_turn_between_bots()?,
                },
                _ => self.human_turn()?,
            };
            if let Some(after) = after {
                return Ok(after);
            }
        }
    }

    fn human_turn(&mut self) -> io::Result<Option<Exit>> {
        self.show_if_changed()?;
        let name = self.table.turn().map_or("", |player| self.table.position().side_name(player));
        let prompt = if self.table.is_paused() { "Paused" } else { name };
        self.console.prompt(&format!("{prompt}>"))?;
        loop {
            let now = self.now();
            let timeout = self.table.deadline().map(|deadline| deadline.saturating_sub(now));
            match self.console.read(timeout)? {
                Input::Line(line) => return self.handle_line(&line),
                Input::End => return Ok(Some(Exit::Left)),
                Input::TooLong => {
                    self.console.print("That line is too long; type a move or help.")?;
                    return Ok(None);
                }
                Input::Timeout => {
                    let events = self.table.tick(self.now());
                    if !events.is_empty() {
                        self.console.print("")?;
                        self.print_events(&events)?;
                        return Ok(None);
                    }
                }
            }
        }
    }

    /// Prints the board and whose turn it is, if something has changed.
    pub(super) fn show_if_changed(&mut self) -> io::Result<()> {
        if !take(&mut self.is_changed) {
            return Ok(());
        }
        match self.display {
            Display::Board => self.print_board()?,
            Display::Words => self.console.print(&text::description(self.table.position()))?,
            Display::Nothing => {}
        }
        match self.table.turn() {
            Some(_) => self.console.print(&text::turn(&self.table, self.now())),
            None => Ok(()),
        }
    }

    pub(super) fn print_board(&mut self) -> io::Result<()> {
        let board = text::board(self.table.position(), self.flip);
        self.console.print_raw(&format!("\n{board}\n"))
    }

    fn print_result(&mut self) -> io::Result<()> {
        let result = self.table.result().cloned().map(Event::Finished);
        let sentence = result.and_then(|event| event_sentence(&self.table, &event));
        self.console.print(&sentence.unwrap_or_default())
    }

    /// Applies a command and prints the events or the refusal. Returns whether it was accepted.
    pub(super) fn apply(&mut self, command: Command) -> io::Result<bool> {
        match self.table.apply(command, self.now()) {
            Ok(events) => self.print_events(&events).map(|()| true),
            Err(refusal) if refusal.events.is_empty() => {
                self.refuse(&refusal.reason).map(|()| false)
            }
            Err(refusal) => self.print_events(&refusal.events).map(|()| false),
        }
    }

    /// Prints why something was refused, and what to type instead.
    pub(super) fn refuse(&mut self, reason: &str) -> io::Result<()> {
        let advice = match self.table.turn() {
            None => "",
            Some(_) if self.table.is_paused() => "; type resume or help",
            Some(_) => "; type moves or help",
        };
        self.console.print(&sentence(&format!("{reason}{advice}")))
    }

    fn print_events(&mut self, events: &[Event]) -> io::Result<()> {
        for event in events {
            // The result is printed below the last board.
            let is_result = matches!(event, Event::Finished(_));
            if let Some(sentence) = event_sentence(&self.table, event).filter(|_| !is_result) {
                self.console.print(&sentence)?;
            }
            self.is_changed |= matches!(
                event,
                Event::Moved { .. }
                    | Event::TookBack { .. }
                    | Event::Redone { .. }
                    | Event::WentTo { .. }
                    | Event::Eliminated { .. }
            );
        }
        self.autosave()
    }

    /// Saves the game after every change. A game without moves or human players is not saved.
    fn autosave(&mut self) -> io::Result<()> {
        let is_started = self.table.history().count_moves() > 0 && self.has_humans();
        if !is_started && self.id.is_none() {
            return Ok(());
        }
        let is_first = self.id.is_none();
        let id = self.id.get_or_insert_with(|| self.storage.new_id());
        let text = self.table.record_text(self.started.elapsed());
        match self.storage.save(id, &text) {
            Ok(()) => self.is_saved = true,
            Err(reason) => {
                // Report the failure only once.
                if is_first || self.is_saved {
                    self.console.print(&format!("This game cannot be saved: {reason}."))?;
                }
                self.is_saved = false;
            }
        }
        Ok(())
    }

    fn leave(&mut self) -> io::Result<()> {
        // The clock may have run since the last move.
        self.autosave()?;
        let command = if self.table.seats().iter().all(Seat::is_bot) { "load" } else { "continue" };
        match self.is_saved {
            true => {
                self.console.print(&format!("Saved. Start strata and type {command} to resume."))
            }
            false => Ok(()),
        }
    }

    fn wants_rematch(&mut self) -> io::Result<bool> {
        if !self.has_humans() {
            return Ok(false);
        }
        loop {
            match self.console.ask("Rematch? (y/n)")? {
                Input::Line(line) => match line.to_lowercase().as_str() {
                    "y" | "yes" => return Ok(true),
                    "n" | "no" => return Ok(false),
                    _ => match super::commands::read(&line) {
                        Some((command, rest)) => {
                            if self.execute(command, rest)?.is_some() {
                                return Ok(false);
                            }
                        }
                        None => self.console.print(
                            "Please type y or n, or a command such as history, board or save FILE.",
                        )?,
                    },
                },
                Input::TooLong | Input::Timeout => {}
                Input::End => return Ok(false),
            }
        }
    }

    /// A seed that differs between moves but not between runs.
    pub(super) fn move_seed(&self) -> u64 {
        let history = self.table.history();
        self.seed.wrapping_add(history[history.current()].ply as u64)
    }

    /// The human player who types: the one to move, or the first one during a bot's turn.
    pub(super) fn human_player(&self) -> Option<Player> {
        let is_human = |player: &Player| !self.table.seats()[player.index()].is_bot();
        let turn = self.table.turn().filter(is_human);
        turn.or_else(|| Player::all(self.table.players()).find(is_human))
    }
}
