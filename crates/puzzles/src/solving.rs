//! A player at a puzzle: attempts, hints, and the score of the first attempt. The interfaces share its words.

use strata_engine::{Distance, Value};
use strata_rules::{AnyPosition, MoveError};

use crate::{Attempt, Progress, Puzzle, Score, Verdict};

/// A player at a puzzle.
#[derive(Clone, Debug)]
pub struct Solving {
    attempt: Attempt,
    /// The score as far as it is decided.
    pub score: Score,
}

impl Solving {
    /// A player who starts a puzzle.
    pub fn new(puzzle: &Puzzle) -> Self {
        Self::resume(Attempt::new(puzzle), Score::Solved)
    }

    /// A player who continues a puzzle.
    pub const fn resume(attempt: Attempt, score: Score) -> Self {
        Self { attempt, score }
    }

    /// The puzzle as far as it is solved.
    pub const fn attempt(&self) -> &Attempt {
        &self.attempt
    }

    /// Tries a move. A wrong one fails the puzzle, but the player may go on.
    pub fn try_move(&mut self, mv: &str) -> Result<Verdict, MoveError> {
        let verdict = self.attempt.try_move(mv)?;
        if verdict == Verdict::Wrong {
            self.score = Score::Failed;
        }
        Ok(verdict)
    }

    /// The right move. With a hint, the puzzle counts as a loss.
    pub fn hint(&mut self) -> Option<String> {
        let hint = self.attempt.hint()?.to_owned();
        if self.score == Score::Solved {
            self.score = Score::Hint;
        }
        Some(hint)
    }

    /// Plays the rest of the solution, which fails the puzzle.
    pub fn show_solution(&mut self) {
        self.score = Score::Failed;
        while let Some(mv) = self.attempt.hint().map(str::to_owned) {
            if self.attempt.try_move(&mv).is_err() {
                break;
            }
        }
    }

    /// Counts the attempt, once it is decided.
    pub fn count(&self, progress: &mut Progress) -> bool {
        let is_decided = self.attempt.is_solved() || self.score != Score::Solved;
        is_decided && progress.count(self.attempt.puzzle(), self.score)
    }
}

/// Why a move is wrong: "c3c4 is wrong: after d2d3, White wins." `reply` is the best answer to the move, and
/// `value` the value of the move for the solver.
pub fn wrong_text(
    position: &dyn AnyPosition,
    mv: &str,
    reply: Option<&str>,
    value: Option<Value>,
) -> String {
    let mut after = position.boxed_clone();
    if after.play(mv).is_ok() && after.outcome().is_some() {
        return format!("{mv} is wrong: {}.", after.status());
    }
    let side = |wins: bool| {
        let solver = position.turn();
        position.side_name(if wins { solver } else { solver.other() })
    };
    let consequence = match value {
        Some(Value::Draw) => "the game is a draw".to_owned(),
        Some(Value::Win(distance)) => format!("{} wins{}", side(true), plies_text(distance)),
        Some(Value::Loss(distance)) => format!("{} wins{}", side(false), plies_text(distance)),
        Some(Value::Estimate(_)) | None => "the chance is gone".to_owned(),
    };
    match reply {
        Some(reply) => format!("{mv} is wrong: after {reply}, {consequence}."),
        None => format!("{mv} is wrong."),
    }
}

fn plies_text(distance: Distance) -> String {
    match distance.exact() {
        Some(plies) if plies > 1 => format!(" in {} more plies", plies - 1),
        _ => String::new(),
    }
}

/// What to say after a right move, or at the end.
pub fn verdict_text(solving: &Solving, verdict: Verdict) -> String {
    let attempt = solving.attempt();
    match (verdict, solving.score) {
        (Verdict::Solved, Score::Solved) => "Solved!".to_owned(),
        (Verdict::Solved, Score::Hint) => "Solved with a hint.".to_owned(),
        (Verdict::Solved, Score::Failed) => "That was the last move of the solution.".to_owned(),
        _ => {
            let reply = attempt.moves().last().map_or("", String::as_str);
            format!("Right. The answer is {reply}. Go on.")
        }
    }
}

/// The player's rating after an attempt that counted: "Rating 1523 (+23), 4 in a row."
pub fn rating_text(before: &Progress, after: &Progress) -> String {
    let (old, new) = (before.shown_rating(), after.shown_rating());
    let row = if after.streak > 1 { format!(", {} in a row", after.streak) } else { String::new() };
    format!("Rating {new} ({:+}){row}.", new - old)
}
