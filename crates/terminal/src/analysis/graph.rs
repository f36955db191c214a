//! The graph of the winning chance over the game.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use strata_engine::MoveQuality;
use strata_render::terminal::Colours;
use strata_rules::Player;
use strata_table::NodeId;

use super::AnalysisScreen;
use crate::board::Spot;
use crate::look::{Look, after, bold, dim, row, write};

/// Bars of growing height, in eighths of a row.
const EIGHTHS: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];

/// The columns of a bar, if there is room.
const WIDEST_BAR: usize = 3;

/// The columns of the letters on the left.
const LETTERS: u16 = 2;

impl AnalysisScreen {
    /// Draws the winning chance of the first player from the bottom up, one bar for a position,
    /// and below the bars the current position and the mistakes.
    pub(super) fn draw_graph(&mut self, area: Rect, buffer: &mut Buffer, look: &Look) {
        let line = self.analysis.line();
        if line.len() < 2 {
            return;
        }
        let bars = Rect { height: area.height - 1, ..after(area, LETTERS) };
        self.draw_letters(area, bars.height, buffer, look);
        let columns = spread(line.len(), usize::from(bars.width));
        for (x, places) in (bars.x..).zip(&columns) {
            let nodes = &line[places.clone()];
            let chance =
                nodes.iter().rev().find_map(|node| self.analysis.first_players_chance(*node));
            if let Some(chance) = chance {
                let column = Rect { x, width: 1, ..bars };
                self.draw_bar(chance, column, buffer, look);
            }
            let current = nodes.iter().find(|node| **node == self.analysis.current());
            let shown = current.or(nodes.first());
            let hit = Rect { x, width: 1, ..area };
            if let Some(node) = shown {
                self.hits.add(hit, Spot::Move(*node));
            }
        }
        self.draw_marks(&line, &columns, row(after(area, LETTERS), area.height - 1), buffer, look);
    }

    /// The letters of both sides, at the end of the graph where each one is winning.
    fn draw_letters(&self, area: Rect, height: u16, buffer: &mut Buffer, look: &Look) {
        let position = self.analysis.position();
        let info = position.info();
        let side = |player| info.side(position.side_of(player));
        let mut draw = |line, player| {
            let side = side(player);
            let place = Rect { width: 1, ..row(area, line) };
            write(buffer, place, &side.letter.to_string(), look.side(side));
        };
        draw(height.saturating_sub(1), Player(0));
        if position.players() == 2 {
            draw(0, Player(1));
        }
    }

    fn draw_bar(&self, chance: f64, area: Rect, buffer: &mut Buffer, look: &Look) {
        let position = self.analysis.position();
        let info = position.info();
        let side = |player| info.side(position.side_of(player));
        let has_colours = look.colours != Colours::None && position.players() == 2;
        let style = match has_colours {
            true => look.bar(side(Player(0)), side(Player(1))),
            false => Style::new(),
        };
        for (line, eighths) in (0..area.height).rev().zip(bar(chance, area.height)) {
            let symbol = match (look.unicode, eighths) {
                (true, 0) if !has_colours => "·",
                (true, _) => EIGHTHS[eighths],
                (false, 0) if has_colours => " ",
                (false, 0) => ".",
                (false, 1..=4) => ":",
                (false, _) => "#",
            };
            if let Some(cell) = buffer.cell_mut(Position::new(area.x, area.y + line)) {
                cell.set_symbol(symbol).set_style(style);
            }
        }
    }

    /// Marks the current position and the mistakes below their bars.
    fn draw_marks(
        &self,
        line: &[NodeId],
        columns: &[std::ops::Range<usize>],
        area: Rect,
        buffer: &mut Buffer,
        look: &Look,
    ) {
        let mut x = 0;
        while let Some(places) = columns.get(x) {
            let width = columns[x..].iter().take_while(|other| *other == places).count();
            let nodes = &line[places.clone()];
            let place = Rect { width: width as u16, ..after(area, x as u16) };
            let worst = nodes.iter().filter_map(|node| self.analysis.mistake(*node));
            let worst =
                worst.map(|mistake| mistake.quality).max_by_key(|quality| severity(*quality));
            if nodes.contains(&self.analysis.current()) {
                write(buffer, place, look.sign("▲", "^"), bold());
                let sign = worst.map_or("", MoveQuality::sign);
                write(buffer, after(place, 1), sign, bold());
            } else if let Some(quality) = worst {
                write(buffer, place, quality.sign(), dim());
            }
            x += width;
        }
    }
}

const fn severity(quality: MoveQuality) -> u8 {
    match quality {
        MoveQuality::Inaccuracy => 0,
        MoveQuality::Mistake => 1,
        MoveQuality::Blunder => 2,
    }
}

/// The positions that each column shows: several columns for one position of a short game, several
/// positions in one column for a long one.
fn spread(count: usize, width: usize) -> Vec<std::ops::Range<usize>> {
    if count <= width {
        let bar = (width / count).clamp(1, WIDEST_BAR);
        return (0..count * bar).map(|x| x / bar..x / bar + 1).collect();
    }
    (0..width).map(|x| x * count / width..(x + 1) * count / width).collect()
}

/// The eighths of each row that a bar fills, from the bottom up.
fn bar(chance: f64, height: u16) -> impl Iterator<Item = usize> {
    let filled = (chance * f64::from(height) * 8.0).round() as usize;
    (0..usize::from(height)).map(move |row| filled.saturating_sub(row * 8).min(8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_grow_with_the_chance() {
        let rows = |chance| bar(chance, 3).collect::<Vec<_>>();
        assert_eq!(rows(0.0), [0, 0, 0]);
        assert_eq!(rows(0.5), [8, 4, 0]);
        assert_eq!(rows(1.0), [8, 8, 8]);
    }

    #[test]
    fn every_position_has_a_column() {
        for count in 1..120 {
            for width in 1..90 {
                let columns = spread(count, width);
                assert!(columns.len() <= width);
                assert_eq!((columns[0].start, columns[columns.len() - 1].end), (0, count));
                for pair in columns.windows(2) {
                    assert!(pair[0] == pair[1] || pair[0].end == pair[1].start, "{pair:?}");
                    assert!(!pair[0].is_empty(), "{pair:?}");
                }
            }
        }
    }
}
