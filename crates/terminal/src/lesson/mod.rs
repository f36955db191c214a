//! A lesson: a board, something to do, and what the lesson says about it.

mod draw;

use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Position;
use strata_rules::{GameEntry, Square, Step};
use strata_table::wording::sentence;
use strata_table::{Attempt, Course};

use crate::Settings;
use crate::board::{Chooser, Focus, Hits, Spot};
use crate::context::Context;
use crate::keys::{Action, Place, action, is_plain};
use crate::pager::Pager;
use crate::screen::{Screen, Transition};

/// The lesson of a game.
pub(crate) struct LessonScreen {
    course: Course,
    chooser: Chooser,
    /// The squares of a right answer, if the player asked for them.
    hint: Vec<Square>,
    message: Option<String>,
    hits: Hits,
}

impl LessonScreen {
    /// The lesson of a game at its first step. The error says why there is none.
    pub(crate) fn new(game: &'static GameEntry) -> Result<Self, String> {
        let course = Course::new(game)?;
        Ok(Self {
            chooser: Chooser::new(course.position(), false),
            course,
            hint: Vec::new(),
            message: None,
            hits: Hits::default(),
        })
    }

    /// Whether the player can enter a move or choose a square now.
    fn is_open(&self) -> bool {
        self.course.step().is_some() && !self.course.is_solved() && !self.course.shows_wrong_move()
    }

    fn is_entering(&self) -> bool {
        self.is_open() && !self.course.wants_square()
    }

    fn choices(&self) -> Vec<Step> {
        if self.is_entering() { self.chooser.choices() } else { Vec::new() }
    }

    pub(crate) fn key(&mut self, key: KeyEvent, context: &mut Context) -> Transition {
        self.message = None;
        if is_plain(key)
            && self.is_entering()
            && let KeyCode::Char(digit @ '0'..='9') = key.code
        {
            self.type_digit(digit);
            return Transition::Stay;
        }
        action(Place::Board, key).map_or(Transition::Stay, |action| self.act(action, context))
    }

    pub(crate) fn mouse(&mut self, mouse: MouseEvent, context: &mut Context) -> Transition {
        let at = Position::new(mouse.column, mouse.row);
        match (mouse.kind, self.hits.at(at)) {
            (MouseEventKind::Down(MouseButton::Right), _) => self.act(Action::StepBack, context),
            (MouseEventKind::Down(MouseButton::Left), Some(spot)) => {
                self.message = None;
                match spot {
                    Spot::Action(action) => return self.act(action, context),
                    Spot::Square(square) => {
                        self.chooser.cursor = square;
                        self.chooser.focus = Focus::Board;
                        self.choose(Step::Square(square));
                    }
                    Spot::Choice(step) => self.choose(step),
                    _ => {}
                }
                Transition::Stay
            }
            _ => Transition::Stay,
        }
    }

    fn act(&mut self, action: Action, context: &mut Context) -> Transition {
        match action {
            Action::Up | Action::Down | Action::Left | Action::Right => {
                let count = self.choices().len();
                self.chooser.move_focus(action, count);
            }
            Action::Choose => return self.enter(context),
            Action::StepBack => self.step_back(),
            Action::NextChoice => self.cycle(true),
            Action::PreviousChoice => self.cycle(false),
            Action::Hint => self.show_hint(),
            Action::Flip => self.chooser.flip = !self.chooser.flip,
            Action::Earlier => self.go(Course::go_back),
            Action::Help => return Transition::Open(Screen::Pager(Pager::keys())),
            Action::Rules => {
                return Transition::Open(Screen::Pager(Pager::rules(self.course.game())));
            }
            Action::Leave => return Transition::Back,
            _ => {}
        }
        Transition::Stay
    }

    /// Enter: chooses, goes on after a right answer, or starts the first game at the end.
    fn enter(&mut self, context: &mut Context) -> Transition {
        if self.course.step().is_none() {
            return self.play(context);
        }
        if self.course.is_solved() {
            self.go(Course::advance);
            if self.course.step().is_none() {
                self.remember(context);
            }
            return Transition::Stay;
        }
        if self.is_open() {
            if let Some(step) = self.chooser.focused_step() {
                self.choose(step);
            }
        } else {
            self.retry();
        }
        Transition::Stay
    }

    /// Remembers that the lesson was finished.
    fn remember(&mut self, context: &mut Context) {
        let game = self.course.game().info.id;
        let mut settings: Settings = context.settings.clone();
        if !settings.has_learned(game) {
            settings.learned.push(game.to_owned());
            self.message = context.set(settings);
        }
    }

    fn play(&mut self, context: &mut Context) -> Transition {
        let games = context.catalogue.games;
        match self.course.first_game(games, &context.settings.name, context.now) {
            Ok(table) => Transition::Play(Box::new(table), None),
            Err(error) => {
                self.message = Some(sentence(&error.to_string()));
                Transition::Stay
            }
        }
    }

    /// Chooses a step, or takes a wrong move back first.
    fn choose(&mut self, step: Step) {
        if self.course.shows_wrong_move() {
            self.retry();
        }
        if !self.is_open() {
            return;
        }
        if self.course.wants_square() {
            if let Some(square) = step.square() {
                self.attempt(Attempt::Square(square));
            }
            return;
        }
        self.course.retry();
        let chosen = self.chooser.entry.chosen().to_vec();
        match self.chooser.choose(step) {
            Ok(Some(mv)) => self.attempt(Attempt::Move(&mv)),
            Ok(None) => {}
            Err(reason) => self.message = Some(self.course.refuse(&chosen, step, reason)),
        }
    }

    fn attempt(&mut self, attempt: Attempt<'_>) {
        self.hint.clear();
        if let Err(reason) = self.course.attempt(attempt) {
            self.message = Some(sentence(&reason));
        }
        self.chooser.restart(self.course.position());
    }

    /// Takes a wrong move back.
    fn retry(&mut self) {
        self.course.retry();
        self.chooser.restart(self.course.position());
    }

    fn step_back(&mut self) {
        if self.course.shows_wrong_move() {
            self.retry();
        } else if self.chooser.number.pop().is_none() {
            self.chooser.entry.back();
            self.chooser.settle();
        }
    }

    fn go(&mut self, way: impl FnOnce(&mut Course) -> Result<(), String>) {
        self.hint.clear();
        if let Err(reason) = way(&mut self.course) {
            self.message = Some(sentence(&reason));
        }
        self.chooser.restart(self.course.position());
    }

    fn cycle(&mut self, forward: bool) {
        if self.is_entering() {
            self.chooser.cycle(forward);
        }
    }

    fn show_hint(&mut self) {
        self.retry();
        if let Some(step) = self.course.step().filter(|_| self.is_open()) {
            self.hint = step.hint(self.course.position());
        }
    }

    /// Types a digit of a number, or chooses from the list by its number.
    fn type_digit(&mut self, digit: char) {
        if self.chooser.wants_number() {
            return self.chooser.type_digit(digit);
        }
        let place = digit.to_digit(10).and_then(|number| (number as usize).checked_sub(1));
        if let Some(step) = place.and_then(|place| self.choices().get(place).copied()) {
            self.choose(step);
        }
    }
}
