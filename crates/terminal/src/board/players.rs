//! All players on one line.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use strata_render::held_words;
use strata_rules::{GameInfo, Player, Scene};

use crate::look::{Look, after, bold, write};

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
    let mut rest = area;
    for panel in &scene.panels {
        let side = info.side(panel.side);
        let to_move = panel.to_move && !is_over;
        let sign = if to_move { look.sign("▶", ">") } else { " " };
        rest = after(rest, write(buffer, rest, sign, bold()));
        rest = after(rest, write(buffer, rest, &format!(" {} ", side.letter), look.side(side)));
        let score = panel.score.map(|score| score.to_string());
        let hand: u32 = panel.hand.iter().map(|item| item.count).sum();
        let hand = (hand > 0).then(|| format!("{hand} left"));
        let notes = (scene.panels.len() == 2).then(|| panel.notes.join(", "));
        let parts = [score, clock(panel.side), hand, held_words(panel, info), notes];
        let parts = parts.into_iter().flatten().filter(|text| !text.is_empty());
        let text = format!(" {}  ", parts.collect::<Vec<_>>().join(" "));
        rest = after(rest, write(buffer, rest, &text, Style::new()));
    }
}
