//! Puzzles in the browser. The page loads the files with puzzles and stores the player's progress.

use serde::{Deserialize, Serialize};
use strata_api::Refusal;
use strata_engine::Value;
use strata_games::smallest::GAMES;
use strata_puzzles::{
    Attempt, Library, Progress, Puzzle, Score, Solving, Verdict, rating_text, verdict_text,
    wrong_text,
};

use crate::answers::game;
use crate::{read, write};

/// The puzzles of some files, and a day since 1970.
#[derive(Deserialize)]
struct ListRequest {
    texts: Vec<String>,
    day: u64,
    #[serde(default)]
    progress: Progress,
}

/// A puzzle in the list.
#[derive(Serialize)]
struct Listed<'a> {
    id: &'a str,
    game: &'static str,
    position: String,
    task: &'a str,
    rating: u16,
    themes: &'a [String],
    origin: &'a str,
    /// The result of the first attempt.
    score: Option<Score>,
}

impl<'a> Listed<'a> {
    fn new(puzzle: &'a Puzzle, progress: &Progress) -> Self {
        let Puzzle { id, position, task, rating, themes, origin, .. } = puzzle;
        let score = progress.puzzles.get(id).copied();
        let (game, position) = (position.info().id, position.text());
        Self { id, game, position, task, rating: *rating, themes, origin, score }
    }
}

#[derive(Serialize)]
struct List<'a> {
    puzzles: Vec<Listed<'a>>,
    daily: Option<&'a str>,
    /// The puzzle to solve next: of all games, then of each game.
    next: Vec<Option<&'a str>>,
    rating: i32,
    solved: usize,
    streak: u32,
    best: u32,
}

fn refuse(reason: impl ToString) -> Refusal {
    Refusal(reason.to_string())
}

/// All puzzles, with what the player has solved.
pub(crate) fn list(request: &str) -> Result<String, Refusal> {
    let ListRequest { texts, day, progress } = read(request)?;
    let library = Library::read(GAMES, texts.iter().map(String::as_str)).map_err(refuse)?;
    let games = [None].into_iter().chain(GAMES.iter().map(|entry| Some(entry.info.id)));
    write(&List {
        puzzles: library.puzzles().iter().map(|puzzle| Listed::new(puzzle, &progress)).collect(),
        daily: library.daily(day).map(|puzzle| puzzle.id.as_str()),
        next: games
            .map(|game| progress.next(&library, game).map(|puzzle| puzzle.id.as_str()))
            .collect(),
        rating: progress.shown_rating(),
        solved: progress.solved(),
        streak: progress.streak,
        best: progress.best,
    })
}

/// What a player does at a puzzle.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Act {
    Look,
    Move(String),
    Hint,
    Solution,
}

#[derive(Deserialize)]
struct SolveRequest {
    /// The file with the puzzle.
    text: String,
    id: String,
    /// The moves so far.
    moves: Vec<String>,
    score: Score,
    act: Act,
    #[serde(default)]
    progress: Progress,
}

/// A puzzle after what the player did.
#[derive(Serialize, Default)]
struct Solved {
    /// The moves so far.
    moves: Vec<String>,
    /// The position after them.
    position: String,
    score: Option<Score>,
    /// Whether the puzzle is solved.
    over: bool,
    /// Whether the move was wrong.
    wrong: bool,
    hint: Option<String>,
    message: String,
    /// The progress, if it has changed.
    progress: Option<Progress>,
    /// The solution, once it is known.
    solution: Option<String>,
}

/// Tries a move, or shows a hint or the solution.
pub(crate) fn solve(request: &str) -> Result<String, Refusal> {
    let SolveRequest { text, id, moves, score, act, progress } = read(request)?;
    let library = Library::read(GAMES, [text.as_str()]).map_err(refuse)?;
    let puzzle = library.find(&id).map_err(refuse)?;
    let attempt = Attempt::after(puzzle, &moves)
        .ok_or_else(|| refuse("these are not moves of the solution"))?;
    let mut solving = Solving::resume(attempt, score);
    let mut out = Solved::default();
    match act {
        Act::Look => {}
        Act::Move(mv) => {
            let verdict = solving.try_move(&mv).map_err(refuse)?;
            out.wrong = verdict == Verdict::Wrong;
            if !out.wrong {
                out.message = verdict_text(&solving, verdict);
            }
        }
        Act::Hint => {
            out.hint = solving.hint();
        }
        Act::Solution => solving.show_solution(),
    }
    let mut after = progress.clone();
    if solving.count(&mut after) {
        out.message =
            format!("{} {}", out.message, rating_text(&progress, &after)).trim().to_owned();
        out.progress = Some(after);
    }
    let attempt = solving.attempt();
    out.moves = attempt.moves().to_vec();
    out.position = attempt.position().text();
    out.over = attempt.is_solved();
    out.score = Some(solving.score);
    out.solution = out.over.then(|| puzzle.main_line().join(" "));
    write(&out)
}

/// A wrong move and what the engine found after it.
#[derive(Deserialize)]
struct RefutedRequest {
    game: String,
    /// The position before the wrong move.
    position: String,
    mv: String,
    /// The best answer, and its value for the player who makes it.
    reply: Option<String>,
    value: Option<String>,
}

/// Why a move is wrong, in words.
pub(crate) fn refuted(request: &str) -> Result<String, Refusal> {
    let RefutedRequest { game: id, position, mv, reply, value } = read(request)?;
    let position = game(&id)?.read_position(&position).map_err(refuse)?;
    let mut after = position.clone();
    after.play(&mv).map_err(refuse)?;
    let value: Option<Value> = value.and_then(|value| value.parse().ok());
    let value =
        value.map(|value| if after.turn() == position.turn() { value } else { value.opposite() });
    write(&wrong_text(&*position, &mv, reply.as_deref(), value))
}
