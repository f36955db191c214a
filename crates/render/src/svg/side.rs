//! The players below the board, with scores and hands.

use strata_rules::{HandItem, Owner, Panel};

use super::writer::{Font, Svg};
use super::{Drawing, LEAST_WIDTH, MARGIN};
use crate::palette::Ink;
use crate::svg::pieces::{draw_disc, letter, patterned};

/// The height of one player's row.
pub(super) const SIDE_HEIGHT: f32 = 34.0;

/// The size of the text.
pub(super) const TEXT: f32 = 15.0;
/// The average width of a character at that size.
pub(super) const CHARACTER: f32 = 8.2;
/// The length of a hand's tile for each square it covers.
const TILE_UNIT: f32 = 6.0;

pub(super) fn draw_sides(svg: &mut Svg, drawing: &Drawing<'_>, top: f32) {
    for (place, panel) in drawing.scene.panels.iter().enumerate() {
        draw_side(svg, drawing, panel, top + SIDE_HEIGHT * (place as f32 + 0.5));
    }
}

/// The room for the longest name and score, so that the hands are aligned.
fn name_width(drawing: &Drawing<'_>) -> f32 {
    let longest = drawing.scene.panels.iter().map(|panel| {
        let score = if panel.score.is_some() { " 100".len() } else { 0 };
        drawing.info.side(panel.side).name.len() + score
    });
    longest.max().unwrap_or(0) as f32 * CHARACTER
}

fn draw_side(svg: &mut Svg, drawing: &Drawing<'_>, panel: &Panel, y: f32) {
    let side = drawing.info.side(panel.side);
    let palette = &drawing.palette;
    let ink = palette.ink(side.paint);
    let mut x = MARGIN + 10.0;
    svg.open(&format!(r#"g class="side" data-side="{}""#, panel.side.0));
    if panel.to_move {
        svg.text((x, y), Font::bold(TEXT, palette.text), ">");
    }
    x += 24.0;
    draw_disc(svg, (x, y), 12.0, ink, None);
    svg.text((x, y), Font::bold(12.0, ink.on), &side.letter.to_string());
    x += 20.0;
    let mut name = side.name.to_owned();
    if let Some(score) = panel.score {
        name += &format!(" {score}");
    }
    svg.text(
        (x, y),
        Font { bold: panel.to_move, ..Font::plain(TEXT, palette.text).at_start() },
        &name,
    );
    x += name_width(drawing) + 18.0;
    for item in &panel.hand {
        x = draw_hand_item(svg, drawing, item, ink, (x, y));
    }
    x = draw_held(svg, drawing, &panel.held, (x, y));
    for note in &panel.notes {
        svg.text((x, y), Font::plain(TEXT, palette.faint).at_start(), note);
        x += note.len() as f32 * CHARACTER + 14.0;
    }
    svg.close("g");
}

/// Draws the pieces that were picked up, the next one first and on top. Returns the x position after them.
fn draw_held(svg: &mut Svg, drawing: &Drawing<'_>, held: &[Owner], (x, y): (f32, f32)) -> f32 {
    const RADIUS: f32 = 8.0;
    let room = LEAST_WIDTH - MARGIN - x - 2.0 * RADIUS;
    let step = (room / held.len().max(1) as f32).clamp(1.0, 2.0 * RADIUS + 2.0);
    for (place, owner) in held.iter().enumerate().rev() {
        let at = (x + RADIUS + place as f32 * step, y);
        let ink = drawing.ink(*owner);
        draw_disc(svg, at, RADIUS, ink, patterned(drawing, *owner));
        if drawing.palette.shows_letters() {
            svg.text(at, Font::bold(9.0, ink.on), &letter(drawing, *owner));
        }
    }
    if held.is_empty() { x } else { x + held.len() as f32 * step + 12.0 }
}

/// Draws pieces of one kind. Returns the x position after them.
fn draw_hand_item(
    svg: &mut Svg,
    drawing: &Drawing<'_>,
    item: &HandItem,
    ink: Ink,
    (x, y): (f32, f32),
) -> f32 {
    let (label, after_bar) = if item.length > 1 {
        let bar = f32::from(item.length) * TILE_UNIT;
        let look = format!(r#"rx="3" fill="{}" stroke="{}""#, ink.fill, ink.edge);
        svg.rect(x, y - 8.0, bar, 16.0, &look);
        let length = item.length.to_string();
        svg.text((x + bar / 2.0, y), Font::plain(12.0, ink.on), &length);
        (format!("×{}", item.count), x + bar + 4.0)
    } else {
        let plural = if item.count == 1 { "" } else { "s" };
        (format!("{} {}{plural}", item.count, item.name), x)
    };
    svg.text((after_bar, y), Font::plain(TEXT, drawing.palette.faint).at_start(), &label);
    after_bar + label.chars().count() as f32 * CHARACTER + 12.0
}
