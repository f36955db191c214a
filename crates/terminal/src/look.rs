//! How everything looks: the colours and signs that the settings and the terminal allow.

use anstyle::{AnsiColor, Color as Shade};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::symbols::border;
use ratatui::widgets::{Block, Clear, Widget};
use strata_render::terminal::{Canvas, Colours, Glyph};
use strata_render::{Palette, Rgb, Theme};
use strata_rules::Side;

use crate::Settings;

/// How everything looks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    pub(crate) theme: Theme,
    pub(crate) colours: Colours,
    pub(crate) unicode: bool,
}

const ASCII_BORDER: border::Set<'static> = border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

impl Look {
    /// The look that the settings want, in a terminal that by itself would use `usual` colours.
    pub(crate) fn new(settings: &Settings, usual: Colours) -> Self {
        Self { theme: settings.theme(), colours: settings.colours(usual), unicode: !settings.ascii }
    }

    /// One of two signs.
    pub(crate) const fn sign(&self, unicode: &'static str, ascii: &'static str) -> &'static str {
        if self.unicode { unicode } else { ascii }
    }

    fn colour(&self, rgb: Rgb) -> Option<Color> {
        if self.colours == Colours::None {
            return None;
        }
        Some(match self.colours.nearest(rgb) {
            Shade::Rgb(rgb) => Color::Rgb(rgb.r(), rgb.g(), rgb.b()),
            Shade::Ansi256(index) => Color::Indexed(index.0),
            Shade::Ansi(old) => old_colour(old),
        })
    }

    fn style_of(&self, glyph: &Glyph) -> Style {
        let mut style = Style::new();
        style.fg = glyph.colour.and_then(|rgb| self.colour(rgb));
        style.bg = glyph.ground.and_then(|rgb| self.colour(rgb));
        if glyph.bold {
            style = style.add_modifier(Modifier::BOLD);
        }
        if glyph.dim {
            style = style.add_modifier(Modifier::DIM);
        }
        style
    }

    /// The colours of a side's pieces.
    pub(crate) fn side(&self, side: &Side) -> Style {
        let ink = Palette::of(self.theme).ink(side.paint);
        let mut style = bold();
        style.fg = self.colour(ink.on);
        style.bg = self.colour(ink.fill);
        style
    }

    /// Puts the part of a canvas that begins at `from` into an area.
    pub(crate) fn paint(
        &self,
        canvas: &Canvas,
        from: (usize, usize),
        area: Rect,
        buffer: &mut Buffer,
    ) {
        let rows = canvas.rows().iter().skip(from.1);
        for (row, y) in rows.zip(area.top()..area.bottom()) {
            for (glyph, x) in row.iter().skip(from.0).zip(area.left()..area.right()) {
                if let Some(cell) = buffer.cell_mut(Position::new(x, y)) {
                    cell.set_char(glyph.symbol).set_style(self.style_of(glyph));
                }
            }
        }
    }

    /// A frame with a title, on empty ground. Returns the area inside.
    pub(crate) fn frame(&self, title: &str, area: Rect, buffer: &mut Buffer) -> Rect {
        let set = if self.unicode { border::PLAIN } else { ASCII_BORDER };
        let block = Block::bordered().border_set(set).title(format!(" {title} "));
        let inside = block.inner(area);
        Clear.render(area, buffer);
        block.render(area, buffer);
        inside
    }
}

fn old_colour(colour: AnsiColor) -> Color {
    match colour {
        AnsiColor::Black => Color::Black,
        AnsiColor::Red => Color::Red,
        AnsiColor::Green => Color::Green,
        AnsiColor::Yellow => Color::Yellow,
        AnsiColor::Blue => Color::Blue,
        AnsiColor::Magenta => Color::Magenta,
        AnsiColor::Cyan => Color::Cyan,
        AnsiColor::White => Color::Gray,
        AnsiColor::BrightBlack => Color::DarkGray,
        AnsiColor::BrightRed => Color::LightRed,
        AnsiColor::BrightGreen => Color::LightGreen,
        AnsiColor::BrightYellow => Color::LightYellow,
        AnsiColor::BrightBlue => Color::LightBlue,
        AnsiColor::BrightMagenta => Color::LightMagenta,
        AnsiColor::BrightCyan => Color::LightCyan,
        AnsiColor::BrightWhite => Color::White,
    }
}

/// Heavier writing.
pub(crate) const fn bold() -> Style {
    Style::new().add_modifier(Modifier::BOLD)
}

/// Fainter writing.
pub(crate) const fn dim() -> Style {
    Style::new().add_modifier(Modifier::DIM)
}

/// What is selected.
pub(crate) const fn selected() -> Style {
    Style::new().add_modifier(Modifier::REVERSED)
}

/// Writes a line into the first row of an area, cut at its end. Returns the columns it took.
pub(crate) fn write(buffer: &mut Buffer, area: Rect, text: &str, style: Style) -> u16 {
    if area.is_empty() {
        return 0;
    }
    let (end, _) = buffer.set_stringn(area.x, area.y, text, area.width.into(), style);
    end - area.x
}

/// Writes a text into an area, broken into lines. Returns the rows it took.
pub(crate) fn write_wrapped(buffer: &mut Buffer, area: Rect, text: &str, style: Style) -> u16 {
    let lines = textwrap::wrap(text, usize::from(area.width.max(1)));
    for (line, words) in (0..).zip(&lines) {
        write(buffer, row(area, line), words, style);
    }
    u16::try_from(lines.len()).unwrap_or(u16::MAX)
}

/// Writes a text at the end of an area, over whatever is there.
pub(crate) fn write_at_end(buffer: &mut Buffer, area: Rect, text: &str, style: Style) {
    let lines = textwrap::wrap(text, usize::from(area.width.max(1))).len();
    let height = u16::try_from(lines).unwrap_or(u16::MAX).min(area.height);
    let place = Rect { y: area.bottom() - height, height, ..area };
    Clear.render(place, buffer);
    write_wrapped(buffer, place, text, style);
}

/// The row of an area with this number; empty when it has no such row.
pub(crate) fn row(area: Rect, number: u16) -> Rect {
    let height = u16::from(number < area.height);
    Rect { y: area.y.saturating_add(number), height, ..area }
}

/// The area without its first columns.
pub(crate) fn after(area: Rect, columns: u16) -> Rect {
    let columns = columns.min(area.width);
    Rect { x: area.x + columns, width: area.width - columns, ..area }
}

/// The columns that a text takes.
pub(crate) fn columns(text: &str) -> u16 {
    u16::try_from(ratatui::text::Span::raw(text).width()).unwrap_or(u16::MAX)
}

/// A word with a capital.
pub(crate) fn capitalized(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// A reason as a sentence: with a capital and a full stop.
pub(crate) fn sentence(reason: &str) -> String {
    if reason.is_empty() {
        return String::new();
    }
    // A move or square that a reason begins with keeps its spelling.
    let is_word = reason.split([' ', ',', ':']).next().is_some_and(|word| {
        word.chars().all(char::is_alphabetic) && !reason[word.len()..].starts_with(':')
    });
    let text = if is_word { capitalized(reason) } else { reason.to_owned() };
    let end = if reason.ends_with(['.', '?', '!']) { "" } else { "." };
    format!("{text}{end}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_become_sentences() {
        assert_eq!(sentence("the game is paused"), "The game is paused.");
        assert_eq!(sentence("c3 is Blue's"), "c3 is Blue's.");
        assert_eq!(sentence("swap: too late"), "swap: too late.");
        assert_eq!(sentence("élan"), "Élan.");
        assert_eq!(sentence(""), "");
    }

    #[test]
    fn nothing_is_written_outside_an_area() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 5, 2));
        write(&mut buffer, Rect::new(1, 0, 3, 1), "abcdef", Style::new());
        write(&mut buffer, row(Rect::new(0, 0, 5, 2), 7), "xyz", Style::new());
        assert_eq!(buffer, Buffer::with_lines([" abc ", "     "]));
    }
}
