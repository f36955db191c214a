//! The players beside the board.

use strata_rules::{GameInfo, Scene};

use super::canvas::{Canvas, Glyph};
use crate::{Palette, View, held_words};

/// Draws the name, score, hand and notes of every side.
pub(super) fn draw_panels(scene: &Scene, info: &GameInfo, view: &View, unicode: bool) -> Canvas {
    let palette = Palette::of(view.theme);
    let mut canvas = Canvas::default();
    let mut row = 0;
    for panel in &scene.panels {
        let side = info.side(panel.side);
        let ink = palette.ink(side.paint);
        if panel.to_move {
            let arrow = if unicode { "▶" } else { ">" };
            canvas.write(0, row, arrow, Glyph { bold: true, ..Glyph::default() });
        }
        let badge = Glyph {
            foreground: Some(ink.on),
            background: Some(ink.fill),
            bold: true,
            ..Glyph::default()
        };
        canvas.write(2, row, &format!(" {} ", side.letter), badge);
        let mut name = side.name.to_owned();
        if let Some(score) = panel.score {
            name += &format!("  {score}");
        }
        canvas.write(6, row, &name, Glyph { bold: panel.to_move, ..Glyph::default() });
        row += 1;
        let times = if unicode { '×' } else { 'x' };
        let hand = panel.hand.iter().map(|item| format!("{} {times} {}", item.count, item.name));
        let held = held_words(panel, info);
        for line in hand.chain(held).chain(panel.notes.iter().cloned()) {
            canvas.write(6, row, &line, Glyph { dim: true, ..Glyph::default() });
            row += 1;
        }
        row += 1;
    }
    canvas
}
