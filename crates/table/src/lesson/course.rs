//! A player's way through a lesson.

use std::time::Duration;

use strata_engine::Level;
use strata_rules::{AnyPosition, GameEntry, Step};

use super::{Attempt, Goal, Lesson, LessonStep};
use crate::{Seat, Setup, SetupError, Table};

/// A player's way through a lesson.
#[derive(Debug)]
pub struct Course {
    game: &'static GameEntry,
    lesson: Lesson,
    /// The current step; after the last one the number of steps.
    step: usize,
    /// The position of the current step.
    position: Box<dyn AnyPosition>,
    /// The position after the player's move.
    shown: Option<Box<dyn AnyPosition>>,
    says: Option<String>,
    is_solved: bool,
}

impl Course {
    /// The lesson of a game, at its first step. The error says why there is none.
    pub fn new(game: &'static GameEntry) -> Result<Self, String> {
        if game.info.lesson.is_empty() {
            return Err(format!("{} has no lesson", game.info.name));
        }
        let lesson = Lesson::parse(game.info.lesson).map_err(|error| error.to_string())?;
        let first = lesson.steps.first().ok_or("the lesson has no steps")?;
        let position = first.position(game, None)?;
        Ok(Self { game, lesson, step: 0, position, shown: None, says: None, is_solved: false })
    }

    /// The game.
    pub const fn game(&self) -> &'static GameEntry {
        self.game
    }

    /// The lesson.
    pub const fn lesson(&self) -> &Lesson {
        &self.lesson
    }

    /// The number of the current step, from 0.
    pub const fn number(&self) -> usize {
        self.step
    }

    /// The current step; `None` at the end of the lesson.
    pub fn step(&self) -> Option<&LessonStep> {
        self.lesson.steps.get(self.step)
    }

    /// The position to show: after the player's move, if there was one.
    pub fn position(&self) -> &dyn AnyPosition {
        self.shown.as_deref().unwrap_or(&*self.position)
    }

    /// What the lesson says about the last attempt.
    pub fn says(&self) -> Option<&str> {
        self.says.as_deref()
    }

    /// Whether the current step is completed.
    pub const fn is_solved(&self) -> bool {
        self.is_solved
    }

    /// Whether a wrong move is on the board, until [`Course::retry`].
    pub const fn shows_wrong_move(&self) -> bool {
        self.shown.is_some() && !self.is_solved
    }

    /// Whether the step asks for a square instead of a move.
    pub fn wants_square(&self) -> bool {
        matches!(self.step().map(|step| &step.goal), Some(Goal::Squares(_)))
    }

    /// Tries something. The error says why a move is illegal.
    pub fn attempt(&mut self, attempt: Attempt<'_>) -> Result<(), String> {
        let Some(step) = self.lesson.steps.get(self.step).filter(|_| !self.is_solved) else {
            return Ok(());
        };
        let mut after = self.position.clone();
        if let Attempt::Move(mv) = attempt {
            after.play(mv).map_err(|error| error.to_string())?;
        }
        let verdict = step.judge(attempt);
        self.says = verdict.says.map(str::to_owned);
        self.is_solved = verdict.is_right;
        if let (true, Some(answer)) = (verdict.is_right, &step.answer) {
            after.play(answer).map_err(|error| error.to_string())?;
        }
        self.shown = matches!(attempt, Attempt::Move(_)).then_some(after);
        Ok(())
    }

    /// Takes a wrong move back.
    pub fn retry(&mut self) {
        if !self.is_solved {
            self.shown = None;
            self.says = None;
        }
    }

    /// Judges an illegal step: the lesson's reply, or the reason.
    pub fn refuse(&self, chosen: &[Step], step: Step, reason: String) -> String {
        let tried = chosen.iter().chain([&step]).map(ToString::to_string).collect::<String>();
        let verdict = self.step().map(|current| current.judge(Attempt::Refused(&tried)));
        verdict.and_then(|verdict| verdict.says.map(str::to_owned)).unwrap_or(reason)
    }

    /// Goes to the next step, which may continue from the position of this one.
    pub fn advance(&mut self) -> Result<(), String> {
        self.go(self.step + 1)
    }

    /// Goes back by one step that has a board of its own.
    pub fn go_back(&mut self) -> Result<(), String> {
        let before = &self.lesson.steps[..self.step.min(self.lesson.steps.len())];
        match before.iter().rposition(|step| step.board.is_some()) {
            Some(step) => self.go(step),
            None => Ok(()),
        }
    }

    fn go(&mut self, step: usize) -> Result<(), String> {
        let last = self.shown.take().unwrap_or_else(|| self.position.clone());
        if let Some(next) = self.lesson.steps.get(step) {
            self.position = next.position(self.game, Some(&*last))?;
        } else {
            self.position = last;
        }
        self.step = step.min(self.lesson.steps.len());
        self.says = None;
        self.is_solved = false;
        Ok(())
    }

    /// The first game after the lesson: against bots of the lowest level.
    pub fn first_game(
        &self,
        games: &'static [GameEntry],
        name: &str,
        now: Duration,
    ) -> Result<Table, SetupError> {
        let players = self.game.open([]).map_or(2, |game| game.players());
        let mut seats = vec![Seat::bot(Level::LOWEST); players];
        seats[0] = Seat::person(name);
        Table::new(games, Setup::new(self.game.info.id, seats), now)
    }
}
