//! What a move carries: lifted pieces.

use super::pieces::draw_stack;
use super::writer::Svg;
use super::{Drawing, UNIT};

/// Draws the pieces that a half-entered move has lifted, floating above a square.
pub(super) fn draw_held(svg: &mut Svg, drawing: &Drawing<'_>) {
    let Some(square) = drawing.scene.held_at else { return };
    let (x, y) = drawing.centre(square);
    for panel in drawing.scene.panels.iter().filter(|panel| !panel.held.is_empty()) {
        svg.open(&format!(r#"g class="held" data-held="{square}" pointer-events="none""#));
        draw_stack(svg, drawing, (x + UNIT / 4.0, y - UNIT / 2.0), &panel.held);
        svg.close("g");
    }
}
