//! Lessons: short steps in which a player learns a game by doing. Each is a text beside its game.

mod course;
mod parse;

use strata_rules::{AnyPosition, GameEntry, Square};
use thiserror::Error;

pub use course::Course;

/// A lesson. `docs/lessons.md` describes its format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lesson {
    /// The steps.
    pub steps: Vec<LessonStep>,
    /// What to say after the last step, before the first game.
    pub end: String,
}

/// One step of a lesson: a position, something to do, and what to say about what the player does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LessonStep {
    /// The line of the file on which the step begins.
    pub line: usize,
    /// The heading.
    pub title: String,
    /// The board, as in the rules. Without one, the step continues from the last position.
    pub board: Option<String>,
    /// What to do.
    pub text: String,
    /// The squares that the text speaks of.
    pub marks: Vec<Square>,
    /// What completes the step.
    pub goal: Goal,
    /// Replies to wrong moves or squares, by pattern. The first that matches is given.
    pub wrong: Vec<(String, String)>,
    /// Replies to illegal steps of a move: the steps so far and the illegal one, by pattern.
    pub refused: Vec<(String, String)>,
    /// The reply to all other wrong moves or squares.
    pub otherwise: String,
    /// The reply to a right one.
    pub right: String,
    /// What the other side plays then.
    pub answer: Option<String>,
}

/// What completes a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Goal {
    /// One of these moves, as patterns.
    Moves(Vec<String>),
    /// One of these squares.
    Squares(Vec<Square>),
}

/// Something that a player does in a lesson.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Attempt<'a> {
    /// A legal move, in canonical notation.
    Move(&'a str),
    /// A square, where the step asks for one.
    Square(Square),
    /// The steps of a move so far with an illegal one at the end, as text without spaces.
    Refused(&'a str),
}

/// What a lesson says about an attempt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verdict<'a> {
    /// Whether the step is completed.
    pub is_right: bool,
    /// The reply; `None` if the game's own reason is the best one.
    pub says: Option<&'a str>,
}

/// Something is wrong with the text of a lesson.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {reason}")]
pub struct LessonError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: String,
}

impl LessonStep {
    /// Judges what a player does.
    pub fn judge(&self, attempt: Attempt<'_>) -> Verdict<'_> {
        let name;
        let (replies, tried) = match attempt {
            Attempt::Move(mv) => (&self.wrong, mv),
            Attempt::Refused(steps) => (&self.refused, steps),
            Attempt::Square(square) => {
                name = square.to_string();
                (&self.wrong, name.as_str())
            }
        };
        let is_right = match (&self.goal, attempt) {
            (Goal::Moves(moves), Attempt::Move(mv)) => moves.iter().any(|one| matches(one, mv)),
            (Goal::Squares(squares), Attempt::Square(square)) => squares.contains(&square),
            _ => false,
        };
        if is_right {
            return Verdict { is_right, says: Some(&self.right) };
        }
        let reply = replies.iter().find(|(pattern, _)| matches(pattern, tried));
        let default = Some(self.otherwise.as_str());
        let default = default.filter(|_| !matches!(attempt, Attempt::Refused(_)));
        Verdict { is_right, says: reply.map(|(_, says)| says.as_str()).or(default) }
    }

    /// The position of the step, which continues from `last` unless it has a board of its own.
    pub fn position(
        &self,
        game: &GameEntry,
        last: Option<&dyn AnyPosition>,
    ) -> Result<Box<dyn AnyPosition>, String> {
        match (&self.board, last) {
            (Some(board), _) => game.read_board(board),
            (None, Some(last)) => Ok(last.boxed_clone()),
            (None, None) => Err("the first step needs a board".to_owned()),
        }
    }

    /// A move that completes the step, if it asks for a move.
    pub fn solution(&self, position: &dyn AnyPosition) -> Option<String> {
        let Goal::Moves(moves) = &self.goal else { return None };
        let legal = position.moves();
        moves.iter().find_map(|one| legal.iter().find(|mv| matches(one, mv)).cloned())
    }

    /// The squares of a right answer, as a hint.
    pub fn hint(&self, position: &dyn AnyPosition) -> Vec<Square> {
        if let Goal::Squares(squares) = &self.goal {
            return squares.iter().take(1).copied().collect();
        }
        let steps = self.solution(position).and_then(|mv| position.steps(&mv).ok());
        steps.into_iter().flatten().filter_map(|step| step.square()).collect()
    }
}

/// Whether a text is what a pattern says; a star stands for any text.
fn matches(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == text,
        Some((start, end)) => text
            .strip_prefix(start)
            .is_some_and(|rest| rest.len() >= end.len() && rest.ends_with(end)),
    }
}

#[cfg(test)]
mod tests;
