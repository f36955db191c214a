//! Reports about the state of a search.

use std::cmp::Reverse;

use strata_rules::Evaluator;

use super::proof::Proof;
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
        let moves = ranked(self.root);
        let all_proven = moves.iter().all(|ranked| ranked.proof.is_some());
        let mut lines: Vec<_> = moves
            .iter()
            .take(lines.max(1))
            .map(|ranked| Line {
                moves: principal_variation(ranked.edge),
                value: self.value(ranked, mover),
                mirrors: mirrors_of(self.game, self.position, ranked.edge.mv),
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

    fn value(&self, Ranked { edge, proof, .. }: &Ranked<'_, G::Move>, mover: usize) -> Value {
        if let Some(proof) = proof {
            return proof.value_for(mover);
        }
        let chance = match edge.statistics.visits() {
            0 => self.evaluate_unvisited(edge)[mover],
            _ => edge.statistics.mean(),
        };
        Value::from_chance(chance.into())
    }
}

/// A move with its proof and visits at the time of the ranking, since other threads may change them.
struct Ranked<'a, M> {
    edge: &'a Edge<M>,
    proof: Option<Proof>,
    visits: u32,
}

/// The moves of a node, best first: proven wins; moves without a proof by their visits, with proven
/// draws before the first one that looks worse than a draw; proven losses.
fn ranked<M>(node: &Node<M>) -> Vec<Ranked<'_, M>> {
    let mover = usize::from(node.mover);
    let (mut wins, mut draws, mut losses, mut open) = (vec![], vec![], vec![], vec![]);
    for edge in node.edges() {
        let proof = edge.proof.get();
        let list = match proof {
            None => &mut open,
            Some(proof) if proof.is_win_for(mover) => &mut wins,
            Some(proof) if proof.is_loss_for(mover) => &mut losses,
            Some(_) => &mut draws,
        };
        list.push(Ranked { edge, proof, visits: edge.statistics.visits() });
    }
    wins.sort_by_key(|ranked| ranked.proof.map(Proof::plies));
    losses.sort_by_key(|ranked| Reverse(ranked.proof.map(Proof::plies)));
    open.sort_by_key(|ranked| Reverse(ranked.visits));
    let better = open.iter().take_while(|ranked| ranked.edge.statistics.mean() > 0.5).count();
    let worse = open.split_off(better);
    [wins, open, draws, worse, losses].into_iter().flatten().collect()
}

/// The move of an edge and the best continuation.
fn principal_variation<M: Copy>(edge: &Edge<M>) -> Vec<M> {
    let mut line = vec![edge.mv];
    let mut at = edge.node.get();
    while let Some(node) = at {
        let ranked = ranked(node);
        let best = ranked.first().map(|ranked| ranked.edge);
        let Some(best) = best.filter(|edge| edge.statistics.visits() > 0) else { break };
        line.push(best.mv);
        at = best.node.get();
    }
    line
}
