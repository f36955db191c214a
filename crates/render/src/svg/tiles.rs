//! Tiles and counters as SVG.

use strata_rules::{Square, Tile};

use super::definitions::key;
use super::writer::{Font, Svg};
use super::{Drawing, UNIT};

/// The gap between a tile and the edges of its squares.
const INSET: f32 = 5.0;

/// The places of the pips for each value: squares of a die with three rows, counted from its upper left
/// corner.
const PIPS: [&[u8]; 7] =
    [&[], &[4], &[2, 6], &[2, 4, 6], &[0, 2, 6, 8], &[0, 2, 4, 6, 8], &[0, 2, 3, 5, 6, 8]];

/// Draws a tile over its squares, with its length on the first one and its value on the second one. A
/// ghost is pale with a dashed outline, and has no length while only one end is chosen.
pub(super) fn draw_tile(svg: &mut Svg, drawing: &Drawing<'_>, tile: &Tile) {
    const PALE: &str = r#" fill-opacity=".6" stroke-dasharray="7 5""#;
    let (a, b) = (drawing.corner(tile.from), drawing.corner(tile.to));
    let (left, top) = (a.0.min(b.0) + INSET, a.1.min(b.1) + INSET);
    let inside = UNIT - 2.0 * INSET;
    let (width, height) = ((a.0 - b.0).abs() + inside, (a.1 - b.1).abs() + inside);
    let (ink, key) = (drawing.ink(Some(tile.owner)), key(drawing, Some(tile.owner)));
    let (class, pale) = if tile.ghost { ("tile ghost", PALE) } else { ("tile", "") };
    svg.open(&format!(r#"g class="{class}" data-on="{}" pointer-events="none""#, tile.from));
    if !tile.ghost {
        svg.rect(left + 1.5, top + 4.0, width, height, r#"rx="11" opacity=".3""#);
    }
    let fill = svg.paint(format_args!("top{key}"), ink.fill);
    let look = format!(
        r#"class="body" rx="11" fill="{fill}" stroke="{}" stroke-width="2"{pale}"#,
        ink.edge
    );
    svg.rect(left, top, width, height, &look);
    // The second player's tiles have an inner line, like the ring on round pieces.
    let (gap, line) = if tile.owner.0 == 1 { (5.0, ink.on) } else { (2.0, crate::palette::WHITE) };
    let look = format!(r#"rx="8" fill="none" stroke="{line}" stroke-width="1.5" opacity=".4""#);
    svg.rect(left + gap, top + gap, width - 2.0 * gap, height - 2.0 * gap, &look);
    draw_numbers(svg, drawing, tile);
    svg.close("g");
}

/// Writes the length of a tile on its first square that has no counter, and its value on the next one.
fn draw_numbers(svg: &mut Svg, drawing: &Drawing<'_>, tile: &Tile) {
    let on = drawing.ink(Some(tile.owner)).on;
    let is_free =
        |square: &Square| tile.covers(*square) && drawing.scene.cell(*square).counter.is_none();
    let mut places = drawing.squares().filter(is_free).map(|square| drawing.centre(square));
    let mut label = if tile.is_begun() { String::new() } else { tile.length().to_string() };
    if drawing.palette.shows_letters() {
        label = format!("{}{label}", drawing.info.side(tile.owner).letter);
    }
    if let Some(at) = places.next().filter(|_| !label.is_empty()) {
        svg.text(at, Font::bold(28.0, on), &label);
    }
    let (Some((x, y)), Some(value)) = (places.next(), tile.value) else { return };
    let look = format!(r#"rx="7" fill="none" stroke="{on}" stroke-width="1.5" opacity=".5""#);
    svg.rect(x - 17.0, y - 17.0, 34.0, 34.0, &look);
    let Some(pips) = PIPS.get(value as usize) else {
        return svg.text((x, y), Font::bold(22.0, on), &value.to_string());
    };
    for place in *pips {
        let at = |step: u8| (f32::from(step) - 1.0) * 9.5;
        svg.circle(x + at(place % 3), y + at(place / 3), 4.2, &format!(r#"fill="{on}""#));
    }
}

/// Draws a score counter with its number.
pub(super) fn draw_counter(svg: &mut Svg, drawing: &Drawing<'_>, square: Square) {
    let Some(player) = drawing.scene.cell(square).counter else { return };
    let (x, y) = drawing.centre(square);
    let (ink, key) = (drawing.ink(Some(player)), key(drawing, Some(player)));
    let score = drawing.scene.panels.iter().find(|panel| panel.side == player);
    let score = score.and_then(|panel| panel.score).unwrap_or_default();
    svg.open(&format!(r#"g class="counter" data-on="{square}" pointer-events="none""#));
    svg.circle(x + 2.0, y + 4.0, 27.0, r#"opacity=".35""#);
    svg.circle(x, y, 27.0, r##"fill="#ffc21a" stroke="#3a2600" stroke-width="2""##);
    let fill = svg.paint(format_args!("top{key}"), ink.fill);
    svg.circle(x, y, 21.0, &format!(r##"fill="{fill}" stroke="#3a2600" stroke-width="2""##));
    let size = if score > 99 { 20.0 } else { 26.0 };
    svg.text((x, y), Font::bold(size, ink.on), &score.to_string());
    svg.close("g");
}
