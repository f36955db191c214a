//! Player specifications, such as `level:5` or `ugi:COMMAND,option.Level=5`.

use std::str::FromStr;
use std::time::Duration;

use strata_engine::{Clock, Level, Limits, Search};
use strata_rules::shorten;
use strata_ugi::{Client, ClientError};
use thiserror::Error;

/// A player of a match.
#[derive(Clone, Debug)]
pub struct Spec {
    name: String,
    pub(crate) kind: Kind,
    pub(crate) settings: Box<Settings>,
}

/// Who plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// The built-in engine.
    BuiltIn { search: Search, level: Option<Level> },
    /// Another program that speaks UGI, with its command line and options.
    Program { command: String, options: Vec<(String, String)> },
}

/// What can be set for every kind of player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Settings {
    pub(crate) limits: Limits,
    pub(crate) threads: usize,
    pub(crate) megabytes: usize,
    /// Whether the player searches during the opponent's turn.
    pub(crate) ponder: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self { limits: Limits::default(), threads: 1, megabytes: 64, ponder: false }
    }
}

/// A malformed player specification.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "player {text}: {reason}; expected level:5, search:alphabeta,movetime=100, search:mcts,nodes=2000, search:uct or ugi:COMMAND"
)]
pub struct SpecError {
    text: String,
    reason: String,
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let refuse = |reason: String| SpecError { text: shorten(text), reason };
        let (kind, rest) =
            text.split_once(':').ok_or_else(|| refuse("the colon is missing".to_owned()))?;
        let mut settings = Box::<Settings>::default();
        let kind = match kind {
            "ugi" => read_program(rest, &mut settings),
            _ => read_built_in(kind, rest, &mut settings),
        };
        Ok(Self { name: text.to_owned(), kind: kind.map_err(refuse)?, settings })
    }
}

/// Reads `level:5,nodes=2000` or `search:mcts,nodes=2000` after the colon.
fn read_built_in(kind: &str, rest: &str, settings: &mut Settings) -> Result<Kind, String> {
    let mut words = rest.split(',');
    let first = words.next().unwrap_or_default();
    let kind = match kind {
        "level" => {
            let level = first.parse().ok().and_then(Level::new);
            let level = Some(level.ok_or("the level must be 1 to 8")?);
            Kind::BuiltIn { search: Search::Auto, level }
        }
        "search" => {
            let search = first.parse().map_err(|_| format!("unknown search {}", shorten(first)))?;
            Kind::BuiltIn { search, level: None }
        }
        _ => return Err(format!("unknown kind of player {}", shorten(kind))),
    };
    for word in words {
        settings.set(word)?;
    }
    Ok(kind)
}

/// Reads `COMMAND,nodes=2000,option.Level=5`. The command may contain commas too: it ends before the
/// settings at the end of the text.
fn read_program(rest: &str, settings: &mut Settings) -> Result<Kind, String> {
    let mut command = rest;
    let mut options = Vec::new();
    while let Some((before, word)) = command.rsplit_once(',') {
        if let Some(option) = word.strip_prefix("option.") {
            let (name, value) = option
                .split_once('=')
                .filter(|(name, value)| !name.is_empty() && !value.is_empty())
                .ok_or_else(|| format!("{} needs a value, as in option.Level=5", shorten(word)))?;
            options.insert(0, (name.to_owned(), value.to_owned()));
        } else if is_setting(word) {
            settings.set(word)?;
        } else {
            break;
        }
        command = before;
    }
    if command.trim().is_empty() {
        return Err("the command is missing".to_owned());
    }
    Ok(Kind::Program { command: command.trim().to_owned(), options })
}

/// The settings with a number.
const NUMBERS: [&str; 5] = ["movetime", "nodes", "depth", "threads", "hash"];

fn is_setting(word: &str) -> bool {
    let key = word.split_once('=').map_or(word, |(key, _)| key);
    matches!(key, "ponder" | "clock") || NUMBERS.contains(&key)
}

impl Settings {
    /// Applies `key=value` or `ponder`.
    fn set(&mut self, word: &str) -> Result<(), String> {
        let (key, value) = word.split_once('=').unwrap_or((word, ""));
        match key {
            "ponder" if value.is_empty() => self.ponder = true,
            "clock" => {
                let clock = read_clock(value).ok_or_else(|| {
                    format!("{} needs milliseconds, as in clock=10000+100", shorten(word))
                })?;
                self.limits.clock = Some(clock);
            }
            _ if NUMBERS.contains(&key) => {
                let number = value.parse().ok().filter(|number| *number > 0);
                let number = number.ok_or_else(|| {
                    format!("{} needs a whole number of at least 1", shorten(word))
                })?;
                self.set_number(key, number);
            }
            _ => return Err(format!("unknown setting {}", shorten(key))),
        }
        Ok(())
    }

    fn set_number(&mut self, key: &str, number: u64) {
        match key {
            "movetime" => self.limits.movetime = Some(Duration::from_millis(number)),
            "nodes" => self.limits.nodes = Some(number),
            "depth" => self.limits.depth = Some(u32::try_from(number).unwrap_or(u32::MAX)),
            "threads" => self.threads = number.min(256) as usize,
            _ => self.megabytes = number.min(65_536) as usize,
        }
    }
}

/// Reads `10000+100`: the time for the whole game and the increment, in milliseconds.
fn read_clock(text: &str) -> Option<Clock> {
    let (left, increment) = text.split_once('+').unwrap_or((text, "0"));
    let [left, increment] = [left, increment].map(|text| text.parse().ok());
    let left = left.filter(|left| *left > 0)?;
    Some(Clock { left: Duration::from_millis(left), increment: Duration::from_millis(increment?) })
}

impl Spec {
    /// The name of the player: its specification.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The same player with `limits`, unless it has its own limits.
    #[must_use]
    pub(crate) fn with_default_limits(mut self, limits: Limits) -> Self {
        if self.settings.limits == Limits::default() {
            self.settings.limits = limits;
        }
        self
    }

    /// The command line of a player that is another program.
    pub fn command(&self) -> Option<&str> {
        match &self.kind {
            Kind::BuiltIn { .. } => None,
            Kind::Program { command, .. } => Some(command),
        }
    }

    /// Starts a player that is another program and sets its options. `None` for the built-in engine.
    pub fn start(&self) -> Option<Result<Client, ClientError>> {
        match &self.kind {
            Kind::BuiltIn { .. } => None,
            Kind::Program { command, options } => Some(self.start_program(command, options)),
        }
    }

    fn start_program(
        &self,
        command: &str,
        options: &[(String, String)],
    ) -> Result<Client, ClientError> {
        let mut client = Client::start(command)?;
        let Settings { threads, megabytes, ponder, .. } = &*self.settings;
        // Both players get the same memory and threads; engines without these options have their own.
        for (name, value) in [("Hash", megabytes), ("Threads", threads)] {
            if client.has_option(name) {
                client.set_option(name, &value.to_string())?;
            }
        }
        if *ponder {
            client.set_option("Ponder", "true")?;
        }
        for (name, value) in options {
            client.set_option(name, value)?;
        }
        Ok(client)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Spec {
        text.parse().unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn built_in_players_are_parsed() {
        let level = Level::new(5);
        assert_eq!(read("level:5").kind, Kind::BuiltIn { search: Search::Auto, level });
        let spec = read("search:mcts,nodes=2000,threads=2,ponder");
        assert_eq!(spec.kind, Kind::BuiltIn { search: Search::Mcts, level: None });
        let limits = Limits::nodes(2000);
        let settings = Settings { limits, threads: 2, ponder: true, ..Settings::default() };
        assert_eq!(*spec.settings, settings);
        let clock = read("level:8,clock=10000+50").settings.limits.clock.expect("a clock");
        assert_eq!(clock.left, Duration::from_secs(10));
        assert_eq!(clock.increment, Duration::from_millis(50));
    }

    #[test]
    fn programs_are_parsed_with_their_options() {
        let spec = read("ugi:./engine --x a,b,option.Level=5,nodes=20,option.Seed=7,ponder");
        let options = [("Level", "5"), ("Seed", "7")];
        let options = options.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
        let command = "./engine --x a,b".to_owned();
        assert_eq!(spec.kind, Kind::Program { command, options });
        assert_eq!(spec.settings.limits, Limits::nodes(20));
        assert!(spec.settings.ponder);
        let plain = read("ugi:./engine a,b=c");
        assert_eq!(plain.command(), Some("./engine a,b=c"));
    }

    #[test]
    fn malformed_specifications_are_refused() {
        for text in [
            "",
            "level",
            "level:9",
            "level:5,option.Hash=1",
            "level:5,ponder=1",
            "level:5,clock=x",
            "level:5,clock=0+1",
            "search:magic",
            "search:uct,nodes=0",
            "ugi:",
            "ugi:,nodes=5",
            "ugi:./engine,nodes=0",
            "ugi:./engine,option.Level",
            "ugi:./engine,option.=5",
            "x:y",
        ] {
            assert!(text.parse::<Spec>().is_err(), "{text}");
        }
    }
}
