//! Verifies records by replaying them.

use std::fmt;

use strata_rules::{AnyPosition, GameEntry, Outcome, find_game, shorten};
use thiserror::Error;

use crate::record::{Played, Record, read_clock};

/// An error in a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{place}{reason}")]
pub struct Fault {
    /// Where the error is.
    pub place: Place,
    /// What is wrong.
    pub reason: String,
}

/// A place in a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// The tags or the result.
    Whole,
    /// A move.
    Move {
        /// The move number, shared by one move of each player.
        number: usize,
        /// The ply, from 1.
        ply: usize,
        /// The move as written in the record.
        text: String,
        /// Whether it is in a variation.
        in_variation: bool,
    },
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole => Ok(()),
            Self::Move { number, ply, text, in_variation } => {
                let variation = if *in_variation { ", in a variation" } else { "" };
                write!(f, "move {number} (ply {ply}{variation}), {}: ", shorten(text))
            }
        }
    }
}

/// The result of verifying a record.
#[derive(Debug)]
pub struct Verdict {
    /// The position after the last legal move; `None` if there is no valid start position.
    pub end: Option<Box<dyn AnyPosition>>,
    /// The number of moves played, not counting variations.
    pub plies: usize,
    /// All errors.
    pub faults: Vec<Fault>,
}

fn whole(reason: impl ToString) -> Fault {
    Fault { place: Place::Whole, reason: reason.to_string() }
}

/// The start position of a record: from its `Position` tag, or the game's start with its `Options`.
pub fn start_position(record: &Record, games: &[GameEntry]) -> Result<Box<dyn AnyPosition>, Fault> {
    let name = record.tag("Game").ok_or_else(|| {
        whole("the tag Game is missing: a record starts with a line such as [Game \"staqs\"]")
    })?;
    let entry = find_game(games, name).map_err(whole)?;
    let pairs: Option<Vec<(&str, &str)>> = record
        .tag("Options")
        .unwrap_or_default()
        .split_whitespace()
        .map(|pair| pair.split_once('='))
        .collect();
    let pairs = pairs
        .ok_or_else(|| whole("the tag Options is not a list of pairs such as size=6 pie=on"))?;
    let opened = entry.open(pairs).map_err(|error| whole(format!("tag Options: {error}")))?;
    let Some(text) = record.tag("Position") else { return Ok(opened.start()) };
    let position = entry.read_position(text).map_err(whole)?;
    match opened.options().first_conflict(position.options()) {
        Some(option) => {
            Err(whole(format!("the tags Options and Position disagree on {}", option.name)))
        }
        None => Ok(position),
    }
}

/// Replays every move and variation of a record and checks its result.
pub fn verify(record: &Record, games: &[GameEntry]) -> Verdict {
    let start = match start_position(record, games) {
        Ok(start) => start,
        Err(fault) => return Verdict { end: None, plies: 0, faults: vec![fault] },
    };
    let mut replay =
        Replay { players: start.players(), first: start.turn().index(), faults: Vec::new() };
    let current = record.current().unwrap_or_else(|| {
        let (text, moves) =
            (shorten(record.tag("Current").unwrap_or_default()), record.moves.len());
        replay.faults.push(whole(format!("tag Current: {text} is not a number from 0 to {moves}")));
        record.moves.len()
    });
    let (current_moves, taken_back) = record.moves.split_at(current);
    let (board, played) = replay.line(start, current_moves, 0, false);
    let complete = played == current_moves.len();
    check_result(record, &*board, complete, &mut replay.faults);
    if !complete {
        return Verdict { end: Some(board), plies: played, faults: replay.faults };
    }
    let (end, more) = replay.line(board, taken_back, current, false);
    let plies = played + more;
    Verdict { end: Some(end), plies, faults: replay.faults }
}

struct Replay {
    players: usize,
    /// The player who makes the first move.
    first: usize,
    faults: Vec<Fault>,
}

impl Replay {
    /// Plays a line up to the first illegal move; returns the last position and the number of moves.
    fn line(
        &mut self,
        mut position: Box<dyn AnyPosition>,
        moves: &[Played],
        first_ply: usize,
        in_variation: bool,
    ) -> (Box<dyn AnyPosition>, usize) {
        for (made, played) in moves.iter().enumerate() {
            let ply = first_ply + made;
            let place = Place::Move {
                number: (self.first + ply) / self.players + 1,
                ply: ply + 1,
                text: played.text.clone(),
                in_variation,
            };
            for variation in &played.variations {
                self.line(position.clone(), &variation.moves, ply, true);
            }
            if let Some(clock) = played.command("clk")
                && read_clock(clock).is_none()
            {
                let reason = format!("clock {}: expected h:mm:ss", shorten(clock));
                self.faults.push(Fault { place: place.clone(), reason });
            }
            if let Err(error) = position.play(&played.text) {
                self.faults.push(Fault { place, reason: error.reason });
                return (position, made);
            }
        }
        (position, moves.len())
    }
}

/// Checks that the result is valid, the same in the tag and after the moves, and the one on the board
/// if the game ended there. A game may also end by resignation or by the clock. `board` is the
/// current position.
fn check_result(record: &Record, board: &dyn AnyPosition, complete: bool, faults: &mut Vec<Fault>) {
    let players = board.players();
    let normalised =
        |result: &str| if result == "1/2-1/2" { "1/2".to_owned() } else { result.to_owned() };
    let after_moves = record.result.as_deref().unwrap_or("*").to_owned();
    let tag = record.tag("Result").map_or_else(|| after_moves.clone(), normalised);
    if tag != after_moves {
        faults.push(whole(format!(
            "the tag Result says {}, but the moves end with {}",
            shorten(&tag),
            shorten(&after_moves)
        )));
    }
    if after_moves != "*" && !Outcome::all_results(players).contains(&after_moves) {
        let expected = if players == 2 {
            "1-0, 0-1, 1/2 or *"
        } else {
            "each player's share, such as 1-0-0, or *"
        };
        faults
            .push(whole(format!("unknown result {}; expected {expected}", shorten(&after_moves))));
        return;
    }
    let ended = board.outcome().map(|outcome| outcome.result(players));
    if let Some(result) = ended.filter(|result| complete && *result != after_moves) {
        let reason = board.reason().unwrap_or_default();
        faults.push(whole(format!(
            "the result is {after_moves}, but on the board it is {result}: {reason}"
        )));
    }
}
