//! Distances agree with plain minimax on late positions of all games.

use std::sync::atomic::AtomicBool;

use strata_rules::{Edit, Random, Visitor};

use super::*;
use crate::Limits;
use crate::testing::visit;

/// The minimax value of a position for the player to move, with its exact distance; `None` if more
/// than `left` positions would have to be visited.
fn minimax<G: Evaluator>(game: &G, position: &G::Position, left: &mut u32) -> Option<Value> {
    let mut best: Option<Value> = None;
    let mut moves = Vec::new();
    game.for_each_move(position, |mv| moves.push(mv));
    for mv in moves {
        let value = minimax_move(game, position, mv, left)?;
        if best.is_none_or(|best| value.rank() > best.rank()) {
            best = Some(value);
        }
    }
    best
}

/// The minimax value of a move for the player who makes it.
fn minimax_move<G: Evaluator>(
    game: &G,
    position: &G::Position,
    mv: G::Move,
    left: &mut u32,
) -> Option<Value> {
    *left = left.checked_sub(1)?;
    let mover = game.turn(position);
    let mut next = *position;
    game.play(&mut next, mv);
    if let Some(outcome) = game.outcome(&next) {
        return Some(match outcome.winner() {
            None => Value::Draw,
            Some(winner) if winner == mover => Value::Win(Distance::Exact(1)),
            Some(_) => Value::Loss(Distance::Exact(1)),
        });
    }
    let value = minimax(game, &next, left)?;
    let same_player = game.turn(&next) == mover;
    Some(if same_player { value.one_ply_earlier() } else { value.before_the_move() })
}

/// The value with an upper bound instead of its distance. One ply is always exact.
fn loosened(value: Value, slack: u16) -> Value {
    let loosened = |distance: Distance| Distance::within(distance.plies() + slack);
    match value {
        Value::Win(distance) => Value::Win(loosened(distance)),
        Value::Loss(distance) => Value::Loss(loosened(distance)),
        value => value,
    }
}

/// Late positions of random games, from their ends backwards as long as minimax is feasible. Returns
/// the number of wins and losses, and the longest distance.
struct Compare {
    positions: usize,
    max_nodes: u32,
}

impl Visitor for Compare {
    type Output = (usize, usize, u16);

    fn visit<G: Edit + Evaluator>(self, game: G) -> (usize, usize, u16) {
        let mut random = Random::new(8);
        let (mut wins, mut losses, mut longest) = (0, 0, 0);
        let mut count = 0;
        while count < self.positions {
            let mut line = vec![game.start()];
            while let Some(mv) = game.random_move(&line[line.len() - 1], &mut random) {
                let mut next = line[line.len() - 1];
                game.play(&mut next, mv);
                line.push(next);
            }
            line.pop();
            for position in line.iter().rev() {
                let Some(moves) = move_values(&game, position, self.max_nodes) else { break };
                count += 1;
                check_position(&game, position, moves[0].1);
                check_lines(&game, position, &moves);
                check_slower_first_line(&game, position, &moves);
                if let Value::Win(distance) | Value::Loss(distance) = moves[0].1 {
                    longest = longest.max(distance.plies());
                }
                wins += usize::from(matches!(moves[0].1, Value::Win(_)));
                losses += usize::from(matches!(moves[0].1, Value::Loss(_)));
            }
        }
        (wins, losses, longest)
    }
}

/// All moves with their minimax values, best first.
fn move_values<G: Evaluator>(
    game: &G,
    position: &G::Position,
    max_nodes: u32,
) -> Option<Vec<(G::Move, Value)>> {
    let mut left = max_nodes;
    let mut moves = Vec::new();
    game.for_each_move(position, |mv| moves.push(mv));
    let value = |mv| Some((mv, minimax_move(game, position, mv, &mut left)?));
    let mut values: Vec<_> = moves.into_iter().map(value).collect::<Option<_>>()?;
    values.sort_by_key(|(_, value)| std::cmp::Reverse(value.rank()));
    Some(values)
}

/// The measured values of lines that consist of these moves.
fn measured<G: Evaluator>(
    game: &G,
    position: &G::Position,
    moves: impl Iterator<Item = (G::Move, Value)>,
    limits: &Limits,
) -> Vec<Value> {
    let stop = AtomicBool::new(false);
    let control = SearchControl::new(limits, &stop);
    let mut lines: Vec<_> = moves.map(|(mv, value)| Line::new(vec![mv], value)).collect();
    measure_lines(game, position, &mut lines, &control);
    lines.iter().map(|line| line.value).collect()
}

fn check_position<G: Edit + Evaluator>(game: &G, position: &G::Position, truth: Value) {
    let mover = game.turn(position);
    let (winner, plies) = match truth {
        Value::Win(distance) => (mover, distance.plies()),
        Value::Loss(distance) => (mover.other(), distance.plies()),
        _ => return,
    };
    let stop = AtomicBool::new(false);
    let control = SearchControl::new(&Limits::default(), &stop);
    let search = DistanceSearch { game, control: &control };
    let text = game.position_text(position);
    assert_eq!(search.distance(position, winner, plies + 3), Some(plies), "{text}");
    assert_eq!(search.wins_within(position, winner.other(), plies), Some(false), "{text}");
}

fn check_lines<G: Edit + Evaluator>(game: &G, position: &G::Position, moves: &[(G::Move, Value)]) {
    let truth: Vec<Value> = moves.iter().map(|(_, value)| *value).collect();
    for slack in [0, 1, 4] {
        let bounds = moves.iter().map(|(mv, value)| (*mv, loosened(*value, slack)));
        let found = measured(game, position, bounds.clone(), &Limits::default());
        assert_eq!(found, truth, "{}", game.position_text(position));
        // Without time for it, the bounds stay.
        let found = measured(game, position, bounds.clone(), &Limits::nodes(1));
        let bounds: Vec<Value> = bounds.map(|(_, value)| value).collect();
        assert_eq!(found, bounds, "{}", game.position_text(position));
    }
}

/// A first line that wins later or loses sooner than necessary never becomes exact, because its value
/// is shown for the position.
fn check_slower_first_line<G: Edit + Evaluator>(
    game: &G,
    position: &G::Position,
    moves: &[(G::Move, Value)],
) {
    let best = moves[0].1;
    let has_same_result = |value| std::mem::discriminant(&best) == std::mem::discriminant(value);
    let slower = moves.iter().find(|(_, value)| has_same_result(value) && *value != best);
    let Some((mv, value)) = slower else { return };
    // The bound of a loss may be that of the move or that of the position.
    let other = if matches!(best, Value::Win(_)) { *value } else { best };
    for bound in [loosened(*value, 0), loosened(other, 0)] {
        let found = measured(game, position, std::iter::once((*mv, bound)), &Limits::default());
        assert_eq!(found, [bound], "{}", game.position_text(position));
    }
}

fn compare(
    id: &str,
    pairs: &[(&str, &str)],
    positions: usize,
    max_nodes: u32,
) -> (usize, usize, u16) {
    visit(id, pairs, Compare { positions, max_nodes })
}

#[test]
fn measured_distances_agree_with_minimax() {
    for (id, pairs) in [
        ("staqs", &[][..]),
        ("clusterfuss", &[("size", "4")]),
        ("clusterfuss", &[("size", "3"), ("pie", "on")]),
        ("isaac", &[]),
    ] {
        let (wins, losses, longest) = compare(id, pairs, 400, 1_000);
        assert!(wins > 20 && losses > 20 && longest > 3, "{id}: {wins}, {losses}, {longest}");
    }
    // Minimax is feasible only for the last plies of Qawale, where most positions are drawn or won
    // in one ply.
    let (wins, ..) = compare("qawale", &[], 100, 100_000);
    assert!(wins > 20, "{wins}");
}
