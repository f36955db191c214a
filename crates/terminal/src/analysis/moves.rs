//! The list of moves with variations.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use strata_table::{History, MoveRow, NodeId};

use super::AnalysisScreen;
use crate::board::Spot;
use crate::look::{Look, after, columns, dim, row, selected, write};

/// The columns before variations.
const INDENT: u16 = 2;

/// A word of the list, and its column.
struct Word {
    column: u16,
    text: String,
    /// The move, unless the word is a number or a bracket.
    node: Option<NodeId>,
}

/// The rows of the list, filled from the top.
struct ListRows {
    rows: Vec<Vec<Word>>,
    width: u16,
}

impl ListRows {
    fn start_row(&mut self) {
        self.rows.push(Vec::new());
    }

    fn put(&mut self, column: u16, text: String, node: Option<NodeId>) {
        if let Some(row) = self.rows.last_mut() {
            row.push(Word { column, text, node });
        }
    }

    /// Adds a word after the last one, on a new row if it does not fit.
    fn append(&mut self, text: String, node: Option<NodeId>) {
        let end = self.rows.last().and_then(|row| row.last());
        let column = end.map_or(INDENT, |word| word.column + columns(&word.text) + 1);
        if column > INDENT && column + columns(&text) > self.width {
            self.start_row();
            return self.put(INDENT, text, node);
        }
        self.put(column, text, node);
    }

    /// Adds a bracket to the end of the last word.
    fn close(&mut self) {
        if let Some(word) = self.rows.last_mut().and_then(|row| row.last_mut()) {
            word.text.push(')');
        }
    }
}

impl AnalysisScreen {
    /// Scrolls the list of moves by hand.
    pub(super) fn scroll_moves(&mut self, down: bool) {
        let top = self.moves_top.unwrap_or(usize::MAX);
        // Drawing clamps it to the valid range.
        self.moves_top = Some(if down { top.saturating_add(1) } else { top.saturating_sub(1) });
    }

    /// Draws the main line in numbered rows, with variations below their moves.
    pub(super) fn draw_moves(&mut self, area: Rect, buffer: &mut Buffer, look: &Look) {
        if area.is_empty() {
            return;
        }
        let rows = self.move_rows(area.width, look);
        if rows.is_empty() {
            write(buffer, area, "No moves yet", dim());
            return;
        }
        let current = Some(self.analysis.current());
        let is_current = |words: &Vec<Word>| words.iter().any(|word| word.node == current);
        let here = rows.iter().position(is_current).unwrap_or(0);
        let height = usize::from(area.height);
        let around = here.saturating_sub(height / 2);
        let top = self.moves_top.unwrap_or(around).min(rows.len().saturating_sub(height));
        if let Some(by_hand) = &mut self.moves_top {
            *by_hand = top;
        }
        for (line, words) in (0..).zip(rows.into_iter().skip(top).take(height)) {
            for word in words {
                let place = after(row(area, line), word.column);
                let style = match word.node {
                    Some(_) if word.node == current => selected(),
                    Some(_) => Style::new(),
                    None => dim(),
                };
                let taken = write(buffer, place, &word.text, style);
                if let Some(node) = word.node {
                    self.hits.add(Rect { width: taken, ..place }, Spot::Move(node));
                }
            }
        }
    }

    /// A move with its sign.
    fn move_text(&self, node: NodeId) -> String {
        let sign = self.analysis.sign(node).unwrap_or("");
        format!("{}{sign}", self.analysis.history()[node].mv)
    }

    fn move_rows(&self, width: u16, look: &Look) -> Vec<Vec<Word>> {
        let history = self.analysis.history();
        let line = history.main_line();
        let numbered = history.rows(&line);
        let number_width = columns(&numbered.len().to_string()) + 2;
        let widest = line.iter().map(|node| columns(&history[*node].mv)).max().unwrap_or(0);
        let players = history[History::ROOT].position.players() as u16;
        let most = width.saturating_sub(number_width) / players.max(1);
        // A mistake has two more characters.
        let cell = (widest + 4).min(most).max(1);
        let mut list = ListRows { rows: Vec::new(), width };
        for shown in &numbered {
            list.start_row();
            list.put(0, format!("{}.", shown.number), None);
            for (column, node) in (0..).zip(&shown.moves) {
                let at = number_width + column * cell;
                match node {
                    Some(node) => list.put(at, self.move_text(*node), Some(*node)),
                    None if is_before_a_move(shown, column) => {
                        list.put(at, look.sign("…", "...").to_owned(), None);
                    }
                    None => {}
                }
            }
            for node in shown.moves.iter().flatten() {
                for first in variations(history, *node) {
                    list.start_row();
                    self.add_variation(*first, &mut list);
                }
            }
        }
        list.rows
    }

    /// Adds a variation in brackets, with the variations inside it.
    fn add_variation(&self, first: NodeId, list: &mut ListRows) {
        let history = self.analysis.history();
        let mut line = history.path_to(first);
        let before = line.len() - 1;
        line.extend(history.line_from(first).drain(1..));
        let mut opening = "(";
        for shown in history.rows(&line) {
            let moves =
                (0..).zip(&shown.moves).filter_map(|(column, node)| Some((column, (*node)?)));
            let moves: Vec<(usize, NodeId)> =
                moves.filter(|(_, node)| line[before..].contains(node)).collect();
            for (place, (column, node)) in moves.into_iter().enumerate() {
                if place == 0 {
                    let dots = if column > 0 { "..." } else { "." };
                    list.append(format!("{opening}{}{dots}", shown.number), None);
                    opening = "";
                }
                list.append(self.move_text(node), Some(node));
                // The variations of the first move are those of the line around it.
                if node != first {
                    for inner in variations(history, node) {
                        self.add_variation(*inner, list);
                    }
                }
            }
        }
        list.close();
    }
}

/// Whether an empty place of a row has a move after it.
fn is_before_a_move(row: &MoveRow, column: u16) -> bool {
    row.moves[usize::from(column)..].iter().any(Option::is_some)
}

/// The first moves of the variations of a move that is the main one.
fn variations(history: &History, node: NodeId) -> &[NodeId] {
    let siblings = history[node].parent.map_or(&[][..], |parent| &history[parent].children);
    match siblings.split_first() {
        Some((main, others)) if *main == node => others,
        _ => &[],
    }
}
