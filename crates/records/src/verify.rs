//! Verifies records by replaying them.

use std::fmt;

use strata_rules::{AnyPosition, GameEntry, Outcome, find_game, shorten};
use thiserror::Error;

use crate::numbering::MoveNumber;
use crate::play_recorded;
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
        /// The number of the move's row; see [`number_moves`](crate::number_moves).
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
    let mut replay = Replay { faults: Vec::new() };
    let current = record.current().unwrap_or_else(|| {
        let (text, moves) =
            (shorten(record.tag("Current").unwrap_or_default()), record.moves.len());
        replay.faults.push(whole(format!("tag Current: {text} is not a number from 0 to {moves}")));
        record.moves.len()
    });
    let (until, taken_back) = record.moves.split_at(current);
    let mut line = Line { position: start, last: None, ply: 0, in_variation: false };
    let complete = replay.play(&mut line, until);
    check_result(record, &*line.position, complete, &mut replay.faults);
    if complete {
        replay.play(&mut line, taken_back);
    }
    Verdict { end: Some(line.position), plies: line.ply, faults: replay.faults }
}

struct Replay {
    faults: Vec<Fault>,
}

/// A line of moves as far as it has been played.
#[derive(Clone)]
struct Line {
    position: Box<dyn AnyPosition>,
    last: Option<MoveNumber>,
    /// How many moves have been played.
    ply: usize,
    in_variation: bool,
}

impl Replay {
    /// Plays moves until one cannot be played; returns whether all of them could.
    fn play(&mut self, line: &mut Line, moves: &[Played]) -> bool {
        moves.iter().all(|played| self.play_one(line, played))
    }

    fn play_one(&mut self, line: &mut Line, played: &Played) -> bool {
        for variation in &played.variations {
            let mut aside = Line { in_variation: true, ..line.clone() };
            self.play(&mut aside, &variation.moves);
        }
        let result = play_recorded(&mut *line.position, &played.text);
        let player = result.as_ref().map_or(line.position.turn(), |(_, player)| *player);
        let number = MoveNumber::after(line.last, player);
        let place = Place::Move {
            number: number.number,
            ply: line.ply + 1,
            text: played.text.clone(),
            in_variation: line.in_variation,
        };
        if let Some(clock) = played.command("clk")
            && read_clock(clock).is_none()
        {
            let reason = format!("clock {}: expected h:mm:ss", shorten(clock));
            self.faults.push(Fault { place: place.clone(), reason });
        }
        if let Err(error) = result {
            self.faults.push(Fault { place, reason: error.reason });
            return false;
        }
        line.last = Some(number);
        line.ply += 1;
        true
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
