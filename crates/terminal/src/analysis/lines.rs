//! The engine's lines, and the panel with the lines, the moves and the graph.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use strata_engine::Report;
use strata_table::wording::{line_move_text, value_text};

use super::AnalysisScreen;
use crate::board::Spot;
use crate::look::{Look, after, below, bold, columns, dim, row, write};

/// The rows of the parts of the panel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Rows {
    lines: u16,
    moves: u16,
    graph: u16,
}

/// At least this many lines of the engine are shown, if there is room.
const LEAST_LINES: u16 = 3;

impl Rows {
    /// Divides the rows of a panel; there is an empty row between the parts.
    fn divide(height: u16, wanted_lines: u16) -> Self {
        let graph = match height {
            0..13 => 0,
            13..20 => 4,
            20..32 => 6,
            _ => 9,
        };
        let rest = height - if graph > 0 { graph + 1 } else { 0 };
        let most = (rest / 2).max(LEAST_LINES).min(rest);
        let lines = wanted_lines.clamp(1.min(most), most.max(1));
        Self { lines, moves: rest.saturating_sub(lines + 1), graph }
    }
}

impl AnalysisScreen {
    /// What the engine knows of the current position.
    pub(super) fn report(&self) -> Option<&Report> {
        let current = self.analysis.current();
        self.engine.live(current).or_else(|| self.analysis.report(current))
    }

    /// The value of the current position, or the result.
    pub(super) fn value_words(&self) -> String {
        if let Some(result) = self.analysis.result() {
            return result;
        }
        let position = self.analysis.position();
        let line = self.report().and_then(|report| report.lines.first());
        match line.map(|line| line.value).or_else(|| self.analysis.value(self.analysis.current())) {
            Some(value) => value_text(position, position.turn(), value),
            None => "Not evaluated yet".to_owned(),
        }
    }

    /// What the engine is doing.
    pub(super) fn progress_words(&self, look: &Look) -> String {
        if let Some((done, total)) = self.analysis.review_progress() {
            return format!("Review: {done} of {total} positions");
        }
        if self.analysis.position().outcome().is_some() {
            return String::new();
        }
        match (self.report(), self.engine.is_on()) {
            (Some(report), true) => report.progress_text(),
            (Some(report), false) => format!("off, {}", report.progress_text()),
            (None, true) if self.engine.is_searching() => {
                format!("Thinking{}", look.sign("…", "..."))
            }
            (None, _) => "The engine is off: e starts it".to_owned(),
        }
    }

    /// Draws the lines, the moves and the graph.
    pub(super) fn draw_panel(&mut self, area: Rect, buffer: &mut Buffer, look: &Look) {
        let wanted = u16::try_from(self.engine.lines()).unwrap_or(u16::MAX);
        let rows = Rows::divide(area.height, wanted);
        self.draw_lines(Rect { height: rows.lines.min(area.height), ..area }, buffer, look);
        let rest = below(area, rows.lines + 1);
        self.draw_moves(Rect { height: rows.moves.min(rest.height), ..rest }, buffer, look);
        if rows.graph > 0 {
            let graph = Rect { y: area.bottom() - rows.graph, height: rows.graph, ..area };
            self.draw_graph(graph, buffer, look);
        }
    }

    /// Draws the engine's lines: number, move, value and continuation.
    fn draw_lines(&mut self, area: Rect, buffer: &mut Buffer, look: &Look) {
        let Some(report) = self.report() else { return };
        let position = self.analysis.position();
        let shown = report.lines.iter().take(usize::from(area.height)).filter_map(|line| {
            let (mv, rest) = line.moves.split_first()?;
            let value = value_text(position, position.turn(), line.value);
            let with_mirrors = line_move_text(line);
            let fits = columns(&with_mirrors) + columns(&value) + 5 <= area.width;
            let mv = if fits { with_mirrors } else { mv.clone() };
            Some((mv, value, rest.join(" ")))
        });
        let shown: Vec<(String, String, String)> = shown.collect();
        let width = |text: fn(&(String, String, String)) -> &String| {
            shown.iter().map(|line| columns(text(line))).max().unwrap_or(0)
        };
        let (move_width, value_width) = (width(|line| &line.0), width(|line| &line.1));
        let number_width = if shown.len() > 9 { 3 } else { 2 };
        for (place, (mv, value, rest)) in shown.into_iter().enumerate() {
            let line = row(area, place as u16);
            write(buffer, line, &(place + 1).to_string(), dim());
            let line = after(line, number_width);
            write(buffer, line, &mv, bold());
            let line = after(line, move_width + 2);
            write(buffer, line, &value, Style::new());
            let line = after(line, value_width + 2);
            write(buffer, line, &cut(&rest, line.width, look), dim());
            self.hits.add(row(area, place as u16), Spot::Line(place));
        }
    }
}

/// A continuation in this many columns, cut between moves.
fn cut(moves: &str, width: u16, look: &Look) -> String {
    let width = usize::from(width);
    if moves.chars().count() <= width {
        return moves.to_owned();
    }
    let end = look.sign("…", "..");
    let mut shown = String::new();
    for mv in moves.split(' ') {
        let needed = shown.chars().count() + mv.chars().count() + 1 + end.chars().count();
        if needed > width {
            break;
        }
        shown += mv;
        shown.push(' ');
    }
    if shown.is_empty() { shown } else { shown + end }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_the_panel_fit_into_any_height() {
        for height in 0..100 {
            for wanted in 1..=20 {
                let rows = Rows::divide(height, wanted);
                let gaps = u16::from(rows.moves > 0) + u16::from(rows.graph > 0);
                let used = rows.lines.min(height) + rows.moves + rows.graph + gaps;
                assert!(used <= height.max(1), "{rows:?} in {height}");
                assert!(rows.lines >= wanted.min(LEAST_LINES).min(height), "{rows:?} in {height}");
            }
        }
    }
}
