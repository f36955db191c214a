//! Draws the game, and remembers what can be clicked.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};
use strata_render::terminal::{CURSOR, SquareArea, draw_with_layout};
use strata_render::{Mark, View};
use strata_rules::{Scene, Square, Step};
use strata_table::{History, NodeId};

use super::GameScreen;
use super::choosing::Focus;
use super::plan::Plan;
use crate::context::Context;
use crate::keys::Action;
use crate::look::Look;

/// Something that can be clicked.
#[derive(Clone, Copy, Debug)]
pub(super) enum Spot {
    Square(Square),
    Choice(Step),
    Move(NodeId),
    Action(Action),
}

/// The clickable areas of the last drawing.
#[derive(Default)]
pub(super) struct Hits(Vec<(Rect, Spot)>);

impl Hits {
    pub(super) fn add(&mut self, area: Rect, spot: Spot) {
        self.0.push((area, spot));
    }

    /// What is at a place. Later drawings cover earlier ones.
    pub(super) fn at(&self, at: Position) -> Option<Spot> {
        self.0.iter().rev().find(|(area, _)| area.contains(at)).map(|(_, spot)| *spot)
    }
}

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
        let view = View { flip: self.flip, theme: look.theme, marks, ..View::default() };
        let picture =
            draw_with_layout(&scene, info, &view, &plan.layout, look.unicode, self.cursor);
        look.paint(&picture.canvas, plan.board, buffer);
        let place = |area: &SquareArea| {
            let [x, y, width, height] =
                [area.column, area.row, area.width, area.height].map(|number| number as u16);
            Rect::new(plan.board.x + x, plan.board.y + y, width, height)
        };
        for area in &picture.squares {
            let square = place(area).intersection(plan.board);
            // The lines right of and below a square belong to it.
            let line = u16::from(plan.layout.lines);
            let hit = Rect { width: square.width + line, height: square.height + line, ..square };
            self.hits.add(hit, Spot::Square(area.square));
            if area.square == self.cursor && self.shows_cursor() {
                draw_cursor(square, buffer);
            }
        }
        for area in &picture.stack_lines {
            let line = place(area).intersection(plan.board);
            self.hits.add(line, Spot::Square(area.square));
        }
    }

    /// Marks the last move of every player, where there are more than two.
    fn add_last_moves(&self, scene: &mut Scene) {
        let players = self.table.players();
        if players == 2 || self.playback.is_some() || !self.entry.is_empty() {
            return;
        }
        let history = self.table.history();
        let path = history.path_to(self.seen());
        for node in path.iter().skip(1).rev().take(players) {
            scene.last_move.extend(history[*node].position.scene().last_move);
        }
    }

    fn shows_cursor(&self) -> bool {
        self.focus == Focus::Board && self.playback.is_none()
    }

    /// The scene that is shown: of the bot's move, of the move being entered, or of the position.
    pub(super) fn scene(&self) -> Scene {
        match &self.playback {
            Some(playback) if self.looking.is_none() => playback.scene(),
            _ if self.is_entering() => self.entry.preview(),
            _ => self.seen_position().scene(),
        }
    }

    /// The marks for entering a move: the squares that can be chosen, and those chosen so far.
    fn marks(&self, scene: &Scene) -> Vec<(Square, Mark)> {
        if !self.is_entering() {
            return Vec::new();
        }
        if !self.hints.squares.is_empty() && self.entry.is_empty() {
            return self.hints.squares.iter().map(|square| (*square, Mark::Target)).collect();
        }
        let open = self.entry.squares();
        if self.entry.is_empty() {
            // Marks on nearly all squares would not help.
            let is_useful = open.len() * 3 <= scene.cells.len() * 2;
            let sources = open.into_iter().filter(|_| is_useful);
            return sources.map(|square| (square, Mark::Source)).collect();
        }
        let chosen = self.entry.chosen_squares().into_iter().map(|square| (square, Mark::Chosen));
        chosen.chain(open.into_iter().map(|square| (square, Mark::Target))).collect()
    }
}

/// Draws the cursor in the first and last column of a square.
fn draw_cursor(place: Rect, buffer: &mut Buffer) {
    if place.is_empty() {
        return;
    }
    let middle = place.y + (place.height - 1) / 2;
    let style = Style::reset().add_modifier(Modifier::BOLD | Modifier::REVERSED);
    for (x, sign) in [(place.left(), CURSOR.left), (place.right() - 1, CURSOR.right)] {
        for y in place.top()..place.bottom() {
            if let Some(cell) = buffer.cell_mut(Position::new(x, y)) {
                // A very high stack leaves no room for the second sign.
                let is_text = cell.symbol().starts_with(char::is_alphanumeric);
                let symbol = if y == middle { sign } else { ' ' };
                match is_text {
                    true => cell.set_style(style),
                    false => cell.set_char(symbol).set_style(style),
                };
            }
        }
    }
}
