//! Draws a puzzle.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::PuzzleScreen;
use crate::board::{
    BoardView, Focus, Hits, Plan, Proportions, draw_board, draw_choices, draw_keys, draw_players,
    entry_marks,
};
use crate::context::Context;
use crate::keys::{Action, Place, key_for};
use crate::look::{Look, below, bold, dim, row, selected, write, write_wrapped};

impl PuzzleScreen {
    pub(crate) fn draw(&mut self, area: Rect, buffer: &mut Buffer, context: &Context) {
        let look = context.look();
        self.hits = Hits::default();
        let start = self.puzzle().position.scene();
        let plan = Plan::divide(area, &start, false, Proportions::GAME);
        let dot = look.sign(" · ", ", ");
        let puzzle = self.puzzle();
        let title = format!(
            "{}{dot}puzzle {}{dot}{}",
            puzzle.position.info().name,
            puzzle.id,
            puzzle.rating
        );
        write(buffer, plan.title, &title, bold());
        self.draw_position(&plan, buffer, &look);
        self.draw_status(plan.status, buffer, &look);
        let (scene, info) = (self.position().scene(), self.puzzle().position.info());
        match (plan.side, plan.summary) {
            (Some(side), _) => {
                draw_players(&scene, info, self.is_over(), |_| None, row(side, 0), buffer, &look);
                self.draw_side(below(side, 2), buffer, context);
            }
            (None, Some(summary)) => {
                draw_players(&scene, info, self.is_over(), |_| None, summary, buffer, &look);
            }
            (None, None) => {}
        }
        draw_keys(&self.keys(), plan.keys, buffer, &mut self.hits);
    }

    fn draw_position(&mut self, plan: &Plan, buffer: &mut Buffer, look: &Look) {
        let is_entering = self.refuted.is_none() && !self.is_over();
        let scene =
            if is_entering { self.chooser.entry.preview() } else { self.position().scene() };
        let marks = if is_entering { entry_marks(&self.chooser.entry, &scene) } else { Vec::new() };
        let board = BoardView {
            scene: &scene,
            info: self.puzzle().position.info(),
            layout: &plan.layout,
            flip: self.chooser.flip,
            marks,
            letters: Vec::new(),
            focus: self.chooser.cursor,
            shows_cursor: is_entering && self.chooser.focus == Focus::Board,
        };
        draw_board(board, plan.board, buffer, look, &mut self.hits);
    }

    /// The task or the question, the choices and the message.
    fn draw_status(&mut self, area: Rect, buffer: &mut Buffer, look: &Look) {
        let position = self.solving.attempt().position();
        let name = position.side_name(position.turn());
        let prompt = match &self.typing {
            Some(line) => {
                format!("Move: {}{}   (Enter plays, Esc cancels)", line.0, look.sign("▏", "_"))
            }
            None if self.is_over() => "Enter: next puzzle".to_owned(),
            None if self.chooser.entry.is_empty() => self.puzzle().task.clone(),
            None => self.chooser.prompt(name, look),
        };
        let mut rest = below(area, write_wrapped(buffer, area, &prompt, bold()));
        if self.refuted.is_none() && !self.is_over() && !self.chooser.choices().is_empty() {
            draw_choices(&self.chooser, true, row(rest, 0), buffer, look, &mut self.hits);
            rest = below(rest, 1);
        }
        write_wrapped(buffer, rest, &self.message, Style::new());
    }

    /// The moves so far, and what is known of the puzzle and the player.
    fn draw_side(&self, area: Rect, buffer: &mut Buffer, context: &Context) {
        let puzzle = self.puzzle();
        let progress = context.storage.progress();
        let mut rest = area;
        let mut line = |text: &str, style: Style| {
            let rows = write_wrapped(buffer, rest, text, style);
            rest = below(rest, rows);
        };
        line(&puzzle.task, bold());
        line("", dim());
        let moves = self.solving.attempt().moves();
        if !moves.is_empty() {
            line(&moves.join(" "), selected());
            line("", dim());
        }
        line(&format!("Your rating: {}", progress.shown_rating()), Style::new());
        line(&format!("In a row: {}, best {}", progress.streak, progress.best), Style::new());
        line(
            &format!("Solved: {} of {}", progress.solved(), self.library.puzzles().len()),
            Style::new(),
        );
        if self.is_over() {
            line("", dim());
            line(&format!("Solution: {}", puzzle.main_line().join(" ")), Style::new());
            if !puzzle.themes.is_empty() {
                line(&format!("Themes: {}", puzzle.themes.join(", ")), dim());
            }
            line(&puzzle.origin, dim());
        }
    }

    fn keys(&self) -> Vec<(String, &'static str, Action)> {
        let all: &[(Action, &str)] = match self.is_over() {
            true => &[
                (Action::NextPuzzle, "next puzzle"),
                (Action::Analyse, "analysis"),
                (Action::Help, "keys"),
                (Action::Leave, "back"),
            ],
            false => &[
                (Action::Hint, "hint"),
                (Action::TypeMove, "type a move"),
                (Action::ShowSolution, "solution"),
                (Action::NextPuzzle, "next puzzle"),
                (Action::Help, "keys"),
                (Action::Leave, "back"),
            ],
        };
        all.iter().map(|(action, help)| (key_for(Place::Puzzle, *action), *help, *action)).collect()
    }
}
