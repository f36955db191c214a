//! Writing SVG elements.

use std::fmt::{self, Display, Formatter, Write};

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

/// A number with at most one decimal. (Formatting floats exactly needs much more code.)
pub(super) struct N(pub(super) f32);

impl Display for N {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write_parts(f, self.0, 10)
    }
}

/// A factor with at most three decimals.
pub(super) struct Scale(pub(super) f32);

impl Display for Scale {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write_parts(f, self.0, 1000)
    }
}

/// Writes a number that is rounded to tenths, hundredths and so on.
fn write_parts(f: &mut Formatter<'_>, number: f32, parts: u32) -> fmt::Result {
    let rounded = (number * parts as f32).round() as i32;
    if rounded < 0 {
        f.write_char('-')?;
    }
    let rounded = rounded.unsigned_abs();
    write!(f, "{}", rounded / parts)?;
    let (mut rest, mut unit) = (rounded % parts, parts / 10);
    if rest > 0 {
        f.write_char('.')?;
    }
    while rest > 0 {
        write!(f, "{}", rest / unit)?;
        (rest, unit) = (rest % unit, unit / 10);
    }
    Ok(())
}

/// Escapes text for XML.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// An SVG document that is being written.
pub(super) struct Svg {
    out: String,
    /// What the ids of its definitions start with. Definitions with the same id are the same in all
    /// pictures, so several of them can be on one page.
    prefix: String,
}

impl Svg {
    /// Starts a picture. `ground` says whether the board is dark or light.
    pub(super) fn new(size: (f32, f32), label: &str, prefix: String, ground: &str) -> Self {
        let mut out = String::with_capacity(32 * 1024);
        let (width, height, label) = (N(size.0), N(size.1), escape(label));
        let _ = writeln!(
            out,
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" aria-label="{label}" data-look="{prefix}" data-ground="{ground}" font-family="Noto Sans, Segoe UI, Helvetica, Arial, sans-serif">"#
        );
        Self { out, prefix }
    }

    pub(super) fn finish(mut self) -> String {
        self.out.push_str("</svg>\n");
        self.out
    }

    /// Adds a line as it is.
    pub(super) fn add(&mut self, line: fmt::Arguments<'_>) {
        let _ = self.out.write_fmt(line);
        self.out.push('\n');
    }

    pub(super) fn open(&mut self, tag: &str) {
        self.add(format_args!("<{tag}>"));
    }

    pub(super) fn close(&mut self, tag: &str) {
        self.add(format_args!("</{tag}>"));
    }

    pub(super) fn title(&mut self, words: &str) {
        self.add(format_args!("<title>{}</title>", escape(words)));
    }

    /// The id of a definition.
    pub(super) fn id(&self, name: impl Display) -> String {
        format!("{}-{name}", self.prefix)
    }

    /// A definition as a colour, with the colour to use where definitions are not supported.
    pub(super) fn paint(&self, name: impl Display, colour: Rgb) -> String {
        format!("url(#{}) {colour}", self.id(name))
    }

    /// Draws a definition with its origin at a point.
    pub(super) fn reuse(&mut self, name: impl Display, (x, y): (f32, f32), look: &str) {
        let id = self.id(name);
        self.add(format_args!(r##"<use href="#{id}" x="{}" y="{}"{look}/>"##, N(x), N(y)));
    }

    pub(super) fn rect(&mut self, x: f32, y: f32, width: f32, height: f32, look: &str) {
        let [x, y, width, height] = [x, y, width, height].map(N);
        self.add(format_args!(
            r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" {look}/>"#
        ));
    }

    pub(super) fn circle(&mut self, x: f32, y: f32, radius: f32, look: &str) {
        let [x, y, radius] = [x, y, radius].map(N);
        self.add(format_args!(r#"<circle cx="{x}" cy="{y}" r="{radius}" {look}/>"#));
    }

    /// Text whose middle line is at `y`.
    pub(super) fn text(&mut self, (x, y): (f32, f32), font: Font, words: &str) {
        let Font { size, colour, anchor, bold } = font;
        // Not every renderer supports dominant-baseline, so the baseline is computed here.
        let [x, y, size] = [x, y + size * 0.36, size].map(N);
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
        };
        let weight = if bold { r#" font-weight="bold""# } else { "" };
        self.add(format_args!(
            r#"<text x="{x}" y="{y}" font-size="{size}" fill="{colour}" text-anchor="{anchor}"{weight}>{}</text>"#,
            escape(words)
        ));
    }
}
