//! Another program that speaks UGI as a player.

use std::time::Duration;

use strata_engine::{Clock, Limits};
use strata_ugi::{BestMove, Client, ClientError};

use crate::Spec;
use crate::player::Turn;

/// The time per move if there are no limits.
const DEFAULT_MOVE_TIME: Duration = Duration::from_secs(1);

/// Another program that speaks UGI.
pub(crate) struct Program {
    spec: Spec,
    client: Option<Client>,
    expected_reply: Option<String>,
    /// The expected move of a search during the opponent's turn.
    pondering: Option<String>,
}

impl Program {
    pub(crate) const fn new(spec: Spec) -> Self {
        Self { spec, client: None, expected_reply: None, pondering: None }
    }

    pub(crate) const fn limits(&self) -> Limits {
        self.spec.settings.limits
    }

    pub(crate) fn new_game(&mut self, seed: u32) -> Result<(), String> {
        self.expected_reply = None;
        let result = self.try_new_game(seed);
        self.check(result)
    }

    fn try_new_game(&mut self, seed: u32) -> Result<(), ClientError> {
        self.stop_pondering()?;
        if self.client.is_none() {
            self.client = self.spec.start().transpose()?;
        }
        let client = self.client.as_mut().ok_or(ClientError::Ended)?;
        if client.has_option("Seed") {
            client.set_option("Seed", &seed.to_string())?;
        }
        client.new_game()
    }

    pub(crate) fn choose(&mut self, turn: &Turn<'_>) -> Result<String, String> {
        let result = self.try_choose(turn);
        let BestMove { mv, reply } = self.check(result)?;
        self.expected_reply = reply;
        Ok(mv)
    }

    fn try_choose(&mut self, turn: &Turn<'_>) -> Result<BestMove, ClientError> {
        let seat = turn.position.turn().index();
        let limits = turn.limits(self.limits(), seat);
        let is_hit = self.pondering.is_some() && self.pondering.as_ref() == turn.moves.last();
        if is_hit {
            self.pondering = None;
        } else {
            self.stop_pondering()?;
        }
        let client = self.client.as_mut().ok_or(ClientError::Ended)?;
        if is_hit {
            client.ponder_hit()?;
        } else {
            client.go(turn.start, turn.moves, &go_line(&limits, turn.clocks))?;
        }
        client.best_move(limits.movetime.or(limits.clock.map(|clock| clock.left)))
    }

    /// Stops a search during the opponent's turn and drops its best move.
    fn stop_pondering(&mut self) -> Result<(), ClientError> {
        if self.pondering.take().is_some()
            && let Some(client) = &mut self.client
        {
            client.stop()?;
            client.best_move(Some(Duration::ZERO))?;
        }
        Ok(())
    }

    pub(crate) fn ponder(&mut self, turn: &Turn<'_>) {
        let reply = self.expected_reply.take().filter(|_| self.spec.settings.ponder);
        let Some((moves, position)) = reply.and_then(|reply| turn.after(&reply)) else { return };
        let limits = turn.limits(self.limits(), position.turn().index());
        let go = go_line(&limits, turn.clocks).replacen("go", "go ponder", 1);
        if let Some(client) = &mut self.client
            // If the program has ended, the next move shows it.
            && client.go(turn.start, &moves, &go).is_ok()
        {
            self.pondering = moves.last().cloned();
        }
    }

    /// After an error, the program is restarted for the next game.
    fn check<T>(&mut self, result: Result<T, ClientError>) -> Result<T, String> {
        result.map_err(|error| {
            self.client = None;
            self.pondering = None;
            error.to_string()
        })
    }
}

/// The `go` command with these limits.
fn go_line(limits: &Limits, clocks: [Option<Clock>; 2]) -> String {
    let mut line = "go".to_owned();
    if limits.clock.is_some() {
        for (seat, clock) in clocks.into_iter().enumerate() {
            if let Some(Clock { left, increment }) = clock {
                let (number, left) = (seat + 1, left.as_millis());
                line += &format!(" p{number}time {left} p{number}inc {}", increment.as_millis());
            }
        }
    }
    if let Some(time) = limits.movetime {
        line += &format!(" movetime {}", time.as_millis());
    }
    if let Some(nodes) = limits.nodes {
        line += &format!(" nodes {nodes}");
    }
    if let Some(depth) = limits.depth {
        line += &format!(" depth {depth}");
    }
    if line == "go" {
        line += &format!(" movetime {}", DEFAULT_MOVE_TIME.as_millis());
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn go_names_all_limits() {
        let millis = Duration::from_millis;
        let clock = Clock { left: millis(900), increment: millis(10) };
        let limits = Limits { clock: Some(clock), nodes: Some(5), ..Limits::default() };
        assert_eq!(go_line(&limits, [None, Some(clock)]), "go p2time 900 p2inc 10 nodes 5");
        assert_eq!(go_line(&Limits::movetime(millis(70)), [Some(clock), None]), "go movetime 70");
        assert_eq!(go_line(&Limits::depth(3), [None; 2]), "go depth 3");
        assert_eq!(go_line(&Limits::default(), [None; 2]), "go movetime 1000");
    }
}
