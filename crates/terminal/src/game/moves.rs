//! The list of moves.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use strata_table::{History, NodeId};

use super::GameScreen;
use super::layout::Spot;
use super::side::below;
use crate::look::{Look, after, bold, columns, dim, row, selected, write};

impl GameScreen {
    /// Scrolls the list of moves by hand.
    pub(super) fn scroll_moves(&mut self, down: bool) {
        let top = self.moves_top.unwrap_or(usize::MAX);
        // Drawing limits it to the length of the list.
        self.moves_top = Some(if down { top.saturating_add(1) } else { top.saturating_sub(1) });
    }

    /// Draws the moves in numbered rows. The move that led to the shown position is highlighted.
    pub(super) fn draw_moves(&mut self, area: Rect, buffer: &mut Buffer, look: &Look) {
        let history = self.table.history();
        let line = &self.line()[1..];
        write(buffer, area, "Moves", dim());
        if line.is_empty() {
            write(buffer, after(area, 7), "none yet", dim());
            return;
        }
        let area = below(area, 1);
        let players = self.table.players();
        let first = history[History::ROOT].player.index();
        let number_width = columns(&((line.len() + first) / players + 1).to_string()) + 2;
        let widest = line.iter().map(|id| columns(&history[*id].mv)).max().unwrap_or(0) + 2;
        let cell = widest.min((area.width.saturating_sub(number_width)) / players as u16).max(1);
        let place_of = |index: usize| ((index + first) / players, (index + first) % players);
        let seen = line.iter().position(|node| *node == self.seen());
        let seen_row = seen.map_or(0, |index| place_of(index).0);
        let last_row = place_of(line.len() - 1).0;
        let height = usize::from(area.height);
        let last_top = (last_row + 1).saturating_sub(height);
        let around = seen_row.saturating_sub(height.saturating_sub(1) / 2);
        let top = self.moves_top.map_or(around, |top| top).min(last_top);
        if let Some(by_hand) = &mut self.moves_top {
            *by_hand = top;
        }
        let current = self.table.history().current();
        let spots: Vec<(usize, NodeId)> = line.iter().copied().enumerate().collect();
        for (index, node) in spots {
            let (line_number, column) = place_of(index);
            if line_number < top || line_number - top >= height {
                continue;
            }
            let place = row(area, (line_number - top) as u16);
            write(buffer, place, &format!("{}.", line_number + 1), dim());
            let place = after(place, number_width + column as u16 * cell);
            let place = Rect { width: cell.min(place.width), ..place };
            let moved = &self.table.history()[node];
            let style = match () {
                () if node == self.seen() => selected(),
                // Moves that were taken back can be redone.
                () if moved.ply > self.table.history()[current].ply => dim(),
                () if node == current => bold(),
                () => Style::new(),
            };
            let has_variations = self.has_variations(node);
            let text = shortened(&moved.mv, cell.saturating_sub(1), has_variations, look);
            write(buffer, place, &text, style);
            self.hits.add(place, Spot::Move(node));
        }
    }

    /// Whether there are variations to this move.
    fn has_variations(&self, node: NodeId) -> bool {
        let history = self.table.history();
        let parent = history[node].parent.map(|parent| &history[parent]);
        parent.is_some_and(|parent| parent.children.len() > 1)
    }
}

/// A move, shortened to `width` columns. A move with variations has a sign behind it.
fn shortened(mv: &str, width: u16, has_variations: bool, look: &Look) -> String {
    let sign = if has_variations { "~" } else { "" };
    let width = usize::from(width).saturating_sub(sign.len());
    if mv.chars().count() <= width {
        return format!("{mv}{sign}");
    }
    let cut: String = mv.chars().take(width.saturating_sub(1)).collect();
    format!("{cut}{}{sign}", look.sign("…", "~"))
}
