//! Executes typed lines: moves and commands.

use std::fs::File;
use std::io::{self, Write};

use strata_rules::{find_game, shorten_to};
use strata_table::wording::{move_text, value_text};
use strata_table::{Command, Entered, Entry, hint_request};

use super::commands::{self, TextCommand};
use super::session::{Display, Exit, Session};
use super::text;

/// Longer lists of moves are summarised by their first squares.
const MAX_LISTED: usize = 60;

/// The maximum length of a file name in a message.
const LONGEST_NAME: usize = 200;

impl Session<'_, '_> {
    /// Plays a typed move, or executes a typed command.
    pub(super) fn handle_line(&mut self, line: &str) -> io::Result<Option<Exit>> {
        if line.is_empty() {
            let prompt = self.table.position().prompt(&[]);
            self.console.print(&format!("{prompt}. Type a move, or help."))?;
            return Ok(None);
        }
        // Moves come first, so that no command hides a move of a game.
        if self.table.position().steps(line).is_err()
            && let Some((command, rest)) = commands::read(line)
        {
            return self.execute(command, rest);
        }
        let Some(by) = self.table.turn() else { return Ok(None) };
        if self.table.seats()[by.index()].is_bot() {
            self.console.print("It is a bot's turn; type resume or help.")?;
            return Ok(None);
        }
        match self.read_move(line) {
            Ok(mv) => self.apply(Command::Play { by, mv }).map(|_| None),
            Err(reason) => self.refuse(&reason).map(|()| None),
        }
    }

    /// Parses a move: in any notation of the game, or as a list of steps.
    fn read_move(&self, line: &str) -> Result<String, String> {
        let position = self.table.position();
        let Err(error) = position.steps(line) else { return Ok(line.to_owned()) };
        let mut entry = Entry::new(position);
        let mut steps = line.split_whitespace();
        while let Some(word) = steps.next() {
            let step = entry.read_step(word).map_err(|_| error.to_string())?;
            match entry.choose(step) {
                Ok(Entered::Move(mv)) if steps.next().is_none() => return Ok(mv),
                Ok(Entered::Partial) => {}
                Err(why) if !entry.is_empty() => return Err(why.reason),
                Ok(Entered::Move(_)) | Err(_) => return Err(error.to_string()),
            }
        }
        let next: Vec<String> = entry.next().iter().map(ToString::to_string).collect();
        Err(format!("{line} is the start of a move; it continues with {}", next.join(", ")))
    }

    /// Executes a command.
    pub(super) fn execute(&mut self, command: TextCommand, rest: &str) -> io::Result<Option<Exit>> {
        match command {
            TextCommand::Help => {
                self.console.print("Type a move, or one of these commands:")?;
                self.console.print(&commands::help(self.table.position().info().draws))?;
            }
            TextCommand::Moves => self.list_moves(rest)?,
            TextCommand::Hint => self.give_hint()?,
            TextCommand::Evaluate => self.evaluate()?,
            TextCommand::Undo => match self.human_player() {
                Some(by) => drop(self.apply(Command::Takeback { by })?),
                None => self.console.print("Only a person can take moves back.")?,
            },
            TextCommand::Redo => drop(self.apply(Command::Redo)?),
            TextCommand::Board => self.print_board()?,
            TextCommand::Describe => {
                self.console.print(&text::description(self.table.position()))?;
            }
            TextCommand::Show => self.set_display(rest)?,
            TextCommand::Flip => {
                self.flip = !self.flip;
                self.print_board()?;
            }
            TextCommand::History => self.console.print(&text::history(&self.table))?,
            TextCommand::GoTo => self.go_to(rest)?,
            TextCommand::Clock => self.console.print(&text::clocks(&self.table, self.now()))?,
            TextCommand::Pause if self.table.is_paused() => drop(self.apply(Command::Resume)?),
            TextCommand::Pause => drop(self.apply(Command::Pause)?),
            TextCommand::Draw => self.offer_draw()?,
            TextCommand::Resign => self.resign()?,
            TextCommand::Save => self.save_to_file(rest)?,
            TextCommand::Rules => self.print_rules()?,
            TextCommand::Quit => return Ok(Some(Exit::Left)),
        }
        Ok(None)
    }

    fn resign(&mut self) -> io::Result<()> {
        let Some(by) = self.human_player() else {
            return self.console.print("No human player here can resign.");
        };
        let name = self.table.name_of(by);
        match self.console.confirm(&format!("{name}, resign? (y/n)"))? {
            true => self.apply(Command::Resign { by }).map(drop),
            false => self.console.print("The game continues."),
        }
    }

    fn list_moves(&mut self, prefix: &str) -> io::Result<()> {
        let position = self.table.position();
        let mut moves = position.moves();
        if moves.is_empty() {
            return self.console.print("There are no moves: the game is over.");
        }
        let prefix = prefix.to_lowercase();
        moves.retain(|mv| mv.starts_with(&prefix));
        let count = match moves.len() {
            0 => format!(
                "No move starts with {}; type moves for all of them.",
                shorten_to(&prefix, 40)
            ),
            1 => "1 move:".to_owned(),
            count => format!("{count} moves:"),
        };
        if moves.len() > MAX_LISTED && prefix.is_empty() {
            let first: Vec<String> =
                position.continuations(&[]).next.iter().map(ToString::to_string).collect();
            let (count, first) = (moves.len(), first.join(", "));
            let example = first.split(',').next().unwrap_or_default().to_owned();
            return self.console.print(&format!(
                "{count} moves, starting with {first}. Type moves {example} for those with {example}."
            ));
        }
        self.console.print(&count)?;
        match moves.is_empty() {
            true => Ok(()),
            false => self.console.print(&moves.join("\n")),
        }
    }

    fn give_hint(&mut self) -> io::Result<()> {
        let Some(player) = self.table.turn() else {
            return self.console.print("The game is over.");
        };
        self.console.flush()?;
        match self.engine.best(self.table.position(), hint_request()) {
            Ok(line) => {
                let best = line.moves.first().map_or("", String::as_str);
                let mv = move_text(self.table.position(), best);
                let value = value_text(self.table.position(), player, line.value);
                self.console.print(&format!("Hint: {mv}. {value}."))
            }
            Err(reason) => self.console.print(&format!("Cannot give a hint: {reason}.")),
        }
    }

    fn evaluate(&mut self) -> io::Result<()> {
        let Some(player) = self.table.turn() else {
            return self.console.print("The game is over.");
        };
        self.console.flush()?;
        match self.engine.best(self.table.position(), hint_request()) {
            Ok(line) => {
                let value = value_text(self.table.position(), player, line.value);
                self.console.print(&format!("{value}."))
            }
            Err(reason) => self.console.print(&format!("Cannot evaluate the position: {reason}.")),
        }
    }

    fn set_display(&mut self, what: &str) -> io::Result<()> {
        self.display = match what.to_lowercase().as_str() {
            "board" => Display::Board,
            "words" => Display::Words,
            "nothing" => Display::Nothing,
            _ => return self.console.print("Type show board, show words or show nothing."),
        };
        self.console.print("This takes effect next turn.")
    }

    fn go_to(&mut self, number: &str) -> io::Result<()> {
        let line = self.table.history().main_line();
        let Some(node) = number.parse().ok().and_then(|ply: usize| line.get(ply).copied()) else {
            let last = line.len() - 1;
            return self.console.print(&format!("Type goto and a move number from 0 to {last}."));
        };
        if self.table.turn().is_some() {
            return self.apply(Command::GoTo { node }).map(drop);
        }
        // A finished game is only shown, not changed.
        match self.table.history().position(node) {
            Some(position) => {
                let board = text::board(position, self.flip);
                self.console.print_raw(&format!("\nAfter move {number}:\n{board}\n"))
            }
            None => Ok(()),
        }
    }

    /// Offers a draw. Bots and the other players here answer immediately.
    fn offer_draw(&mut self) -> io::Result<()> {
        let Some(by) = self.human_player() else {
            return self.console.print("No human player here can offer a draw.");
        };
        if !self.apply(Command::OfferDraw { by })? {
            return Ok(());
        }
        while let Some(answer) = self.bots.answer_offer(&self.table) {
            self.apply(answer)?;
        }
        while let Some(other) = self.table.draw_awaits().iter().next() {
            let name = self.table.name_of(other);
            let answer = match self.console.confirm(&format!("{name}, accept the draw? (y/n)"))? {
                true => Command::AcceptDraw { by: other },
                false => Command::DeclineDraw { by: other },
            };
            self.apply(answer)?;
        }
        Ok(())
    }

    fn save_to_file(&mut self, name: &str) -> io::Result<()> {
        if name.is_empty() {
            return self.console.print("Type save and the name of a file.");
        }
        let shown = shorten_to(name, LONGEST_NAME);
        let text = self.table.record_text(self.now());
        let written = File::create_new(name).and_then(|mut file| file.write_all(text.as_bytes()));
        match written {
            Ok(()) => self.console.print(&format!("Saved to {shown}.")),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                self.console.print(&format!("{shown} already exists; choose another name."))
            }
            Err(error) => self
                .console
                .print(&format!("Cannot save to {shown}: {error}; choose another name.")),
        }
    }

    fn print_rules(&mut self) -> io::Result<()> {
        match find_game(self.catalogue.games, self.table.position().info().id) {
            Ok(entry) => self.console.print_raw(&text::rules(entry)),
            Err(error) => self.console.print(&format!("Cannot show the rules: {error}.")),
        }
    }
}
