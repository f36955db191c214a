//! A grid of styled characters.

use std::fmt::Write;

use anstyle::{Effects, Style};

use super::colours::Colours;
use crate::Rgb;

/// One styled character.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Glyph {
    /// The character, one column wide.
    pub symbol: char,
    /// Its colour; the terminal's default if `None`.
    pub foreground: Option<Rgb>,
    /// The colour behind it; the terminal's default if `None`.
    pub background: Option<Rgb>,
    /// Bold.
    pub bold: bool,
    /// Dim.
    pub dim: bool,
}

impl Default for Glyph {
    fn default() -> Self {
        Self { symbol: ' ', foreground: None, background: None, bold: false, dim: false }
    }
}

impl Glyph {
    fn style(&self, colours: Colours) -> Style {
        let (symbol, background) = colours.pair(self.foreground, self.background);
        let mut effects = Effects::new();
        if self.bold {
            effects |= Effects::BOLD;
        }
        if self.dim {
            effects |= Effects::DIMMED;
        }
        Style::new().fg_color(symbol).bg_color(background).effects(effects)
    }
}

/// A grid of characters that grows as needed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Canvas {
    rows: Vec<Vec<Glyph>>,
}

impl Canvas {
    /// The number of columns.
    pub fn width(&self) -> usize {
        self.rows.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// The number of rows.
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// The rows of characters; they may differ in length.
    pub fn rows(&self) -> &[Vec<Glyph>] {
        &self.rows
    }

    /// Sets one character.
    pub fn put(&mut self, column: usize, row: usize, glyph: Glyph) {
        if self.rows.len() <= row {
            self.rows.resize(row + 1, Vec::new());
        }
        let line = &mut self.rows[row];
        if line.len() <= column {
            line.resize(column + 1, Glyph::default());
        }
        line[column] = glyph;
    }

    /// Writes `text` in the style of `glyph`.
    pub fn write(&mut self, column: usize, row: usize, text: &str, glyph: Glyph) {
        for (offset, symbol) in text.chars().enumerate() {
            self.put(column + offset, row, Glyph { symbol, ..glyph });
        }
    }

    /// Copies another canvas onto this one.
    pub fn paste(&mut self, column: usize, row: usize, other: &Self) {
        for (down, line) in other.rows.iter().enumerate() {
            for (right, glyph) in line.iter().enumerate() {
                self.put(column + right, row + down, *glyph);
            }
        }
    }

    /// The text with escape sequences for `colours`.
    pub fn to_text(&self, colours: Colours) -> String {
        if colours == Colours::None {
            return self.to_plain();
        }
        let mut out = String::new();
        for line in &self.rows {
            let mut current = Style::new();
            for glyph in line {
                let style = glyph.style(colours);
                if style != current {
                    let _ = write!(out, "{}{}", current.render_reset(), style.render());
                    current = style;
                }
                out.push(glyph.symbol);
            }
            let _ = writeln!(out, "{}", current.render_reset());
        }
        out
    }

    /// The plain text, without trailing spaces.
    pub fn to_plain(&self) -> String {
        let mut out = String::new();
        for line in &self.rows {
            let text: String = line.iter().map(|glyph| glyph.symbol).collect();
            out.push_str(text.trim_end());
            out.push('\n');
        }
        out
    }
}
