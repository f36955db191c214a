//! Answers about lessons and puzzles.

use strata_api::Refusal;
use strata_api::lessons::{self, LessonRequest};

use crate::answers::game;
use crate::{puzzles, read, write};

/// Answers a request.
pub fn learn(name: &str, request: &str) -> Result<String, Refusal> {
    match name {
        "lesson" => {
            let request: LessonRequest = read(request)?;
            write(&lessons::lesson(game(&request.game)?, &request)?)
        }
        "puzzles" => puzzles::list(request),
        "solve" => puzzles::solve(request),
        "refuted" => puzzles::refuted(request),
        _ => Err(Refusal(format!("unknown request {name}"))),
    }
}
