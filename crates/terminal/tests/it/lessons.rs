//! Lessons, driven by keys and mouse.

use crate::common::Session;
use ratatui::crossterm::event::KeyCode;
use strata_games::GAMES;
use strata_rules::{AnyPosition, GameEntry, Step, find_game};
use strata_table::{Attempt, Lesson, LessonStep};
use strata_terminal::{MemoryStorage, StartScreen};

fn lesson(game: &'static GameEntry, size: (u16, u16)) -> Session {
    Session::with(StartScreen::Lesson(game), Box::new(MemoryStorage::default()), size)
}

/// Chooses a square with the arrow keys and Enter.
fn choose(session: &mut Session, position: &dyn AnyPosition, step: Step) {
    match step {
        Step::Square(square) => {
            let scene = position.scene();
            session.times(KeyCode::Up, scene.height.into());
            session.times(KeyCode::Left, scene.width.into());
            session.times(KeyCode::Down, (scene.height - 1 - square.rank).into());
            session.times(KeyCode::Right, square.file.into());
            session.enter();
        }
        other => {
            session.keys(&other.to_string());
            session.enter();
        }
    }
}

/// Does what the step asks for. Returns the position after it.
fn solve(
    session: &mut Session,
    step: &LessonStep,
    position: Box<dyn AnyPosition>,
) -> Box<dyn AnyPosition> {
    let mut after = position.clone();
    match step.solution(&*position) {
        Some(mv) => {
            let steps = position.steps(&mv).expect("a legal move");
            for one in steps {
                choose(session, &*position, one);
            }
            after.play(&mv).expect("a legal move");
            if let Some(answer) = &step.answer {
                after.play(answer).expect("a legal answer");
            }
        }
        None => choose(session, &*position, Step::Square(step.hint(&*position)[0])),
    }
    after
}

/// Whether the words of a text are on the screen in this order, perhaps beside the board.
fn shows(session: &Session, text: &str) -> bool {
    let screen = session.screen();
    let mut words = screen.split_whitespace();
    text.split_whitespace().all(|word| words.any(|shown| shown == word))
}

fn complete(game: &'static GameEntry, size: (u16, u16)) {
    let lesson_text = Lesson::parse(game.info.lesson).expect(game.info.id);
    let mut session = lesson(game, size);
    let mut last: Option<Box<dyn AnyPosition>> = None;
    for (number, step) in (1..).zip(&lesson_text.steps) {
        let position = step.position(game, last.as_deref()).expect("a good board");
        session.expect(&format!("step {number} of {}", lesson_text.steps.len()));
        assert!(shows(&session, &step.text), "no {} in\n{}", step.text, session.screen());
        last = Some(solve(&mut session, step, position));
        assert!(shows(&session, &step.right), "no {} in\n{}", step.right, session.screen());
        session.enter();
    }
    assert!(shows(&session, &lesson_text.end), "no {} in\n{}", lesson_text.end, session.screen());
    assert_eq!(session.app.storage().settings().learned, [game.info.id]);
    session.enter();
    assert_eq!(session.table().seats()[1].kind.to_string(), "bot:1");
}

#[test]
fn every_lesson_is_completed_with_the_keyboard_and_starts_a_game() {
    for game in GAMES {
        complete(game, (80, 24));
        complete(game, (120, 40));
    }
}

#[test]
fn menu_offers_lessons_and_marks_finished_ones() {
    let mut session = Session::new(StartScreen::Menu);
    session.expect("Learn");
    session.expect("new here? start with this");
    session.click_on("Learn");
    session.expect("Clusterfuss");
    session.enter();
    session.expect("step 1 of");
    session.keys("q");
    session.expect("S T R A T A");
}

#[test]
fn wrong_move_gets_its_reply_and_is_taken_back() {
    let game = find_game(GAMES, "clusterfuss").expect("a game");
    let steps = Lesson::parse(game.info.lesson).expect("a lesson").steps;
    let place = steps.iter().position(|step| step.title == "Sacrifice").expect("the step");
    let mut session = lesson(game, (80, 24));
    let mut last: Option<Box<dyn AnyPosition>> = None;
    for step in &steps[..place] {
        let position = step.position(game, last.as_deref()).expect("a good board");
        last = Some(solve(&mut session, step, position));
        session.enter();
    }
    session.click_square("c4");
    session.click_square("c3");
    let says = steps[place].judge(Attempt::Move("c4c3")).says.expect("a reply");
    assert!(shows(&session, says) && shows(&session, "Not yet."), "{}", session.screen());
    session.enter();
    assert!(!shows(&session, says), "{}", session.screen());
    // The lesson has its own words for a step that the game refuses.
    session.click_square("b2");
    session.click_square("b1");
    session.expect("Then b1 would be cut off from your others above.");
    session.press(KeyCode::Esc);
    session.keys("i");
    session.click_square("b2");
    session.click_square("b3");
    assert!(shows(&session, &steps[place].right), "{}", session.screen());
}

#[test]
fn lessons_work_on_the_smallest_screen() {
    for game in GAMES {
        let steps = Lesson::parse(game.info.lesson).expect("a lesson").steps;
        let mut session = lesson(game, (40, 15));
        let position = steps[0].position(game, None).expect("a good board");
        solve(&mut session, &steps[0], position);
        assert!(shows(&session, "Right!"), "{}", session.screen());
        session.resize(30, 10);
        session.enter();
        session.keys("[?");
        session.press(KeyCode::Esc);
        session.keys("q");
        session.expect("S T R A T A");
    }
}
