//! The menu as text.

use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use strata_engine::{Catalogue, Level};
use strata_rules::{GameEntry, find_game, shorten};
use strata_table::{Seat, Setup, Table};

use super::lines::Heard;
use super::say;
use super::sitting::Sitting;
use super::talk::Talk;
use crate::file_storage::read_bounded;
use crate::load::read_table;
use crate::storage::latest_unfinished;
use crate::{SavedGame, Storage};

/// The level that a bot has if nothing is said.
const USUAL_LEVEL: u8 = 3;

/// The level of bots that are watched.
const WATCHED_LEVEL: u8 = 5;

/// How many kept games are listed, the latest ones.
const MOST_LISTED: usize = 20;

/// The menu.
pub(super) struct Menu<'a, 'out> {
    pub(super) catalogue: Catalogue,
    pub(super) storage: &'a mut dyn Storage,
    pub(super) talk: &'a mut Talk<'out>,
    pub(super) seed: u64,
}

impl Menu<'_, '_> {
    /// Asks what to play, and plays it, until somebody has enough.
    pub(super) fn run(&mut self) -> io::Result<()> {
        self.say_choices()?;
        loop {
            match self.talk.ask("What will it be?")? {
                Heard::End => return Ok(()),
                Heard::TooLong | Heard::Nothing => self.talk.say("That line is too long.")?,
                Heard::Line(line) => {
                    let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
                    match (word.to_lowercase().as_str(), rest.trim()) {
                        ("quit" | "q", "") => return Ok(()),
                        ("" | "help" | "?", "") => self.say_choices()?,
                        ("continue" | "c", "") => self.go_on()?,
                        ("load", "") => self.say_kept()?,
                        ("load", which) => self.load(which)?,
                        (word @ ("watch" | "rules"), "") => {
                            self.talk.say(&format!("Type {word} and the name of a game."))?;
                        }
                        ("watch", game) => self.watch(game)?,
                        ("rules", game) => self.say_rules(game)?,
                        (_, "") => self.start(word)?,
                        _ => self.say_unknown(&line)?,
                    }
                }
            }
            if self.talk.has_ended() {
                return Ok(());
            }
        }
    }

    fn say_choices(&mut self) -> io::Result<()> {
        self.talk.say("Strata. Choose a game by its number or name:")?;
        for (index, entry) in self.catalogue.games.iter().enumerate() {
            let info = entry.info;
            self.talk.say(&format!("{}. {}: {}", index + 1, info.name, info.summary))?;
        }
        self.talk.say("Or type one of these:")?;
        if let Some(kept) = latest_unfinished(self.storage) {
            self.talk.say(&format!("continue: go on with {}", kept.title))?;
        }
        self.talk.say("load: list the games that are kept; load N or load FILE opens one")?;
        self.talk.say("watch GAME: watch two bots")?;
        self.talk.say("rules GAME: how it is played")?;
        self.talk.say("quit: leave")
    }

    fn say_unknown(&mut self, line: &str) -> io::Result<()> {
        let line = shorten(line);
        self.talk.say(&format!("There is nothing called {line}; type help for what there is."))
    }

    /// The game with this number or name.
    fn find(&self, word: &str) -> Option<&'static GameEntry> {
        let games = self.catalogue.games;
        let by_number =
            word.parse().ok().and_then(|number: usize| games.get(number.wrapping_sub(1)));
        by_number.or_else(|| find_game(games, &word.to_lowercase()).ok())
    }

    fn sit_down(&mut self, table: Table, started: Instant, id: Option<String>) -> io::Result<()> {
        let (storage, talk) = (&mut *self.storage, &mut *self.talk);
        Sitting::new(self.catalogue, storage, talk, (table, started), id, self.seed).run()
    }

    fn go_on(&mut self) -> io::Result<()> {
        match latest_unfinished(self.storage) {
            Some(kept) => self.open_kept(kept),
            None => self.talk.say("There is no game to go on with; choose a new one."),
        }
    }

    fn say_kept(&mut self) -> io::Result<()> {
        let kept = self.storage.list();
        if kept.is_empty() {
            return self.talk.say("No game is kept yet; load FILE opens a file.");
        }
        for (number, kept) in (1..).zip(kept.iter().take(MOST_LISTED)) {
            let state = if kept.in_use { " (open elsewhere)" } else { "" };
            self.talk.say(&format!("{number}. {}{state}", kept.title))?;
        }
        self.talk.say("Type load and a number.")
    }

    /// Opens a game by its number in the list, or a file.
    fn load(&mut self, which: &str) -> io::Result<()> {
        if let Ok(number) = which.parse::<usize>() {
            let kept = self.storage.list().into_iter().nth(number.wrapping_sub(1));
            return match kept {
                Some(kept) => self.open_kept(kept),
                None => self.talk.say("There is no game of this number; load lists them."),
            };
        }
        let text = read_bounded(Path::new(which)).map_err(|error| error.to_string());
        let table = text.and_then(|text| read_table(self.catalogue.games, &text, Duration::ZERO));
        match table {
            Ok(table) => self.sit_down(table, Instant::now(), None),
            Err(reason) => self.talk.say(&format!("Cannot open {}: {reason}.", shorten(which))),
        }
    }

    fn open_kept(&mut self, kept: SavedGame) -> io::Result<()> {
        let text = self.storage.load(&kept.id);
        match text.and_then(|text| read_table(self.catalogue.games, &text, Duration::ZERO)) {
            Ok(table) => self.sit_down(table, Instant::now(), Some(kept.id)),
            Err(reason) => self.talk.say(&format!("The game cannot be gone on with: {reason}.")),
        }
    }

    fn start(&mut self, word: &str) -> io::Result<()> {
        let Some(entry) = self.find(word) else { return self.say_unknown(word) };
        let name = self.storage.settings().name;
        let opponent = loop {
            let question = format!(
                "Against whom? A level from {} to {}, or person (empty for {USUAL_LEVEL}):",
                Level::LOWEST.number(),
                Level::HIGHEST.number()
            );
            match self.talk.ask(&question)? {
                Heard::End => return Ok(()),
                Heard::Line(line) => match line.to_lowercase().as_str() {
                    "" => break Level::new(USUAL_LEVEL).map(Seat::bot),
                    "person" | "p" => break None,
                    number => match number.parse().ok().and_then(Level::new) {
                        Some(level) => break Some(Seat::bot(level)),
                        None => self.talk.say("Please type a level, or person.")?,
                    },
                },
                Heard::TooLong | Heard::Nothing => {}
            }
        };
        self.open(entry, |player| match (player, &opponent) {
            (0, _) => Seat::person(name.clone()),
            (_, Some(bot)) => bot.clone(),
            (_, None) => Seat::person(""),
        })
    }

    fn watch(&mut self, game: &str) -> io::Result<()> {
        let Some(entry) = self.find(game) else { return self.say_unknown(game) };
        let level = Level::new(WATCHED_LEVEL).unwrap_or(Level::HIGHEST);
        self.open(entry, |_| Seat::bot(level))
    }

    fn open(&mut self, entry: &GameEntry, seat: impl Fn(usize) -> Seat) -> io::Result<()> {
        let players = match entry.open([]) {
            Ok(game) => game.players(),
            Err(error) => return self.talk.say(&format!("This cannot be played: {error}.")),
        };
        let seats: Vec<Seat> = (0..players).map(seat).collect();
        let setup = Setup::new(entry.info.id, seats);
        match Table::new(self.catalogue.games, setup, Duration::ZERO) {
            Ok(table) => self.sit_down(table, Instant::now(), None),
            Err(error) => self.talk.say(&format!("This cannot be played: {error}.")),
        }
    }

    fn say_rules(&mut self, game: &str) -> io::Result<()> {
        match self.find(game) {
            Some(entry) => self.talk.picture(&say::rules(entry)),
            None => self.say_unknown(game),
        }
    }
}
