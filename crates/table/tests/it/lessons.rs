//! The lessons of all games: their boards, moves and replies are true.

use std::collections::BTreeMap;

use strata_games::GAMES;
use strata_rules::{AnyPosition, GameEntry, Square, Step};
use strata_table::{Attempt, Course, Goal, Lesson, LessonStep};

/// Calls a function with every step of every lesson, and every position that it can start from.
fn for_each_step(mut check: impl FnMut(&'static GameEntry, &LessonStep, &dyn AnyPosition)) {
    for game in GAMES {
        let lesson = Lesson::parse(game.info.lesson).expect(game.info.id);
        let mut last: BTreeMap<String, Box<dyn AnyPosition>> = BTreeMap::new();
        for step in &lesson.steps {
            let positions: Vec<_> = match &step.board {
                Some(_) => vec![step.position(game, None).expect(&step.title)],
                None => last.into_values().collect(),
            };
            assert!(!positions.is_empty(), "{}: {} has no board", game.info.id, step.title);
            last = BTreeMap::new();
            for position in positions {
                check(game, step, &*position);
                for after in positions_after(step, &*position) {
                    last.insert(after.text(), after);
                }
            }
        }
    }
}

/// The positions in which a step can end.
fn positions_after(step: &LessonStep, position: &dyn AnyPosition) -> Vec<Box<dyn AnyPosition>> {
    if matches!(step.goal, Goal::Squares(_)) {
        return vec![position.boxed_clone()];
    }
    let moves = position.moves().into_iter().filter(|mv| step.judge(Attempt::Move(mv)).is_right);
    let play = |mv: String| {
        let mut after = position.boxed_clone();
        after.play(&mv).expect("a legal move");
        if let Some(answer) = &step.answer {
            after.play(answer).unwrap_or_else(|error| panic!("{} after {mv}: {error}", step.title));
        }
        after
    };
    moves.map(play).collect()
}

/// Whether a pattern with at most one star means this text.
fn means(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        Some((start, end)) => {
            text.len() >= start.len() + end.len() && text.starts_with(start) && text.ends_with(end)
        }
        None => pattern == text,
    }
}

#[test]
fn every_lesson_has_eight_to_twelve_steps() {
    for game in GAMES {
        let steps = Lesson::parse(game.info.lesson).expect(game.info.id).steps.len();
        assert!((8..=12).contains(&steps), "{} has {steps}", game.info.id);
    }
}

#[test]
fn every_accepted_move_is_legal_and_every_square_is_on_the_board() {
    for_each_step(|game, step, position| {
        let scene = position.scene();
        let is_on = |square: &Square| square.is_on(scene.width.into(), scene.height.into());
        assert!(step.marks.iter().all(is_on), "{}: {}", game.info.id, step.title);
        match &step.goal {
            Goal::Squares(squares) => assert!(squares.iter().all(is_on), "{}", step.title),
            Goal::Moves(patterns) => {
                let legal = position.moves();
                for pattern in patterns {
                    let is_legal = legal.iter().any(|mv| means(pattern, mv));
                    assert!(is_legal, "{}: {}: {pattern}", game.info.id, step.title);
                }
            }
        }
        assert!(!step.hint(position).is_empty(), "{}: {}", game.info.id, step.title);
    });
}

#[test]
fn every_reply_to_a_wrong_move_can_be_heard() {
    for_each_step(|game, step, position| {
        for (pattern, reply) in &step.wrong {
            let is_heard = match &step.goal {
                Goal::Moves(_) => position.moves().iter().any(|mv| {
                    means(pattern, mv) && step.judge(Attempt::Move(mv)).says == Some(reply)
                }),
                Goal::Squares(_) => position.scene().squares().any(|square| {
                    means(pattern, &square.to_string())
                        && step.judge(Attempt::Square(square)).says == Some(reply)
                }),
            };
            assert!(is_heard, "{}: {}: wrong {pattern}", game.info.id, step.title);
        }
    });
}

#[test]
fn every_reply_to_an_illegal_step_is_about_one_that_the_game_refuses() {
    for_each_step(|game, step, position| {
        for (pattern, _) in &step.refused {
            let text = pattern.trim_end_matches('*');
            let is_refused = readings(text).iter().any(|steps| is_refused(position, steps));
            assert!(is_refused, "{}: {}: refused {pattern}", game.info.id, step.title);
        }
    });
}

/// The ways to read a text as squares, and a number at the end.
fn readings(text: &str) -> Vec<Vec<Step>> {
    if text.is_empty() {
        return vec![Vec::new()];
    }
    if let Ok(number) = text.parse() {
        return vec![vec![Step::Number(number)]];
    }
    let mut found = Vec::new();
    for length in 2..=text.len().min(3) {
        let Ok(square) = text[..length].parse::<Square>() else { continue };
        for mut rest in readings(&text[length..]) {
            rest.insert(0, Step::Square(square));
            found.push(rest);
        }
    }
    found
}

/// Whether all steps but the last can be chosen, and the last one cannot.
fn is_refused(position: &dyn AnyPosition, steps: &[Step]) -> bool {
    let Some((last, chosen)) = steps.split_last() else { return false };
    let is_next =
        |count: usize, step: &Step| position.continuations(&steps[..count]).next.contains(step);
    chosen.iter().enumerate().all(|(count, step)| is_next(count, step))
        && !is_next(chosen.len(), last)
}

#[test]
fn every_lesson_can_be_completed_and_ends_in_a_game_against_level_one() {
    for game in GAMES {
        let mut course = Course::new(game).expect(game.info.id);
        while let Some(step) = course.step().cloned() {
            let position = course.position().boxed_clone();
            match step.solution(&*position) {
                Some(mv) => course.attempt(Attempt::Move(&mv)),
                None => course.attempt(Attempt::Square(step.hint(&*position)[0])),
            }
            .expect("a legal move");
            assert!(course.is_solved(), "{}: {}", game.info.id, step.title);
            course.advance().expect("a good board");
        }
        let table = course.first_game(GAMES, "Ann", std::time::Duration::ZERO).expect("a table");
        assert_eq!(table.seats()[1].kind.to_string(), "bot:1");
    }
}

#[test]
fn wrong_moves_stay_on_the_board_until_they_are_taken_back() {
    let game = strata_rules::find_game(GAMES, "staqs").expect("a game");
    let mut course = Course::new(game).expect("a lesson");
    course.attempt(Attempt::Move("c3")).expect("a legal move");
    course.advance().expect("a good board");
    let before = course.position().text();
    course.attempt(Attempt::Move("c3c4")).expect_err("not on this board");
    assert!(!course.shows_wrong_move());
    for (mv, is_right) in [("b2b3", true), ("b2a2", true)] {
        course.attempt(Attempt::Move(mv)).expect("a legal move");
        assert_eq!(course.is_solved(), is_right);
    }
    course.go_back().expect("a good board");
    course.advance().expect("a good board");
    assert_eq!(course.position().text(), before);
    for _ in 0..2 {
        course.advance().expect("a good board");
    }
    let before = course.position().text();
    course.attempt(Attempt::Move("b3b4")).expect("a legal move");
    assert!(course.shows_wrong_move() && course.position().text() != before);
    assert_eq!(course.says(), Some("That is your other stack. Move the one on b2."));
    course.retry();
    assert_eq!((course.position().text(), course.says()), (before, None));
}
