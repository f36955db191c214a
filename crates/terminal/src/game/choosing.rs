//! Move entry: the cursor, squares and other choices.

use ratatui::crossterm::event::KeyCode;
use strata_rules::{Square, Step};
use strata_table::wording::sentence;
use strata_table::{Command, Entered, Input};

use super::GameScreen;
use crate::context::Context;
use crate::keys::Action;

/// The maximum number of digits of a typed number.
const MAX_DIGITS: usize = 6;

/// What the arrow keys control.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Focus {
    /// The board.
    Board,
    /// An index in the list of choices that are not squares.
    Choice(usize),
}

impl GameScreen {
    /// The choices that are not squares: pieces, numbers, words.
    pub(super) fn choices(&self) -> Vec<Step> {
        if !self.is_entering() {
            return Vec::new();
        }
        self.entry.next().iter().copied().filter(|step| step.square().is_none()).collect()
    }

    /// Whether a number comes next.
    pub(super) fn wants_number(&self) -> bool {
        self.is_entering() && self.entry.number_choice().is_some()
    }

    /// The squares that can be chosen, from the top left, row by row.
    fn open_squares(&self) -> Vec<Square> {
        let mut squares = self.entry.squares();
        let flip = self.flip;
        squares.sort_by_key(|square| {
            let (down, right) = (u8::MAX - square.rank, square.file);
            if flip { (u8::MAX - down, u8::MAX - right) } else { (down, right) }
        });
        squares
    }

    /// Moves the focus to the next choice after the entry has changed.
    pub(super) fn settle(&mut self) {
        self.number.clear();
        let is_board = self.entry.next().iter().any(|step| step.square().is_some());
        let has_choices = !self.choices().is_empty();
        self.focus = if has_choices && !is_board { Focus::Choice(0) } else { Focus::Board };
    }

    pub(super) fn move_focus(&mut self, action: Action) {
        let count = self.choices().len();
        match (self.focus, action) {
            (Focus::Choice(place), Action::Left) => {
                self.focus = Focus::Choice(place.saturating_sub(1));
            }
            (Focus::Choice(place), Action::Right) => {
                self.focus = Focus::Choice((place + 1).min(count.saturating_sub(1)));
            }
            (Focus::Choice(_), Action::Up) => self.focus = Focus::Board,
            (Focus::Choice(_), _) => {}
            (Focus::Board, _) => {
                if !self.move_cursor(action) && action == Action::Down && count > 0 {
                    self.focus = Focus::Choice(0);
                }
            }
        }
    }

    /// Moves the cursor in screen directions. Returns whether it stayed on the board.
    fn move_cursor(&mut self, action: Action) -> bool {
        let scene = self.seen_position().scene();
        let (right, up) = match action {
            Action::Left => (-1, 0),
            Action::Right => (1, 0),
            Action::Up => (0, 1),
            _ => (0, -1),
        };
        let sign = if self.flip { -1 } else { 1 };
        let to =
            |at: u8, by: i8, count: u8| at.checked_add_signed(by * sign).filter(|at| *at < count);
        let file = to(self.cursor.file, right, scene.width);
        let rank = to(self.cursor.rank, up, scene.height);
        let (Some(file), Some(rank)) = (file, rank) else { return false };
        self.cursor = Square::new(file, rank);
        true
    }

    /// Moves to the next or previous choice: squares first, then the others.
    pub(super) fn cycle(&mut self, forward: bool) {
        if !self.is_entering() {
            return;
        }
        let squares = self.open_squares();
        let count = squares.len() + self.choices().len();
        if count == 0 {
            return;
        }
        let here = match self.focus {
            Focus::Choice(place) => Some(squares.len() + place),
            Focus::Board => squares.iter().position(|square| *square == self.cursor),
        };
        let next = match (here, forward) {
            (Some(here), true) => (here + 1) % count,
            (Some(here), false) => (here + count - 1) % count,
            (None, true) => 0,
            (None, false) => count - 1,
        };
        match squares.get(next) {
            Some(square) => {
                self.cursor = *square;
                self.focus = Focus::Board;
            }
            None => self.focus = Focus::Choice(next - squares.len()),
        }
    }

    /// Chooses the focused square or choice.
    pub(super) fn choose_focus(&mut self, context: &mut Context) {
        if !self.number.is_empty() {
            let number = self.number.parse().map(Step::Number);
            self.number.clear();
            if let Ok(step) = number {
                self.choose(step, context);
            }
            return;
        }
        let step = match self.focus {
            Focus::Board => Some(Step::Square(self.cursor)),
            Focus::Choice(place) => self.choices().get(place).copied(),
        };
        if let Some(step) = step {
            self.choose(step, context);
        }
    }

    /// Chooses a step, or shows why it is illegal.
    pub(super) fn choose(&mut self, step: Step, context: &mut Context) {
        if let Some(reason) = self.table.why_closed() {
            self.message = Some(reason);
            return;
        }
        self.hints.squares.clear();
        let input = match step {
            Step::Square(square) => Input::Square(square),
            other => Input::Step(other),
        };
        match self.entry.input(input) {
            Ok(Entered::Move(mv)) => {
                let by = self.table.position().turn();
                self.command(Command::Play { by, mv }, context);
                self.settle();
            }
            Ok(Entered::Partial) => self.settle(),
            Err(reason) => self.message = Some(sentence(&reason)),
        }
    }

    /// Removes a digit, returns to the current position, or undoes a step.
    pub(super) fn step_back(&mut self) {
        if self.number.pop().is_some() {
            return;
        }
        if self.looking.is_some() {
            self.looking = None;
            return;
        }
        self.hints.squares.clear();
        self.entry.back();
        self.settle();
    }

    /// Types a digit of a number, or chooses from the list by its number.
    pub(super) fn type_digit(&mut self, code: KeyCode, context: &mut Context) -> bool {
        let KeyCode::Char(digit @ '0'..='9') = code else { return false };
        if self.wants_number() {
            if self.number.len() < MAX_DIGITS {
                self.number.push(digit);
            }
        } else if let Some(step) = digit
            .to_digit(10)
            .and_then(|number| self.choices().get((number as usize).checked_sub(1)?).copied())
        {
            self.choose(step, context);
        }
        true
    }
}
