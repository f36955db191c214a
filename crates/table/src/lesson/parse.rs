//! Reads the text of a lesson.

use strata_rules::Square;

use super::{Goal, Lesson, LessonError, LessonStep};

impl Lesson {
    /// Reads a lesson.
    pub fn parse(text: &str) -> Result<Self, LessonError> {
        let mut lesson = Self { steps: Vec::new(), end: String::new() };
        for (line, field) in fields(text) {
            lesson.add(line, &field).map_err(|reason| LessonError { line, reason })?;
        }
        let last = text.lines().count();
        if lesson.end.is_empty() {
            return Err(LessonError { line: last, reason: "the lesson has no end".to_owned() });
        }
        lesson.steps.iter().try_for_each(LessonStep::check)?;
        Ok(lesson)
    }

    fn add(&mut self, line: usize, field: &str) -> Result<(), String> {
        let (key, value) = field.split_once(':').ok_or("expected a name, a colon and a text")?;
        let value = value.trim();
        let (name, pattern) = key.split_once(' ').unwrap_or((key, ""));
        match (name, self.steps.last_mut()) {
            ("end", _) => self.end = value.to_owned(),
            ("step", _) => self.steps.push(LessonStep::new(line, value)),
            (_, Some(step)) => step.set(name, pattern, value)?,
            (_, None) => return Err("expected a step first".to_owned()),
        }
        Ok(())
    }
}

impl LessonStep {
    fn new(line: usize, title: &str) -> Self {
        Self {
            line,
            title: title.to_owned(),
            board: None,
            text: String::new(),
            marks: Vec::new(),
            goal: Goal::Moves(Vec::new()),
            wrong: Vec::new(),
            refused: Vec::new(),
            otherwise: String::new(),
            right: String::new(),
            answer: None,
        }
    }

    fn set(&mut self, name: &str, pattern: &str, value: &str) -> Result<(), String> {
        let text = value.to_owned();
        match name {
            "board" => self.board = Some(text),
            "text" => self.text = text,
            "mark" => self.marks = squares(value)?,
            "move" => {
                self.goal = Goal::Moves(value.split_whitespace().map(str::to_owned).collect());
            }
            "square" => self.goal = Goal::Squares(squares(value)?),
            "wrong" if pattern.is_empty() => self.otherwise = text,
            "wrong" => self.wrong.extend(replies(pattern, &text)),
            "refused" => self.refused.extend(replies(pattern, &text)),
            "right" => self.right = text,
            "answer" => self.answer = Some(text),
            _ => return Err(format!("unknown name {name}")),
        }
        Ok(())
    }

    /// Checks that nothing is missing.
    fn check(&self) -> Result<(), LessonError> {
        let has_goal = match &self.goal {
            Goal::Moves(moves) => !moves.is_empty(),
            Goal::Squares(squares) => !squares.is_empty(),
        };
        let needed = [
            (!self.text.is_empty(), "text"),
            (has_goal, "move or square"),
            (!self.otherwise.is_empty(), "wrong"),
            (!self.right.is_empty(), "right"),
        ];
        match needed.iter().find(|(is_there, _)| !is_there) {
            Some((_, name)) => {
                Err(LessonError { line: self.line, reason: format!("the step has no {name}") })
            }
            None => Ok(()),
        }
    }
}

/// The fields with their lines. Indented lines continue the line before.
fn fields(text: &str) -> Vec<(usize, String)> {
    let mut fields: Vec<(usize, String)> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        match fields.last_mut() {
            _ if line.trim().is_empty() || line.starts_with('#') => {}
            Some((_, field)) if line.starts_with(' ') => {
                field.push(' ');
                field.push_str(line.trim());
            }
            _ => fields.push((number, line.to_owned())),
        }
    }
    fields
}

/// The same reply for several patterns.
fn replies<'a>(patterns: &'a str, reply: &'a str) -> impl Iterator<Item = (String, String)> + 'a {
    patterns.split_whitespace().map(move |pattern| (pattern.to_owned(), reply.to_owned()))
}

fn squares(text: &str) -> Result<Vec<Square>, String> {
    text.split_whitespace().map(str::parse).collect()
}
