//! The players beside the board, and the evaluation bar.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use strata_render::held_words;
use strata_render::terminal::Colours;
use strata_rules::{Panel, Player, Scene};
use strata_table::SeatKind;

use super::GameScreen;
use crate::context::Context;
use crate::look::{Look, after, bold, columns, dim, row, write};

/// A space that does not break lines.
const NO_BREAK: &str = "\u{a0}";

/// There are empty rows between players only if this many rows are left for the moves.
const ENOUGH_FOR_MOVES: u16 = 5;

/// The indentation of names and of the notes below them.
const INDENT: u16 = 6;

impl GameScreen {
    /// The player of a side.
    fn player_of(&self, side: Player) -> Option<Player> {
        let position = self.seen_position();
        Player::all(self.table.players()).find(|player| position.side_of(*player) == side)
    }

    pub(super) fn draw_side(&mut self, area: Rect, buffer: &mut Buffer, context: &Context) {
        let look = context.look();
        let scene = self.scene();
        let notes: Vec<Vec<String>> =
            scene.panels.iter().map(|panel| self.panel_notes(panel, area.width, &look)).collect();
        let needed = notes.iter().map(|notes| notes.len() as u16 + 1).sum::<u16>();
        let players = scene.panels.len() as u16;
        let gap = u16::from(needed + players + ENOUGH_FOR_MOVES <= area.height);
        let mut line = 0;
        for (panel, notes) in scene.panels.iter().zip(&notes) {
            let place = below(area, line);
            self.draw_player(panel, place, buffer, context);
            for (row_number, words) in (1..).zip(notes) {
                write(buffer, row(after(place, INDENT), row_number), words, dim());
            }
            line += notes.len() as u16 + 1 + gap;
        }
        if context.settings.evaluation {
            write(buffer, row(area, line), &self.evaluation_words(&look), bold());
            line += 2;
        }
        let rest = below(area, line);
        // The last move is shown before the result.
        let shows_result = self.announces_end && self.playback.is_none();
        match shows_result && self.table.result().is_some() {
            true => self.draw_end(rest, buffer, &look),
            false => self.draw_moves(rest, buffer, &look),
        }
    }

    /// Draws a player's name, score and clock, and whether it is their turn.
    fn draw_player(&self, panel: &Panel, area: Rect, buffer: &mut Buffer, context: &Context) {
        let look = context.look();
        let side = self.table.position().info().side(panel.side);
        let player = self.player_of(panel.side);
        let to_move = panel.to_move && self.table.result().is_none();
        write(buffer, area, if to_move { look.sign("▶", ">") } else { " " }, bold());
        write(buffer, after(area, 2), &format!(" {} ", side.letter), look.side(side));
        let mut name = side.name.to_owned();
        if let Some(player) = player {
            let seat = &self.table.seats()[player.index()];
            if !seat.name.is_empty() {
                name += &format!(" ({})", seat.name);
            }
        }
        let clock = player.and_then(|player| self.clock_of(player, context)).unwrap_or_default();
        let score = panel.score.map(|score| score.to_string()).unwrap_or_default();
        let right = [score, clock].into_iter().filter(|text| !text.is_empty());
        let right = right.collect::<Vec<_>>().join("  ");
        let name_area = after(area, INDENT);
        let name_width = name_area.width.saturating_sub(columns(&right) + 1);
        let style = if to_move { bold() } else { Style::new() };
        write(buffer, Rect { width: name_width, ..name_area }, &name, style);
        write(buffer, after(name_area, name_width + 1), &right, bold());
    }

    /// Draws all players on one line, if there is no room beside the board.
    pub(super) fn draw_summary(&self, area: Rect, buffer: &mut Buffer, context: &Context) {
        let look = context.look();
        let scene: Scene = self.scene();
        let texts = |with_notes| -> Vec<String> {
            scene.panels.iter().map(|panel| self.summary(panel, with_notes, context)).collect()
        };
        // A turn sign and a letter come before each text.
        let fits = |texts: &[String]| {
            texts.iter().map(|text| columns(text) + 4).sum::<u16>() <= area.width
        };
        let texts = Some(texts(true)).filter(|texts| fits(texts)).unwrap_or_else(|| texts(false));
        let mut rest = area;
        for (panel, text) in scene.panels.iter().zip(&texts) {
            let side = self.table.position().info().side(panel.side);
            let to_move = panel.to_move && self.table.result().is_none();
            let sign = if to_move { look.sign("▶", ">") } else { " " };
            rest = after(rest, write(buffer, rest, sign, bold()));
            rest = after(rest, write(buffer, rest, &format!(" {} ", side.letter), look.side(side)));
            rest = after(rest, write(buffer, rest, text, Style::new()));
        }
    }

    /// A player's score, clock and hand on one line, and notes where they fit.
    fn summary(&self, panel: &Panel, with_notes: bool, context: &Context) -> String {
        let clock = self.player_of(panel.side).and_then(|player| self.clock_of(player, context));
        let score = panel.score.map(|score| score.to_string());
        let hand: u32 = panel.hand.iter().map(|item| item.count).sum();
        let hand = (hand > 0).then(|| format!("{hand} left"));
        let notes = with_notes.then(|| panel.notes.join(", "));
        let held = held_words(panel, self.table.position().info());
        let parts = [score, clock, hand, held, notes].into_iter().flatten();
        let parts: Vec<String> = parts.filter(|text| !text.is_empty()).collect();
        format!(" {}  ", parts.join(" "))
    }

    /// The evaluation of the shown position.
    fn evaluation_words(&self, look: &Look) -> String {
        let seen = self.seen();
        match self.hints.evaluation.filter(|known| known.node == seen) {
            Some(known) => known.text(self.seen_position()),
            None => format!("Evaluation {}", look.sign("…", "...")),
        }
    }

    /// Draws the evaluation bar: the winning chance of the first player from the bottom up, with a
    /// midline. With more than two players it is the chance of the player to move.
    pub(super) fn draw_bar(&self, area: Rect, buffer: &mut Buffer, context: &Context) {
        let look = context.look();
        let position = self.seen_position();
        let is_duel = position.players() == 2;
        let lower = if is_duel { Player(0) } else { position.turn() };
        let evaluation = self.hints.evaluation.filter(|known| known.node == self.seen());
        let chance = evaluation.map_or(0.5, |known| {
            let chance = known.value.winning_chance();
            if known.mover == lower { chance } else { 1.0 - chance }
        });
        let filled = (chance * f64::from(area.height)).round() as u16;
        let info = position.info();
        let lower_style = look.side(info.side(position.side_of(lower)));
        let upper_style = match is_duel {
            true => look.side(info.side(position.side_of(Player(1)))),
            false => Style::new(),
        };
        for line in 0..area.height {
            let is_lower = area.height - line <= filled;
            let style = if is_lower { lower_style } else { upper_style };
            let sign = bar_sign(&look, is_lower, line == area.height / 2);
            let letter = |player| info.side(position.side_of(player)).letter.to_string();
            let letter = match line {
                0 if is_duel => Some(letter(Player(1))),
                _ if line + 1 == area.height => Some(letter(lower)),
                _ => None,
            };
            for x in area.left()..area.right() {
                if let Some(cell) = buffer.cell_mut(Position::new(x, area.y + line)) {
                    cell.set_symbol(sign).set_style(style);
                }
            }
            if let Some(letter) = letter {
                write(buffer, row(area, line), &letter, style);
            }
        }
    }

    /// A player's hand and notes, wrapped to the width below the name.
    fn panel_notes(&self, panel: &Panel, width: u16, look: &Look) -> Vec<String> {
        let times = look.sign("×", "x");
        // Lines are broken only between kinds of pieces.
        let item = |count, name: &str| format!("{count} {times} {name}").replace(' ', NO_BREAK);
        let hand = panel.hand.iter().map(|kind| item(kind.count, &kind.name));
        let hand = hand.collect::<Vec<_>>().join(", ");
        let held = held_words(panel, self.table.position().info());
        let texts = std::iter::once(&hand).chain(&held).chain(&panel.notes);
        let texts = texts.filter(|text| !text.is_empty());
        let width = usize::from(width.saturating_sub(INDENT).max(1));
        let lines = texts.flat_map(|text| textwrap::wrap(text, width));
        lines.map(|words| words.replace(NO_BREAK, " ")).collect()
    }

    /// Whether a player plays from another device.
    pub(super) fn is_remote(&self, player: Player) -> bool {
        self.table.seats()[player.index()].kind == SeatKind::Remote
    }
}

fn bar_sign(look: &Look, is_lower: bool, is_middle: bool) -> &'static str {
    match (is_middle, look.colours == Colours::None) {
        (true, _) => look.sign("─", "-"),
        (false, false) => " ",
        (false, true) if is_lower => look.sign("█", "#"),
        (false, true) => look.sign("░", "."),
    }
}

/// The area without its first rows.
pub(super) fn below(area: Rect, rows: u16) -> Rect {
    let rows = rows.min(area.height);
    Rect { y: area.y + rows, height: area.height - rows, ..area }
}
