//! All players on one line.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use strata_render::held_words;
use strata_rules::{GameInfo, Panel, Player, Scene};

use crate::look::{Look, after, bold, columns, write};

/// Draws all players on one line: scores, clocks and hands.
pub(crate) fn draw_players(
    scene: &Scene,
    info: &GameInfo,
    is_over: bool,
    clock: impl Fn(Player) -> Option<String>,
    area: Rect,
    buffer: &mut Buffer,
    look: &Look,
) {
    let text = |panel: &Panel, with_notes: bool| {
        let score = panel.score.map(|score| score.to_string());
        let hand: u32 = panel.hand.iter().map(|item| item.count).sum();
        let hand = (hand > 0).then(|| format!("{hand} left"));
        let notes = with_notes.then(|| panel.notes.join(", "));
        let parts = [score, clock(panel.side), hand, held_words(panel, info), notes];
        let parts = parts.into_iter().flatten().filter(|text| !text.is_empty());
        format!(" {}  ", parts.collect::<Vec<_>>().join(" "))
    };
    let texts = |with_notes| -> Vec<String> {
        scene.panels.iter().map(|panel| text(panel, with_notes)).collect()
    };
    // A turn sign and a letter come before each text.
    let fits =
        |texts: &[String]| texts.iter().map(|text| columns(text) + 4).sum::<u16>() <= area.width;
    let texts = Some(texts(true)).filter(|texts| fits(texts)).unwrap_or_else(|| texts(false));
    let mut rest = area;
    for (panel, text) in scene.panels.iter().zip(&texts) {
        let side = info.side(panel.side);
        let sign = if panel.to_move && !is_over { look.sign("▶", ">") } else { " " };
        rest = after(rest, write(buffer, rest, sign, bold()));
        rest = after(rest, write(buffer, rest, &format!(" {} ", side.letter), look.side(side)));
        rest = after(rest, write(buffer, rest, text, Style::new()));
    }
}
