//! One game between two players.

use strata_records::{Played, Record};
use strata_rules::{AnyPosition, Player as Seat};

use crate::player::Player;

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By the rules.
    Board,
    /// A player made an illegal move, crashed or ran out of time.
    Forfeit {
        /// The player who forfeits.
        loser: Seat,
        /// The reason.
        reason: String,
    },
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct Finished {
    /// The start position after the opening.
    pub start: Box<dyn AnyPosition>,
    /// The moves.
    pub moves: Vec<String>,
    /// The points of each seat in half points.
    pub halves: [u8; 2],
    /// The result.
    pub result: String,
    /// How it ended.
    pub ending: Ending,
}

/// Plays a game from `start`; `players` are in turn order.
pub(crate) fn play_game(start: &dyn AnyPosition, players: [&mut Player; 2], seed: u64) -> Finished {
    let start_text = start.text();
    let mut position = start.boxed_clone();
    let mut moves = Vec::new();
    let [first, second] = players;
    for (seat, player) in [&mut *first, &mut *second].into_iter().enumerate() {
        if let Err(reason) = player.new_game(seed.wrapping_add(seat as u64)) {
            return forfeit(start, moves, Seat(seat as u8), reason);
        }
    }
    while position.outcome().is_none() {
        let turn = position.turn();
        let player = if turn.0 == 0 { &mut *first } else { &mut *second };
        let played = player
            .choose(&start_text, &moves, &*position)
            .and_then(|mv| position.play(&mv).map_err(|error| format!("illegal move {error}")));
        match played {
            Ok(mv) => moves.push(mv),
            Err(reason) => return forfeit(start, moves, turn, reason),
        }
    }
    let winner = position.outcome().and_then(|outcome| outcome.winner());
    let halves = match winner {
        Some(Seat(0)) => [2, 0],
        Some(_) => [0, 2],
        None => [1, 1],
    };
    let result = position.outcome().map(|outcome| outcome.result(2)).unwrap_or_default();
    Finished { start: start.boxed_clone(), moves, halves, result, ending: Ending::Board }
}

fn forfeit(start: &dyn AnyPosition, moves: Vec<String>, loser: Seat, reason: String) -> Finished {
    let (halves, result) = if loser.0 == 0 { ([0, 2], "0-1") } else { ([2, 0], "1-0") };
    let (start, result) = (start.boxed_clone(), result.to_owned());
    Finished { start, moves, halves, result, ending: Ending::Forfeit { loser, reason } }
}

impl Finished {
    /// The record of the game.
    pub(crate) fn record(&self, game: &str, names: [&str; 2]) -> Record {
        let mut record = Record::default();
        record.set_tag("Game", game);
        record.set_tag("Position", self.start.text());
        record.set_tag("Player0", names[0]);
        record.set_tag("Player1", names[1]);
        record.set_tag("Result", self.result.as_str());
        if let Ending::Forfeit { reason, .. } = &self.ending {
            record.set_tag("Termination", format!("forfeit: {reason}"));
        }
        record.moves = self.moves.iter().map(Played::new).collect();
        record.result = Some(self.result.clone());
        record
    }
}
