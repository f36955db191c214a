//! The rules of a game, written in a little Markdown, for the terminal.

use anyhow::{Context, Result};
use strata_render::View;
use strata_render::terminal::{Canvas, Glyph, TerminalStyle, draw};
use strata_rules::{AnyPosition, GameEntry, play_line};

use crate::output::Output;

/// Longer lines are hard to read.
const WIDEST: usize = 78;

/// Prints the rules of a game: headings, paragraphs, lists, tables and pictures of boards.
pub(crate) fn print(entry: &GameEntry, out: &mut Output<'_>) -> Result<()> {
    let width = out.width.min(WIDEST);
    let mut lines = entry.info.rules.lines().peekable();
    while let Some(line) = lines.next() {
        if line == "```board" {
            let text = lines.next().unwrap_or_default();
            print_board(entry, text, out)?;
            lines.next_if_eq(&"```");
        } else if line.starts_with('|') {
            let mut rows = vec![table_row(line)];
            while let Some(row) = lines.next_if(|line| line.starts_with('|')) {
                rows.push(table_row(row));
            }
            print_table(&rows, width, out)?;
        } else {
            print_text(line, width, out)?;
        }
    }
    Ok(())
}

fn print_text(line: &str, width: usize, out: &mut Output<'_>) -> Result<()> {
    let heading = line.trim_start_matches('#');
    if heading.len() < line.len() {
        let mut canvas = Canvas::default();
        let bold = Glyph { bold: true, ..Glyph::default() };
        canvas.write(0, 0, &heading.trim().to_uppercase(), bold);
        return out.canvas(&canvas);
    }
    let text = line.replace("**", "").replace('`', "");
    let (first, rest) = if text.starts_with("- ") { ("  ", "    ") } else { ("", "") };
    let options = wrapping(width).initial_indent(first).subsequent_indent(rest);
    out.line(&textwrap::fill(&text, options))
}

/// Lines are broken between words only, not at hyphens.
fn wrapping<'a>(width: usize) -> textwrap::Options<'a> {
    textwrap::Options::new(width).word_splitter(textwrap::WordSplitter::NoHyphenation)
}

fn table_row(line: &str) -> Vec<String> {
    let cells = line.trim().trim_matches('|').split('|');
    cells.map(|cell| cell.trim().replace("**", "").replace('`', "")).collect()
}

/// Prints a table with its last column wrapped to what room is left.
fn print_table(rows: &[Vec<String>], width: usize, out: &mut Output<'_>) -> Result<()> {
    let is_rule = |row: &Vec<String>| row.iter().all(|cell| cell.chars().all(|c| "-:".contains(c)));
    let rows: Vec<&Vec<String>> = rows.iter().filter(|row| !is_rule(row)).collect();
    let columns = rows.iter().map(|row| row.len()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns)
        .map(|column| {
            rows.iter().filter_map(|row| row.get(column)).map(|c| c.chars().count()).max()
        })
        .map(Option::unwrap_or_default)
        .collect();
    for row in rows {
        let mut front = "  ".to_owned();
        for (cell, width) in row.iter().zip(&widths).take(columns.saturating_sub(1)) {
            front += &format!("{cell:<width$}  ");
        }
        let indent = " ".repeat(front.chars().count());
        let options = wrapping(width).initial_indent(&front).subsequent_indent(&indent);
        let last = row.get(columns - 1).map_or("", String::as_str);
        out.line(textwrap::fill(last, options).trim_end())?;
    }
    Ok(())
}

/// The position of a board block: `position: TEXT`, or `options : moves`.
fn board_position(entry: &GameEntry, text: &str) -> Result<Box<dyn AnyPosition>> {
    if let Some(position) = text.strip_prefix("position:") {
        return Ok(entry.read_position(position.trim())?);
    }
    let (options, moves) = text.split_once(':').context("a board has options : moves")?;
    let pairs: Option<Vec<(&str, &str)>> =
        options.split_whitespace().map(|pair| pair.split_once('=')).collect();
    let mut position = entry.open(pairs.context("options are key=value")?)?.start();
    play_line(&mut *position, moves)?;
    Ok(position)
}

fn print_board(entry: &GameEntry, text: &str, out: &mut Output<'_>) -> Result<()> {
    let position = board_position(entry, text)?;
    let scene = position.scene();
    let style =
        TerminalStyle { unicode: out.unicode, roomy: false, width: out.width.saturating_sub(4) };
    let picture = draw(&scene, entry.info, &View::default(), style);
    let mut canvas = Canvas::default();
    canvas.paste(4, 0, &picture.canvas);
    out.canvas(&canvas)
}
