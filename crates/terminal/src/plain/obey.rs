//! What is done with a line that somebody typed.

use std::fs::File;
use std::io::{self, Write};

use strata_rules::{Player, find_game, shorten_to};
use strata_table::wording::{move_text, value_text};
use strata_table::{Command, Entered, Entry, hint_request};

use super::say;
use super::sitting::{After, Shown, Sitting};
use super::words::{self, Word};

/// More moves than this are listed only by their beginnings.
const MOST_LISTED: usize = 60;

/// The longest file name in a sentence.
const LONGEST_NAME: usize = 200;

impl Sitting<'_, '_> {
    /// Does what a line says: plays a move, or obeys a word.
    pub(super) fn answer(&mut self, line: &str) -> io::Result<Option<After>> {
        if line.is_empty() {
            let prompt = self.table.position().prompt(&[]);
            self.talk.say(&format!("{prompt}. Type a move, or help."))?;
            return Ok(None);
        }
        // Moves come first, so that no word of ours hides one of a game.
        if self.table.position().steps(line).is_err()
            && let Some((word, rest)) = words::read(line)
        {
            return self.obey(word, rest);
        }
        let Some(by) = self.table.turn() else { return Ok(None) };
        if self.table.seats()[by.index()].is_bot() {
            self.talk.say("It is a bot's turn; type resume or help.")?;
            return Ok(None);
        }
        match self.read_move(line) {
            Ok(mv) => self.apply(Command::Play { by, mv }).map(|_| None),
            Err(reason) => self.refuse(&reason).map(|()| None),
        }
    }

    /// The move that a line spells: in any spelling the game reads, or as its steps.
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
                Err(reason) if !entry.is_empty() => return Err(reason),
                Ok(Entered::Move(_)) | Err(_) => return Err(error.to_string()),
            }
        }
        let next: Vec<String> = entry.next().iter().map(ToString::to_string).collect();
        Err(format!("{line} is the start of a move; it continues with {}", next.join(", ")))
    }

    /// Does what a word says.
    pub(super) fn obey(&mut self, word: Word, rest: &str) -> io::Result<Option<After>> {
        match word {
            Word::Help => {
                self.talk.say("Type a move, or one of these words:")?;
                self.talk.say(&words::help(self.table.position().info().draws))?;
            }
            Word::Moves => self.list_moves(rest)?,
            Word::Hint => self.give_hint()?,
            Word::Evaluate => self.evaluate()?,
            Word::Undo => match self.speaker() {
                Some(by) => drop(self.apply(Command::Takeback { by })?),
                None => self.talk.say("Only a person can take moves back.")?,
            },
            Word::Redo => drop(self.apply(Command::Redo)?),
            Word::Board => self.say_board()?,
            Word::Describe => self.talk.say(&say::description(self.table.position()))?,
            Word::Show => self.choose_shown(rest)?,
            Word::Flip => {
                self.flip = !self.flip;
                self.say_board()?;
            }
            Word::History => self.talk.say(&say::history(&self.table))?,
            Word::GoTo => self.go_to(rest)?,
            Word::Clock => self.talk.say(&say::clocks(&self.table, self.now()))?,
            Word::Pause if self.table.is_paused() => drop(self.apply(Command::Resume)?),
            Word::Pause => drop(self.apply(Command::Pause)?),
            Word::Draw => self.offer_draw()?,
            Word::Resign => self.resign()?,
            Word::Save => self.save(rest)?,
            Word::Rules => self.say_rules()?,
            Word::Quit => return Ok(Some(After::Left)),
        }
        Ok(None)
    }

    fn resign(&mut self) -> io::Result<()> {
        let Some(by) = self.speaker() else {
            return self.talk.say("No human player here can resign.");
        };
        let name = self.table.name_of(by);
        match self.talk.confirm(&format!("{name}, resign? (y/n)"))? {
            true => self.apply(Command::Resign { by }).map(drop),
            false => self.talk.say("You play on."),
        }
    }

    fn list_moves(&mut self, beginning: &str) -> io::Result<()> {
        let position = self.table.position();
        let mut moves = position.moves();
        if moves.is_empty() {
            return self.talk.say("There is no move: the game is over.");
        }
        let beginning = beginning.to_lowercase();
        moves.retain(|mv| mv.starts_with(&beginning));
        let count = match moves.len() {
            0 => format!("No move begins with {}; type moves alone.", shorten_to(&beginning, 40)),
            1 => "1 move:".to_owned(),
            count => format!("{count} moves:"),
        };
        if moves.len() > MOST_LISTED && beginning.is_empty() {
            let first: Vec<String> =
                position.continuations(&[]).next.iter().map(ToString::to_string).collect();
            let (count, first) = (moves.len(), first.join(", "));
            let example = first.split(',').next().unwrap_or_default().to_owned();
            return self.talk.say(&format!(
                "{count} moves, which begin with {first}. Type moves {example} for those of {example}."
            ));
        }
        self.talk.say(&count)?;
        match moves.is_empty() {
            true => Ok(()),
            false => self.talk.say(&moves.join("\n")),
        }
    }

    fn give_hint(&mut self) -> io::Result<()> {
        let Some(player) = self.table.turn() else { return self.talk.say("The game is over.") };
        self.talk.flush()?;
        match self.thinking.best(self.table.position(), hint_request()) {
            Ok(line) => {
                let best = line.moves.first().map_or("", String::as_str);
                let mv = move_text(self.table.position(), best);
                let value = value_text(self.table.position(), player, line.value);
                self.talk.say(&format!("Hint: {mv}. {value}."))
            }
            Err(reason) => self.talk.say(&format!("There is no hint: {reason}.")),
        }
    }

    fn evaluate(&mut self) -> io::Result<()> {
        let Some(player) = self.table.turn() else { return self.talk.say("The game is over.") };
        self.talk.flush()?;
        match self.thinking.best(self.table.position(), hint_request()) {
            Ok(line) => {
                let value = value_text(self.table.position(), player, line.value);
                self.talk.say(&format!("{value}."))
            }
            Err(reason) => self.talk.say(&format!("There is no evaluation: {reason}.")),
        }
    }

    fn choose_shown(&mut self, what: &str) -> io::Result<()> {
        self.shown = match what.to_lowercase().as_str() {
            "board" => Shown::Board,
            "words" => Shown::Words,
            "nothing" => Shown::Nothing,
            _ => return self.talk.say("Type show board, show words or show nothing."),
        };
        self.talk.say("This takes effect next turn.")
    }

    fn go_to(&mut self, number: &str) -> io::Result<()> {
        let line = self.table.history().main_line();
        let Some(node) = number.parse().ok().and_then(|ply: usize| line.get(ply).copied()) else {
            let last = line.len() - 1;
            return self.talk.say(&format!("Type goto and a number of a move, from 0 to {last}."));
        };
        if self.table.turn().is_some() {
            return self.apply(Command::GoTo { node }).map(drop);
        }
        // A game that is over is only looked at.
        match self.table.history().position(node) {
            Some(position) => {
                let board = say::board(position, self.flip);
                self.talk.picture(&format!("\nAfter move {number}:\n{board}\n"))
            }
            None => Ok(()),
        }
    }

    /// Offers a draw; bots and the people here answer at once.
    fn offer_draw(&mut self) -> io::Result<()> {
        let Some(by) = self.speaker() else {
            return self.talk.say("No human player here can offer a draw.");
        };
        if !self.apply(Command::OfferDraw { by })? {
            return Ok(());
        }
        while let Some(answer) = self.bots.answer_offer(&self.table) {
            self.apply(answer)?;
        }
        for other in Player::all(self.table.players()) {
            let is_asked = self.table.draw_offer() == Some(by)
                && other != by
                && !self.table.seats()[other.index()].is_bot()
                && !self.table.eliminated().contains(other);
            if !is_asked {
                continue;
            }
            let name = self.table.name_of(other);
            let answer = match self.talk.confirm(&format!("{name}, accept the draw? (y/n)"))? {
                true => Command::AcceptDraw { by: other },
                false => Command::DeclineDraw { by: other },
            };
            self.apply(answer)?;
        }
        Ok(())
    }

    fn save(&mut self, name: &str) -> io::Result<()> {
        if name.is_empty() {
            return self.talk.say("Type save and the name of a file.");
        }
        let shown = shorten_to(name, LONGEST_NAME);
        let text = self.table.record_text(self.now());
        let written = File::create_new(name).and_then(|mut file| file.write_all(text.as_bytes()));
        match written {
            Ok(()) => self.talk.say(&format!("Saved to {shown}.")),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                self.talk.say(&format!("{shown} is there already; choose another name."))
            }
            Err(error) => {
                self.talk.say(&format!("Cannot save to {shown}: {error}; choose another name."))
            }
        }
    }

    fn say_rules(&mut self) -> io::Result<()> {
        match find_game(self.catalogue.games, self.table.position().info().id) {
            Ok(entry) => self.talk.picture(&say::rules(entry)),
            Err(error) => self.talk.say(&format!("There are no rules: {error}.")),
        }
    }
}
