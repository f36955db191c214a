//! Formats the rules of a game for the terminal. They are written in a subset of Markdown.

use strata_rules::GameEntry;

use super::{Canvas, Glyph, TerminalStyle, draw};
use crate::View;

/// The longest line of text: longer ones are hard to read.
const WIDEST: usize = 78;

/// The indentation of boards.
const INDENT: usize = 4;

/// Formats the rules of a game: headings, paragraphs, lists, tables and boards. Fails if the text has a
/// board that is not a legal position.
pub fn rules(entry: &GameEntry, style: TerminalStyle, view: &View) -> Result<Canvas, String> {
    let mut page = Page { canvas: Canvas::default(), row: 0, width: style.width.clamp(1, WIDEST) };
    let mut lines = entry.info.rules.lines().peekable();
    while let Some(line) = lines.next() {
        if line == "```board" {
            let text = lines.next().unwrap_or_default();
            page.board(entry, text, style, view)?;
            lines.next_if_eq(&"```");
        } else if line.starts_with('|') {
            let mut rows = vec![table_row(line)];
            while let Some(row) = lines.next_if(|line| line.starts_with('|')) {
                rows.push(table_row(row));
            }
            page.table(&rows);
        } else {
            page.text(line);
        }
    }
    Ok(page.canvas)
}

/// The page that is being written.
struct Page {
    canvas: Canvas,
    row: usize,
    width: usize,
}

impl Page {
    fn lines(&mut self, text: &str, look: Glyph) {
        for line in text.split('\n') {
            // An empty line needs a character to have a row.
            self.canvas.write(0, self.row, " ", Glyph::default());
            self.canvas.write(0, self.row, line.trim_end(), look);
            self.row += 1;
        }
    }

    fn text(&mut self, line: &str) {
        let heading = line.trim_start_matches('#');
        if heading.len() < line.len() {
            let bold = Glyph { bold: true, ..Glyph::default() };
            return self.lines(&heading.trim().to_uppercase(), bold);
        }
        let text = line.replace("**", "").replace('`', "");
        let (first, rest) = if text.starts_with("- ") { ("  ", "    ") } else { ("", "") };
        let options = wrapping(self.width).initial_indent(first).subsequent_indent(rest);
        self.lines(&textwrap::fill(&text, options), Glyph::default());
    }

    /// Writes a table. The last column is wrapped to the remaining width.
    fn table(&mut self, rows: &[Vec<String>]) {
        let is_rule =
            |row: &Vec<String>| row.iter().all(|cell| cell.chars().all(|c| "-:".contains(c)));
        let rows: Vec<&Vec<String>> = rows.iter().filter(|row| !is_rule(row)).collect();
        let columns = rows.iter().map(|row| row.len()).max().unwrap_or(0);
        let cells = |column: usize| rows.iter().filter_map(move |row| row.get(column));
        let widths: Vec<usize> = (0..columns)
            .map(|column| cells(column).map(|cell| cell.chars().count()).max().unwrap_or(0))
            .collect();
        for row in &rows {
            let mut front = "  ".to_owned();
            for (cell, width) in row.iter().zip(&widths).take(columns.saturating_sub(1)) {
                front += &format!("{cell:<width$}  ");
            }
            let indent = " ".repeat(front.chars().count());
            let options = wrapping(self.width).initial_indent(&front).subsequent_indent(&indent);
            let last = row.get(columns - 1).map_or("", String::as_str);
            self.lines(textwrap::fill(last, options).trim_end(), Glyph::default());
        }
    }

    fn board(
        &mut self,
        entry: &GameEntry,
        text: &str,
        style: TerminalStyle,
        view: &View,
    ) -> Result<(), String> {
        let position = entry.read_board(text)?;
        let width = style.width.saturating_sub(INDENT);
        let style = TerminalStyle { roomy: false, width, ..style };
        let picture = draw(&position.scene(), entry.info, view, style).canvas;
        self.canvas.paste(INDENT, self.row, &picture);
        self.row += picture.height();
        Ok(())
    }
}

/// Wraps lines between words only, not at hyphens.
fn wrapping<'a>(width: usize) -> textwrap::Options<'a> {
    textwrap::Options::new(width).word_splitter(textwrap::WordSplitter::NoHyphenation)
}

fn table_row(line: &str) -> Vec<String> {
    let cells = line.trim().trim_matches('|').split('|');
    cells.map(|cell| cell.trim().replace("**", "").replace('`', "")).collect()
}
