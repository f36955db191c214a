//! A lesson as lines of text.

use std::io;

use strata_rules::{GameEntry, Square};
use strata_table::wording::sentence;
use strata_table::{Attempt, Course};

use super::console::Console;
use super::input::Input;
use super::text;

/// How a lesson ended.
pub(super) enum LessonEnd {
    /// The player wants to play the first game.
    Play(Box<Course>),
    /// The player left.
    Left,
}

/// Teaches a game.
pub(super) fn run(game: &'static GameEntry, console: &mut Console<'_>) -> io::Result<LessonEnd> {
    let mut course = match Course::new(game) {
        Ok(course) => course,
        Err(reason) => return console.print(&sentence(&reason)).map(|()| LessonEnd::Left),
    };
    console.print(&format!("Lesson: {}. Type moves or squares, hint or quit.", game.info.name))?;
    while let Some(step) = course.step() {
        let count = course.lesson().steps.len();
        console.print(&format!("\nStep {} of {count}: {}", course.number() + 1, step.title))?;
        console.print_raw(&text::board(course.position(), false))?;
        console.print(&step.text)?;
        while !course.is_solved() {
            match console.ask(if course.wants_square() { "Square?" } else { "Move?" })? {
                Input::End => return Ok(LessonEnd::Left),
                Input::Line(line) => match line.to_lowercase().as_str() {
                    "quit" | "q" => return Ok(LessonEnd::Left),
                    "hint" | "help" | "?" => console.print(&hint(&course))?,
                    "" => {}
                    line => console.print(&reply(&mut course, line))?,
                },
                Input::TooLong | Input::Timeout => console.print("This line is too long.")?,
            }
        }
        if let Err(reason) = course.advance() {
            return console.print(&sentence(&reason)).map(|()| LessonEnd::Left);
        }
    }
    console.print(&format!("\n{}", course.lesson().end))?;
    match console.confirm("Play a game against a bot of level 1? (y/n)")? {
        true => Ok(LessonEnd::Play(Box::new(course))),
        false => Ok(LessonEnd::Left),
    }
}

/// Tries what was typed, and returns what the lesson says.
fn reply(course: &mut Course, line: &str) -> String {
    if course.wants_square() {
        let Ok(square) = line.parse::<Square>() else {
            return format!(
                "{} is not a square; type one such as a1.",
                strata_rules::shorten(line)
            );
        };
        return match course.attempt(Attempt::Square(square)) {
            Ok(()) => course.says().unwrap_or_default().to_owned(),
            Err(reason) => sentence(&reason),
        };
    }
    course.retry();
    let tried: String = line.chars().filter(|letter| !letter.is_whitespace()).collect();
    let mut after = course.position().boxed_clone();
    match after.play(line) {
        Ok(mv) => {
            let answer = course.step().and_then(|step| step.answer.clone());
            if let Err(reason) = course.attempt(Attempt::Move(&mv)) {
                return sentence(&reason);
            }
            let says = course.says().unwrap_or_default().to_owned();
            match answer.filter(|_| course.is_solved()) {
                Some(answer) => format!("{says} {} plays {answer}.", after.side_name(after.turn())),
                None => says,
            }
        }
        Err(error) => {
            let verdict = course.step().map(|step| step.judge(Attempt::Refused(&tried)));
            let says = verdict.and_then(|verdict| verdict.says.map(str::to_owned));
            says.unwrap_or_else(|| sentence(&error.to_string()))
        }
    }
}

fn hint(course: &Course) -> String {
    let Some(step) = course.step() else { return String::new() };
    match step.solution(course.position()) {
        Some(mv) => format!("Try {mv}."),
        None => {
            let squares = step.hint(course.position());
            let names: Vec<String> = squares.iter().map(ToString::to_string).collect();
            format!("Try {}.", names.join(", "))
        }
    }
}
