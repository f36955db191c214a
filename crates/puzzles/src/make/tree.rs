//! Builds the solution of a position, if every move of the solver is the only one.

use std::collections::HashSet;

use strata_engine::solver::Wdl;
use strata_rules::{AnyPosition, Player};

use super::canonical;
use super::sieve::Sieve;
use crate::prove::{SolverValues, Values};
use crate::puzzle::{Goal, Node};

/// Positions with more moves are not for puzzles.
const MAX_MOVES: u64 = 1_500;

/// With more replies, the solution ends before them.
const MAX_REPLIES: u64 = 400;

/// The most moves of the solver.
const MAX_LENGTH: usize = 8;

/// How many defences with an only answer are compared, and how many defences are looked at.
const MAX_DEFENCES: usize = 3;
const MAX_EXAMINED: usize = 50;

/// The values cannot be proven within the limits.
pub(super) struct TooHard;

pub(super) struct Builder {
    values: SolverValues,
    sieve: Sieve,
}

impl Builder {
    pub(super) const fn new(values: SolverValues, sieve: Sieve) -> Self {
        Self { values, sieve }
    }

    /// The goal and the solution of a position; `None` if there is no only move.
    pub(super) fn build(
        &mut self,
        position: &dyn AnyPosition,
    ) -> Result<Option<(Goal, Node)>, TooHard> {
        if !(3..=MAX_MOVES).contains(&position.count_moves()) {
            return Ok(None);
        }
        let Some((value, key)) = self.only_move(position)? else { return Ok(None) };
        let goal = match value {
            Wdl::Win => Goal::Win,
            Wdl::Draw => Goal::Draw,
            Wdl::Loss => return Ok(None),
        };
        let mut line = Line { goal, solver: position.turn() };
        Ok(Some((goal, self.follow(position, key, &mut line, MAX_LENGTH)?)))
    }

    /// The goal of a position and all first moves that reach it.
    pub(super) fn build_all(
        &mut self,
        position: &dyn AnyPosition,
    ) -> Result<Option<(Goal, Vec<Node>)>, TooHard> {
        let moves = self.values.moves(position).ok_or(TooHard)?;
        let best = moves.iter().map(|(_, value)| *value).max();
        let goal = match best {
            Some(Wdl::Win) => Goal::Win,
            Some(Wdl::Draw) => Goal::Draw,
            _ => return Ok(None),
        };
        let mut line = Line { goal, solver: position.turn() };
        let mut nodes = Vec::new();
        for (mv, _) in moves.into_iter().filter(|(_, value)| Some(*value) == best) {
            nodes.push(self.follow(position, mv, &mut line, MAX_LENGTH)?);
        }
        Ok(Some((goal, nodes)))
    }

    /// The value and the move, if only one keeps the value.
    fn only_move(&mut self, position: &dyn AnyPosition) -> Result<Option<(Wdl, String)>, TooHard> {
        if position.count_moves() > MAX_MOVES {
            return Err(TooHard);
        }
        if !self.sieve.passes(position) {
            return Ok(None);
        }
        let moves = self.values.moves(position).ok_or(TooHard)?;
        let Some(best) = moves.iter().map(|(_, value)| *value).max() else { return Ok(None) };
        let mut only: Option<(String, String)> = None;
        for (mv, _) in moves.iter().filter(|(_, value)| *value == best) {
            let mut after = position.boxed_clone();
            if after.play(mv).is_err() {
                return Ok(None);
            }
            let text = canonical(&*after);
            match &only {
                Some((_, known)) if *known != text => return Ok(None),
                Some(_) => {}
                None => only = Some((mv.clone(), text)),
            }
        }
        Ok(only.map(|(mv, _)| (best, mv)))
    }

    /// The node of a move of the solver, with what follows as long as the solver's moves are the only ones.
    fn follow(
        &mut self,
        position: &dyn AnyPosition,
        mv: String,
        line: &mut Line,
        length: usize,
    ) -> Result<Node, TooHard> {
        let mut after = position.boxed_clone();
        after.play(&mv).map_err(|_| TooHard)?;
        let next = match after.outcome() {
            Some(_) => Vec::new(),
            None if length <= 1 || after.count_moves() > MAX_REPLIES => Vec::new(),
            None if after.turn() == line.solver => {
                self.answer(&*after, line, length - 1)?.into_iter().collect()
            }
            None => self.defences(&*after, line, length - 1)?,
        };
        Ok(Node { mv, next })
    }

    /// The solver's only move with what follows; `None` if there are several.
    fn answer(
        &mut self,
        position: &dyn AnyPosition,
        line: &mut Line,
        length: usize,
    ) -> Result<Option<Node>, TooHard> {
        match self.only_move(position)? {
            Some((_, mv)) => Ok(Some(self.follow(position, mv, line, length)?)),
            None => Ok(None),
        }
    }

    /// The defences: first the longest one, then at most one that needs another answer.
    fn defences(
        &mut self,
        position: &dyn AnyPosition,
        line: &mut Line,
        length: usize,
    ) -> Result<Vec<Node>, TooHard> {
        if position.count_moves() > MAX_MOVES {
            return Err(TooHard);
        }
        let mut seen = HashSet::new();
        let mut replies = Vec::new();
        // A defence that gives a draw away is none.
        let moves = match line.goal {
            Goal::Win => position.moves(),
            Goal::Draw => {
                let values = self.values.moves(position).ok_or(TooHard)?;
                values
                    .into_iter()
                    .filter(|(_, value)| *value == Wdl::Draw)
                    .map(|(mv, _)| mv)
                    .collect()
            }
        };
        for mv in moves {
            let mut after = position.boxed_clone();
            if after.play(&mv).is_ok() && seen.insert(canonical(&*after)) {
                let plies = match line.goal {
                    Goal::Win => self.values.plies(&*after).ok_or(TooHard)?,
                    Goal::Draw => 0,
                };
                replies.push((plies, mv, after));
            }
        }
        replies.sort_by_key(|(plies, ..)| std::cmp::Reverse(*plies));
        let longest = replies.first().map_or(0, |(plies, ..)| *plies);
        let split = replies.partition_point(|(plies, ..)| *plies == longest);
        let others = replies.split_off(split);
        let mut main = self.nodes(&replies, line, length)?;
        main.sort_by_key(|node| std::cmp::Reverse(depth(node)));
        let mut main = main.into_iter();
        let Some(first) = main.next() else { return Ok(Vec::new()) };
        let answer = |node: &Node| node.next.first().map(|node| node.mv.clone());
        let is_other = |node: &Node| answer(node) != answer(&first);
        let second = match main.find(is_other) {
            Some(node) => Some(node),
            None => self.nodes(&others, line, length)?.into_iter().find(is_other),
        };
        Ok([first].into_iter().chain(second).collect())
    }

    /// The nodes of those replies to which there is an only answer.
    fn nodes(
        &mut self,
        replies: &[(u16, String, Box<dyn AnyPosition>)],
        line: &mut Line,
        length: usize,
    ) -> Result<Vec<Node>, TooHard> {
        let mut nodes = Vec::new();
        for (_, mv, after) in replies.iter().take(MAX_EXAMINED) {
            if nodes.len() == MAX_DEFENCES {
                break;
            }
            if after.outcome().is_some() {
                continue;
            }
            let next = if after.turn() == line.solver {
                self.answer(&**after, line, length)?.into_iter().collect()
            } else {
                self.defences(&**after, line, length)?
            };
            if !next.is_empty() {
                nodes.push(Node { mv: mv.clone(), next });
            }
        }
        Ok(nodes)
    }
}

/// The goal and the player of a solution.
struct Line {
    goal: Goal,
    solver: Player,
}

/// The number of moves of the main line.
fn depth(node: &Node) -> usize {
    1 + node.next.first().map_or(0, depth)
}
