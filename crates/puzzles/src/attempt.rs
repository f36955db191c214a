//! Playing a puzzle.

use strata_rules::{AnyPosition, MoveError};

use crate::puzzle::{Node, Puzzle, same_position};

/// What a move is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The right move. The defence has answered, and the solver is to move again.
    Right,
    /// The right move, and the last one of the solution.
    Solved,
    /// The move throws the value away. It was not played.
    Wrong,
}

/// A puzzle that is being solved.
#[derive(Clone, Debug)]
pub struct Attempt {
    puzzle: Puzzle,
    position: Box<dyn AnyPosition>,
    moves: Vec<String>,
    /// What may follow; empty when the puzzle is solved.
    next: Vec<Node>,
}

impl Attempt {
    /// Starts to solve a puzzle.
    pub fn new(puzzle: &Puzzle) -> Self {
        let next = puzzle.solution.clone();
        Self { puzzle: puzzle.clone(), position: puzzle.position.clone(), moves: Vec::new(), next }
    }

    /// The puzzle.
    pub const fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Continues after moves of the solution; `None` if they are not moves of the solution.
    pub fn after(puzzle: &Puzzle, moves: &[String]) -> Option<Self> {
        let mut attempt = Self::new(puzzle);
        for mv in moves {
            let place = attempt.next.iter().position(|node| node.mv == *mv)?;
            attempt.play(place);
        }
        Some(attempt)
    }

    /// The position.
    pub fn position(&self) -> &dyn AnyPosition {
        &*self.position
    }

    /// The moves played so far.
    pub fn moves(&self) -> &[String] {
        &self.moves
    }

    /// Whether all moves of the solution have been found.
    pub fn is_solved(&self) -> bool {
        self.next.is_empty()
    }

    /// The right move; `None` when the puzzle is solved.
    pub fn hint(&self) -> Option<&str> {
        self.next.first().map(|node| node.mv.as_str())
    }

    /// Tries a move. If it is right, it is played together with the answer of the defence. A move to the
    /// same position, or to its mirror image, counts as the move of the solution.
    pub fn try_move(&mut self, input: &str) -> Result<Verdict, MoveError> {
        let mut after = self.position.clone();
        after.play(input)?;
        if self.next.is_empty() {
            return Ok(Verdict::Solved);
        }
        let leads_there = |node: &Node| {
            let mut expected = self.position.clone();
            expected.play(&node.mv).is_ok() && same_position(&*after, &*expected)
        };
        let Some(place) = self.next.iter().position(leads_there) else { return Ok(Verdict::Wrong) };
        self.play(place);
        Ok(if self.defend() { Verdict::Right } else { Verdict::Solved })
    }

    /// Plays the longest defence, and moves of the solver without a choice. Returns whether the solver has
    /// a move to find.
    fn defend(&mut self) -> bool {
        while !self.next.is_empty() {
            let is_solver = self.position.turn() == self.puzzle.solver();
            if is_solver && self.position.count_moves() > 1 {
                return true;
            }
            self.play(0);
        }
        false
    }

    /// Plays one of the moves that may follow.
    fn play(&mut self, place: usize) {
        let node = self.next.swap_remove(place);
        // The moves of a solution are legal, or the puzzle would not have been read.
        if self.position.play(&node.mv).is_ok() {
            self.moves.push(node.mv);
        }
        self.next = node.next;
    }
}
