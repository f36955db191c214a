//! How bots and hints think.

use std::time::Duration;

use strata_engine::{Clock, Level, Limits, Request, Value};

use crate::{Table, TimeLeft};

/// The time for a move of the strongest bot without a clock, and for a hint.
pub const DEFAULT_MOVE_TIME: Duration = Duration::from_secs(1);

/// What a bot leaves of a turn's time, for its move to reach the table.
const RESERVE: Duration = Duration::from_millis(100);

/// How a bot thinks that has so much time. Different seeds make different games.
pub fn request_for(level: Level, time: Option<TimeLeft>, seed: u64) -> Request {
    let time = time.unwrap_or_default();
    let clock = time.game.map(|left| Clock { left, increment: time.increment });
    let turn = time.turn.map(|turn| turn.saturating_sub(RESERVE).max(turn / 2));
    let movetime = match (clock, turn) {
        (Some(_), turn) => turn,
        (None, turn) => Some(turn.map_or(DEFAULT_MOVE_TIME, |turn| turn.min(DEFAULT_MOVE_TIME))),
    };
    let limits = Limits { clock, movetime, ..Limits::default() };
    Request { limits, level: Some(level), seed, ..Request::default() }
}

/// How to find a hint or an evaluation: everything the search can do in a second.
pub fn hint_request() -> Request {
    Request { limits: Limits::movetime(DEFAULT_MOVE_TIME), ..Request::default() }
}

/// Bots take a draw below these chances of winning: clearly worse, and in a long game about even.
const WORSE: f64 = 0.35;
const EVEN: f64 = 0.55;

impl Table {
    /// Whether a bot takes a draw in a position that is worth so much to it: when it stands clearly
    /// worse, when the game is late and about even, or when a draw is proven to be all there is.
    pub fn takes_draw(&self, value: Value) -> bool {
        let worst = if self.is_late() { EVEN } else { WORSE };
        value == Value::Draw || value.winning_chance() < worst
    }

    /// Whether the game cannot go on for long. Boards are filled or emptied move by move, so their
    /// squares say how long games are.
    fn is_late(&self) -> bool {
        let plies = self.history()[self.history().current()].ply;
        4 * plies >= 3 * self.position().scene().cells.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(game: Option<u64>, turn: Option<u64>) -> Limits {
        let [game, turn] = [game, turn].map(|millis| millis.map(Duration::from_millis));
        let time = TimeLeft { game, turn, increment: Duration::from_secs(2) };
        request_for(Level::HIGHEST, Some(time), 0).limits
    }

    #[test]
    fn bots_keep_to_their_clocks() {
        let millis = |limits: Limits| limits.movetime.map(|time| time.as_millis());
        assert_eq!(millis(limits(None, None)), Some(1000));
        assert_eq!(millis(limits(None, Some(30_000))), Some(1000));
        assert_eq!(millis(limits(None, Some(500))), Some(400));
        assert_eq!(millis(limits(None, Some(50))), Some(25));
        assert_eq!(millis(limits(Some(60_000), None)), None);
        assert_eq!(millis(limits(Some(60_000), Some(30_000))), Some(29_900));
        assert_eq!(limits(Some(60_000), None).clock.map(|clock| clock.left.as_secs()), Some(60));
    }
}
