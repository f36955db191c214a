//! What keys and the mouse do at the board.

use ratatui::crossterm::event::{KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Position;
use strata_rules::Step;
use strata_table::{Command, Table};

use super::GameScreen;
use super::choosing::Focus;
use super::layout::Spot;
use super::looking::Toward;
use super::prompt::{Ask, Prompt};
use crate::Settings;
use crate::form::Form;
use crate::home::Home;
use crate::keys::{Action, Place, action, is_plain};
use crate::look::sentence;
use crate::reader::Reader;
use crate::screen::{Go, Screen};
use crate::text_line::TextLine;

impl GameScreen {
    pub(super) fn place(&self) -> Place {
        match self.table.result() {
            Some(_) => Place::Over,
            None => Place::Board,
        }
    }

    pub(crate) fn key(&mut self, key: KeyEvent, home: &mut Home) -> Go {
        self.message = None;
        self.greets = false;
        if let Some(prompt) = self.prompt.take() {
            return self.answer_prompt(prompt, key, home);
        }
        if is_plain(key) && self.type_digit(key.code, home) {
            return Go::Stay;
        }
        action(self.place(), key).map_or(Go::Stay, |action| self.act(action, home))
    }

    fn act(&mut self, action: Action, home: &mut Home) -> Go {
        match action {
            Action::Up | Action::Down | Action::Left | Action::Right => self.move_focus(action),
            Action::Choose => self.enter(home),
            Action::StepBack => self.step_back(),
            Action::NextChoice => self.cycle(true),
            Action::PreviousChoice => self.cycle(false),
            Action::Earlier => self.look(Toward::Earlier),
            Action::Later => self.look(Toward::Later),
            Action::First => self.look(Toward::First),
            Action::Last => self.look(Toward::Last),
            Action::Branch => self.look_aside(),
            Action::Flip => self.flip = !self.flip,
            Action::Evaluation => self.toggle_evaluation(home),
            Action::Pause => self.pause(home),
            Action::Faster => self.message = Some(self.pace.change_speed(true)),
            Action::Slower => self.message = Some(self.pace.change_speed(false)),
            Action::Save => self.save(home),
            Action::LookThrough => {
                self.announces_end = false;
                self.look(Toward::First);
            }
            Action::Help => {
                let draws = self.table.position().info().draws;
                let without = (!draws).then_some(Action::OfferDraw);
                return Go::Open(Screen::Reader(Reader::keys_without(without)));
            }
            Action::Rules => return self.rules(home),
            Action::NewGame => return self.new_game(home),
            Action::Leave => return self.leave(),
            Action::Rematch => return self.rematch(home),
            _ => self.act_in_game(action, home),
        }
        Go::Stay
    }

    /// What only makes sense while the game goes on.
    fn act_in_game(&mut self, action: Action, home: &mut Home) {
        if self.table.result().is_some() {
            self.message = Some("The game is over: r begins a rematch, n a new game.".to_owned());
            return;
        }
        match action {
            Action::Undo => self.undo(home),
            Action::Redo => {
                self.command(Command::Redo, home);
            }
            Action::Hint => self.ask_hint(),
            Action::TypeMove => {
                self.looking = None;
                self.prompt = Some(Prompt::Move(TextLine::default()));
            }
            Action::OfferDraw => self.offer_draw(home),
            Action::Resign => match self.person() {
                Some(player) => self.prompt = Some(Prompt::Ask(Ask::Resign(player))),
                None => self.message = Some("Bots do not resign: q leaves the game.".to_owned()),
            },
            _ => {}
        }
    }

    /// Enter: chooses, plays on from the past, or lets bots make one move.
    fn enter(&mut self, home: &mut Home) {
        if let Some(node) = self.looking {
            self.ask_to_play_on(node);
        } else if self.showing.is_some() {
            self.showing = None;
        } else if self.is_watched() && self.table.is_paused() {
            if self.command(Command::Resume, home) {
                self.pace.single = true;
            }
        } else {
            self.choose_focus(home);
        }
    }

    fn undo(&mut self, home: &mut Home) {
        self.showing = None;
        // A half-entered move is what was done last.
        if !self.entry.is_empty() && self.looking.is_none() {
            self.entry.clear();
            self.settle();
            return;
        }
        match self.person() {
            Some(by) => {
                self.command(Command::Takeback { by }, home);
            }
            None => {
                self.message = Some(
                    "Bots take nothing back: look back with [ and play on with Enter.".to_owned(),
                );
            }
        }
    }

    fn ask_hint(&mut self) {
        if !self.is_entering() {
            self.message = Some("A hint is for whoever has to move here.".to_owned());
            return;
        }
        self.advice.wants_hint = true;
        self.message = Some("Looking for a good move.".to_owned());
    }

    fn toggle_evaluation(&mut self, home: &mut Home) {
        let evaluation = !home.settings.evaluation;
        self.message = home.set(Settings { evaluation, ..home.settings.clone() });
    }

    fn pause(&mut self, home: &mut Home) {
        if self.table.is_paused() {
            self.pace.single = false;
            self.command(Command::Resume, home);
        } else if self.command(Command::Pause, home) {
            self.pace.single = false;
            self.stop_bot();
        }
    }

    fn save(&mut self, home: &mut Home) {
        if self.table.history().count_moves() == 0 {
            self.message = Some("Nothing has been played yet.".to_owned());
            return;
        }
        let kept = home.keeper.keep(&self.id, &self.table.record_text(home.now));
        self.message = Some(match kept {
            Ok(()) => "Saved: Load in the menu has it.".to_owned(),
            Err(reason) => sentence(&format!("the game is not kept: {reason}")),
        });
    }

    fn rules(&self, home: &Home) -> Go {
        let id = self.table.position().info().id;
        let entry = home.catalogue.games.iter().find(|entry| entry.info.id == id);
        entry.map_or(Go::Stay, |entry| Go::Open(Screen::Reader(Reader::rules(entry))))
    }

    fn new_game(&mut self, home: &Home) -> Go {
        if self.table.result().is_some() || self.table.history().count_moves() == 0 {
            return Go::Open(Screen::Form(Box::new(Form::new(home, self.is_watched()))));
        }
        self.prompt = Some(Prompt::Ask(Ask::NewGame));
        Go::Stay
    }

    fn leave(&mut self) -> Go {
        if self.table.result().is_some() || self.table.history().count_moves() == 0 {
            return Go::Menu;
        }
        self.prompt = Some(Prompt::Ask(Ask::Leave));
        Go::Stay
    }

    fn rematch(&mut self, home: &Home) -> Go {
        match Table::new(home.catalogue.games, self.table.rematch(), home.now) {
            Ok(table) => Go::Play(Box::new(table), None),
            Err(error) => {
                self.message = Some(sentence(&error.to_string()));
                Go::Stay
            }
        }
    }

    pub(crate) fn mouse(&mut self, mouse: MouseEvent, home: &mut Home) -> Go {
        let at = Position::new(mouse.column, mouse.row);
        match mouse.kind {
            MouseEventKind::ScrollUp => self.scroll_moves(false),
            MouseEventKind::ScrollDown => self.scroll_moves(true),
            MouseEventKind::Down(MouseButton::Left) => {
                self.message = None;
                self.greets = false;
                let spot = self.hits.at(at);
                // A question is answered before anything else is done.
                if let Some(Prompt::Ask(ask)) = self.prompt {
                    self.prompt = Some(Prompt::Ask(ask));
                    return Go::Stay;
                }
                self.prompt = None;
                return self.click(spot, home);
            }
            MouseEventKind::Down(MouseButton::Right) => {
                self.message = None;
                self.step_back();
            }
            _ => {}
        }
        Go::Stay
    }

    fn click(&mut self, spot: Option<Spot>, home: &mut Home) -> Go {
        match spot {
            Some(Spot::Square(square)) => {
                self.cursor = square;
                self.focus = Focus::Board;
                self.showing = None;
                match self.looking {
                    Some(node) => self.ask_to_play_on(node),
                    None => self.choose(Step::Square(square), home),
                }
            }
            Some(Spot::Choice(step)) => self.choose(step, home),
            Some(Spot::Move(node)) => self.look_at(node),
            Some(Spot::Action(action)) => return self.act(action, home),
            None => self.step_back(),
        }
        Go::Stay
    }
}
