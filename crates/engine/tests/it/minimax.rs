//! Plain minimax: the truth that the searches are compared with.

use strata_engine::{Distance, Value};
use strata_rules::{Evaluator, Player};

/// The result of best play for one player, with the number of plies to the end of the game: as few
/// as possible for a win, as many as possible for a loss.
///
/// With more than two players, all others play against this one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Truth {
    Win(u16),
    Draw,
    Loss(u16),
}

impl Truth {
    fn rank(self) -> i32 {
        match self {
            Self::Win(plies) => 10_000 - i32::from(plies),
            Self::Draw => 0,
            Self::Loss(plies) => i32::from(plies) - 10_000,
        }
    }

    fn one_ply_later(self) -> Self {
        match self {
            Self::Win(plies) => Self::Win(plies + 1),
            Self::Draw => Self::Draw,
            Self::Loss(plies) => Self::Loss(plies + 1),
        }
    }

    /// Whether a reported value is true. Estimates claim nothing.
    pub(crate) fn allows(self, claim: Value) -> bool {
        match claim {
            Value::Estimate(_) => true,
            Value::Win(claim) => matches!(self, Self::Win(plies) if is_true(claim, plies)),
            Value::Draw => self == Self::Draw,
            Value::Loss(claim) => matches!(self, Self::Loss(plies) if is_true(claim, plies)),
        }
    }

    /// Whether the value is proven and true.
    pub(crate) fn is_found_by(self, claim: Value) -> bool {
        claim.is_proven() && self.allows(claim)
    }
}

fn is_true(claim: Distance, plies: u16) -> bool {
    match claim {
        Distance::Exact(claimed) => plies == claimed,
        Distance::AtMost(most) => plies <= most,
    }
}

/// The truth about a position and each of its moves, for the player to move.
pub(crate) struct Solution<M> {
    pub(crate) best: Truth,
    pub(crate) moves: Vec<(M, Truth)>,
}

/// Solves an unfinished position; `None` if it takes more than `max_nodes` positions.
pub(crate) fn solve<G: Evaluator>(
    game: &G,
    position: &G::Position,
    max_nodes: u32,
) -> Option<Solution<G::Move>> {
    let hero = game.turn(position);
    let mut left = max_nodes;
    let mut moves = Vec::new();
    game.for_each_move(position, |mv| moves.push(mv));
    let mut solved = Vec::new();
    for mv in moves {
        let mut next = *position;
        game.play(&mut next, mv);
        solved.push((mv, minimax(game, &next, hero, &mut left)?.one_ply_later()));
    }
    let best = solved.iter().map(|(_, truth)| *truth).max_by_key(|truth| truth.rank())?;
    Some(Solution { best, moves: solved })
}

fn minimax<G: Evaluator>(
    game: &G,
    position: &G::Position,
    hero: Player,
    left: &mut u32,
) -> Option<Truth> {
    *left = left.checked_sub(1)?;
    if let Some(outcome) = game.outcome(position) {
        return Some(match (outcome.winners.contains(hero), outcome.winners.len()) {
            (true, 1) => Truth::Win(0),
            (true, _) => Truth::Draw,
            (false, _) => Truth::Loss(0),
        });
    }
    let sign = if game.turn(position) == hero { 1 } else { -1 };
    let mut best: Option<Truth> = None;
    let mut aborted = false;
    game.for_each_move(position, |mv| {
        if aborted {
            return;
        }
        let mut next = *position;
        game.play(&mut next, mv);
        match minimax(game, &next, hero, left) {
            Some(truth) if best.is_none_or(|best| sign * truth.rank() > sign * best.rank()) => {
                best = Some(truth);
            }
            Some(_) => {}
            None => aborted = true,
        }
    });
    best.filter(|_| !aborted).map(Truth::one_ply_later)
}
