//! Writing SVG elements.

use std::fmt::Write;

use crate::Rgb;

/// How a text is aligned to its point.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
}

/// The font of a text.
#[derive(Clone, Copy)]
pub(super) struct Font {
    pub(super) size: f32,
    pub(super) colour: Rgb,
    pub(super) anchor: Anchor,
    pub(super) bold: bool,
}

impl Font {
    /// Text on the background.
    pub(super) const fn plain(size: f32, colour: Rgb) -> Self {
        Self { size, colour, anchor: Anchor::Middle, bold: false }
    }

    /// Numbers and letters on pieces.
    pub(super) const fn bold(size: f32, colour: Rgb) -> Self {
        Self { bold: true, ..Self::plain(size, colour) }
    }

    /// The same font, aligned to the start of the text.
    pub(super) const fn at_start(self) -> Self {
        Self { anchor: Anchor::Start, ..self }
    }
}

/// An SVG document that is being written.
pub(super) struct Svg {
    out: String,
}

/// A number with at most one decimal.
pub(super) fn number(value: f32) -> String {
    let tenths = (value * 10.0).round() as i32;
    let sign = if tenths < 0 { "-" } else { "" };
    match (tenths.abs() / 10, tenths.abs() % 10) {
        (whole, 0) => format!("{sign}{whole}"),
        (whole, rest) => format!("{sign}{whole}.{rest}"),
    }
}

/// Escapes text for XML.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

impl Svg {
    pub(super) fn new(width: f32, height: f32, label: &str) -> Self {
        let (width, height) = (number(width), number(height));
        let mut out = String::with_capacity(16 * 1024);
        let _ = writeln!(
            out,
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" aria-label="{}" font-family="Noto Sans, Segoe UI, Helvetica, Arial, sans-serif">"#,
            escape(label)
        );
        Self { out }
    }

    pub(super) fn finish(mut self) -> String {
        self.out.push_str("</svg>\n");
        self.out
    }

    pub(super) fn open(&mut self, tag: &str) {
        let _ = writeln!(self.out, "<{tag}>");
    }

    pub(super) fn close(&mut self, tag: &str) {
        let _ = writeln!(self.out, "</{tag}>");
    }

    pub(super) fn title(&mut self, words: &str) {
        let _ = writeln!(self.out, "<title>{}</title>", escape(words));
    }

    pub(super) fn rect(&mut self, x: f32, y: f32, width: f32, height: f32, look: &str) {
        let [x, y, width, height] = [x, y, width, height].map(number);
        let _ = writeln!(
            self.out,
            r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" {look}/>"#
        );
    }

    pub(super) fn circle(&mut self, x: f32, y: f32, radius: f32, look: &str) {
        let [x, y, radius] = [x, y, radius].map(number);
        let _ = writeln!(self.out, r#"<circle cx="{x}" cy="{y}" r="{radius}" {look}/>"#);
    }

    pub(super) fn line(&mut self, from: (f32, f32), to: (f32, f32), look: &str) {
        let [x1, y1, x2, y2] = [from.0, from.1, to.0, to.1].map(number);
        let _ = writeln!(self.out, r#"<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" {look}/>"#);
    }

    /// Text whose middle line is at `y`.
    pub(super) fn text(&mut self, (x, y): (f32, f32), font: Font, words: &str) {
        let Font { size, colour, anchor, bold } = font;
        // Not every renderer supports dominant-baseline, so the baseline is computed here.
        let [x, y, size] = [x, y + size * 0.36, size].map(number);
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
        };
        let weight = if bold { r#" font-weight="bold""# } else { "" };
        let _ = writeln!(
            self.out,
            r#"<text x="{x}" y="{y}" font-size="{size}" fill="{colour}" text-anchor="{anchor}"{weight}>{}</text>"#,
            escape(words)
        );
    }
}
