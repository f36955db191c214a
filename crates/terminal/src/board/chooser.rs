//! Entering a move: the cursor, the squares and the other choices.

use strata_rules::{AnyPosition, Square, Step};
use strata_table::wording::sentence;
use strata_table::{Entered, Entry, Input};

use crate::keys::Action;
use crate::look::Look;

/// The maximum number of digits of a typed number.
const MAX_DIGITS: usize = 6;

/// What has the focus.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Focus {
    /// The board.
    Board,
    /// A place in the list of choices that are not squares.
    Choice(usize),
}

/// The move that is being entered, and the cursor.
pub(crate) struct Chooser {
    pub(crate) entry: Entry,
    pub(crate) cursor: Square,
    pub(crate) focus: Focus,
    /// The digits typed so far, if the next step is a number.
    pub(crate) number: String,
    /// Whether the board is seen from the other side.
    pub(crate) flip: bool,
}

impl Chooser {
    pub(crate) fn new(position: &dyn AnyPosition, flip: bool) -> Self {
        let scene = position.scene();
        let mut chooser = Self {
            entry: Entry::new(position),
            cursor: Square::new(scene.width / 2, scene.height / 2),
            focus: Focus::Board,
            number: String::new(),
            flip,
        };
        chooser.settle();
        chooser
    }

    /// Starts the entry of a move in another position.
    pub(crate) fn restart(&mut self, position: &dyn AnyPosition) {
        self.entry = Entry::new(position);
        self.settle();
    }

    /// Pieces, numbers and words that can be chosen. Tiles are placed by their ends.
    pub(crate) fn choices(&self) -> Vec<Step> {
        let is_listed = |step: &Step| !matches!(step, Step::Tile { .. });
        self.entry.choices().into_iter().filter(is_listed).collect()
    }

    /// Whether the next step is a number.
    pub(crate) fn wants_number(&self) -> bool {
        self.entry.number_choice().is_some()
    }

    /// The squares that can be chosen in reading order: from the top left.
    fn open_squares(&self) -> Vec<Square> {
        let mut squares = self.entry.squares();
        let flip = self.flip;
        squares.sort_by_key(|square| {
            let (down, right) = (u8::MAX - square.rank, square.file);
            if flip { (u8::MAX - down, u8::MAX - right) } else { (down, right) }
        });
        squares
    }

    /// Puts the focus where the next choice is, after the entry has changed.
    pub(crate) fn settle(&mut self) {
        self.number.clear();
        let is_board = self.entry.next().iter().any(|step| step.square().is_some());
        let has_choices = !self.choices().is_empty();
        let is_choice = has_choices && (!is_board || self.wants_number());
        self.focus = if is_choice { Focus::Choice(0) } else { Focus::Board };
    }

    /// Moves the cursor, or the focus in a list of `count` choices.
    pub(crate) fn move_focus(&mut self, action: Action, count: usize) {
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

    /// Moves the cursor as it is seen. Returns whether there was room.
    fn move_cursor(&mut self, action: Action) -> bool {
        let scene = self.entry.preview();
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

    /// Goes to the next or previous choice: squares first, then the others.
    pub(crate) fn cycle(&mut self, forward: bool) {
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

    /// The step that Enter chooses: the typed number, or what the focus is on.
    pub(crate) fn focused_step(&mut self) -> Option<Step> {
        if !self.number.is_empty() {
            let number = std::mem::take(&mut self.number);
            return number.parse().ok().map(Step::Number);
        }
        match self.focus {
            Focus::Board => Some(Step::Square(self.cursor)),
            Focus::Choice(place) => self.choices().get(place).copied(),
        }
    }

    /// Chooses a step. Returns the move if it is complete, or a sentence that says why the step
    /// cannot be chosen.
    pub(crate) fn choose(&mut self, step: Step) -> Result<Option<String>, String> {
        self.input(match step {
            Step::Square(square) => Input::Square(square),
            other => Input::Step(other),
        })
    }

    /// Confirms a whole move, or chooses what Enter chooses.
    pub(crate) fn confirm_or_choose(&mut self) -> Result<Option<String>, String> {
        if self.entry.unconfirmed().is_some() {
            return self.input(Input::Confirm);
        }
        self.focused_step().map_or(Ok(None), |step| self.choose(step))
    }

    fn input(&mut self, input: Input) -> Result<Option<String>, String> {
        let entered = self.entry.input(input).map_err(|why| sentence(&why.reason))?;
        self.settle();
        Ok(match entered {
            Entered::Move(mv) => Some(mv),
            Entered::Partial => None,
        })
    }

    /// What to choose next, and what is chosen so far. Many steps may be cut off at the end of the
    /// line, but never what to do next.
    pub(crate) fn prompt(&self, name: &str, look: &Look) -> String {
        let prompt = format!("{name}{} {}", look.sign(" ·", ":"), self.entry.prompt());
        if self.entry.is_empty() {
            return prompt;
        }
        let chosen: Vec<String> = self.entry.chosen().iter().map(ToString::to_string).collect();
        format!("{prompt}   ({})", chosen.join(look.sign(" › ", " > ")))
    }

    /// Types a digit of a number.
    pub(crate) fn type_digit(&mut self, digit: char) {
        if self.number.len() < MAX_DIGITS {
            self.number.push(digit);
        }
    }
}
