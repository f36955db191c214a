//! Keys and mouse on the game screen.

use ratatui::crossterm::event::{KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Position;
use strata_rules::Step;
use strata_table::Command;

use super::GameScreen;
use super::prompt::{Ask, Prompt};
use crate::Settings;
use crate::analysis::AnalysisScreen;
use crate::board::{Focus, Spot, Toward};
use crate::context::Context;
use crate::keys::{Action, Place, action, is_plain};
use crate::pager::Pager;
use crate::screen::{Screen, Transition};
use crate::text_line::TextLine;

impl GameScreen {
    pub(super) fn place(&self) -> Place {
        match self.table.result() {
            Some(_) => Place::Over,
            None => Place::Board,
        }
    }

    pub(crate) fn key(&mut self, key: KeyEvent, context: &mut Context) -> Transition {
        self.message = None;
        self.greets = false;
        if let Some(prompt) = self.prompt.take() {
            return self.answer_prompt(prompt, key, context);
        }
        if is_plain(key) && self.type_digit(key.code, context) {
            return Transition::Stay;
        }
        action(self.place(), key).map_or(Transition::Stay, |action| self.act(action, context))
    }

    fn act(&mut self, action: Action, context: &mut Context) -> Transition {
        match action {
            Action::Up | Action::Down | Action::Left | Action::Right => {
                let count = self.choices().len();
                self.chooser.move_focus(action, count);
            }
            Action::Choose => self.enter(context),
            Action::StepBack => self.step_back(),
            Action::NextChoice => self.cycle(true),
            Action::PreviousChoice => self.cycle(false),
            Action::Earlier => self.look(Toward::Earlier),
            Action::Later => self.look(Toward::Later),
            Action::First => self.look(Toward::First),
            Action::Last => self.look(Toward::Last),
            Action::Branch => self.look_aside(),
            Action::Flip => self.chooser.flip = !self.chooser.flip,
            Action::Evaluation => self.toggle_evaluation(context),
            Action::Pause => self.pause(context),
            Action::Faster => self.message = Some(self.bots.change_speed(true)),
            Action::Slower => self.message = Some(self.bots.change_speed(false)),
            Action::Analyse => return self.analyse(context),
            Action::Save => return self.save_as(context),
            Action::CopyPosition => return self.copy_position(),
            Action::CopyRecord => return self.copy_record(context),
            Action::LookThrough => {
                self.announces_end = false;
                self.look(Toward::First);
            }
            Action::Help => {
                let draws = self.table.position().info().draws;
                let without = (!draws).then_some(Action::OfferDraw);
                return Transition::Open(Screen::Pager(Pager::keys_without(without)));
            }
            Action::Rules => return self.rules(context),
            Action::NewGame => return self.new_game(context),
            Action::Leave => return self.leave(context),
            Action::Rematch => return self.rematch(context),
            _ => self.act_in_game(action, context),
        }
        Transition::Stay
    }

    /// Actions that are available only while the game is not over.
    fn act_in_game(&mut self, action: Action, context: &mut Context) {
        if self.table.result().is_some() {
            self.message = Some(
                "The game is over. Press A for analysis, r for a rematch, n for a new game."
                    .to_owned(),
            );
            return;
        }
        match action {
            Action::Undo => self.undo(context),
            Action::Redo => {
                self.command(Command::Redo, context);
            }
            Action::Hint => self.ask_hint(),
            Action::MoveNow => self.move_now(),
            Action::TypeMove => {
                self.looking = None;
                self.prompt = Some(Prompt::Move(TextLine::default()));
            }
            Action::OfferDraw => self.offer_draw(context),
            Action::Resign => match self.person() {
                Some(player) if self.table.eliminated().contains(player) => {
                    self.message = Some("You are already out of the game.".to_owned());
                }
                Some(player) => self.prompt = Some(Prompt::Ask(Ask::Resign(player))),
                None => {
                    self.message =
                        Some("Bots do not resign. Press q to leave the game.".to_owned());
                }
            },
            _ => {}
        }
    }

    fn move_now(&mut self) {
        if !self.bots.move_now() {
            self.message = Some("No bot is thinking.".to_owned());
        }
    }

    /// Enter: chooses, continues from the shown position, or lets bots make one move.
    fn enter(&mut self, context: &mut Context) {
        if let Some(node) = self.looking {
            self.ask_to_play_on(node);
        } else if self.playback.is_some() {
            self.playback = None;
        } else if self.is_watched() && self.table.is_paused() {
            if self.command(Command::Resume, context) {
                self.bots.single_step = true;
            }
        } else {
            self.choose_focus(context);
        }
    }

    fn undo(&mut self, context: &mut Context) {
        self.playback = None;
        // A half-entered move is undone first.
        if !self.chooser.entry.is_empty() && self.looking.is_none() {
            self.chooser.entry.clear();
            self.chooser.settle();
            return;
        }
        match self.person() {
            Some(by) => {
                self.command(Command::Takeback { by }, context);
            }
            None => {
                self.message = Some(
                    "Bots cannot take moves back. Press [ to go back, Enter to continue from there.".to_owned(),
                );
            }
        }
    }

    fn ask_hint(&mut self) {
        if !self.is_entering() {
            self.message = Some("Hints are available on your turn.".to_owned());
            return;
        }
        self.hints.wants_hint = true;
        self.message = Some("Searching for a good move...".to_owned());
    }

    fn toggle_evaluation(&mut self, context: &mut Context) {
        let evaluation = !context.settings.evaluation;
        self.message = context.set(Settings { evaluation, ..context.settings.clone() });
    }

    fn pause(&mut self, context: &mut Context) {
        if self.table.is_paused() {
            self.bots.single_step = false;
            self.command(Command::Resume, context);
        } else if self.command(Command::Pause, context) {
            self.bots.single_step = false;
            self.bots.stop();
        }
    }

    /// Opens the analysis board at the shown position.
    fn analyse(&self, context: &Context) -> Transition {
        let screen = AnalysisScreen::new(&self.table, self.seen(), self.chooser.flip, context);
        Transition::Open(Screen::Analysis(Box::new(screen)))
    }

    fn rules(&self, context: &Context) -> Transition {
        let id = self.table.position().info().id;
        let entry = context.catalogue.games.iter().find(|entry| entry.info.id == id);
        entry.map_or(Transition::Stay, |entry| Transition::Open(Screen::Pager(Pager::rules(entry))))
    }

    pub(crate) fn mouse(&mut self, mouse: MouseEvent, context: &mut Context) -> Transition {
        let at = Position::new(mouse.column, mouse.row);
        match mouse.kind {
            MouseEventKind::ScrollUp => self.scroll_moves(false),
            MouseEventKind::ScrollDown => self.scroll_moves(true),
            MouseEventKind::Down(MouseButton::Left) => {
                self.message = None;
                self.greets = false;
                let spot = self.hits.at(at);
                // A question has to be answered first.
                if let Some(Prompt::Ask(ask)) = self.prompt {
                    self.prompt = Some(Prompt::Ask(ask));
                    return Transition::Stay;
                }
                self.prompt = None;
                return self.click(spot, context);
            }
            MouseEventKind::Down(MouseButton::Right) => {
                self.message = None;
                self.step_back();
            }
            _ => {}
        }
        Transition::Stay
    }

    fn click(&mut self, spot: Option<Spot>, context: &mut Context) -> Transition {
        match spot {
            Some(Spot::Square(square)) => {
                self.chooser.cursor = square;
                self.chooser.focus = Focus::Board;
                self.playback = None;
                match self.looking {
                    Some(node) => self.ask_to_play_on(node),
                    None => self.choose(Step::Square(square), context),
                }
            }
            Some(Spot::Choice(step)) => self.choose(step, context),
            Some(Spot::Move(node)) => self.look_at(node),
            Some(Spot::Action(action)) => return self.act(action, context),
            Some(Spot::Line(_) | Spot::ExploredMove(_)) | None => self.step_back(),
        }
        Transition::Stay
    }
}
