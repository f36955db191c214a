//! Replaying records by the rules.

use std::fmt;

use strata_rules::{AnyPosition, GameEntry, Outcome, find_game, shorten};
use thiserror::Error;

use crate::numbering::MoveNumber;
use crate::play_recorded;
use crate::record::{Played, Record, read_clock};

/// What is wrong with a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{place}{reason}")]
pub struct Fault {
    /// Where it is wrong.
    pub place: Place,
    /// Why.
    pub reason: String,
}

/// A place in a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// Its tags or its result.
    Whole,
    /// A move, by the number it has in a well-numbered record and its ply from 1.
    Move {
        /// The number of the move's row; see [`number_moves`](crate::number_moves).
        number: usize,
        /// The ply, from 1.
        ply: usize,
        /// The move as it is written.
        text: String,
        /// Whether it stands in a variation.
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

/// What came of a replay.
#[derive(Debug)]
pub struct Verdict {
    /// The position after the last move that could be played; nothing if there was no start.
    pub end: Option<Box<dyn AnyPosition>>,
    /// How many moves of the game itself were played.
    pub plies: usize,
    /// Everything that is wrong.
    pub faults: Vec<Fault>,
}

fn whole(reason: impl ToString) -> Fault {
    Fault { place: Place::Whole, reason: reason.to_string() }
}

/// The position a record starts from: that of its `Position` tag, or the start with its `Options`.
pub fn start_position(record: &Record, games: &[GameEntry]) -> Result<Box<dyn AnyPosition>, Fault> {
    let name = record
        .tag("Game")
        .ok_or_else(|| whole("there is no tag Game: a record begins with the line [Game \"…\"]"))?;
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
        replay.faults.push(whole(format!("tag Current: {text} is not a number up to {moves}")));
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

/// The result must be one there is, the same in the tag and behind the moves, and that of the
/// board where the board decides. Games may end otherwise: by resignation, by the clock. `board` is
/// where the game stands.
fn check_result(record: &Record, board: &dyn AnyPosition, complete: bool, faults: &mut Vec<Fault>) {
    let players = board.players();
    let spelled =
        |result: &str| if result == "1/2-1/2" { "1/2".to_owned() } else { result.to_owned() };
    let behind = record.result.as_deref().unwrap_or("*").to_owned();
    let tag = record.tag("Result").map_or_else(|| behind.clone(), spelled);
    if tag != behind {
        faults.push(whole(format!(
            "the tag Result says {}, the end of the moves {}",
            shorten(&tag),
            shorten(&behind)
        )));
    }
    if behind != "*" && !Outcome::all_results(players).contains(&behind) {
        let expected = if players == 2 {
            "1-0, 0-1, 1/2 or *"
        } else {
            "each player's share, such as 1-0-0, or *"
        };
        faults.push(whole(format!("the result {} is none: expected {expected}", shorten(&behind))));
        return;
    }
    let ended = board.outcome().map(|outcome| outcome.result(players));
    if let Some(result) = ended.filter(|result| complete && *result != behind) {
        let reason = board.reason().unwrap_or_default();
        faults
            .push(whole(format!("the result is {behind}, but the board says {result}: {reason}")));
    }
}
