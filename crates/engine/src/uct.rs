//! Plain UCT: upper confidence bounds in the tree, random playouts below it. It uses no knowledge of
//! the game and serves as a baseline for the other searches. It proves nothing except a win in one.

use strata_rules::{Game, MAX_PLAYERS, Random};

use crate::limits::SearchControl;
use crate::{Distance, Limits, Line, Report, Signals, Value};

/// The exploration constant, for results from 0 to 1.
const EXPLORATION: f32 = 1.0;

/// A node is expanded when it has this many visits.
const VISITS_TO_EXPAND: u32 = 1;

struct Node<M> {
    mv: Option<M>,
    visits: u32,
    /// The sum of the results for the player who made the move.
    total: f64,
    first_child: u32,
    children: u32,
}

/// Searches a position and returns the best lines.
pub fn search<'s, G: Game>(
    game: &G,
    position: &G::Position,
    limits: &Limits,
    lines: usize,
    megabytes: usize,
    seed: u64,
    signals: impl Into<Signals<'s>>,
) -> Report<G::Move> {
    let max_nodes = megabytes * (1 << 20) / size_of::<Node<G::Move>>();
    let control = SearchControl::new(limits, signals);
    let mut random = Random::new(seed);
    let mut nodes = vec![Node { mv: None, visits: 1, total: 0.0, first_child: 0, children: 0 }];
    let mut path: Vec<(usize, usize)> = Vec::new();
    let mut deepest = 0;
    while game.outcome(position).is_none() {
        path.clear();
        let mut here = *position;
        let mut at = 0;
        while nodes[at].visits >= VISITS_TO_EXPAND && game.outcome(&here).is_none() {
            if nodes[at].children == 0 {
                // A full tree does not grow: start the playout from its leaf.
                if at > 0 && nodes.len() >= max_nodes {
                    break;
                }
                expand(game, &here, at, &mut nodes, &mut random);
            }
            let mover = game.turn(&here).index();
            at = select(&nodes, at);
            path.push((at, mover));
            if let Some(mv) = nodes[at].mv {
                game.play(&mut here, mv);
            }
        }
        deepest = deepest.max(path.len());
        game.playout(&mut here, &mut random);
        let mut shares = [0.0; MAX_PLAYERS];
        if let Some(outcome) = game.outcome(&here) {
            for winner in outcome.winners.iter() {
                shares[winner.index()] = 1.0 / outcome.winners.len() as f32;
            }
        }
        nodes[0].visits += 1;
        for &(node, mover) in &path {
            nodes[node].visits += 1;
            nodes[node].total += f64::from(shares[mover]);
        }
        if control.add_nodes(1) {
            break;
        }
    }
    let first = nodes[0].first_child as usize;
    let mut children: Vec<&Node<G::Move>> =
        nodes[first..first + nodes[0].children as usize].iter().collect();
    let wins = |child: &Node<G::Move>| child.mv.is_some_and(|mv| wins_in_one(game, position, mv));
    children.sort_by_cached_key(|child| std::cmp::Reverse((wins(child), child.visits)));
    let line_of = |child: &&Node<G::Move>| {
        let value = match wins(child) {
            true => Value::Win(Distance::Exact(1)),
            false => Value::from_chance(child.total / f64::from(child.visits.max(1))),
        };
        Line::new(child.mv.into_iter().collect(), value)
    };
    Report {
        depth: deepest as u32,
        nodes: control.nodes(),
        time: control.elapsed(),
        lines: children.iter().take(lines.max(1)).map(line_of).collect(),
    }
}

/// Whether a move ends the game with a win for the player who makes it.
fn wins_in_one<G: Game>(game: &G, position: &G::Position, mv: G::Move) -> bool {
    let mut next = *position;
    game.play(&mut next, mv);
    game.outcome(&next).is_some_and(|outcome| outcome.winner() == Some(game.turn(position)))
}

fn expand<G: Game>(
    game: &G,
    position: &G::Position,
    at: usize,
    nodes: &mut Vec<Node<G::Move>>,
    random: &mut Random,
) {
    let first = nodes.len();
    game.for_each_move(position, |mv| {
        nodes.push(Node { mv: Some(mv), visits: 0, total: 0.0, first_child: 0, children: 0 });
    });
    // Shuffle, so that unvisited moves are tried in random order.
    for place in (first + 1..nodes.len()).rev() {
        let other = first + random.below((place - first + 1) as u64) as usize;
        nodes.swap(place, other);
    }
    nodes[at].first_child = first as u32;
    nodes[at].children = (nodes.len() - first) as u32;
}

fn select<M>(nodes: &[Node<M>], at: usize) -> usize {
    let first = nodes[at].first_child as usize;
    let logarithm = libm::logf(nodes[at].visits as f32);
    let mut best = (f32::MIN, first);
    for (place, node) in nodes[first..first + nodes[at].children as usize].iter().enumerate() {
        if node.visits == 0 {
            return first + place;
        }
        let visits = node.visits as f32;
        let mean = (node.total / f64::from(node.visits)) as f32;
        let bound = mean + EXPLORATION * (logarithm / visits).sqrt();
        if bound > best.0 {
            best = (bound, first + place);
        }
    }
    best.1
}
