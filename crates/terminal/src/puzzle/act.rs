//! What keys and the mouse do at a puzzle.

use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Position;
use strata_rules::Step;
use strata_table::{Seat, Setup, Table};

use super::PuzzleScreen;
use crate::board::{Focus, Spot};
use crate::context::Context;
use crate::keys::{Action, Place, action, is_plain};
use crate::pager::Pager;
use crate::screen::{Screen, Transition};
use crate::text_line::TextLine;

impl PuzzleScreen {
    pub(crate) fn key(&mut self, key: KeyEvent, context: &mut Context) -> Transition {
        if let Some(line) = self.typing.take() {
            self.type_move(line, key, context);
            return Transition::Stay;
        }
        let was_refuted = self.refuted.take().is_some();
        if let KeyCode::Char(digit @ '0'..='9') = key.code
            && is_plain(key)
        {
            self.type_digit(digit, context);
            return Transition::Stay;
        }
        let Some(action) = action(Place::Puzzle, key) else { return Transition::Stay };
        if was_refuted && matches!(action, Action::Choose | Action::StepBack) {
            self.message.clear();
            return Transition::Stay;
        }
        self.act(action, context)
    }

    fn act(&mut self, action: Action, context: &mut Context) -> Transition {
        match action {
            Action::Up | Action::Down | Action::Left | Action::Right => {
                let count = self.chooser.choices().len();
                self.chooser.move_focus(action, count);
            }
            Action::Choose if self.is_over() => return self.open_next(context),
            Action::Choose => {
                if let Some(step) = self.chooser.focused_step() {
                    self.choose(step, context);
                }
            }
            Action::StepBack => self.step_back(),
            Action::NextChoice => self.chooser.cycle(true),
            Action::PreviousChoice => self.chooser.cycle(false),
            Action::TypeMove => self.typing = Some(TextLine::default()),
            Action::Hint => self.hint(context),
            Action::ShowSolution => self.show_solution(context),
            Action::NextPuzzle => return self.open_next(context),
            Action::Flip => self.chooser.flip = !self.chooser.flip,
            Action::Analyse => return self.analyse(context),
            Action::CopyPosition => {
                let text = self.solving.attempt().position().text();
                self.message = format!("Copied the position: {text}");
                return Transition::Copy(text);
            }
            Action::Rules => {
                let id = self.puzzle().position.info().id;
                let entry = context.catalogue.games.iter().find(|entry| entry.info.id == id);
                if let Some(entry) = entry {
                    return Transition::Open(Screen::Pager(Pager::rules(entry)));
                }
            }
            Action::Help => return Transition::Open(Screen::Pager(Pager::puzzle_keys())),
            Action::Leave => return Transition::Back,
            _ => {}
        }
        Transition::Stay
    }

    fn open_next(&mut self, context: &Context) -> Transition {
        match self.next(context) {
            Some(next) => Transition::Replace(Screen::Puzzle(Box::new(next))),
            None => {
                self.message = "You have solved all puzzles.".to_owned();
                Transition::Stay
            }
        }
    }

    /// Opens the analysis board on the position of the puzzle.
    fn analyse(&mut self, context: &Context) -> Transition {
        if !self.is_over() {
            self.message = "Solve the puzzle first, or look at the solution.".to_owned();
            return Transition::Stay;
        }
        let position = &self.puzzle().position;
        let setup = Setup {
            position: Some(position.text()),
            ..Setup::new(position.info().id, vec![Seat::person(""); position.players()])
        };
        match Table::new(context.catalogue.games, setup, context.now) {
            Ok(table) => Transition::Open(Screen::analysis(&table, context)),
            Err(_) => Transition::Stay,
        }
    }

    fn choose(&mut self, step: Step, context: &mut Context) {
        match self.chooser.choose(step) {
            Ok(Some(mv)) => self.play(&mv, context),
            Ok(None) => {}
            Err(reason) => self.message = reason,
        }
    }

    fn step_back(&mut self) {
        self.message.clear();
        if self.chooser.number.pop().is_none() {
            self.chooser.entry.back();
            self.chooser.settle();
        }
    }

    /// Digits enter a number, or choose from the list.
    fn type_digit(&mut self, digit: char, context: &mut Context) {
        if self.chooser.wants_number() {
            return self.chooser.type_digit(digit);
        }
        let place = digit.to_digit(10).and_then(|number| (number as usize).checked_sub(1));
        let step = place.and_then(|place| self.chooser.choices().get(place).copied());
        step.into_iter().for_each(|step| self.choose(step, context));
    }

    fn type_move(&mut self, mut line: TextLine, key: KeyEvent, context: &mut Context) {
        match key.code {
            KeyCode::Esc => {}
            KeyCode::Enter if line.0.trim().is_empty() => {}
            KeyCode::Enter => self.play(line.0.trim(), context),
            _ => {
                line.key(key);
                self.typing = Some(line);
            }
        }
    }

    pub(crate) fn mouse(&mut self, mouse: MouseEvent, context: &mut Context) -> Transition {
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                self.typing = None;
                if self.refuted.take().is_some() {
                    self.message.clear();
                    return Transition::Stay;
                }
                let spot = self.hits.at(Position::new(mouse.column, mouse.row));
                match spot {
                    Some(Spot::Square(square)) => {
                        self.chooser.cursor = square;
                        self.chooser.focus = Focus::Board;
                        self.choose(Step::Square(square), context);
                    }
                    Some(Spot::Choice(step)) => self.choose(step, context),
                    Some(Spot::Action(action)) => return self.act(action, context),
                    _ => self.step_back(),
                }
            }
            MouseEventKind::Down(MouseButton::Right) => self.step_back(),
            _ => {}
        }
        Transition::Stay
    }
}
