//! The list of moves.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use strata_table::NodeId;

use super::GameScreen;
use crate::board::Spot;
use crate::look::{Look, after, below, bold, columns, dim, row, selected, write};

impl GameScreen {
    /// Scrolls the move list with the mouse wheel.
    pub(super) fn scroll_moves(&mut self, down: bool) {
        let top = self.moves_top.unwrap_or(usize::MAX);
        // Drawing clamps it to the valid range.
        self.moves_top = Some(if down { top.saturating_add(1) } else { top.saturating_sub(1) });
    }

    /// Draws the moves in numbered rows. The move that led to the shown position is highlighted.
    pub(super) fn draw_moves(&mut self, area: Rect, buffer: &mut Buffer, look: &Look) {
        let history = self.table.history();
        let line = self.line().split_off(1);
        write(buffer, area, "Moves", dim());
        if line.is_empty() {
            write(buffer, after(area, 7), "none yet", dim());
            return;
        }
        let area = below(area, 1);
        let rows = history.rows(&line);
        let players = self.table.players();
        let number_width = columns(&rows.len().to_string()) + 2;
        let widest = line.iter().map(|id| columns(&history[*id].mv)).max().unwrap_or(0) + 2;
        let cell = widest.min((area.width.saturating_sub(number_width)) / players as u16).max(1);
        let seen = Some(self.seen());
        let seen_row = rows.iter().position(|row| row.moves.contains(&seen)).unwrap_or(0);
        let height = usize::from(area.height);
        let last_top = rows.len().saturating_sub(height);
        let around = seen_row.saturating_sub(height.saturating_sub(1) / 2);
        let top = self.moves_top.map_or(around, |top| top).min(last_top);
        if let Some(by_hand) = &mut self.moves_top {
            *by_hand = top;
        }
        for (line_number, shown) in (0..).zip(rows.iter().skip(top).take(height)) {
            let place = row(area, line_number);
            write(buffer, place, &format!("{}.", shown.number), dim());
            for (column, node) in (0..).zip(&shown.moves) {
                let place = after(place, number_width + column * cell);
                let place = Rect { width: cell.min(place.width), ..place };
                match node {
                    Some(node) => self.draw_move(*node, place, buffer, look),
                    None if shown.moves[usize::from(column)..].iter().any(Option::is_some) => {
                        write(buffer, place, look.sign("…", "..."), dim());
                    }
                    None => {}
                }
            }
        }
    }

    fn draw_move(&mut self, node: NodeId, place: Rect, buffer: &mut Buffer, look: &Look) {
        let history = self.table.history();
        let (moved, current) = (&history[node], history.current());
        let style = match () {
            () if node == self.seen() => selected(),
            // Moves that were taken back can still be redone.
            () if moved.ply > history[current].ply => dim(),
            () if node == current => bold(),
            () => Style::new(),
        };
        let has_others = self.has_variations(node);
        let text = shortened(&moved.mv, place.width.saturating_sub(1), has_others, look);
        write(buffer, place, &text, style);
        self.hits.add(place, Spot::Move(node));
    }

    /// Whether the move has alternatives.
    fn has_variations(&self, node: NodeId) -> bool {
        let history = self.table.history();
        let parent = history[node].parent.map(|parent| &history[parent]);
        parent.is_some_and(|parent| parent.children.len() > 1)
    }
}

/// A move in at most `room` columns, with a mark if it has alternatives.
fn shortened(mv: &str, room: u16, has_others: bool, look: &Look) -> String {
    let sign = if has_others { "~" } else { "" };
    let room = usize::from(room).saturating_sub(sign.len());
    if mv.chars().count() <= room {
        return format!("{mv}{sign}");
    }
    let cut: String = mv.chars().take(room.saturating_sub(1)).collect();
    format!("{cut}{}{sign}", look.sign("…", "~"))
}
