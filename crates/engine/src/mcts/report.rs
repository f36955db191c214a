//! Reports about the state of a search.

use std::cmp::Reverse;

use strata_rules::Evaluator;

use super::tree::{Edge, Node};
use super::worker::Worker;
use crate::limits::SearchControl;
use crate::root::mirrors_of;
use crate::{Line, Report, Value};

impl<G: Evaluator> Worker<'_, G> {
    /// The best lines, in the order in which the search would play their moves.
    ///
    /// The value of a line is proven only by a proof of its own move. The value of the first line is
    /// besides the value of the position: a proven draw in the first place is reported as an even
    /// estimate as long as a move without a proof could be better.
    pub(super) fn report(&self, lines: usize, control: &SearchControl<'_>) -> Report<G::Move> {
        let mover = usize::from(self.root.mover);
        let edges = ranked(self.root);
        let all_proven = edges.iter().all(|edge| edge.proof.get().is_some());
        let mut lines: Vec<_> = edges
            .iter()
            .take(lines.max(1))
            .map(|edge| Line {
                moves: principal_variation(edge),
                value: self.value(edge, mover),
                mirrors: mirrors_of(self.game, self.position, edge.mv),
            })
            .collect();
        if let Some(first) = lines.first_mut()
            && first.value == Value::Draw
            && !all_proven
        {
            first.value = Value::Estimate(0);
        }
        Report {
            depth: self.deepest as u32,
            nodes: control.nodes(),
            time: control.elapsed(),
            lines,
        }
    }

    fn value(&self, edge: &Edge<G::Move>, mover: usize) -> Value {
        if let Some(proof) = edge.proof.get() {
            return proof.value_for(mover);
        }
        let chance = match edge.statistics.visits() {
            0 => self.evaluate_unvisited(edge)[mover],
            _ => edge.statistics.mean(),
        };
        Value::from_chance(chance.into())
    }
}

/// The moves of a node, best first: proven wins; moves without a proof by their visits, with proven
/// draws before the first one that looks worse than a draw; proven losses.
fn ranked<M>(node: &Node<M>) -> Vec<&Edge<M>> {
    let mover = usize::from(node.mover);
    let (mut wins, mut draws, mut losses, mut open) = (vec![], vec![], vec![], vec![]);
    for edge in node.edges() {
        match edge.proof.get() {
            None => open.push((edge.statistics.visits(), edge)),
            Some(proof) if proof.is_win_for(mover) => wins.push((proof.plies(), edge)),
            Some(proof) if proof.is_loss_for(mover) => losses.push((Reverse(proof.plies()), edge)),
            Some(_) => draws.push(edge),
        }
    }
    wins.sort_by_key(|(plies, _)| *plies);
    losses.sort_by_key(|(plies, _)| *plies);
    open.sort_by_key(|(visits, _)| Reverse(*visits));
    let better = open.iter().take_while(|(_, edge)| edge.statistics.mean() > 0.5).count();
    let worse = open.split_off(better);
    let without_key = |(_, edge)| edge;
    let mut ranked: Vec<_> = wins.into_iter().map(without_key).collect();
    ranked.extend(open.into_iter().map(|(_, edge)| edge));
    ranked.extend(draws);
    ranked.extend(worse.into_iter().map(|(_, edge)| edge));
    ranked.extend(losses.into_iter().map(|(_, edge)| edge));
    ranked
}

/// The move of an edge and the best continuation.
fn principal_variation<M: Copy>(edge: &Edge<M>) -> Vec<M> {
    let mut line = vec![edge.mv];
    let mut at = edge.node.get();
    while let Some(node) = at {
        let ranked = ranked(node);
        let visited = |edge: &&&Edge<M>| edge.statistics.visits() > 0;
        let Some(best) = ranked.first().filter(visited) else { break };
        line.push(best.mv);
        at = best.node.get();
    }
    line
}
