//! The exact distances of proven wins and losses, by a full-width search without the transposition
//! table. For two players only.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use strata_rules::{Evaluator, Player};

use crate::limits::SearchControl;
use crate::{Distance, Limits, Line, Value};

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
    let search = DistanceSearch { game, control };
    let mut lines: Vec<_> = lines.iter_mut().enumerate().collect();
    // Short distances are cheap to measure.
    lines.sort_by_key(|(_, line)| {
        search.winner_and_bound(position, line.value).map(|(_, bound)| bound)
    });
    for (place, line) in lines {
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

/// The number of plies until `winner`, who is known to win, wins with best play; `None` if a search of
/// `nodes` nodes does not find it.
pub(crate) fn measure_distance<G: Evaluator>(
    game: &G,
    position: &G::Position,
    winner: Player,
    nodes: u64,
) -> Option<u16> {
    let stop = AtomicBool::new(false);
    let control = SearchControl::new(&Limits::nodes(nodes), &stop);
    DistanceSearch { game, control: &control }.distance(position, winner, u16::MAX)
}

struct DistanceSearch<'a, G: Evaluator> {
    game: &'a G,
    control: &'a SearchControl<'a>,
}

impl<G: Evaluator> DistanceSearch<'_, G> {
    /// The distance of the first move of a line; `None` if it is not needed or not found.
    fn measure_line(&self, position: &G::Position, line: &Line<G::Move>) -> Option<u16> {
        let (winner, bound) = self.winner_and_bound(position, line.value)?;
        let mut next = *position;
        self.game.play(&mut next, *line.moves.first()?);
        let plies = self.distance(&next, winner, bound.checked_sub(1)?)?;
        Some(plies + 1)
    }

    /// The distance of the first move of a line if it is also that of the position.
    fn measure_best_line(&self, position: &G::Position, line: &Line<G::Move>) -> Option<u16> {
        let (winner, _) = self.winner_and_bound(position, line.value)?;
        let plies = self.measure_line(position, line)?;
        let is_best = if winner == self.game.turn(position) {
            !self.wins_within(position, winner, plies - 1)?
        } else {
            self.wins_within(position, winner, plies)?
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
    fn distance(&self, position: &G::Position, winner: Player, bound: u16) -> Option<u16> {
        for plies in 0..bound {
            if self.wins_within(position, winner, plies)? {
                return Some(plies);
            }
        }
        Some(bound)
    }

    /// Whether `winner` can force a win within `plies`; `None` if the limits are reached.
    fn wins_within(&self, position: &G::Position, winner: Player, plies: u16) -> Option<bool> {
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
        // One winning move is enough for the winner, one defence for the opponent.
        let mut answer = Some(!winner_moves);
        let _ = self.game.visit_moves(position, |mv| {
            let mut next = *position;
            self.game.play(&mut next, mv);
            match self.wins_within(&next, winner, left) {
                Some(wins) if wins != winner_moves => ControlFlow::Continue(()),
                settled => {
                    answer = settled;
                    ControlFlow::Break(())
                }
            }
        });
        answer
    }
}

#[cfg(test)]
mod tests;
