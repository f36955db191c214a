//! Puzzles in the terminal.

use crate::common::Session;
use ratatui::crossterm::event::KeyCode;
use strata_games::GAMES;
use strata_puzzles::{Library, Progress, Puzzle, Score};
use strata_terminal::{MemoryStorage, StartScreen};

const ID: &str = "classic-1";

fn puzzle() -> Puzzle {
    Library::standard(GAMES).find(ID).expect("a puzzle").clone()
}

fn open() -> Session {
    let storage = Box::new(MemoryStorage::default());
    Session::with(StartScreen::Puzzle(Box::new(puzzle())), storage, (100, 36))
}

/// Types a move.
fn play(session: &mut Session, mv: &str) {
    session.keys("m");
    session.keys(mv);
    session.enter();
}

/// Types the moves of the solver in the main line.
fn play_solution(session: &mut Session) {
    let puzzle = puzzle();
    let mut position = puzzle.position.clone();
    for mv in puzzle.main_line() {
        if position.turn() == puzzle.solver() && position.count_moves() > 1 {
            play(session, mv);
        }
        position.play(mv).expect("a legal move");
    }
}

/// The rating of a new player.
fn new_rating() -> i32 {
    Progress::default().shown_rating()
}

fn score(session: &Session) -> Option<Score> {
    session.app.storage().progress().puzzles.get(ID).copied()
}

#[test]
fn solved_puzzle_counts_for_the_rating_and_the_streak() {
    let mut session = open();
    session.expect(&puzzle().task);
    play_solution(&mut session);
    session.expect("Solved!");
    session.expect("In a row: 1");
    assert_eq!(score(&session), Some(Score::Solved));
    assert!(session.app.storage().progress().shown_rating() > new_rating());
}

#[test]
fn wrong_move_is_refuted_and_only_the_first_attempt_counts() {
    let mut session = open();
    let moves = puzzle().position.moves();
    let wrong = moves.iter().find(|mv| **mv != puzzle().solution[0].mv).expect("another move");
    play(&mut session, wrong);
    session.expect(&format!("{wrong} is wrong"));
    assert_eq!(score(&session), Some(Score::Failed));
    let rating = session.app.storage().progress().shown_rating();
    assert!(rating < new_rating());
    session.press(KeyCode::Esc);
    play_solution(&mut session);
    session.expect("That was the last move of the solution.");
    assert_eq!(score(&session), Some(Score::Failed));
    assert_eq!(session.app.storage().progress().shown_rating(), rating);
}

#[test]
fn hint_shows_the_right_move_and_costs_rating() {
    let mut session = open();
    session.keys("i");
    session.expect(&format!("Hint: {}.", puzzle().solution[0].mv));
    play_solution(&mut session);
    session.expect("Solved with a hint.");
    assert_eq!(score(&session), Some(Score::Hint));
    assert!(session.app.storage().progress().shown_rating() < new_rating());
}

#[test]
fn menu_leads_to_the_list_of_puzzles() {
    let mut session = Session::new(StartScreen::Menu);
    session.click_on("Puzzles");
    session.expect("Puzzle of the day");
    session.expect("Next puzzle");
    session.enter();
    session.expect("hint");
}
