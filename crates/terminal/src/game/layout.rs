//! Where everything stands on the screen.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Modifier;
use strata_render::terminal::{Picture, Steady, TerminalStyle, draw_without_players};
use strata_render::{Mark, View};
use strata_rules::{Scene, Square, Step};
use strata_table::NodeId;

use super::GameScreen;
use super::choosing::Focus;
use crate::context::Context;
use crate::keys::Action;
use crate::look::{Look, after, row};

/// From this width on the players stand beside the board.
const WIDE: u16 = 62;
/// The least and most columns of the players and the moves.
const LEAST_SIDE: u16 = 22;
const MOST_SIDE: u16 = 46;
/// The columns that a letter and a digit take.
const ENOUGH_INSIDE: usize = 2;
/// The columns of the evaluation bar and of the gap before it.
const BAR: u16 = 2;
const GAP: u16 = 2;

/// Something that can be clicked.
#[derive(Clone, Copy, Debug)]
pub(super) enum Spot {
    Square(Square),
    Choice(Step),
    Move(NodeId),
    Action(Action),
}

/// Where what can be clicked was last drawn.
#[derive(Default)]
pub(super) struct Hits(Vec<(Rect, Spot)>);

impl Hits {
    pub(super) fn add(&mut self, area: Rect, spot: Spot) {
        self.0.push((area, spot));
    }

    /// What is at a place; what was drawn later covers what was drawn before.
    pub(super) fn at(&self, at: Position) -> Option<Spot> {
        self.0.iter().rev().find(|(area, _)| area.contains(at)).map(|(_, spot)| *spot)
    }
}

impl GameScreen {
    pub(crate) fn draw(&mut self, area: Rect, buffer: &mut Buffer, context: &Context) {
        let look = context.look();
        self.hits = Hits::default();
        let is_wide = area.width >= WIDE;
        let head = if is_wide { 1 } else { 2 };
        let foot = if area.height >= 16 { 4 } else { 2 };
        self.draw_title(row(area, 0), buffer, &look);
        if !is_wide {
            self.draw_summary(row(area, 1), buffer, context);
        }
        let middle = Rect { y: area.y + head, height: area.height - head - foot, ..area };
        let bar = if context.settings.evaluation { BAR + GAP } else { 0 };
        let side = if is_wide { LEAST_SIDE + GAP } else { 0 };
        let room = Rect { width: middle.width - bar - side, ..middle };
        let used = self.draw_board(room, buffer, &look);
        // What stands beside the board does not move about when the board grows and shrinks.
        let before = Some(self.widest).filter(|(known, _)| *known == room);
        let widest = before.map_or(0, |(_, width)| width).max(used.width);
        self.widest = (room, widest);
        if context.settings.evaluation {
            let bar = Rect { x: used.x + widest + GAP, width: BAR, height: used.height, ..used };
            self.draw_bar(bar.intersection(middle), buffer, context);
        }
        if is_wide {
            let rest = after(middle, widest + bar + GAP);
            let side = Rect { width: rest.width.min(MOST_SIDE), ..rest };
            self.draw_side(side, buffer, context);
        }
        let foot = Rect { y: middle.bottom(), height: foot, ..area };
        self.draw_status(foot, buffer, context);
    }

    /// Draws the board with lines between its squares if they fit, else without, else the part
    /// around the cursor. Returns the area it took.
    fn draw_board(&mut self, room: Rect, buffer: &mut Buffer, look: &Look) -> Rect {
        let scene = self.scene();
        let info = self.table.position().info();
        let marks = self.marks(&scene);
        let view = View { flip: self.flip, theme: look.theme, marks, ..View::default() };
        let width = usize::from(room.width);
        let fits = |picture: &Picture| {
            picture.canvas.width() <= width && picture.canvas.height() <= room.height.into()
        };
        let lists_stacks = self.lists_stacks == Some(room);
        let draw = |roomy, least_inside| {
            let style = TerminalStyle { unicode: look.unicode, roomy, width };
            let steady = Steady { least_inside, lists_stacks };
            draw_without_players(&scene, info, &view, style, steady)
        };
        // Squares are wide enough for any piece from the start, so that they need not grow.
        let mut picture = draw(true, ENOUGH_INSIDE);
        if !fits(&picture) {
            picture = draw(false, ENOUGH_INSIDE);
        }
        if !fits(&picture) {
            picture = draw(false, 0);
        }
        if picture.lists_stacks {
            self.lists_stacks = Some(room);
        }
        let cell = picture.cell_width;
        let cursor = picture.squares.iter().find(|(square, ..)| *square == self.cursor);
        let (x, y) = cursor.map_or((0, 0), |(_, x, y)| (*x, *y));
        let from = (
            scroll(x, cell, picture.canvas.width(), width),
            scroll(y, 1, picture.canvas.height(), room.height.into()),
        );
        let used = Rect {
            width: picture.canvas.width().min(width) as u16,
            height: picture.canvas.height().min(room.height.into()) as u16,
            ..room
        };
        look.paint(&picture.canvas, from, used, buffer);
        for (square, x, y) in &picture.squares {
            let (Some(x), Some(y)) = (x.checked_sub(from.0), y.checked_sub(from.1)) else {
                continue;
            };
            let place = Rect::new(used.x + x as u16, used.y + y as u16, cell as u16, 1);
            if place.intersection(used) != place {
                continue;
            }
            self.hits.add(place, Spot::Square(*square));
            if *square == self.cursor && self.shows_cursor() {
                draw_cursor(place, buffer);
            }
        }
        used
    }

    fn shows_cursor(&self) -> bool {
        self.focus == Focus::Board && self.playback.is_none()
    }

    /// The scene that is seen now.
    pub(super) fn scene(&self) -> Scene {
        match &self.playback {
            Some(showing) if self.looking.is_none() => showing.scene(),
            _ if self.is_entering() => self.entry.preview(),
            _ => self.seen_position().scene(),
        }
    }

    /// What is marked: what can be chosen first; then what was chosen and what can follow.
    fn marks(&self, scene: &Scene) -> Vec<(Square, Mark)> {
        if !self.is_entering() {
            return Vec::new();
        }
        if !self.hints.squares.is_empty() && self.entry.is_empty() {
            return self.hints.squares.iter().map(|square| (*square, Mark::Target)).collect();
        }
        let open = self.entry.squares();
        if self.entry.is_empty() {
            // Marks on nearly all squares would say nothing.
            let says_something = open.len() * 3 <= scene.cells.len() * 2;
            let sources = open.into_iter().filter(|_| says_something);
            return sources.map(|square| (square, Mark::Source)).collect();
        }
        let chosen = self.entry.chosen_squares().into_iter().map(|square| (square, Mark::Chosen));
        chosen.chain(open.into_iter().map(|square| (square, Mark::Target))).collect()
    }
}

/// The signs around the square with the cursor; its ground still says what can be done there.
fn draw_cursor(place: Rect, buffer: &mut Buffer) {
    for (x, sign) in [(place.left(), '>'), (place.right() - 1, '<')] {
        if let Some(cell) = buffer.cell_mut(Position::new(x, place.y)) {
            cell.set_char(sign).modifier.insert(Modifier::BOLD | Modifier::REVERSED);
        }
    }
}

/// How far to scroll so that `length` cells from `at` on are seen in the middle, if need be.
fn scroll(at: usize, length: usize, all: usize, room: usize) -> usize {
    let centred = (at + length / 2).saturating_sub(room / 2);
    centred.min(all.saturating_sub(room))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scrolling_keeps_the_cursor_in_sight() {
        for all in 1..40 {
            for room in 3..40 {
                for at in 0..all {
                    let from = scroll(at, 1, all, room);
                    assert!(from <= at && at < from + room, "{at} of {all} in {room}");
                    assert!(all > room || from == 0);
                }
            }
        }
    }
}
