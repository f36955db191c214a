//! Lessons, for the page: it loads the text beside the game, and the core judges what the player does.

use serde::{Deserialize, Serialize};
use strata_rules::{GameEntry, Square};
use strata_table::{Attempt, Goal, Lesson};

use crate::Refusal;

/// A lesson to show, or something that the player tries.
#[derive(Debug, Deserialize)]
pub struct LessonRequest {
    /// The id of the game.
    pub game: String,
    /// The text of the lesson.
    pub text: String,
    /// The step, from 0.
    #[serde(default)]
    pub step: usize,
    /// The position of the step.
    pub position: Option<String>,
    /// What the player tries. Without it, the response describes the lesson.
    pub attempt: Option<AttemptRequest>,
}

/// What a player tries.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AttemptRequest {
    /// A legal move.
    Move(String),
    /// A square.
    Square(String),
    /// The steps of a move with an illegal one at the end.
    Refused(String),
    /// Nothing: the squares of a right answer are wanted.
    Hint,
}

/// A lesson, or what it says about an attempt.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum LessonResponse {
    /// The lesson.
    Lesson {
        /// The steps.
        steps: Vec<StepView>,
        /// What to say after the last one.
        end: String,
    },
    /// What it says about an attempt.
    Verdict {
        /// Whether the step is completed.
        right: bool,
        /// The reply; null if the game's own reason is the best one.
        says: Option<String>,
        /// What the other side plays after a right move.
        answer: Option<String>,
        /// The squares of a hint.
        squares: Vec<Square>,
    },
}

/// A step of a lesson.
#[derive(Debug, Serialize)]
pub struct StepView {
    title: String,
    text: String,
    /// The position; null if the step continues from the last one.
    position: Option<String>,
    marks: Vec<Square>,
    /// Whether the step asks for a square instead of a move.
    wants_square: bool,
}

/// Describes a lesson, or judges an attempt.
pub fn lesson(game: &GameEntry, request: &LessonRequest) -> Result<LessonResponse, Refusal> {
    let lesson = Lesson::parse(&request.text).map_err(Refusal::new)?;
    let Some(attempt) = &request.attempt else { return describe(game, lesson) };
    let step = lesson.steps.get(request.step).ok_or_else(|| Refusal::new("no such step"))?;
    let attempt = match attempt {
        AttemptRequest::Move(mv) => Attempt::Move(mv),
        AttemptRequest::Square(square) => Attempt::Square(square.parse().map_err(Refusal::new)?),
        AttemptRequest::Refused(steps) => Attempt::Refused(steps),
        AttemptRequest::Hint => {
            let text = request.position.as_deref().unwrap_or_default();
            let position = game.read_position(text).map_err(Refusal::new)?;
            let squares = step.hint(&*position);
            return Ok(LessonResponse::Verdict { right: false, says: None, answer: None, squares });
        }
    };
    let verdict = step.judge(attempt);
    Ok(LessonResponse::Verdict {
        right: verdict.is_right,
        says: verdict.says.map(str::to_owned),
        answer: step.answer.clone().filter(|_| verdict.is_right),
        squares: Vec::new(),
    })
}

fn describe(game: &GameEntry, lesson: Lesson) -> Result<LessonResponse, Refusal> {
    let mut steps = Vec::new();
    for step in lesson.steps {
        let board = step.board.as_deref().map(|board| game.read_board(board)).transpose();
        steps.push(StepView {
            position: board.map_err(Refusal::new)?.map(|position| position.text()),
            wants_square: matches!(step.goal, Goal::Squares(_)),
            title: step.title,
            text: step.text,
            marks: step.marks,
        });
    }
    Ok(LessonResponse::Lesson { steps, end: lesson.end })
}
