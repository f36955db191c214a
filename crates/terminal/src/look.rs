//! How everything looks: the colours and symbols that the settings and the terminal allow.

use anstyle::{AnsiColor, Color as Shade};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::symbols::border;
use ratatui::widgets::{Block, Clear, Widget};
use strata_render::terminal::{Canvas, Colours, Glyph, TerminalKind, ascii_symbol};
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
    /// The look that the settings ask for in this kind of terminal.
    pub(crate) const fn new(settings: &Settings, terminal: TerminalKind) -> Self {
        Self {
            theme: settings.theme(),
            colours: settings.colours(terminal.colours),
            unicode: terminal.unicode && !settings.ascii,
        }
    }

    /// The Unicode or the ASCII version of a symbol.
    pub(crate) const fn sign(&self, unicode: &'static str, ascii: &'static str) -> &'static str {
        if self.unicode { unicode } else { ascii }
    }

    /// The style of a symbol in one colour on ground of another.
    fn style(&self, symbol: Option<Rgb>, ground: Option<Rgb>) -> Style {
        let (symbol, ground) = self.colours.pair(symbol, ground);
        let mut style = Style::new();
        style.fg = symbol.map(to_ratatui);
        style.bg = ground.map(to_ratatui);
        style
    }

    fn style_of(&self, glyph: &Glyph) -> Style {
        let mut style = self.style(glyph.foreground, glyph.background);
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
        self.style(Some(ink.on), Some(ink.fill)).add_modifier(Modifier::BOLD)
    }

    /// The style of a letter on coloured ground. Without colours it is reversed.
    pub(crate) fn badge(&self, ground: Rgb) -> Style {
        let style = self.style(Some(Rgb(255, 255, 255)), Some(ground)).add_modifier(Modifier::BOLD);
        if style.bg.is_none() { style.add_modifier(Modifier::REVERSED) } else { style }
    }

    /// The style of a bar in the colour of one side on ground of another.
    pub(crate) fn bar(&self, side: &Side, ground: &Side) -> Style {
        let palette = Palette::of(self.theme);
        self.style(Some(palette.ink(side.paint).fill), Some(palette.ink(ground.paint).fill))
    }

    /// Draws a canvas into an area.
    pub(crate) fn paint(&self, canvas: &Canvas, area: Rect, buffer: &mut Buffer) {
        self.paint_from(canvas, 0, area, buffer);
    }

    /// Draws the rows of a canvas from `first` on into an area.
    pub(crate) fn paint_from(
        &self,
        canvas: &Canvas,
        first: usize,
        area: Rect,
        buffer: &mut Buffer,
    ) {
        for (row, y) in canvas.rows().iter().skip(first).zip(area.top()..area.bottom()) {
            for (glyph, x) in row.iter().zip(area.left()..area.right()) {
                if let Some(cell) = buffer.cell_mut(Position::new(x, y)) {
                    cell.set_char(glyph.symbol).set_style(self.style_of(glyph));
                }
            }
        }
    }

    /// Draws a frame with a title and clears its inside. Returns the area inside.
    pub(crate) fn frame(&self, title: &str, area: Rect, buffer: &mut Buffer) -> Rect {
        let set = if self.unicode { border::PLAIN } else { ASCII_BORDER };
        let block = Block::bordered().border_set(set).title(format!(" {title} "));
        let inside = block.inner(area);
        Clear.render(area, buffer);
        block.render(area, buffer);
        inside
    }
}

fn to_ratatui(colour: Shade) -> Color {
    match colour {
        Shade::Rgb(rgb) => Color::Rgb(rgb.r(), rgb.g(), rgb.b()),
        Shade::Ansi256(index) => Color::Indexed(index.0),
        Shade::Ansi(ansi) => from_ansi(ansi),
    }
}

fn from_ansi(colour: AnsiColor) -> Color {
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

/// Replaces everything but ASCII in a drawing.
pub(crate) fn make_ascii(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        if !cell.symbol().is_ascii() {
            let symbol = cell.symbol().chars().next().map_or(' ', ascii_symbol);
            cell.set_char(symbol);
        }
    }
}

/// Bold text.
pub(crate) const fn bold() -> Style {
    Style::new().add_modifier(Modifier::BOLD)
}

/// Dim text.
pub(crate) const fn dim() -> Style {
    Style::new().add_modifier(Modifier::DIM)
}

/// The selected item.
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

/// Writes a text into an area, broken into lines. Returns the number of lines, which may be more than
/// there is room for.
pub(crate) fn write_wrapped(buffer: &mut Buffer, area: Rect, text: &str, style: Style) -> u16 {
    let lines = textwrap::wrap(text, usize::from(area.width.max(1)));
    for (line, words) in (0..).zip(&lines) {
        write(buffer, row(area, line), words, style);
    }
    u16::try_from(lines.len()).unwrap_or(u16::MAX)
}

/// The number of lines that a text takes at this width.
pub(crate) fn wrapped_rows(text: &str, width: u16) -> u16 {
    let lines = textwrap::wrap(text, usize::from(width.max(1))).len();
    u16::try_from(lines).unwrap_or(u16::MAX)
}

/// Writes a text into the last rows of an area, over what is there.
pub(crate) fn write_at_end(buffer: &mut Buffer, area: Rect, text: &str, style: Style) {
    let height = wrapped_rows(text, area.width).min(area.height);
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

/// The width of a text in columns.
pub(crate) fn columns(text: &str) -> u16 {
    u16::try_from(ratatui::text::Span::raw(text).width()).unwrap_or(u16::MAX)
}

/// The area from a row on.
pub(crate) fn below(area: Rect, rows: u16) -> Rect {
    let rows = rows.min(area.height);
    Rect { y: area.y + rows, height: area.height - rows, ..area }
}
