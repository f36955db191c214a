//! Scenes as SVG: for the web page, for exported pictures and for documents.
//!
//! Colours are attributes and there are no external references, so pictures work under a strict content
//! security policy. Every square has a `data-square` attribute and a title in words, and every piece a
//! `data-on` attribute. The definitions contain the marks, so that a page can add them to squares: `use`
//! elements that refer to the `data-look` of the picture and the name of the mark, such as `wla-target`.

mod board;
mod definitions;
mod marks;
mod motion;
mod pieces;
mod side;
mod tiles;
mod writer;

use strata_rules::{GameInfo, Scene, Square};

use crate::palette::Ink;
use crate::surface::Surface;
use crate::{Palette, View};
use board::draw_board;
use definitions::define;
use side::{CHARACTER, SIDE_HEIGHT, TEXT, draw_sides};
use writer::{Font, Svg};

/// The side of a square, in SVG units.
const UNIT: f32 = 64.0;
/// The width of the frame, as a multiple of the font size of its labels.
const FRAME: f32 = 1.6;
/// The room between parts of a picture.
const MARGIN: f32 = 12.0;
/// The room for the shadow of the board.
const SHADOW: f32 = 9.0;
/// The least width of a picture with players below the board.
const LEAST_WIDTH: f32 = 400.0;
/// The height of a line of the caption.
const LINE_HEIGHT: f32 = 22.0;

/// The context of all drawing functions.
struct Drawing<'a> {
    scene: &'a Scene,
    info: &'a GameInfo,
    view: &'a View,
    palette: Palette,
    surface: &'static Surface,
    /// The upper left corner of the squares.
    left: f32,
    top: f32,
    /// The font size of labels and rulers.
    label: f32,
}

impl Drawing<'_> {
    /// The upper left corner of a square.
    fn corner(&self, square: Square) -> (f32, f32) {
        let (mut file, mut rank) = (square.file, self.scene.height - 1 - square.rank);
        if self.view.flip {
            file = self.scene.width - 1 - file;
            rank = self.scene.height - 1 - rank;
        }
        (self.left + f32::from(file) * UNIT, self.top + f32::from(rank) * UNIT)
    }

    fn centre(&self, square: Square) -> (f32, f32) {
        let (x, y) = self.corner(square);
        (x + UNIT / 2.0, y + UNIT / 2.0)
    }

    /// The squares from the far side of the board to the near one.
    fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        self.view.rows(self.scene.width, self.scene.height).into_iter().flatten()
    }

    /// The width and the height of all squares.
    fn size(&self) -> (f32, f32) {
        (f32::from(self.scene.width) * UNIT, f32::from(self.scene.height) * UNIT)
    }

    /// The colours of pieces on the board.
    fn ink(&self, owner: strata_rules::Owner) -> Ink {
        owner.map_or(self.surface.neutral(), |player| {
            self.palette.ink_on(self.info.side(player).paint, self.surface.is_dark)
        })
    }

    /// Whether stacks are seen at an angle.
    fn is_angled(&self) -> bool {
        self.scene.tallest > 1 && !self.view.from_above
    }
}

/// Draws a scene.
pub fn svg(scene: &Scene, info: &GameInfo, view: &View) -> String {
    let label = label_size(scene);
    let frame = label * FRAME;
    // With rulers on the frame, the names are outside.
    let names = if scene.rulers.is_empty() { 0.0 } else { frame };
    let (near, far) = (frame + SHADOW + names, frame + SHADOW);
    let (board_width, board_height) =
        (f32::from(scene.width) * UNIT, f32::from(scene.height) * UNIT);
    let needed = near + board_width + far;
    let width = if view.board_only { needed } else { needed.max(LEAST_WIDTH) };
    let left = near + (width - needed) / 2.0;
    let palette = Palette::of(view.theme);
    let surface = Surface::of(view.theme);
    let drawing = Drawing { scene, info, view, palette, surface, left, top: far, label };
    let bottom = far + board_height + near;
    if view.board_only {
        let mut svg = start(&drawing, width, bottom, "board");
        draw_board(&mut svg, &drawing);
        return svg.finish();
    }
    let caption = wrap(&scene.caption, ((width - 2.0 * MARGIN) / CHARACTER) as usize);
    let sides_top = bottom + MARGIN / 2.0;
    let caption_top = sides_top + SIDE_HEIGHT * scene.panels.len() as f32 + MARGIN / 2.0;
    let height = caption_top + LINE_HEIGHT * caption.len() as f32 + MARGIN;

    let mut svg = start(&drawing, width, height, "position");
    svg.rect(0.0, 0.0, width, height, &format!(r#"class="page" fill="{}""#, drawing.palette.page));
    draw_board(&mut svg, &drawing);
    draw_sides(&mut svg, &drawing, sides_top);
    for (place, line) in caption.iter().enumerate() {
        let y = caption_top + LINE_HEIGHT * (place as f32 + 0.5);
        svg.text((2.0 * MARGIN, y), Font::plain(TEXT, drawing.palette.text).at_start(), line);
    }
    svg.finish()
}

/// The beginning of a picture, with its definitions.
fn start(drawing: &Drawing<'_>, width: f32, height: f32, what: &str) -> Svg {
    let theme = drawing.view.theme;
    let dark = if theme.dark { 'd' } else { 'l' };
    let letters = if theme.colour_blind { "c" } else { "" };
    let pieces = match drawing.scene.tallest {
        2.. if drawing.view.from_above => "s",
        2.. => "a",
        _ => "",
    };
    let prefix = format!("{}{dark}{letters}{pieces}", theme.material.letter());
    let ground = if drawing.surface.is_dark { "dark" } else { "light" };
    let label = format!("{} {what}", drawing.info.name);
    let mut svg = Svg::new((width, height), &label, prefix, ground);
    define(&mut svg, drawing);
    svg
}

/// The font size of labels. Large boards are scaled down on a phone and need larger labels.
fn label_size(scene: &Scene) -> f32 {
    (f32::from(scene.width) * 2.2).max(15.0)
}

/// Breaks a sentence into lines of at most `width` characters, at spaces.
fn wrap(sentence: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in sentence.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
