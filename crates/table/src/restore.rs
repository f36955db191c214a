//! Restoring a table from a record.

use std::time::Duration;

use strata_records::{DEEPEST_VARIATION, Fault, Played, Record, read_clock, start_position};
use strata_rules::{AnyPosition, GameEntry, Outcome, PlayerSet, shorten};
use thiserror::Error;

use crate::clock::{TurnClock, whole_millis};
use crate::save::{OFFER, PAUSED, TURN_TIME, name_tag, seat_tag};
use crate::{
    FinishKind, History, NodeId, Offer, Seat, SeatKind, Setup, SetupError, Table, TimeControl,
};

/// Why a table could not be restored from a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RestoreError {
    /// The game or the starting position is invalid.
    #[error(transparent)]
    Start(#[from] Fault),
    /// The table cannot be set up.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A move is illegal.
    #[error("ply {ply}, {reason}")]
    Move {
        /// The number of the move, from 1.
        ply: usize,
        /// Why it is illegal.
        reason: String,
    },
    /// A tag or the result is invalid.
    #[error("{0}")]
    Tag(String),
    /// The log of the history is invalid.
    #[error("the log of the history: {0}")]
    Log(String),
}

/// The tags that a table writes itself.
const OWN_TAGS: [&str; 10] = [
    "Game",
    "Options",
    "Position",
    "TimeControl",
    "Result",
    "Termination",
    "Current",
    TURN_TIME,
    PAUSED,
    OFFER,
];

/// The maximum number of other tags to preserve; it leaves room for the table's own tags.
const MOST_OTHER_TAGS: usize = 200;

impl Table {
    /// Restores the table described by a record, paused or running as it was; a running clock
    /// continues at `now`. A record of another program gets a person on every seat and starts at
    /// its last move.
    pub fn from_record(
        games: &[GameEntry],
        record: &Record,
        now: Duration,
    ) -> Result<Self, RestoreError> {
        let start = start_position(record, games)?;
        Self::with_history(record, History::from_record(record, start)?, now)
    }

    /// Restores everything but the history from a record.
    pub(crate) fn with_history(
        record: &Record,
        history: History,
        now: Duration,
    ) -> Result<Self, RestoreError> {
        let start = &history[History::ROOT].position;
        let setup = read_setup(record, &**start)?;
        let players = start.players();
        let now = whole_millis(now);
        let mut table = Self {
            history,
            clock: TurnClock::stopped_at(read_turn_time(record)?),
            latest: now,
            paused: false,
            offer: None,
            offered: Vec::new(),
            finish: None,
            tags: other_tags(record, &setup),
            setup,
        };
        table.read_finish(record, players)?;
        if table.finish.is_none() {
            table.paused = record.tag(PAUSED).is_some();
            table.offer = read_offer(record, players)?;
            if !table.paused {
                table.clock.start(now);
                table.play_forced_passes();
            }
        }
        Ok(table)
    }

    /// Takes the result from the rules if the game is over, and otherwise from the record.
    fn read_finish(&mut self, record: &Record, players: usize) -> Result<(), RestoreError> {
        if self.finish_by_rules().is_some() {
            return Ok(());
        }
        let termination = record.tag("Termination");
        let Some(result) = &record.result else {
            if termination == FinishKind::Abandoned.termination() {
                self.end(FinishKind::Abandoned);
            }
            return Ok(());
        };
        let winners = Outcome::winners_of(result, players)
            .ok_or_else(|| RestoreError::Tag(format!("invalid result {}", shorten(result))))?;
        self.end_as_recorded(termination, winners);
        Ok(())
    }

    fn end_as_recorded(&mut self, termination: Option<&str>, winners: PlayerSet) {
        let how = FinishKind::recorded(termination.unwrap_or_default(), winners, self.players());
        if how != FinishKind::Recorded {
            self.end(how);
            return;
        }
        self.end_with(how, winners, termination.unwrap_or("as recorded"));
        let tag = termination.map(|text| ("Termination".to_owned(), text.to_owned()));
        self.tags.extend(tag);
    }
}

fn bad_tag(name: &str, value: &str, expected: &str) -> RestoreError {
    RestoreError::Tag(format!("tag {name}: {} is not {expected}", shorten(value)))
}

fn read_setup(record: &Record, start: &dyn AnyPosition) -> Result<Setup, RestoreError> {
    let mut seats = Vec::new();
    for player in 0..start.players() {
        let kind = match record.tag(&seat_tag(player)) {
            Some(text) => text.parse().map_err(RestoreError::Tag)?,
            None => SeatKind::Person,
        };
        let name = record.tag(&name_tag(player)).unwrap_or_default().to_owned();
        seats.push(Seat { name, kind });
    }
    let mut setup = Setup::new(start.info().id, seats);
    setup.clock = read_time_control(record);
    setup.normalise(start, record.tag("Position").map(|_| start.text()))?;
    Ok(setup)
}

/// The time control, if it is in our notation: other programs use the tag differently.
fn read_time_control(record: &Record) -> Option<TimeControl> {
    record.tag("TimeControl").and_then(|text| text.parse().ok())
}

fn read_turn_time(record: &Record) -> Result<Duration, RestoreError> {
    let Some(text) = record.tag(TURN_TIME) else { return Ok(Duration::ZERO) };
    read_clock(text).ok_or_else(|| bad_tag(TURN_TIME, text, "a time such as 0:00:12.5"))
}

fn read_offer(record: &Record, players: usize) -> Result<Option<Offer>, RestoreError> {
    let Some(text) = record.tag(OFFER) else { return Ok(None) };
    let offer = Offer::read(text, players);
    offer.map(Some).ok_or_else(|| bad_tag(OFFER, text, "an offer such as draw 0"))
}

/// The tags that a table preserves without using them.
fn other_tags(record: &Record, setup: &Setup) -> Vec<(String, String)> {
    let is_own = |name: &str| {
        (OWN_TAGS.contains(&name) && (name != "TimeControl" || setup.clock.is_some()))
            || (0..setup.seats.len()).any(|p| name == name_tag(p) || name == seat_tag(p))
    };
    let others = record.tags.iter().filter(|(name, _)| !is_own(name));
    others.take(MOST_OTHER_TAGS).cloned().collect()
}

impl History {
    /// The moves of a record with all annotations, opened at its current position.
    pub fn from_record(record: &Record, start: Box<dyn AnyPosition>) -> Result<Self, RestoreError> {
        let mut history = Self::new(start);
        let words = record.comments.iter().map(|comment| tidy_comment(comment));
        history.node_mut(Self::ROOT).comments = words.collect();
        read_line(&mut history, Self::ROOT, &record.moves, 0)?;
        let ply = record.current().ok_or_else(|| {
            bad_tag("Current", record.tag("Current").unwrap_or_default(), "a number of moves")
        })?;
        let current = history.main_line()[ply];
        history.go_to(current).map_err(RestoreError::Tag)?;
        Ok(history)
    }
}

/// Adds a line of moves and its variations.
fn read_line(
    history: &mut History,
    mut parent: NodeId,
    moves: &[Played],
    depth: usize,
) -> Result<(), RestoreError> {
    for played in moves {
        let ply = history[parent].ply + 1;
        let refuse = |reason| RestoreError::Move { ply, reason };
        if depth > DEEPEST_VARIATION {
            return Err(refuse(format!(
                "variations are nested more than {DEEPEST_VARIATION} deep"
            )));
        }
        let id = history.add_recorded(parent, &played.text).map_err(refuse)?;
        annotate(history, id, played);
        for variation in &played.variations {
            read_line(history, parent, &variation.moves, depth + 1)?;
            let first =
                variation.moves.first().map(|first| history.add_recorded(parent, &first.text));
            if let Some(Ok(first)) = first {
                let words = variation.comments.iter().map(|comment| tidy_comment(comment));
                let node = history.node_mut(first);
                node.comments.splice(0..0, words);
            }
        }
        parent = id;
    }
    Ok(())
}

/// Copies the annotations of a recorded move to its node.
fn annotate(history: &mut History, id: NodeId, played: &Played) {
    let node = history.node_mut(id);
    node.glyphs.extend(&played.glyphs);
    for comment in &played.comments {
        let mut comment = tidy_comment(comment);
        // Removing one command can join the halves of another.
        let mut length = usize::MAX;
        while comment.len() < length {
            length = comment.len();
            let clock = take_command(&mut comment, "clk").and_then(|text| read_clock(&text));
            let evaluation = take_command(&mut comment, "eval").filter(|value| !value.is_empty());
            node.clock = node.clock.or(clock);
            node.evaluation = node.evaluation.take().or(evaluation);
        }
        if !comment.is_empty() {
            node.comments.push(comment);
        }
    }
}

/// A comment in the form in which records are read: on one line, without closing braces.
fn tidy_comment(comment: &str) -> String {
    let words: Vec<&str> = comment.split_whitespace().collect();
    words.join(" ").replace('}', ")")
}

/// A comment as it is read from a record, without clock and evaluation.
pub(crate) fn clean_comment(comment: &str) -> String {
    let mut comment = tidy_comment(comment);
    let mut length = usize::MAX;
    while comment.len() < length {
        length = comment.len();
        take_command(&mut comment, "clk");
        take_command(&mut comment, "eval");
    }
    comment
}

/// Removes every `[%name value]` from a comment and returns the first value.
fn take_command(comment: &mut String, name: &str) -> Option<String> {
    let opening = format!("[%{name} ");
    let mut first = None;
    while let Some(start) = comment.find(&opening) {
        let behind = start + opening.len();
        let Some(length) = comment[behind..].find(']') else { break };
        let value = comment[behind..behind + length].trim().to_owned();
        first.get_or_insert(value);
        comment.replace_range(start..=behind + length, "");
        *comment = tidy_comment(comment);
    }
    first
}
