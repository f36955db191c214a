//! Draws the game, and remembers what can be clicked.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use strata_render::Mark;
use strata_rules::{Scene, Square};
use strata_table::History;

use super::GameScreen;
use crate::board::{BoardView, Focus, Hits, Plan, draw_board, entry_marks};
use crate::context::Context;
use crate::look::Look;

impl GameScreen {
    pub(crate) fn draw(&mut self, area: Rect, buffer: &mut Buffer, context: &Context) {
        let look = context.look();
        self.hits = Hits::default();
        let start = self.table.history()[History::ROOT].position.scene();
        let plan = Plan::new(area, &start, context.settings.evaluation);
        self.draw_title(plan.title, buffer, &look);
        if let Some(summary) = plan.summary {
            self.draw_summary(summary, buffer, context);
        }
        self.draw_board(&plan, buffer, &look);
        if let Some(bar) = plan.bar {
            self.draw_bar(bar, buffer, context);
        }
        if let Some(side) = plan.side {
            self.draw_side(side, buffer, context);
        }
        self.draw_status(plan.status, buffer, context);
        self.draw_hints(plan.keys, buffer);
    }

    fn draw_board(&mut self, plan: &Plan, buffer: &mut Buffer, look: &Look) {
        let mut scene = self.scene();
        self.add_last_moves(&mut scene);
        let info = self.table.position().info();
        let marks = self.marks(&scene);
        let board = BoardView {
            scene: &scene,
            info,
            layout: &plan.layout,
            flip: self.chooser.flip,
            marks,
            letters: Vec::new(),
            focus: self.chooser.cursor,
            shows_cursor: self.shows_cursor(),
        };
        draw_board(board, plan.board, buffer, look, &mut self.hits);
    }

    /// Marks the last move of every player, where there are more than two.
    fn add_last_moves(&self, scene: &mut Scene) {
        let players = self.table.players();
        if players == 2 || self.playback.is_some() || !self.chooser.entry.is_empty() {
            return;
        }
        let history = self.table.history();
        let path = history.path_to(self.seen());
        for node in path.iter().skip(1).rev().take(players) {
            scene.last_move.extend(history[*node].position.scene().last_move);
        }
    }

    fn shows_cursor(&self) -> bool {
        self.chooser.focus == Focus::Board && self.playback.is_none()
    }

    /// The scene that is shown: of the bot's move, of the move being entered, or of the position.
    pub(super) fn scene(&self) -> Scene {
        match &self.playback {
            Some(playback) if self.looking.is_none() => playback.scene(),
            _ if self.is_entering() => self.chooser.entry.preview(),
            _ => self.seen_position().scene(),
        }
    }

    /// The marks for entering a move: the squares that can be chosen, and those chosen so far.
    fn marks(&self, scene: &Scene) -> Vec<(Square, Mark)> {
        if !self.is_entering() {
            return Vec::new();
        }
        if !self.hints.squares.is_empty() && self.chooser.entry.is_empty() {
            return self.hints.squares.iter().map(|square| (*square, Mark::Target)).collect();
        }
        entry_marks(&self.chooser.entry, scene)
    }
}
