//! The menu of the text mode.

use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use strata_engine::{Catalogue, Level};
use strata_puzzles::Library;
use strata_rules::{GameEntry, OptionSpec, Random, Values, find_game, shorten};
use strata_table::wording::sentence;
use strata_table::{Seat, Setup, Table};

use super::console::Console;
use super::input::Input;
use super::lesson::{self, LessonEnd};
use super::puzzle::PuzzleSession;
use super::session::Session;
use super::text;
use crate::file_storage::read_bounded;
use crate::io_reason;
use crate::load::{read_saved, read_table};
use crate::storage::latest_unfinished;
use crate::{SavedGame, Storage};

/// The default level of an opponent.
const DEFAULT_LEVEL: u8 = 3;

/// The level of bots that play each other.
const WATCHED_LEVEL: u8 = 5;

/// The maximum number of saved games in the list.
const MAX_LISTED: usize = 20;

/// Where to go after a question.
enum Next {
    Menu,
    Quit,
}

/// The answer to a question in the menu.
enum Answer<T> {
    Value(T),
    /// The player wants to go back or to leave the program.
    Leave(Next),
}

fn pairs(options: &[(String, String)]) -> impl Iterator<Item = (&str, &str)> {
    options.iter().map(|(name, value)| (name.as_str(), value.as_str()))
}

/// The options of a game, one per line.
fn option_help(specs: &[OptionSpec]) -> String {
    let line = |spec: &OptionSpec| {
        let values = match spec.values {
            Values::Range(least, most) => format!("{least} to {most}"),
            Values::Choice(words) => words.join(" or "),
        };
        let default = spec.spell(spec.default);
        format!("{}={values} (default {default}): {}", spec.name, spec.help)
    };
    let lines: Vec<String> = specs.iter().map(line).collect();
    format!("{}\nType them as NAME=VALUE, separated by spaces.", lines.join("\n"))
}

/// The levels, one per line.
fn level_help() -> String {
    let levels = (1..).map_while(Level::new);
    let lines = levels
        .map(|level| format!("{}: {}. {}", level.number(), level.name(), level.description()));
    lines.collect::<Vec<String>>().join("\n")
}

/// The menu.
pub(super) struct Menu<'a, 'out> {
    pub(super) catalogue: Catalogue,
    pub(super) storage: &'a mut dyn Storage,
    pub(super) console: &'a mut Console<'out>,
    pub(super) seed: u64,
}

impl Menu<'_, '_> {
    /// Asks what to play and plays it, until the player leaves.
    pub(super) fn run(&mut self) -> io::Result<()> {
        self.print_choices()?;
        loop {
            match self.console.ask("Your choice?")? {
                Input::End => return Ok(()),
                Input::TooLong | Input::Timeout => self.console.print("This line is too long.")?,
                Input::Line(line) => {
                    let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
                    match (word.to_lowercase().as_str(), rest.trim()) {
                        ("quit" | "q", "") => return Ok(()),
                        ("" | "help" | "?", "") => self.print_choices()?,
                        ("continue" | "c", "") => self.resume()?,
                        ("load", "") => self.print_saved()?,
                        ("load", which) => self.load(which)?,
                        (word @ ("watch" | "rules" | "learn"), "") => {
                            self.console.print(&format!("Type {word} and the name of a game."))?;
                        }
                        ("watch", game) => self.watch(game)?,
                        ("puzzle" | "puzzles", "") => self.solve(None)?,
                        ("puzzle" | "puzzles", which) => self.solve(Some(which))?,
                        ("rules", game) => self.print_rules(game)?,
                        ("learn", game) => match self.find(game) {
                            Some(entry) => self.learn(entry)?,
                            None => self.print_unknown(game)?,
                        },
                        (_, "") => {
                            if let Next::Quit = self.start(word)? {
                                return Ok(());
                            }
                        }
                        _ => self.print_unknown(&line)?,
                    }
                }
            }
            if self.console.has_ended() {
                return Ok(());
            }
        }
    }

    fn print_choices(&mut self) -> io::Result<()> {
        self.console.print("Strata. Choose a game by its number or name:")?;
        for (index, entry) in self.catalogue.games.iter().enumerate() {
            let info = entry.info;
            self.console.print(&format!("{}. {}: {}", index + 1, info.name, info.summary))?;
        }
        self.console.print("Or type one of these:")?;
        if let Some(game) = latest_unfinished(self.storage) {
            self.console.print(&format!("continue: resume {}", game.title))?;
        }
        self.console.print("load: list the saved games; load N or load FILE opens one")?;
        self.console.print("watch GAME: watch bots play")?;
        self.console.print("learn GAME: a lesson of five minutes")?;
        self.console
            .print("puzzle: solve a puzzle; puzzle daily, puzzle GAME or puzzle ID chooses one")?;
        self.console.print("rules GAME: read the rules")?;
        self.console.print("quit: leave Strata")
    }

    fn print_unknown(&mut self, line: &str) -> io::Result<()> {
        let line = shorten(line);
        self.console.print(&format!("Unknown choice {line}; type help for the list."))
    }

    /// The game with this number or name.
    fn find(&self, word: &str) -> Option<&'static GameEntry> {
        let games = self.catalogue.games;
        let by_number =
            word.parse().ok().and_then(|number: usize| games.get(number.wrapping_sub(1)));
        by_number.or_else(|| find_game(games, &word.to_lowercase()).ok())
    }

    fn run_session(
        &mut self,
        table: Table,
        started: Instant,
        id: Option<String>,
    ) -> io::Result<()> {
        let (storage, console) = (&mut *self.storage, &mut *self.console);
        Session::new(self.catalogue, storage, console, (table, started), id, self.seed).run()
    }

    fn resume(&mut self) -> io::Result<()> {
        match latest_unfinished(self.storage) {
            Some(game) => self.open_saved(game),
            None => self.console.print("There is no game to resume; choose a new one."),
        }
    }

    fn print_saved(&mut self) -> io::Result<()> {
        let games = self.storage.list();
        if games.is_empty() {
            return self.console.print("There are no saved games; load FILE opens a file.");
        }
        for (number, game) in (1..).zip(games.iter().take(MAX_LISTED)) {
            let state = if game.in_use { " (open in another window)" } else { "" };
            self.console.print(&format!("{number}. {}{state}", game.title))?;
        }
        self.console.print("Type load and a number to open one.")
    }

    /// Opens a saved game by its number, or a file.
    fn load(&mut self, which: &str) -> io::Result<()> {
        if let Ok(number) = which.parse::<usize>() {
            let game = self.storage.list().into_iter().nth(number.wrapping_sub(1));
            return match game {
                Some(game) => self.open_saved(game),
                None => {
                    self.console.print("There is no game with this number; type load for the list.")
                }
            };
        }
        let text = read_bounded(Path::new(which)).map_err(|error| io_reason(&error));
        let table = text.and_then(|text| read_table(self.catalogue.games, &text, Duration::ZERO));
        match table {
            Ok(table) => self.run_session(table, Instant::now(), None),
            Err(reason) => {
                self.console.print(&format!("Cannot open {}: {reason}.", shorten(which)))
            }
        }
    }

    fn open_saved(&mut self, game: SavedGame) -> io::Result<()> {
        let text = self.storage.load(&game.id);
        match text.and_then(|text| read_saved(self.catalogue.games, &text, Duration::ZERO)) {
            Ok((table, is_only)) => {
                self.run_session(table, Instant::now(), is_only.then_some(game.id))
            }
            Err(reason) => self.console.print(&format!("Cannot resume the game: {reason}.")),
        }
    }

    /// Asks for the options, the opponent and the side, and plays the game.
    fn start(&mut self, word: &str) -> io::Result<Next> {
        let Some(entry) = self.find(word) else {
            return self.print_unknown(word).map(|()| Next::Menu);
        };
        let options = match self.ask_options(entry)? {
            Answer::Value(options) => options,
            Answer::Leave(next) => return Ok(next),
        };
        let opponent = match self.ask_opponent()? {
            Answer::Value(opponent) => opponent,
            Answer::Leave(next) => return Ok(next),
        };
        let players = match entry.open(pairs(&options)) {
            Ok(game) => game.players(),
            Err(error) => return self.print_cannot_play(&error).map(|()| Next::Menu),
        };
        let side = match &opponent {
            Some(_) => match self.ask_side(players)? {
                Answer::Value(side) => side,
                Answer::Leave(next) => return Ok(next),
            },
            None => 0,
        };
        let name = self.storage.settings().name;
        let seat = |player: usize| match &opponent {
            _ if player == side => Seat::person(name.clone()),
            Some(bot) => bot.clone(),
            None => Seat::person(""),
        };
        let setup = Setup::new(entry.info.id, (0..players).map(seat).collect::<Vec<Seat>>());
        self.play(Setup { options, ..setup }).map(|()| Next::Menu)
    }

    /// Asks until the answer is valid, or the player wants to leave.
    fn ask<T>(
        &mut self,
        question: &str,
        read: impl Fn(&str) -> Result<T, String>,
    ) -> io::Result<Answer<T>> {
        loop {
            match self.console.ask(question)? {
                Input::End => return Ok(Answer::Leave(Next::Quit)),
                Input::Line(line) => match line.to_lowercase().as_str() {
                    "quit" | "q" => return Ok(Answer::Leave(Next::Quit)),
                    "back" => return Ok(Answer::Leave(Next::Menu)),
                    answer => match read(answer) {
                        Ok(value) => return Ok(Answer::Value(value)),
                        Err(reply) => self.console.print(&reply)?,
                    },
                },
                Input::TooLong | Input::Timeout => self.console.print("This line is too long.")?,
            }
        }
    }

    fn ask_options(&mut self, entry: &GameEntry) -> io::Result<Answer<Vec<(String, String)>>> {
        let specs = entry.info.options;
        if specs.is_empty() {
            return Ok(Answer::Value(Vec::new()));
        }
        self.ask("Options (Enter for none, ? for a list):", |line| {
            if line == "?" {
                return Err(option_help(specs));
            }
            let options = line.split_whitespace().map(|word| match word.split_once('=') {
                Some((name, value)) => Ok((name.to_owned(), value.to_owned())),
                None => Err(format!("{} is not NAME=VALUE; type ? for a list.", shorten(word))),
            });
            let options: Vec<(String, String)> = options.collect::<Result<_, String>>()?;
            match entry.open(pairs(&options)) {
                Ok(_) => Ok(options),
                Err(error) => Err(sentence(&format!("{error}; type ? for a list"))),
            }
        })
    }

    /// Asks for the level of the bots. Returns `None` for a human opponent.
    fn ask_opponent(&mut self) -> io::Result<Answer<Option<Seat>>> {
        let (lowest, highest) = (Level::LOWEST.number(), Level::HIGHEST.number());
        let question = format!(
            "Opponent, a level from {lowest} to {highest} or human (Enter for {DEFAULT_LEVEL}):"
        );
        self.ask(&question, |line| match line {
            "" => Ok(Level::new(DEFAULT_LEVEL).map(Seat::bot)),
            "human" | "h" | "person" | "p" => Ok(None),
            "?" => Err(level_help()),
            number => match number.parse().ok().and_then(Level::new) {
                Some(level) => Ok(Some(Seat::bot(level))),
                None => {
                    Err("Please type a level, human, back or quit; ? lists the levels.".to_owned())
                }
            },
        })
    }

    /// Asks for the seat of the human player.
    fn ask_side(&mut self, players: usize) -> io::Result<Answer<usize>> {
        const ORDER: [&str; 4] = ["first", "second", "third", "fourth"];
        let order = &ORDER[..players.min(ORDER.len())];
        self.seed = self.seed.wrapping_add(1);
        let random = Random::new(self.seed).below(players as u64) as usize;
        let choices = order.join(", ");
        self.ask(&format!("You play {choices} or random (Enter for first):"), |line| match line {
            "" => Ok(0),
            "random" | "r" => Ok(random),
            word => {
                let number = word.parse().ok().filter(|number| (1..=order.len()).contains(number));
                let place = order.iter().position(|name| *name == word);
                let place = place.or_else(|| number.map(|number: usize| number - 1));
                place.ok_or_else(|| format!("Please type {choices}, random, back or quit."))
            }
        })
    }

    fn watch(&mut self, game: &str) -> io::Result<()> {
        let Some(entry) = self.find(game) else { return self.print_unknown(game) };
        let level = Level::new(WATCHED_LEVEL).unwrap_or(Level::HIGHEST);
        let players = entry.open([]).map_or(2, |game| game.players());
        self.play(Setup::new(entry.info.id, vec![Seat::bot(level); players]))
    }

    /// Solves the next puzzle, that of the day, of a game, or with an id.
    fn solve(&mut self, which: Option<&str>) -> io::Result<()> {
        let library = Library::standard(self.catalogue.games);
        let progress = self.storage.progress();
        let game = which.and_then(|word| self.find(word)).map(|entry| entry.info.id);
        let found = match which {
            Some("daily") => library.daily(self.storage.day()),
            Some(id) if game.is_none() => library.find(id).ok(),
            _ => progress.next(&library, game),
        };
        let (catalogue, console) = (self.catalogue, &mut *self.console);
        match (found, which) {
            (Some(puzzle), _) => {
                PuzzleSession { catalogue, storage: &mut *self.storage, console }.run(puzzle)
            }
            (None, Some(id)) if game.is_none() => {
                console.print(&format!("Unknown puzzle {}.", shorten(id)))
            }
            _ => console.print("You have solved all puzzles."),
        }
    }

    fn play(&mut self, setup: Setup) -> io::Result<()> {
        match Table::new(self.catalogue.games, setup, Duration::ZERO) {
            Ok(table) => self.run_session(table, Instant::now(), None),
            Err(error) => self.print_cannot_play(&error),
        }
    }

    /// Teaches a game, and plays the first game after it.
    pub(super) fn learn(&mut self, entry: &'static GameEntry) -> io::Result<()> {
        let LessonEnd::Play(course) = lesson::run(entry, self.console)? else { return Ok(()) };
        let mut settings = self.storage.settings();
        let name = settings.name.clone();
        if !settings.has_learned(entry.info.id) {
            settings.learned.push(entry.info.id.to_owned());
            if let Err(reason) = self.storage.save_settings(&settings) {
                self.console.print(&format!("The settings are not saved: {reason}."))?;
            }
        }
        match course.first_game(self.catalogue.games, &name, Duration::ZERO) {
            Ok(table) => self.run_session(table, Instant::now(), None),
            Err(error) => self.print_cannot_play(&error),
        }
    }

    fn print_cannot_play(&mut self, error: &dyn std::fmt::Display) -> io::Result<()> {
        self.console.print(&format!("Cannot start the game: {error}."))
    }

    fn print_rules(&mut self, game: &str) -> io::Result<()> {
        match self.find(game) {
            Some(entry) => self.console.print_raw(&text::rules(entry)),
            None => self.print_unknown(game),
        }
    }
}
