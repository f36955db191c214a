//! The exact distances of proven wins and losses, by a full-width search without the transposition
//! table. For two players only.

use strata_rules::{Evaluator, Player};

use crate::limits::SearchControl;
use crate::{Distance, Line, Value};

/// Replaces upper bounds on distances by exact ones, as far as the limits allow.
///
/// The first line also stands for the position. Its distance becomes exact only if no other move wins
/// sooner or, in a lost position, resists longer.
pub(crate) fn measure_lines<G: Evaluator>(
    game: &G,
    position: &G::Position,
    lines: &mut [Line<G::Move>],
    control: &SearchControl<'_>,
) {
    let mut search = DistanceSearch { game, control, settling_moves: Vec::new() };
    for (place, line) in lines.iter_mut().enumerate() {
        let measured = match place {
            0 => search.measure_best_line(position, line),
            _ => search.measure_line(position, line),
        };
        if let Some(plies) = measured {
            line.value = match line.value {
                Value::Win(_) => Value::Win(Distance::Exact(plies)),
                Value::Loss(_) => Value::Loss(Distance::Exact(plies)),
                value => value,
            };
        }
    }
}

struct DistanceSearch<'a, G: Evaluator> {
    game: &'a G,
    control: &'a SearchControl<'a>,
    /// The last move that settled a node, by the number of plies left: it is tried first.
    settling_moves: Vec<Option<G::Move>>,
}

impl<G: Evaluator> DistanceSearch<'_, G> {
    /// The distance of the first move of a line; `None` if it is not needed or not found.
    fn measure_line(&mut self, position: &G::Position, line: &Line<G::Move>) -> Option<u16> {
        let (winner, bound) = self.winner_and_bound(position, line.value)?;
        let mut next = *position;
        self.game.play(&mut next, *line.moves.first()?);
        let plies = self.distance(&next, winner, bound.checked_sub(1)?)?;
        Some(plies + 1)
    }

    /// The distance of the first move of a line if it is also that of the position.
    fn measure_best_line(&mut self, position: &G::Position, line: &Line<G::Move>) -> Option<u16> {
        let (winner, bound) = self.winner_and_bound(position, line.value)?;
        let plies = self.measure_line(position, line)?;
        let is_best = if winner == self.game.turn(position) {
            !self.wins_within(position, winner, plies - 1)?
        } else {
            plies == bound || self.wins_within(position, winner, plies)?
        };
        is_best.then_some(plies)
    }

    /// The winner and the upper bound of a proven value whose distance is not exact.
    fn winner_and_bound(&self, position: &G::Position, value: Value) -> Option<(Player, u16)> {
        let mover = self.game.turn(position);
        match value {
            Value::Win(Distance::AtMost(plies)) => Some((mover, plies)),
            Value::Loss(Distance::AtMost(plies)) => Some((mover.other(), plies)),
            _ => None,
        }
    }

    /// The number of plies until `winner` wins with best play, who is known to win within `bound`;
    /// `None` if the limits are reached.
    fn distance(&mut self, position: &G::Position, winner: Player, bound: u16) -> Option<u16> {
        for plies in 0..bound {
            if self.wins_within(position, winner, plies)? {
                return Some(plies);
            }
        }
        Some(bound)
    }

    /// Whether `winner` can force a win within `plies`; `None` if the limits are reached.
    fn wins_within(&mut self, position: &G::Position, winner: Player, plies: u16) -> Option<bool> {
        if self.control.add_nodes(1) {
            return None;
        }
        if let Some(outcome) = self.game.outcome(position) {
            return Some(outcome.winner() == Some(winner));
        }
        let Some(left) = plies.checked_sub(1) else { return Some(false) };
        let winner_moves = self.game.turn(position) == winner;
        if winner_moves && self.game.winning_move(position).is_some() {
            return Some(true);
        }
        for mv in self.ordered_moves(position, left) {
            let mut next = *position;
            self.game.play(&mut next, mv);
            let wins = self.wins_within(&next, winner, left)?;
            // One winning move is enough for the winner, one defence for the opponent.
            if wins == winner_moves {
                self.settling_moves[usize::from(left)] = Some(mv);
                return Some(wins);
            }
        }
        Some(!winner_moves)
    }

    /// All legal moves, first the one that settled another node with equally many plies left.
    fn ordered_moves(&mut self, position: &G::Position, left: u16) -> Vec<G::Move> {
        let left = usize::from(left);
        if self.settling_moves.len() <= left {
            self.settling_moves.resize(left + 1, None);
        }
        let mut moves = Vec::new();
        self.game.for_each_move(position, |mv| moves.push(mv));
        let place = self.settling_moves[left]
            .and_then(|settling| moves.iter().position(|mv| *mv == settling));
        if let Some(place) = place {
            moves.swap(0, place);
        }
        moves
    }
}

#[cfg(test)]
mod tests;
