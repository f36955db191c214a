//! Draws the analysis board.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::{Clear, Widget};
use strata_engine::Value;
use strata_render::{Rgb, describe_square};
use strata_rules::{Square, Step};
use strata_table::History;
use strata_table::wording::value_letter;

use super::AnalysisScreen;
use crate::board::{
    BoardView, Focus, Hits, Plan, Proportions, draw_board, draw_choices, draw_keys, draw_players,
    entry_marks,
};
use crate::context::Context;
use crate::keys::{Action, Place, key_for};
use crate::look::{
    Look, after, below, bold, dim, row, selected, wrapped_rows, write, write_wrapped,
};

/// The colours of the letters on squares.
pub(super) const WIN: Rgb = Rgb(30, 130, 76);
pub(super) const DRAW: Rgb = Rgb(140, 110, 20);
pub(super) const LOSS: Rgb = Rgb(176, 48, 48);
const BEST: Rgb = Rgb(40, 90, 170);
pub(super) const OTHER: Rgb = Rgb(90, 90, 100);

/// The rows of the engine's lines below the board of a narrow screen.
const ENOUGH_LINES: u16 = 3;

impl AnalysisScreen {
    pub(crate) fn draw(&mut self, area: Rect, buffer: &mut Buffer, context: &Context) {
        let look = context.look();
        self.hits = Hits::default();
        let start = self.analysis.history()[History::ROOT].position.scene();
        let plan = Plan::divide(area, &start, false, Proportions::analysis(area.width));
        self.draw_title(plan.title, buffer, &look);
        if let Some(summary) = plan.summary {
            let taken = write(buffer, summary, &self.value_words(), bold());
            let source = self.source_words();
            let words = source.unwrap_or_else(|| self.progress_words(&look));
            write(buffer, after(summary, taken + 2), &words, dim());
        }
        self.draw_position(&plan, buffer, &look);
        let status = plan.status;
        let (words, prompt_rows) = match plan.side {
            Some(_) => (self.status_words(&look), status.height),
            // The engine's lines are below the prompt, and there is no room for notes.
            None => {
                let idle = self.prompt.is_none() && self.chooser.entry.is_empty();
                let mistake = self.mistake_words().filter(|_| idle);
                let words = mistake.unwrap_or_else(|| self.status_words(&look));
                (words, status.height.saturating_sub(ENOUGH_LINES).max(1))
            }
        };
        let rest = self.draw_status(&words, status, prompt_rows, buffer, &look);
        match plan.side {
            Some(side) => {
                let info = self.analysis.position().info();
                let is_over = self.analysis.result().is_some();
                let scene = self.chooser.entry.preview();
                draw_players(&scene, info, is_over, |_| None, row(side, 0), buffer, &look);
                let head = below(side, 2);
                write(buffer, row(head, 0), &self.value_words(), bold());
                write(buffer, row(head, 1), &self.progress_words(&look), dim());
                self.draw_panel(below(head, 2), buffer, &look);
                self.draw_note(rest, buffer);
            }
            None => self.draw_panel(rest, buffer, &look),
        }
        self.draw_message(plan.status, buffer);
        draw_keys(&key_hints(), plan.keys, buffer, &mut self.hits);
    }

    fn draw_title(&self, area: Rect, buffer: &mut Buffer, look: &Look) {
        let position = self.analysis.position();
        let dot = look.sign(" · ", ", ");
        let mut title = format!("{}{dot}analysis", position.info().name);
        if let Some(phase) = position.scene().phase {
            title += &format!("{dot}{phase}");
        }
        let taken = write(buffer, area, &title, bold());
        let line = self.analysis.line();
        let ply = self.analysis.history()[self.analysis.current()].ply;
        let is_main = self.analysis.history().main_line().contains(&self.analysis.current());
        let place = match (line.len() - 1, is_main) {
            (0, _) => String::new(),
            (last, true) => format!("move {ply} of {last}"),
            (last, false) => format!("move {ply} of {last}, variation"),
        };
        write(buffer, after(area, taken + 2), &place, selected());
    }

    fn draw_position(&mut self, plan: &Plan, buffer: &mut Buffer, look: &Look) {
        let scene = self.chooser.entry.preview();
        let board = BoardView {
            scene: &scene,
            info: self.analysis.position().info(),
            layout: &plan.layout,
            flip: self.chooser.flip,
            marks: entry_marks(&self.chooser.entry, &scene),
            letters: self.letters(look),
            focus: self.chooser.cursor,
            shows_cursor: self.chooser.focus == Focus::Board,
        };
        draw_board(board, plan.board, buffer, look, &mut self.hits);
    }

    /// The next square of a move, if the move starts with the steps chosen so far.
    pub(super) fn next_square(&self, mv: &str) -> Option<Square> {
        let steps = self.analysis.position().steps(mv).ok()?;
        let rest = steps.strip_prefix(self.chooser.entry.chosen())?;
        rest.first().copied().and_then(Step::square)
    }

    /// A letter on the next square of every move whose value is known, and of every line with its
    /// mirror images: W, D or L for proven values of the player to move, the number of the line or ?
    /// otherwise.
    fn letters(&self, look: &Look) -> Vec<(Square, char, Style)> {
        let (mut letters, unproven) = self.explored_letters(look);
        let lines = self.report().map_or(&[][..], |report| &report.lines);
        let is_explored = self.explored().is_some();
        for (number, line) in ('1'..='9').zip(lines) {
            let (letter, ground) = match line.value {
                Value::Win(_) => ('W', WIN),
                // Another move that starts there may be better.
                _ if is_explored => (number, OTHER),
                Value::Draw => ('D', DRAW),
                Value::Loss(_) => ('L', LOSS),
                Value::Estimate(_) if number == '1' => (number, BEST),
                Value::Estimate(_) => (number, OTHER),
            };
            for square in line.first_moves().filter_map(|mv| self.next_square(mv)) {
                // The best line comes first.
                if letters.iter().all(|(known, ..)| *known != square) {
                    letters.push((square, letter, look.badge(ground)));
                }
            }
        }
        for square in unproven {
            if letters.iter().all(|(known, ..)| *known != square) {
                letters.push((square, value_letter(None), look.badge(OTHER)));
            }
        }
        letters
    }

    /// Draws the prompt in at most `prompt_rows` rows, and the choices. Returns the rows that are
    /// left.
    fn draw_status(
        &mut self,
        words: &str,
        area: Rect,
        prompt_rows: u16,
        buffer: &mut Buffer,
        look: &Look,
    ) -> Rect {
        let prompt = Rect { height: prompt_rows, ..area };
        let rows = write_wrapped(buffer, prompt, words, bold());
        let rest = below(area, rows.min(prompt_rows));
        let is_choosing = self.prompt.is_none() && !self.chooser.choices().is_empty();
        if !is_choosing {
            return rest;
        }
        // At the start of a move, digits play the engine's lines.
        let has_digits = !self.chooser.entry.is_empty();
        let place = row(rest, 0);
        draw_choices(&self.chooser, has_digits, place, buffer, look, &mut self.hits);
        below(rest, 1)
    }

    fn status_words(&self, look: &Look) -> String {
        if let Some(prompt) = &self.prompt {
            return self.prompt_words(prompt, look.sign("▏", "_"));
        }
        let position = self.analysis.position();
        match position.outcome() {
            Some(_) => position.status(),
            None => self.chooser.prompt(position.side_name(position.turn()), look),
        }
    }

    /// What was wrong with the current move.
    fn mistake_words(&self) -> Option<String> {
        let mistake = self.analysis.mistake(self.analysis.current())?;
        let mv = &self.analysis.history()[self.analysis.current()].mv;
        Some(format!("{mv}{} {}", mistake.quality.sign(), mistake.text))
    }

    /// The comment on the current move, and the square under the cursor.
    fn draw_note(&self, area: Rect, buffer: &mut Buffer) {
        let node = &self.analysis.history()[self.analysis.current()];
        let comment = Some(node.comments.join(" ")).filter(|text| !text.is_empty());
        let scene = self.chooser.entry.preview();
        let square = describe_square(&scene, self.analysis.position().info(), self.chooser.cursor);
        let mut rest = area;
        for text in self.mistake_words().into_iter().chain(comment).chain([square]) {
            let rows = write_wrapped(buffer, rest, &text, Style::new());
            rest = below(rest, rows);
        }
    }

    /// Draws the message over the last status lines.
    fn draw_message(&self, area: Rect, buffer: &mut Buffer) {
        let Some(message) = &self.message else { return };
        let height = wrapped_rows(message, area.width).min(area.height);
        // The prompt stays visible where there is room.
        let first = 1.min(area.height - height);
        let place = Rect { y: area.y + first, height, ..area };
        Clear.render(place, buffer);
        write_wrapped(buffer, place, message, bold());
    }
}

/// The keys worth knowing, the most needed first: not all fit into a small terminal.
fn key_hints() -> Vec<(String, &'static str, Action)> {
    let hint = |action, help| (key_for(Place::Analysis, action), help, action);
    vec![
        hint(Action::Earlier, "back"),
        hint(Action::Later, "forward"),
        hint(Action::Review, "review"),
        hint(Action::NextMistake, "mistake"),
        hint(Action::EngineSwitch, "engine"),
        hint(Action::Help, "keys"),
        hint(Action::Leave, "leave"),
        hint(Action::PlayFromHere, "play"),
        hint(Action::MoreLines, "lines"),
        hint(Action::TypeMove, "type"),
        hint(Action::Delete, "delete"),
        hint(Action::Save, "save"),
    ]
}
