//! Proofs of solutions.

use std::sync::atomic::AtomicBool;

use strata_engine::solver::{Request, Solver, Wdl};
use strata_rules::AnyPosition;
use thiserror::Error;

use crate::puzzle::{Goal, Node, Puzzle, same_position};

/// The size of the solver's table.
const MEGABYTES: usize = 2;

/// The values of moves, by whatever can prove them.
pub trait Values {
    /// Every legal move of an unfinished position with its value for the player who makes it; `None` if they
    /// cannot be proven.
    fn moves(&mut self, position: &dyn AnyPosition) -> Option<Vec<(String, Wdl)>>;

    /// The number of plies to the end of a won or lost position if the winner wants it soon and the loser late;
    /// `None` if it is not known.
    fn plies(&mut self, position: &dyn AnyPosition) -> Option<u16>;
}

/// The values that the solver proves.
pub struct SolverValues {
    solver: Box<dyn Solver>,
    /// The node limit for a position.
    nodes: u64,
}

impl SolverValues {
    /// Values proven with at most this many nodes for a position.
    pub fn new(solver: Box<dyn Solver>, nodes: u64) -> Self {
        Self { solver, nodes }
    }

    fn request(&self, each_move: bool) -> Request {
        let nodes = Some(self.nodes);
        Request {
            nodes,
            megabytes: MEGABYTES,
            each_move,
            distance: !each_move,
            ..Request::default()
        }
    }
}

impl Values for SolverValues {
    fn moves(&mut self, position: &dyn AnyPosition) -> Option<Vec<(String, Wdl)>> {
        let stop = AtomicBool::new(false);
        let request = self.request(true);
        let solution = self.solver.solve(&position.text(), &request, &stop, &mut |_| {}).ok()?;
        let mut values = Vec::new();
        for solved in solution.moves {
            let value = solved.value?;
            values.extend(solved.all_moves().map(|mv| (mv.clone(), value)));
        }
        Some(values)
    }

    fn plies(&mut self, position: &dyn AnyPosition) -> Option<u16> {
        if position.outcome().is_some() {
            return Some(0);
        }
        let stop = AtomicBool::new(false);
        self.solver.solve(&position.text(), &self.request(false), &stop, &mut |_| {}).ok()?.plies
    }
}

/// What is wrong with a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("puzzle {id}, after {line:?}: {reason}")]
pub struct Flaw {
    /// The id of the puzzle.
    pub id: String,
    /// The moves that lead to the flaw.
    pub line: Vec<String>,
    /// What is wrong.
    pub reason: String,
}

/// Proves that the moves of the solver are the only ones that keep the value, and that the first defence of every
/// position is the longest.
pub fn prove(puzzle: &Puzzle, values: &mut dyn Values) -> Result<(), Flaw> {
    let mut prover = Prover { puzzle, values, line: Vec::new() };
    let proven = prover.right_moves(&*puzzle.position, &puzzle.solution);
    proven.map_err(|reason| Flaw { id: puzzle.id.clone(), line: prover.line, reason })
}

struct Prover<'a> {
    puzzle: &'a Puzzle,
    values: &'a mut dyn Values,
    line: Vec<String>,
}

/// The value of the position for the solver.
const fn value(goal: Goal) -> Wdl {
    match goal {
        Goal::Win => Wdl::Win,
        Goal::Draw => Wdl::Draw,
    }
}

impl Prover<'_> {
    fn follow(&mut self, position: &dyn AnyPosition, node: &Node) -> Result<(), String> {
        self.line.push(node.mv.clone());
        let mut after = position.boxed_clone();
        after.play(&node.mv).map_err(|error| error.to_string())?;
        if !node.next.is_empty() {
            match after.turn() == self.puzzle.solver() {
                true => self.right_moves(&*after, &node.next)?,
                false => self.longest_defence(&*after, &node.next)?,
            }
        }
        self.line.pop();
        Ok(())
    }

    /// The moves of the solution keep the value, and every other one that does leads to the same position as
    /// one of them.
    fn right_moves(&mut self, position: &dyn AnyPosition, nodes: &[Node]) -> Result<(), String> {
        let wanted = value(self.puzzle.goal);
        let moves = self.values.moves(position).ok_or("the values of the moves are not proven")?;
        let best = moves.iter().map(|(_, value)| *value).max();
        if best != Some(wanted) {
            return Err(format!("the position is worth {best:?}, not {wanted:?}"));
        }
        let after = |mv: &str| {
            let mut after = position.boxed_clone();
            after.play(mv).map_err(|error| error.to_string()).map(|_| after)
        };
        let expected: Vec<_> =
            nodes.iter().map(|node| after(&node.mv)).collect::<Result<_, _>>()?;
        for (mv, _) in moves.iter().filter(|(_, value)| *value == wanted) {
            let found = after(mv)?;
            if !expected.iter().any(|expected| same_position(&*found, &**expected)) {
                return Err(format!("{mv} keeps the value, too"));
            }
        }
        for node in nodes {
            if !moves.iter().any(|(mv, value)| *mv == node.mv && *value == wanted) {
                return Err(format!("{} does not keep the value", node.mv));
            }
            self.follow(position, node)?;
        }
        Ok(())
    }

    fn longest_defence(
        &mut self,
        position: &dyn AnyPosition,
        nodes: &[Node],
    ) -> Result<(), String> {
        if self.puzzle.goal == Goal::Win {
            let main = self.plies_after(position, &nodes[0].mv)?;
            for mv in position.moves() {
                if self.plies_after(position, &mv)? > main {
                    return Err(format!("{mv} resists longer than {}", nodes[0].mv));
                }
            }
        }
        nodes.iter().try_for_each(|node| self.follow(position, node))
    }

    fn plies_after(&mut self, position: &dyn AnyPosition, mv: &str) -> Result<u16, String> {
        let mut after = position.boxed_clone();
        after.play(mv).map_err(|error| error.to_string())?;
        self.values.plies(&*after).ok_or_else(|| format!("the distance after {mv} is not known"))
    }
}
