//! The engine's lines, and the panel with the lines, the moves and the graph.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use strata_engine::{Line, Report};
use strata_table::wording::{line_move_text, value_text};

use super::AnalysisScreen;
use crate::board::Spot;
use crate::look::{Look, after, below, bold, columns, dim, row, write};

/// The rows of the parts of the panel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Rows {
    lines: u16,
    explorer: u16,
    moves: u16,
    graph: u16,
}

/// At least this many lines of the engine are shown, if there is room.
const LEAST_LINES: u16 = 3;

/// The rows of the list of moves that the values of the moves leave.
const LEAST_MOVES: u16 = 2;

impl Rows {
    /// Divides the rows of a panel; there is an empty row between the parts.
    fn divide(height: u16, wanted_lines: u16, wanted_explorer: u16) -> Self {
        let graph = match height {
            0..13 => 0,
            13..20 => 4,
            20..32 => 6,
            _ => 9,
        };
        let rest = height - if graph > 0 { graph + 1 } else { 0 };
        let most = (rest / 2).max(LEAST_LINES).min(rest);
        let lines = wanted_lines.clamp(1.min(most), most.max(1));
        let rest = rest.saturating_sub(lines + 1);
        // The values of the moves leave some rows to the list of moves.
        let explorer = wanted_explorer.min(rest.saturating_sub(LEAST_MOVES + 1));
        let moves = rest - if explorer > 0 { explorer + 1 } else { 0 };
        Self { lines, explorer, moves, graph }
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
        let explorer = self.explorer_rows(area.width, look);
        let wanted_explorer = u16::try_from(explorer.len()).unwrap_or(u16::MAX);
        let rows = Rows::divide(area.height, wanted, wanted_explorer);
        self.draw_lines(Rect { height: rows.lines.min(area.height), ..area }, buffer, look);
        let mut rest = below(area, rows.lines + 1);
        if rows.explorer > 0 {
            let area = Rect { height: rows.explorer, ..rest };
            self.draw_explorer(&explorer, area, buffer, look);
            rest = below(rest, rows.explorer + 1);
        }
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
        let shown = &report.lines[..report.lines.len().min(usize::from(area.height))];
        let value = |line: &Line| value_text(position, position.turn(), line.value);
        let values: Vec<String> = shown.iter().map(value).collect();
        let value_width = widest(&values);
        let number_width = if shown.len() > 9 { 3 } else { 2 };
        let moves = move_column(shown, area.width.saturating_sub(number_width + 2 + value_width));
        let move_width = widest(&moves);
        let rests: Vec<String> =
            shown.iter().map(|line| line.moves.get(1..).unwrap_or_default().join(" ")).collect();
        for (place, ((mv, value), rest)) in moves.into_iter().zip(values).zip(rests).enumerate() {
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

/// The first moves of the lines, with the numbers of their mirror images if there is room for them.
fn move_column(lines: &[Line], width: u16) -> Vec<String> {
    let with_mirrors: Vec<String> = lines.iter().map(line_move_text).collect();
    if widest(&with_mirrors) <= width {
        return with_mirrors;
    }
    lines.iter().map(|line| line.moves.first().cloned().unwrap_or_default()).collect()
}

fn widest(texts: &[String]) -> u16 {
    texts.iter().map(|text| columns(text)).max().unwrap_or(0)
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
    use strata_engine::Value;

    use super::*;

    #[test]
    fn mirror_images_are_counted_if_there_is_room_for_all_of_them() {
        let line = |mv: &str, mirrors: &[&str]| Line {
            moves: vec![mv.to_owned()],
            value: Value::Draw,
            mirrors: mirrors.iter().map(|mv| (*mv).to_owned()).collect(),
        };
        let lines = [line("a1", &["e5"]), line("b2", &["b4", "d2", "d4"]), line("c3", &[])];
        let counted = ["a1 and 1 mirror image", "b2 and 3 mirror images", "c3"];
        assert_eq!(move_column(&lines, 22), counted);
        assert_eq!(move_column(&lines, 21), ["a1", "b2", "c3"]);
    }

    #[test]
    fn parts_of_the_panel_fit_into_any_height() {
        for height in 0..100 {
            for (wanted, explorer) in (1..=20).flat_map(|lines| [(lines, 0), (lines, lines / 2)]) {
                let rows = Rows::divide(height, wanted, explorer);
                let gaps = [rows.moves, rows.graph, rows.explorer];
                let gaps = gaps.iter().filter(|part| **part > 0).count() as u16;
                let used = rows.lines.min(height) + rows.explorer + rows.moves + rows.graph + gaps;
                assert!(used <= height.max(1), "{rows:?} in {height}");
                assert!(rows.lines >= wanted.min(LEAST_LINES).min(height), "{rows:?} in {height}");
                assert!(rows.explorer == 0 || rows.moves >= LEAST_MOVES, "{rows:?} in {height}");
            }
        }
    }
}
