//! Scenes as SVG: for the web page, for exported pictures and for documents.
//!
//! Colours are attributes and there are no external references, so pictures work under a strict content
//! security policy. Every square has a `data-square` attribute and a title in words.

mod pieces;
mod side;
mod writer;

use strata_rules::{Edge, GameInfo, Ruler, Scene, Square};

use crate::palette::Ink;
use crate::{Mark, Palette, View, describe_square};
use pieces::{draw_cell_piece, draw_counter, draw_tile};
use side::{CHARACTER, SIDE_HEIGHT, TEXT, draw_sides};
use writer::{Font, Svg};

/// The side of a square, in SVG units.
const UNIT: f32 = 64.0;
/// The room for labels and rulers, as a multiple of their font size.
const LABEL: f32 = 26.0 / 15.0;
/// The room at an edge without labels.
const MARGIN: f32 = 12.0;
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
    left: f32,
    top: f32,
    /// The font size of labels and rulers, and the room for them.
    label: (f32, f32),
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

    fn ink(&self, owner: strata_rules::Owner) -> Ink {
        owner.map_or(self.palette.neutral, |player| self.palette.ink(self.info.side(player).paint))
    }
}

/// Draws a scene.
pub fn svg(scene: &Scene, info: &GameInfo, view: &View) -> String {
    let has_rulers = !scene.rulers.is_empty();
    let (board_width, board_height) =
        (f32::from(scene.width) * UNIT, f32::from(scene.height) * UNIT);
    let size = label_size(scene);
    let room = size * LABEL;
    let near = room + if has_rulers { room + MARGIN / 2.0 } else { 0.0 };
    let far = if has_rulers { room + MARGIN / 2.0 } else { MARGIN };
    let needed = near + board_width + far;
    let width = if view.board_only { needed } else { needed.max(LEAST_WIDTH) };
    let left = near + (width - near - board_width - far) / 2.0;
    let palette = Palette::of(view.theme);
    let drawing = Drawing { scene, info, view, palette, left, top: far, label: (size, room) };
    if view.board_only {
        let mut svg = Svg::new(width, far + board_height + near, &format!("{} board", info.name));
        draw_board(&mut svg, &drawing, near);
        return svg.finish();
    }
    let sides_top = far + board_height + near + MARGIN;
    let caption = wrap(&scene.caption, ((width - 2.0 * MARGIN) / CHARACTER) as usize);
    let caption_top = sides_top + SIDE_HEIGHT * scene.panels.len() as f32 + MARGIN / 2.0;
    let height = caption_top + LINE_HEIGHT * caption.len() as f32 + MARGIN;

    let mut svg = Svg::new(width, height, &format!("{} position", info.name));
    svg.rect(0.0, 0.0, width, height, &format!(r#"class="page" fill="{}""#, drawing.palette.page));
    draw_board(&mut svg, &drawing, near);
    draw_sides(&mut svg, &drawing, sides_top);
    for (place, line) in caption.iter().enumerate() {
        let y = caption_top + LINE_HEIGHT * (place as f32 + 0.5);
        svg.text((2.0 * MARGIN, y), Font::plain(TEXT, drawing.palette.text).at_start(), line);
    }
    svg.finish()
}

/// The font size of labels. Large boards are scaled down on a phone and need larger labels.
fn label_size(scene: &Scene) -> f32 {
    (f32::from(scene.width) * 2.2).max(15.0)
}

fn draw_board(svg: &mut Svg, drawing: &Drawing<'_>, near: f32) {
    draw_squares(svg, drawing);
    draw_winning(svg, drawing);
    for tile in &drawing.scene.tiles {
        draw_tile(svg, drawing, tile);
    }
    for square in drawing.scene.squares() {
        draw_cell_piece(svg, drawing, square);
        draw_counter(svg, drawing, square);
    }
    draw_marks(svg, drawing);
    draw_names(svg, drawing, near);
    for ruler in &drawing.scene.rulers {
        draw_ruler(svg, drawing, ruler);
    }
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

fn draw_squares(svg: &mut Svg, drawing: &Drawing<'_>) {
    let palette = &drawing.palette;
    for square in drawing.scene.squares() {
        let (x, y) = drawing.corner(square);
        let fill = match drawing.view.mark(square) {
            Some(Mark::Source) => palette.source,
            Some(Mark::Chosen | Mark::Cursor) => palette.chosen,
            Some(Mark::Target) => palette.target,
            None if drawing.scene.last_move.contains(&square) => palette.last,
            None if drawing.scene.cell(square).gone => palette.gone,
            None => palette.square,
        };
        svg.open(&format!(r#"g class="square" data-square="{square}""#));
        svg.title(&describe_square(drawing.scene, drawing.info, square));
        let look = format!(r#"fill="{fill}" stroke="{}" stroke-width="1.5""#, palette.line);
        svg.rect(x, y, UNIT, UNIT, &look);
        svg.close("g");
    }
}

/// Frames the squares that won the game, below their pieces.
fn draw_winning(svg: &mut Svg, drawing: &Drawing<'_>) {
    const INSET: f32 = 3.5;
    let look = format!(
        r#"class="winning" rx="6" fill="none" stroke="{}" stroke-width="6""#,
        drawing.palette.winning
    );
    for square in &drawing.scene.winning {
        let (x, y) = drawing.corner(*square);
        svg.rect(x + INSET, y + INSET, UNIT - 2.0 * INSET, UNIT - 2.0 * INSET, &look);
    }
}

/// Draws marks as outlines too, above the pieces.
fn draw_marks(svg: &mut Svg, drawing: &Drawing<'_>) {
    for square in drawing.scene.squares() {
        let (x, y) = drawing.corner(square);
        let (colour, dashes, inset) = match drawing.view.mark(square) {
            Some(Mark::Cursor) => (drawing.palette.text, "", 2.0),
            Some(Mark::Chosen) => (drawing.palette.text, "", 4.0),
            Some(Mark::Target) => (drawing.palette.text, r#" stroke-dasharray="6 5""#, 4.0),
            Some(Mark::Source) => (drawing.palette.text, r#" stroke-dasharray="2 6""#, 4.0),
            None => continue,
        };
        let side = UNIT - 2.0 * inset;
        let look =
            format!(r#"class="mark" fill="none" stroke="{colour}" stroke-width="3"{dashes}"#);
        svg.rect(x + inset, y + inset, side, side, &look);
    }
}

/// Draws the file names below the board and the rank names to its left.
fn draw_names(svg: &mut Svg, drawing: &Drawing<'_>, near: f32) {
    let rows = drawing.view.rows(drawing.scene.width, drawing.scene.height);
    let (size, room) = drawing.label;
    let font = Font::plain(size, drawing.palette.faint);
    let bottom = drawing.top + f32::from(drawing.scene.height) * UNIT;
    for square in &rows[0] {
        let (x, _) = drawing.centre(*square);
        let name = char::from(b'a' + square.file).to_string();
        svg.text((x, bottom + near - room / 2.0), font, &name);
    }
    for row in &rows {
        let (_, y) = drawing.centre(row[0]);
        let name = (row[0].rank + 1).to_string();
        let x = drawing.left - near + room / 2.0;
        svg.text((x, y), font, &name);
    }
}

/// Draws a player's numbering along an edge, in the player's colours.
fn draw_ruler(svg: &mut Svg, drawing: &Drawing<'_>, ruler: &Ruler) {
    let ink = drawing.ink(Some(ruler.owner));
    let (width, height) = (drawing.scene.width, drawing.scene.height);
    let (size, room) = drawing.label;
    for (place, label) in ruler.labels.iter().enumerate() {
        let place = place as u8;
        let (square, across, down) = match ruler.edge {
            Edge::Bottom => (Square::new(place, 0), 0.0, 1.0),
            Edge::Top => (Square::new(place, height - 1), 0.0, -1.0),
            Edge::Left => (Square::new(0, place), -1.0, 0.0),
            Edge::Right => (Square::new(width - 1, place), 1.0, 0.0),
        };
        let turn = if drawing.view.flip { -1.0 } else { 1.0 };
        let (x, y) = drawing.centre(square);
        let away = UNIT / 2.0 + room / 2.0;
        let (x, y) = (x + turn * across * away, y + turn * down * away);
        let look = format!(r#"rx="5" fill="{}" stroke="{}""#, ink.fill, ink.edge);
        let (across, down) = (size * 0.8, size * 0.65);
        svg.rect(x - across, y - down, 2.0 * across, 2.0 * down, &look);
        svg.text((x, y), Font::plain(size, ink.on), label);
    }
}
