//! Parsers of argument values. Each error says what is allowed.

use std::fmt::Display;
use std::net::SocketAddr;
use std::str::FromStr;

use strata_arena::{Spec, Sprt};
use strata_engine::{Level, Search};
use strata_render::Theme;
use strata_rules::nearest;
use strata_table::{SeatKind, TimeControl, TimeControlError};

use super::Side;

/// The largest node limit.
pub(super) const MOST_NODES: u64 = 1_000_000_000_000;

/// A parser of whole numbers in a range, both ends included.
pub(super) fn whole_number<T>(
    least: T,
    most: T,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: FromStr + PartialOrd + Display + Copy + Send + Sync + 'static,
{
    move |text| {
        let number = text.parse().ok().filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| format!("expected a whole number from {least} to {most}"))
    }
}

/// A positive number of seconds, of at most a year.
pub(super) fn seconds(text: &str) -> Result<f64, String> {
    const YEAR: f64 = 31_536_000.0;
    let number = text.parse().ok().filter(|number| *number > 0.0 && *number <= YEAR);
    number.ok_or_else(|| "expected a positive number of seconds, at most a year".to_owned())
}

/// `expected`, and the known word that was probably meant.
fn with_suggestion<'a>(
    expected: &str,
    text: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> String {
    match nearest(text, known) {
        Some(meant) => format!("{expected}; did you mean '{meant}'?"),
        None => expected.to_owned(),
    }
}

pub(super) fn seat(text: &str) -> Result<SeatKind, String> {
    let kind = text.parse().ok().filter(|kind| *kind != SeatKind::Remote);
    kind.ok_or_else(|| {
        let (lowest, highest) = (Level::LOWEST.number(), Level::HIGHEST.number());
        let expected = format!("expected person, or bot:{lowest} to bot:{highest}");
        let digits = text.trim_start_matches(|c: char| !c.is_ascii_digit());
        match digits.parse().ok().and_then(Level::new) {
            Some(level) => format!("{expected}; did you mean 'bot:{}'?", level.number()),
            None => with_suggestion(&expected, text, ["person"]),
        }
    })
}

pub(super) fn side(text: &str) -> Result<Side, String> {
    match text {
        "first" => Ok(Side::First),
        "second" => Ok(Side::Second),
        "random" => Ok(Side::Random),
        _ => {
            let words = ["first", "second", "random"];
            Err(with_suggestion("expected first, second or random", text, words))
        }
    }
}

/// A seat of a game that bots play among themselves.
pub(super) fn bot_seat(text: &str) -> Result<SeatKind, String> {
    match seat(text) {
        Ok(SeatKind::Person) => {
            Err("only bots can be watched; to play, use strata play".to_owned())
        }
        Err(reason) => Err(reason.replace("person, or ", "")),
        bot => bot,
    }
}

pub(super) fn time_control(text: &str) -> Result<TimeControl, String> {
    text.parse().map_err(|error: TimeControlError| match meant_time_control(text) {
        Some(meant) => format!("{}; did you mean '{meant}'?", error.reason()),
        None => error.reason().to_owned(),
    })
}

/// What was probably meant by a clock that cannot be read: `5+0` by `5` or `5m`, `5+3` by `5:3`,
/// `30/turn` by `30s` or `30/t`.
fn meant_time_control(text: &str) -> Option<String> {
    let is_number = |c: char| c.is_ascii_digit() || c == '.';
    let numbers: Vec<&str> =
        text.split(|c| !is_number(c)).filter(|part| !part.is_empty()).collect();
    let meant = match numbers[..] {
        [time] if text == time => format!("{time}+0"),
        [time] if text.contains('/') || text.ends_with('s') => format!("{time}/turn"),
        [time] if text.ends_with('m') => format!("{time}+0"),
        [time, increment] => format!("{time}+{increment}"),
        _ => return None,
    };
    meant.parse::<TimeControl>().ok().filter(|_| meant != text).map(|_| meant)
}

pub(super) fn theme(text: &str) -> Result<Theme, String> {
    let names = || Theme::ALL.iter().map(|(name, _)| *name);
    let expected = format!("expected {}", Theme::EXPECTED);
    text.parse().map_err(|_| with_suggestion(&expected, text, names()))
}

pub(super) fn search(text: &str) -> Result<Search, String> {
    let names = ["auto", "alphabeta", "mcts", "uct"];
    text.parse().map_err(|expected: &str| with_suggestion(expected, text, names))
}

pub(super) fn player(text: &str) -> Result<Spec, String> {
    text.parse().map_err(|error: strata_arena::SpecError| {
        // The caller quotes the value.
        let message = error.to_string();
        let reason = message.split_once(": ").map_or(message.as_str(), |(_, reason)| reason);
        if text.parse().ok().and_then(Level::new).is_some() {
            return format!("did you mean 'level:{text}'?");
        }
        let (kind, rest) = text.split_once(':').unwrap_or((text, ""));
        match nearest(kind, ["level", "search", "ugi"]).filter(|meant| *meant != kind) {
            Some(meant) => format!("did you mean '{meant}:{rest}'?"),
            None => reason.to_owned(),
        }
    })
}

/// The number of games of a match. Each opening is played twice, with sides swapped.
pub(super) fn match_games(text: &str) -> Result<usize, String> {
    let number: usize = whole_number(2, 1_000_000)(text)?;
    match number.is_multiple_of(2) {
        true => Ok(number),
        false => Err("expected an even number, since each opening is played twice".to_owned()),
    }
}

pub(super) fn sprt(text: &str) -> Result<Sprt, String> {
    let number = |text: &str| text.trim().parse().ok().filter(|number: &f64| number.is_finite());
    let ends = text.split_once(',').and_then(|(low, high)| Some((number(low)?, number(high)?)));
    match ends {
        Some((low, high)) if low < high => Ok(Sprt { low, high }),
        _ => Err("expected two Elo differences, the lower one first, such as 0,5".to_owned()),
    }
}

pub(super) fn listen_address(text: &str) -> Result<SocketAddr, String> {
    let address = text.strip_prefix("localhost:").map(|port| format!("127.0.0.1:{port}"));
    address.as_deref().unwrap_or(text).parse().map_err(|_| {
        "expected an IP address and a port, such as 127.0.0.1:8080, or 0.0.0.0:8080 for all networks"
            .to_owned()
    })
}

pub(super) fn database_url(text: &str) -> Result<String, String> {
    let schemes = ["postgres://", "postgresql://", "sqlite:"];
    match schemes.iter().any(|scheme| text.starts_with(scheme)) {
        true => Ok(text.to_owned()),
        false => Err("expected an address such as postgres://user@host/name".to_owned()),
    }
}

pub(super) fn server_url(text: &str) -> Result<String, String> {
    match text.strip_prefix("http://").is_some_and(|host| !host.is_empty()) {
        true => Ok(text.to_owned()),
        false => Err("expected the address of a server, such as http://127.0.0.1:8000".to_owned()),
    }
}

/// A shell that has completions.
pub(super) fn shell(text: &str) -> Result<clap_complete::Shell, String> {
    text.to_ascii_lowercase()
        .parse()
        .map_err(|_| "expected bash, elvish, fish, powershell or zsh".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspelled_values_get_a_suggestion() {
        let error = |result: Result<(), String>| result.expect_err("a misspelled value");
        for (text, meant) in [("persn", "person"), ("bot8", "bot:8"), ("5", "bot:5")] {
            let message = error(seat(text).map(drop));
            assert!(message.ends_with(&format!("did you mean '{meant}'?")), "{message}");
        }
        for (text, meant) in [
            ("5", "5+0"),
            ("5:3", "5+3"),
            ("5|3", "5+3"),
            ("30/trun", "30/turn"),
            ("30s", "30/turn"),
            ("5m", "5+0"),
        ] {
            let message = error(time_control(text).map(drop));
            assert!(message.ends_with(&format!("did you mean '{meant}'?")), "{message}");
        }
        for text in ["bot:9", "remote", "", "999"] {
            let message = error(seat(text).map(drop));
            assert!(message.ends_with("expected person, or bot:1 to bot:8"), "{message}");
        }
        for text in ["", "five", "1+2+3", "0+5", "9999+1"] {
            let message = error(time_control(text).map(drop));
            assert!(!message.contains("did you mean"), "{message}");
        }
        for text in ["levl:5", "5"] {
            assert_eq!(error(player(text).map(drop)), "did you mean 'level:5'?");
        }
        let message = error(bot_seat("bot6").map(drop));
        assert_eq!(message, "expected bot:1 to bot:8; did you mean 'bot:6'?");
        let message = error(theme("darkcb").map(drop));
        assert!(message.ends_with("and -cb after it; did you mean 'dark-cb'?"), "{message}");
    }

    #[test]
    fn localhost_is_a_listen_address() {
        assert_eq!(listen_address("localhost:8080"), listen_address("127.0.0.1:8080"));
        assert!(listen_address("8080").is_err());
    }
}
