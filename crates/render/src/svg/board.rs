//! The board: its frame and squares, the names of files and ranks, and rulers.

use std::fmt::Write;

use strata_rules::{Edge, Ruler, Square};

use super::marks::draw_marks;
use super::motion::draw_held;
use super::pieces::draw_cell_piece;
use super::tiles::{draw_counter, draw_tile};
use super::writer::{Font, N, Scale, Svg};
use super::{Drawing, FRAME, UNIT};
use crate::describe_square;
use crate::surface::Grain;

/// The radius of the frame's corners.
const ROUND: f32 = 12.0;

pub(super) fn draw_board(svg: &mut Svg, drawing: &Drawing<'_>) {
    draw_frame(svg, drawing);
    draw_field(svg, drawing);
    draw_squares(svg, drawing);
    draw_names(svg, drawing);
    for ruler in &drawing.scene.rulers {
        draw_ruler(svg, drawing, ruler);
    }
    for tile in &drawing.scene.tiles {
        draw_tile(svg, drawing, tile);
    }
    for square in drawing.squares() {
        draw_cell_piece(svg, drawing, square);
        draw_counter(svg, drawing, square);
    }
    draw_held(svg, drawing);
}

/// Draws the frame: its shadow, its front, its upper side and the bevel around the squares.
fn draw_frame(svg: &mut Svg, drawing: &Drawing<'_>) {
    let (left, top) = (drawing.left, drawing.top);
    let (width, height) = drawing.size();
    let [lit, shaded] = drawing.surface.frame;
    let mut around = |room: f32, down: f32, look: &str| {
        svg.rect(left - room, top - room + down, width + 2.0 * room, height + 2.0 * room, look);
    };
    let room = drawing.label * FRAME;
    let front = shaded.mixed(crate::palette::BLACK, 40);
    around(room + 3.0, 6.0, &format!(r##"rx="{}" fill="#000" opacity=".1""##, N(ROUND + 3.0)));
    around(room + 1.0, 5.5, &format!(r##"rx="{}" fill="#000" opacity=".2""##, N(ROUND)));
    around(room, 4.0, &format!(r#"rx="{}" fill="{front}""#, N(ROUND)));
    let upper = svg.paint("frame", lit);
    svg.rect(
        left - room,
        top - room,
        width + 2.0 * room,
        height + 2.0 * room,
        &format!(r#"rx="{}" fill="{upper}""#, N(ROUND)),
    );
    let mut around = |room: f32, look: &str| {
        svg.rect(left - room, top - room, width + 2.0 * room, height + 2.0 * room, look);
    };
    around(room - 1.0, r##"rx="11" fill="none" stroke="#fff" stroke-width="1.5" opacity=".22""##);
    around(2.5, &format!(r#"rx="4" fill="{front}""#));
}

/// Draws the field of all squares: material, grain and lines.
fn draw_field(svg: &mut Svg, drawing: &Drawing<'_>) {
    let (left, top) = (drawing.left, drawing.top);
    let (width, height) = drawing.size();
    let surface = drawing.surface;
    let fill = svg.paint("field", surface.square[0]);
    svg.rect(left, top, width, height, &format!(r#"fill="{fill}""#));
    let grain = &surface.grain;
    svg.add(format_args!(
        r#"<path class="grain" transform="translate({} {}) scale({} {})" d="{}" fill="none" stroke="{}" stroke-width=".{:02}" opacity=".{:02}"/>"#,
        N(left),
        N(top),
        Scale(width / 100.0),
        Scale(height / 100.0),
        grain_lines(grain),
        grain.colour,
        grain.width,
        grain.opacity
    ));
    let mut lines = String::new();
    for file in 1..drawing.scene.width {
        let _ = write!(lines, "M{} {}v{}", N(left + f32::from(file) * UNIT), N(top), N(height));
    }
    for rank in 1..drawing.scene.height {
        let _ = write!(lines, "M{} {}h{}", N(left), N(top + f32::from(rank) * UNIT), N(width));
    }
    svg.add(format_args!(
        r#"<path d="{lines}" stroke="{}" stroke-width="1.5" shape-rendering="crispEdges"/>"#,
        surface.line
    ));
}

/// The lines of a grain. They are spread irregularly, but always in the same way.
fn grain_lines(grain: &Grain) -> String {
    let mut state = 12_345_u32;
    let mut random = |below: u32| {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state % below.max(1)
    };
    let (right, down) = grain.reach;
    let mut lines = String::new();
    for line in 0..grain.lines {
        let (x, y) = if right == 100 {
            (0, 2 + line * 96 / grain.lines + random(4))
        } else {
            (random(100 - right), 1 + random(98 - down))
        };
        let (bend, rise) = (random(2 * down + 1) as i32 - down as i32, random(2) as i32);
        let half = right / 2;
        let _ = write!(lines, "M{x} {y}q{} {bend} {half} {rise}t{half} -1", right / 4);
    }
    lines
}

/// Draws the squares: what is out of play and what is marked.
fn draw_squares(svg: &mut Svg, drawing: &Drawing<'_>) {
    for square in drawing.squares() {
        let (x, y) = drawing.corner(square);
        svg.open(&format!(r#"g class="square" data-square="{square}""#));
        svg.title(&describe_square(drawing.scene, drawing.info, square));
        svg.rect(x, y, UNIT, UNIT, r#"fill="none""#);
        if drawing.scene.cell(square).gone {
            svg.reuse("gone", (x, y), "");
        }
        draw_marks(svg, drawing, square);
        svg.close("g");
    }
}

/// Draws the file names below the board and the rank names to its left.
fn draw_names(svg: &mut Svg, drawing: &Drawing<'_>) {
    let rows = drawing.view.rows(drawing.scene.width, drawing.scene.height);
    let frame = drawing.label * FRAME;
    let (away, colour) = match drawing.scene.rulers.is_empty() {
        true => (frame / 2.0, drawing.surface.label),
        false => (frame * 1.5 + 5.0, drawing.palette.faint),
    };
    let font = Font::plain(drawing.label, colour);
    for square in &rows[0] {
        let (x, _) = drawing.centre(*square);
        let name = char::from(b'a' + square.file).to_string();
        svg.text((x, drawing.top + drawing.size().1 + away), font, &name);
    }
    for row in &rows {
        let (_, y) = drawing.centre(row[0]);
        svg.text((drawing.left - away, y), font, &(row[0].rank + 1).to_string());
    }
}

/// Draws a player's numbering along an edge, in the player's colours.
fn draw_ruler(svg: &mut Svg, drawing: &Drawing<'_>, ruler: &Ruler) {
    let ink = drawing.ink(Some(ruler.owner));
    let (width, height) = (drawing.scene.width, drawing.scene.height);
    let (size, turn) = (drawing.label, if drawing.view.flip { -1.0 } else { 1.0 });
    let away = UNIT / 2.0 + size * FRAME / 2.0;
    let look = format!(r#"rx="6" fill="{}" stroke="{}""#, ink.fill, ink.edge);
    for (place, label) in ruler.labels.iter().enumerate() {
        let place = place as u8;
        let (square, across, down) = match ruler.edge {
            Edge::Bottom => (Square::new(place, 0), 0.0, 1.0),
            Edge::Top => (Square::new(place, height - 1), 0.0, -1.0),
            Edge::Left => (Square::new(0, place), -1.0, 0.0),
            Edge::Right => (Square::new(width - 1, place), 1.0, 0.0),
        };
        let (x, y) = drawing.centre(square);
        let (x, y) = (x + turn * across * away, y + turn * down * away);
        let (across, down) = (size * 0.72, size * 0.6);
        svg.rect(x - across, y - down, 2.0 * across, 2.0 * down, &look);
        svg.text((x, y), Font::bold(size, ink.on), label);
    }
}
