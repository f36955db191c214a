//! Player specifications, such as `level:5` or `ugi:COMMAND`.

use std::str::FromStr;
use std::time::Duration;

use strata_engine::{Level, Limits, Request, Search};
use strata_rules::shorten;
use thiserror::Error;

/// A player of a match.
#[derive(Clone, Debug)]
pub enum Spec {
    /// The built-in engine.
    Own {
        /// The specification.
        name: String,
        /// The search parameters.
        request: Box<Request>,
    },
    /// Another program that speaks UGI, given by its command line.
    Program(String),
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
        let mut request = Request::default();
        let mut words = rest.split(',');
        let first = words.next().unwrap_or_default();
        match kind {
            "ugi" if rest.trim().is_empty() => {
                return Err(refuse("the command is missing".to_owned()));
            }
            "ugi" => return Ok(Self::Program(rest.trim().to_owned())),
            "level" => {
                let level = first.parse().ok().and_then(Level::new);
                request.level =
                    Some(level.ok_or_else(|| refuse("the level must be 1 to 8".to_owned()))?);
            }
            "search" => {
                let search: Result<Search, _> = first.parse();
                request.search =
                    search.map_err(|_| refuse(format!("unknown search {}", shorten(first))))?;
            }
            _ => return Err(refuse(format!("unknown kind of player {}", shorten(kind)))),
        }
        for word in words {
            set(&mut request, word).map_err(refuse)?;
        }
        Ok(Self::Own { name: text.to_owned(), request: Box::new(request) })
    }
}

/// Applies a setting `key=value`.
fn set(request: &mut Request, word: &str) -> Result<(), String> {
    let (key, value) = word.split_once('=').unwrap_or((word, ""));
    let number: u64 = value
        .parse()
        .ok()
        .filter(|number| *number > 0)
        .ok_or_else(|| format!("{} needs a whole number of at least 1", shorten(word)))?;
    match key {
        "movetime" => request.limits.movetime = Some(Duration::from_millis(number)),
        "nodes" => request.limits.nodes = Some(number),
        "depth" => request.limits.depth = Some(u32::try_from(number).unwrap_or(u32::MAX)),
        "threads" => request.threads = number.min(256) as usize,
        "hash" => request.megabytes = number.min(65_536) as usize,
        _ => return Err(format!("unknown setting {}", shorten(key))),
    }
    Ok(())
}

impl Spec {
    /// The name of the player.
    pub fn name(&self) -> String {
        match self {
            Self::Own { name, .. } => name.clone(),
            Self::Program(command) => format!("ugi:{command}"),
        }
    }

    /// The same player with `limits`, unless it has its own limits.
    #[must_use]
    pub fn with_default_limits(mut self, limits: Limits) -> Self {
        if let Self::Own { request, .. } = &mut self
            && request.limits == Limits::default()
        {
            request.limits = limits;
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn player_specifications_are_parsed() {
        let request = |text: &str| match text.parse() {
            Ok(Spec::Own { request, .. }) => *request,
            other => panic!("{text}: {other:?}"),
        };
        assert_eq!(request("level:5").level, Level::new(5));
        let search = request("search:mcts,nodes=2000,threads=2");
        assert_eq!((search.search, search.threads), (Search::Mcts, 2));
        assert_eq!(search.limits, Limits::nodes(2000));
        assert!(
            matches!("ugi:./engine --x".parse(), Ok(Spec::Program(command)) if command == "./engine --x")
        );
    }

    #[test]
    fn malformed_specifications_are_refused() {
        for text in ["", "level", "level:9", "search:magic", "search:uct,nodes=0", "ugi:", "x:y"] {
            assert!(text.parse::<Spec>().is_err(), "{text}");
        }
    }
}
