//! What keys and the mouse do on the analysis board.

use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Position;
use strata_rules::Step;
use strata_table::History;
use strata_table::wording::sentence;

use super::AnalysisScreen;
use super::prompt::Prompt;
use crate::board::{Focus, Spot, Toward};
use crate::context::Context;
use crate::keys::{Action, Place, action, is_plain};
use crate::pager::Pager;
use crate::save_as::{After, Contents, SaveAs};
use crate::screen::{Screen, Transition};
use crate::text_line::TextLine;

impl AnalysisScreen {
    pub(crate) fn key(&mut self, key: KeyEvent, context: &mut Context) -> Transition {
        self.message = None;
        if let Some(prompt) = self.prompt.take() {
            return self.answer_prompt(prompt, key, context);
        }
        if let KeyCode::Char(digit @ '0'..='9') = key.code
            && is_plain(key)
        {
            self.type_digit(digit);
            return Transition::Stay;
        }
        action(Place::Analysis, key).map_or(Transition::Stay, |action| self.act(action, context))
    }

    fn act(&mut self, action: Action, context: &Context) -> Transition {
        match action {
            Action::Up | Action::Down | Action::Left | Action::Right => {
                let count = self.chooser.choices().len();
                self.chooser.move_focus(action, count);
            }
            Action::Choose => {
                if let Some(step) = self.chooser.focused_step() {
                    self.choose(step);
                }
            }
            Action::StepBack => self.step_back(),
            Action::NextChoice => self.chooser.cycle(true),
            Action::PreviousChoice => self.chooser.cycle(false),
            Action::TypeMove => self.prompt = Some(Prompt::Move(TextLine::default())),
            Action::Comment => {
                self.prompt = Some(Prompt::Comment(TextLine(self.analysis.comment())));
            }
            Action::Sign => self.cycle_sign(),
            Action::Flip => self.chooser.flip = !self.chooser.flip,
            Action::EngineSwitch => self.engine.switch(),
            Action::MoreLines => self.change_lines(true),
            Action::FewerLines => self.change_lines(false),
            Action::Review => self.switch_review(),
            Action::PlayFromHere => self.ask_to_play(context),
            Action::Delete if self.analysis.current() == History::ROOT => {
                self.message = Some("There is no move to delete.".to_owned());
            }
            Action::Delete => self.prompt = Some(Prompt::Delete),
            Action::Save => return self.save_as(),
            Action::CopyPosition => {
                let text = self.analysis.position().text();
                self.message = Some(format!("Copied the position: {text}"));
                return Transition::Copy(text);
            }
            Action::CopyRecord => {
                self.message = Some("Copied the game record.".to_owned());
                return Transition::Copy(self.analysis.record_text());
            }
            Action::Help => return Transition::Open(Screen::Pager(Pager::analysis_keys())),
            Action::Rules => return self.rules(context),
            Action::Leave => return Transition::Back,
            _ => self.navigate(action),
        }
        Transition::Stay
    }

    /// Goes to another position.
    fn navigate(&mut self, action: Action) {
        let (has_moved, otherwise) = match action {
            Action::Earlier => (self.analysis.step(Toward::Earlier), "This is the start."),
            Action::Later => (self.analysis.step(Toward::Later), "This is the end of the line."),
            Action::First => (self.analysis.step(Toward::First), ""),
            Action::Last => (self.analysis.step(Toward::Last), ""),
            Action::Branch => (self.analysis.next_variation(), "This move has no variations."),
            Action::NextMistake => (self.analysis.go_to_mistake(true), self.no_mistake()),
            Action::PreviousMistake => (self.analysis.go_to_mistake(false), self.no_mistake()),
            _ => return,
        };
        match has_moved {
            true => self.settle(),
            false if otherwise.is_empty() => {}
            false => self.message = Some(otherwise.to_owned()),
        }
    }

    /// Why there is no mistake to go to.
    fn no_mistake(&self) -> &'static str {
        match self.analysis.count_mistakes() {
            [0, 0, 0] => "No mistakes are known. r reviews the game.",
            _ => "There are no more mistakes in this direction.",
        }
    }

    /// Plays a move in the current position. Returns whether that was possible.
    pub(super) fn play(&mut self, mv: &str) -> bool {
        match self.analysis.play(mv) {
            Ok(()) => {
                self.settle();
                true
            }
            Err(reason) => {
                self.message = Some(sentence(&reason));
                false
            }
        }
    }

    fn choose(&mut self, step: Step) {
        if self.analysis.position().outcome().is_some() {
            self.message = Some("The game is over in this position.".to_owned());
            return;
        }
        match self.chooser.choose(step) {
            Ok(Some(mv)) => {
                self.play(&mv);
            }
            Ok(None) => {}
            Err(reason) => self.message = Some(reason),
        }
    }

    fn step_back(&mut self) {
        if self.chooser.number.pop().is_none() {
            self.chooser.entry.back();
            self.chooser.settle();
        }
    }

    /// Digits enter a number if the next step is one, choose from the list in the middle of a move,
    /// and otherwise play the move of an engine line.
    fn type_digit(&mut self, digit: char) {
        let place = digit.to_digit(10).and_then(|number| (number as usize).checked_sub(1));
        if self.chooser.wants_number() {
            self.chooser.type_digit(digit);
        } else if self.chooser.entry.is_empty() {
            place.into_iter().for_each(|place| self.play_line(place));
        } else if let Some(step) =
            place.and_then(|place| self.chooser.choices().get(place).copied())
        {
            self.choose(step);
        }
    }

    /// Plays the first move of an engine line.
    fn play_line(&mut self, place: usize) {
        let line = self.report().and_then(|report| report.lines.get(place));
        match line.and_then(|line| line.moves.first()).cloned() {
            Some(mv) => {
                self.play(&mv);
            }
            None => self.message = Some(format!("The engine has no line {} here.", place + 1)),
        }
    }

    /// Plays a move of the explorer.
    fn play_explored(&mut self, place: usize) {
        let solved = self.explored().and_then(|explored| explored.moves.get(place));
        if let Some(mv) = solved.map(|solved| solved.mv.clone()) {
            self.play(&mv);
        }
    }

    /// Gives the current move the next sign.
    fn cycle_sign(&mut self) {
        if self.analysis.current() == History::ROOT {
            self.message = Some("There is no move to sign.".to_owned());
            return;
        }
        let sign = self.analysis.cycle_sign();
        let mv = &self.analysis.history()[self.analysis.current()].mv;
        self.message = Some(match sign {
            Some(sign) => format!("{mv}{sign}"),
            None => format!("{mv} has no sign now."),
        });
    }

    fn change_lines(&mut self, more: bool) {
        let lines = self.engine.change_lines(more);
        self.message = Some(match lines {
            1 => "The engine shows 1 line.".to_owned(),
            _ => format!("The engine shows {lines} lines."),
        });
    }

    fn switch_review(&mut self) {
        if self.analysis.review_progress().is_some() {
            self.analysis.stop_review();
            self.message = Some("Stopped the review.".to_owned());
            return;
        }
        if self.analysis.history().count_moves() == 0 {
            self.message = Some("There are no moves to review.".to_owned());
            return;
        }
        self.analysis.start_review();
        self.report_review();
    }

    fn save_as(&self) -> Transition {
        let position = format!("{}\n", self.analysis.position().text());
        let contents = Contents { record: self.analysis.record_text(), position };
        Transition::Open(Screen::SaveAs(SaveAs::new(contents, After::Back)))
    }

    fn rules(&self, context: &Context) -> Transition {
        let id = self.analysis.position().info().id;
        let entry = context.catalogue.games.iter().find(|entry| entry.info.id == id);
        entry.map_or(Transition::Stay, |entry| Transition::Open(Screen::Pager(Pager::rules(entry))))
    }

    pub(crate) fn mouse(&mut self, mouse: MouseEvent, context: &Context) -> Transition {
        match mouse.kind {
            MouseEventKind::ScrollUp => self.scroll_moves(false),
            MouseEventKind::ScrollDown => self.scroll_moves(true),
            MouseEventKind::Down(MouseButton::Left) => {
                self.message = None;
                // A question is answered before anything else is done.
                if matches!(self.prompt, Some(Prompt::Delete | Prompt::Play(_))) {
                    return Transition::Stay;
                }
                self.prompt = None;
                let spot = self.hits.at(Position::new(mouse.column, mouse.row));
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

    fn click(&mut self, spot: Option<Spot>, context: &Context) -> Transition {
        match spot {
            Some(Spot::Square(square)) => {
                self.chooser.cursor = square;
                self.chooser.focus = Focus::Board;
                self.choose(Step::Square(square));
            }
            Some(Spot::Choice(step)) => self.choose(step),
            Some(Spot::Move(node)) => {
                self.analysis.go_to(node);
                self.settle();
            }
            Some(Spot::Line(place)) => self.play_line(place),
            Some(Spot::ExploredMove(place)) => self.play_explored(place),
            Some(Spot::Action(action)) => return self.act(action, context),
            None => self.step_back(),
        }
        Transition::Stay
    }
}
