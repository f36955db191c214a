//! Pieces, tiles and counters as SVG.

use strata_rules::{Owner, Piece, Square, Tile};

use super::writer::{Font, Svg, number};
use super::{Drawing, UNIT};
use crate::palette::Ink;

/// Draws a round piece. Sides differ by a pattern as well as by colour: plain, a ring, four ticks at the
/// rim, or two ticks.
///
/// A piece with a letter on it needs no pattern: pass `None` as its owner.
pub(super) fn draw_disc(svg: &mut Svg, (x, y): (f32, f32), radius: f32, ink: Ink, owner: Owner) {
    let width = number((radius / 10.0).max(0.8));
    let look = format!(r#"fill="{}" stroke="{}" stroke-width="{width}""#, ink.fill, ink.edge);
    svg.circle(x, y, radius, &look);
    let stroke =
        format!(r#"fill="none" stroke="{}" stroke-width="{width}" opacity="0.55""#, ink.on);
    let (inner, outer) = (radius * 0.62, radius * 0.95);
    let mut tick = |across: f32, down: f32| {
        let at = |reach: f32| (x + across * reach, y + down * reach);
        svg.line(at(inner), at(outer), &stroke);
    };
    match owner.map(|player| player.0) {
        Some(1) => svg.circle(x, y, radius * 0.78, &stroke),
        Some(2) => {
            tick(0.0, -1.0);
            tick(0.0, 1.0);
            tick(-1.0, 0.0);
            tick(1.0, 0.0);
        }
        Some(3) => {
            tick(-0.7, -0.7);
            tick(0.7, 0.7);
        }
        _ => {}
    }
}

/// The owner whose pattern is drawn, or `None` if pieces show letters.
pub(super) fn pattern(drawing: &Drawing<'_>, owner: Owner) -> Owner {
    owner.filter(|_| !drawing.palette.shows_letters())
}

pub(super) fn letter(drawing: &Drawing<'_>, owner: Owner) -> String {
    owner.map_or(String::new(), |player| drawing.info.side(player).letter.to_string())
}

/// Draws the piece on a square.
pub(super) fn draw_cell_piece(svg: &mut Svg, drawing: &Drawing<'_>, square: Square) {
    let Some(piece) = &drawing.scene.cell(square).piece else { return };
    let (x, y) = drawing.centre(square);
    svg.open(&format!(r#"g class="piece" data-on="{square}" pointer-events="none""#));
    match piece {
        Piece::Checker(owner) => {
            let radius = if owner.is_some() { 25.0 } else { 17.0 };
            let ink = drawing.ink(*owner);
            draw_disc(svg, (x, y), radius, ink, pattern(drawing, *owner));
            if drawing.palette.shows_letters() {
                let letter = letter(drawing, *owner);
                svg.text((x, y), Font::bold(20.0, ink.on), &letter);
            }
        }
        Piece::Tower { owner, height } => draw_tower(svg, drawing, (x, y), *owner, *height),
        Piece::Stack(stones) => draw_stack(svg, drawing, (x, y), stones),
        Piece::Blockade => {
            let look = format!(r#"rx="6" fill="{}""#, drawing.palette.text);
            svg.rect(x - 22.0, y - 22.0, 44.0, 44.0, &look);
            let cross = format!(r#"stroke="{}" stroke-width="6""#, drawing.palette.page);
            svg.line((x - 13.0, y - 13.0), (x + 13.0, y + 13.0), &cross);
            svg.line((x - 13.0, y + 13.0), (x + 13.0, y - 13.0), &cross);
        }
    }
    svg.close("g");
}

/// Draws a stack of which only owner and height matter: a few discs and the height.
fn draw_tower(svg: &mut Svg, drawing: &Drawing<'_>, (x, y): (f32, f32), owner: Owner, height: u16) {
    const MOST_DRAWN: u16 = 5;
    const LIFT: f32 = 3.0;
    let layers = height.clamp(1, MOST_DRAWN) - 1;
    let bottom = y + f32::from(layers) * LIFT / 2.0;
    for layer in 0..layers {
        let at = (x, bottom - f32::from(layer) * LIFT);
        draw_disc(svg, at, 24.0, drawing.ink(None), None);
    }
    let ink = drawing.ink(owner);
    let top = bottom - f32::from(layers) * LIFT;
    draw_disc(svg, (x, top), 24.0, ink, pattern(drawing, owner));
    let size = if height > 99 { 18.0 } else { 24.0 };
    svg.text((x, top), Font::bold(size, ink.on), &height.to_string());
    if drawing.palette.shows_letters() {
        svg.text((x, top + 17.0), Font::bold(11.0, ink.on), &letter(drawing, owner));
    }
}

/// Draws a stack of which every stone matters: the top stone with the height, and next to it all stones
/// from the bottom up.
fn draw_stack(svg: &mut Svg, drawing: &Drawing<'_>, (x, y): (f32, f32), stones: &[Owner]) {
    let top = stones.last().copied().flatten();
    let ink = drawing.ink(top);
    let seen = (x - 8.0, y);
    draw_disc(svg, seen, 20.0, ink, pattern(drawing, top));
    svg.text((seen.0, seen.1), Font::bold(18.0, ink.on), &stones.len().to_string());
    if drawing.palette.shows_letters() {
        svg.text((seen.0, seen.1 + 14.0), Font::bold(9.0, ink.on), &letter(drawing, top));
    }
    let column = UNIT - 10.0;
    let step = (column / stones.len() as f32).min(11.0);
    let foot = y + column / 2.0 - step / 2.0;
    for (level, owner) in stones.iter().enumerate() {
        let ink = drawing.ink(*owner);
        let look = format!(r#"rx="2" fill="{}" stroke="{}" stroke-width="1""#, ink.fill, ink.edge);
        let height = step - 1.0;
        let middle = foot - level as f32 * step;
        svg.rect(x + 15.0, middle - height / 2.0, 13.0, height, &look);
    }
}

/// Draws a tile over its squares, with its length on the first one. A ghost is pale with a dashed outline,
/// and has no length while only one end is chosen.
pub(super) fn draw_tile(svg: &mut Svg, drawing: &Drawing<'_>, tile: &Tile) {
    const INSET: f32 = 6.0;
    const PALE: &str = r#" fill-opacity="0.3" stroke-dasharray="7 5""#;
    let (a, b) = (drawing.corner(tile.from), drawing.corner(tile.to));
    let (left, top) = (a.0.min(b.0), a.1.min(b.1));
    let (width, height) = ((a.0 - b.0).abs() + UNIT, (a.1 - b.1).abs() + UNIT);
    let ink = drawing.ink(Some(tile.owner));
    let (class, pale, on) = match tile.ghost {
        true => ("tile ghost", PALE, drawing.palette.text),
        false => ("tile", "", ink.on),
    };
    svg.open(&format!(r#"g class="{class}" data-on="{}" pointer-events="none""#, tile.from));
    let look =
        format!(r#"rx="12" fill="{}" stroke="{}" stroke-width="2.5"{pale}"#, ink.fill, ink.edge);
    svg.rect(left + INSET, top + INSET, width - 2.0 * INSET, height - 2.0 * INSET, &look);
    // The second player's tiles have an inner line, like the ring on round pieces.
    if tile.owner.0 == 1 {
        let inset = INSET + 5.0;
        let ring = format!(r#"rx="8" fill="none" stroke="{on}" stroke-width="1.5" opacity="0.55""#);
        svg.rect(left + inset, top + inset, width - 2.0 * inset, height - 2.0 * inset, &ring);
    }
    let labelled = drawing.scene.label_square(tile);
    let (x, y) = drawing.centre(labelled);
    let mut label = if tile.is_begun() { String::new() } else { tile.length().to_string() };
    if drawing.palette.shows_letters() {
        label = format!("{}{label}", drawing.info.side(tile.owner).letter);
    }
    if !label.is_empty() {
        svg.text((x, y), Font::bold(24.0, on), &label);
    }
    svg.close("g");
}

/// Draws a score counter with its number.
pub(super) fn draw_counter(svg: &mut Svg, drawing: &Drawing<'_>, square: Square) {
    let Some(player) = drawing.scene.cell(square).counter else { return };
    let (x, y) = drawing.centre(square);
    let ink = drawing.ink(Some(player));
    let score = drawing.scene.panels.iter().find(|panel| panel.side == player);
    let score = score.and_then(|panel| panel.score).unwrap_or_default();
    svg.open(&format!(r#"g class="counter" data-on="{square}" pointer-events="none""#));
    let rim = format!(r#"fill="{}" stroke="{}" stroke-width="4""#, ink.fill, drawing.palette.last);
    svg.circle(x, y, 21.0, &rim);
    svg.circle(x, y, 23.5, &format!(r#"fill="none" stroke="{}" stroke-width="1.5""#, ink.edge));
    let size = if score > 99 { 20.0 } else { 24.0 };
    svg.text((x, y), Font::bold(size, ink.on), &score.to_string());
    svg.close("g");
}
