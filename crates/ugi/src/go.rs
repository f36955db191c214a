//! Parses the `go` command.

use std::time::Duration;

use strata_engine::{Clock, Limits};
use strata_rules::{Player, shorten};

/// The arguments of `go`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Go {
    /// The limits for the player to move.
    pub(crate) limits: Limits,
    /// Whether to search during the opponent's turn, until `ponderhit` or `stop`.
    pub(crate) ponder: bool,
}

/// Parses the arguments of `go` for the player to move.
pub(crate) fn read_go<'a>(
    mut words: impl Iterator<Item = &'a str>,
    mover: Player,
) -> Result<Go, String> {
    let mut limits = Limits::default();
    let mut ponder = false;
    let mut left = [None; 2];
    let mut increment = [Duration::ZERO; 2];
    while let Some(word) = words.next() {
        match word {
            "infinite" => continue,
            "ponder" => {
                ponder = true;
                continue;
            }
            _ => {}
        }
        let number = words
            .next()
            .and_then(|text| text.parse::<u64>().ok())
            .ok_or_else(|| format!("expected a whole number after {}", shorten(word)))?;
        let time = Duration::from_millis(number);
        match word {
            "movetime" => limits.movetime = Some(time),
            "depth" => limits.depth = Some(u32::try_from(number).unwrap_or(u32::MAX)),
            "nodes" => limits.nodes = Some(number),
            "p1time" => left[0] = Some(time),
            "p2time" => left[1] = Some(time),
            "p1inc" => increment[0] = time,
            "p2inc" => increment[1] = time,
            _ => {
                return Err(format!(
                    "unknown limit {}; expected movetime, depth, nodes, infinite, ponder, p1time, p2time, p1inc or p2inc",
                    shorten(word)
                ));
            }
        }
    }
    let seat = mover.index().min(1);
    limits.clock = left[seat].map(|left| Clock { left, increment: increment[seat] });
    Ok(Go { limits, ponder })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str, mover: u8) -> Result<Limits, String> {
        read_go(line.split_whitespace(), Player(mover)).map(|go| go.limits)
    }

    #[test]
    fn go_limits_are_parsed() {
        assert_eq!(read("movetime 100", 0), Ok(Limits::movetime(Duration::from_millis(100))));
        assert_eq!(read("depth 4", 1), Ok(Limits::depth(4)));
        assert_eq!(read("infinite", 0), Ok(Limits::default()));
        let clock = read("p1time 1000 p2time 2000 p2inc 30", 1).expect("good").clock.expect("one");
        assert_eq!(clock.left, Duration::from_secs(2));
        assert_eq!(clock.increment, Duration::from_millis(30));
    }

    #[test]
    fn go_ponder_is_parsed() {
        let ponder = read_go("ponder movetime 50".split_whitespace(), Player(0));
        let limits = Limits::movetime(Duration::from_millis(50));
        assert_eq!(ponder, Ok(Go { limits, ponder: true }));
    }

    #[test]
    fn malformed_go_limits_are_refused() {
        for line in ["movetime", "movetime x", "depth -1", "sideways 4"] {
            assert!(read(line, 0).is_err(), "{line}");
        }
    }
}
