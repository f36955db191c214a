//! One game between two players.

use std::time::{Duration, Instant};

use strata_engine::Clock;
use strata_records::{Played, Record};
use strata_rules::{AnyPosition, Player as Seat};

use crate::player::{Player, Turn};

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
pub(crate) fn play_game(
    start: &dyn AnyPosition,
    mut players: [&mut Player; 2],
    seed: u32,
) -> Finished {
    let start_text = start.text();
    let mut position = start.boxed_clone();
    let mut moves = Vec::new();
    for (seat, player) in players.iter_mut().enumerate() {
        if let Err(reason) = player.new_game(seed.wrapping_add(seat as u32)) {
            return forfeit(start, moves, Seat(seat as u8), reason);
        }
    }
    let mut clocks = [players[0].clock(), players[1].clock()];
    while position.outcome().is_none() {
        let seat = position.turn();
        let index = seat.index();
        let started = Instant::now();
        let turn = Turn { start: &start_text, moves: &moves, position: &*position, clocks };
        let chosen = players[index].choose(&turn);
        let played = charge(&mut clocks[index], started.elapsed())
            .and(chosen)
            .and_then(|mv| position.play(&mv).map_err(|error| format!("illegal move {error}")));
        match played {
            Ok(mv) => moves.push(mv),
            Err(reason) => return forfeit(start, moves, seat, reason),
        }
        players[index].ponder(&Turn {
            start: &start_text,
            moves: &moves,
            position: &*position,
            clocks,
        });
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

/// Subtracts the time for a move from a clock and adds the increment.
fn charge(clock: &mut Option<Clock>, time: Duration) -> Result<(), String> {
    let Some(clock) = clock else { return Ok(()) };
    let left = clock.left.checked_sub(time).ok_or("the engine ran out of time")?;
    clock.left = left + clock.increment;
    Ok(())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_run_down_and_grow_by_the_increment() {
        let millis = Duration::from_millis;
        let mut clock = Some(Clock { left: millis(100), increment: millis(5) });
        assert_eq!(charge(&mut clock, millis(30)), Ok(()));
        assert_eq!(clock.map(|clock| clock.left), Some(millis(75)));
        assert!(charge(&mut clock, millis(76)).is_err());
        assert_eq!(charge(&mut None, millis(76)), Ok(()));
    }
}
