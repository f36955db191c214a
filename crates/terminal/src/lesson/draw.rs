//! Draws a lesson.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use strata_render::{Mark, describe_square};
use strata_rules::{Scene, Square};

use super::LessonScreen;
use crate::board::{
    BoardView, Focus, Hits, Plan, draw_board, draw_choices, draw_keys, draw_players, entry_marks,
};
use crate::context::Context;
use crate::keys::{Action, Place, key_for};
use crate::look::{
    Look, after, below, bold, dim, row, selected, wrapped_rows, write, write_wrapped,
};

impl LessonScreen {
    pub(crate) fn draw(&mut self, area: Rect, buffer: &mut Buffer, context: &Context) {
        let look = context.look();
        self.hits = Hits::default();
        let scene = self.scene();
        let plan = Plan::new(area, &scene, false);
        self.draw_title(plan.title, buffer, &look);
        self.draw_lesson_board(&scene, &plan, buffer, &look);
        match plan.side {
            Some(side) => {
                let players = Rect { height: 1, ..side };
                self.draw_players(&scene, players, buffer, &look);
                self.draw_text(below(side, 2), buffer);
                self.draw_status(plan.status, buffer, &look);
            }
            None => {
                if let Some(summary) = plan.summary {
                    self.draw_players(&scene, summary, buffer, &look);
                }
                let used = self.draw_narrow_status(plan.status, buffer, &look);
                self.draw_text(below(plan.status, used), buffer);
            }
        }
        draw_keys(&key_hints(), plan.keys, buffer, &mut self.hits);
    }

    fn scene(&self) -> Scene {
        match self.is_entering() {
            true => self.chooser.entry.preview(),
            false => self.course.position().scene(),
        }
    }

    fn draw_title(&self, area: Rect, buffer: &mut Buffer, look: &Look) {
        let dot = look.sign(" · ", ", ");
        let title = format!("{}{dot}lesson", self.course.game().info.name);
        let taken = write(buffer, area, &title, bold());
        let count = self.course.lesson().steps.len();
        let number = (self.course.number() + 1).min(count);
        write(buffer, after(area, taken + 2), &format!("step {number} of {count}"), selected());
    }

    fn draw_players(&self, scene: &Scene, area: Rect, buffer: &mut Buffer, look: &Look) {
        let position = self.course.position();
        let is_over = position.outcome().is_some();
        draw_players(scene, position.info(), is_over, |_| None, area, buffer, look);
    }

    fn draw_lesson_board(&mut self, scene: &Scene, plan: &Plan, buffer: &mut Buffer, look: &Look) {
        let board = BoardView {
            scene,
            info: self.course.game().info,
            layout: &plan.layout,
            flip: self.chooser.flip,
            marks: self.marks(scene),
            letters: Vec::new(),
            focus: self.chooser.cursor,
            shows_cursor: self.chooser.focus == Focus::Board,
        };
        draw_board(board, plan.board, buffer, look, &mut self.hits);
    }

    /// The squares of a hint, those the text speaks of, or those of the move being entered.
    fn marks(&self, scene: &Scene) -> Vec<(Square, Mark)> {
        let mark = |squares: &[Square], mark: Mark| -> Vec<(Square, Mark)> {
            squares.iter().map(|square| (*square, mark)).collect()
        };
        match self.course.step() {
            _ if !self.is_open() => Vec::new(),
            _ if !self.hint.is_empty() => mark(&self.hint, Mark::Target),
            Some(step) if self.chooser.entry.is_empty() && !step.marks.is_empty() => {
                mark(&step.marks, Mark::Source)
            }
            _ if self.course.wants_square() => Vec::new(),
            _ => entry_marks(&self.chooser.entry, scene),
        }
    }

    /// The step, what the lesson says about the last attempt, and how to go on.
    fn draw_text(&self, area: Rect, buffer: &mut Buffer) {
        let mut rest = area;
        let mut paragraph = |text: &str, style: Style, gap: u16| {
            let rows = write_wrapped(buffer, rest, text, style);
            rest = below(rest, rows + gap);
        };
        let Some(step) = self.course.step() else {
            paragraph("The end", bold(), 1);
            paragraph(&self.course.lesson().end, Style::new(), 1);
            return paragraph("Enter plays against a bot of level 1.", bold(), 0);
        };
        let narrow = area.height < 10;
        // A reply takes the place of the task where there is little room.
        if !narrow || self.course.says().is_none() {
            paragraph(&step.title, bold(), u16::from(!narrow));
            paragraph(&step.text, Style::new(), u16::from(!narrow));
        }
        if let Some(says) = self.course.says() {
            let sign = if self.course.is_solved() { "Right!" } else { "Not yet." };
            paragraph(sign, bold(), 0);
            paragraph(says, Style::new(), u16::from(!narrow));
        }
        if self.course.is_solved() {
            paragraph("Enter goes on.", bold(), 0);
        } else if self.course.shows_wrong_move() {
            paragraph("Enter takes the move back.", bold(), 0);
        }
    }

    /// What to choose next, the choices, and a message or the square under the cursor.
    fn draw_status(&mut self, area: Rect, buffer: &mut Buffer, look: &Look) {
        let used = self.draw_narrow_status(area, buffer, look);
        if self.message.is_none() {
            let info = self.course.game().info;
            let square = describe_square(&self.scene(), info, self.chooser.cursor);
            write_wrapped(buffer, below(area, used), &square, dim());
        }
    }

    /// The message or the prompt, and the choices. Returns the rows they take.
    fn draw_narrow_status(&mut self, area: Rect, buffer: &mut Buffer, look: &Look) -> u16 {
        let words = self.status_words(look);
        let mut used = 0;
        if !words.is_empty() {
            write_wrapped(buffer, area, &words, bold());
            used = wrapped_rows(&words, area.width).min(area.height);
        }
        if self.choices().is_empty() {
            return used;
        }
        let place = row(area, used);
        draw_choices(&self.chooser, true, place, buffer, look, &mut self.hits);
        used + 1
    }

    fn status_words(&self, look: &Look) -> String {
        if let Some(message) = &self.message {
            return message.clone();
        }
        let position = self.course.position();
        match position.outcome() {
            _ if !self.is_open() => String::new(),
            Some(_) => position.status(),
            None if self.course.wants_square() => "Choose a square".to_owned(),
            None => self.chooser.prompt(position.side_name(position.turn()), look),
        }
    }
}

fn key_hints() -> Vec<(String, &'static str, Action)> {
    let hint = |action, help| (key_for(Place::Board, action), help, action);
    vec![
        hint(Action::Choose, "choose"),
        hint(Action::StepBack, "back"),
        hint(Action::Hint, "show me"),
        hint(Action::Earlier, "previous step"),
        hint(Action::Rules, "rules"),
        hint(Action::Help, "keys"),
        hint(Action::Leave, "leave"),
    ]
}
