//! Boards, moves and clocks as text.

use std::time::Duration;

use strata_render::terminal::{TerminalStyle, draw, rules as draw_rules};
use strata_render::{View, describe_contents};
use strata_rules::{AnyPosition, GameEntry, Panel, Player, Scene, Square};
use strata_table::{Table, TimeLeft};

/// The maximum width of a board.
const WIDTH: usize = 80;

/// Boards use only ASCII characters.
const STYLE: TerminalStyle = TerminalStyle { unicode: false, roomy: false, width: WIDTH };

/// The board as ASCII art.
pub(super) fn board(position: &dyn AnyPosition, flip: bool) -> String {
    let view = View { flip, ..View::default() };
    let picture = draw(&position.scene(), position.info(), &view, STYLE).canvas.to_plain();
    picture.trim_end().to_owned()
}

/// The rules of a game.
pub(super) fn rules(entry: &GameEntry) -> String {
    match draw_rules(entry, STYLE, &View::default()) {
        Ok(canvas) => canvas.to_plain().trim_end().to_owned(),
        // A diagram cannot be drawn; the text is complete without it.
        Err(_) => entry.info.rules.to_owned(),
    }
}

/// The board in words: one line for each occupied square and for each player's panel.
pub(super) fn description(position: &dyn AnyPosition) -> String {
    let scene = position.scene();
    let mut lines: Vec<String> =
        scene.squares().filter_map(|square| square_text(position, &scene, square)).collect();
    if lines.is_empty() {
        lines.push("The board is empty.".to_owned());
    }
    lines.extend(scene.panels.iter().filter_map(|panel| panel_text(position, panel)));
    lines.join("\n")
}

fn square_text(position: &dyn AnyPosition, scene: &Scene, square: Square) -> Option<String> {
    let cell = scene.cell(square);
    let is_empty = match scene.tile_at(square) {
        // A tile is listed only at its first square.
        Some(tile) => tile.from != square && cell.counter.is_none(),
        None => cell.piece.is_none() && cell.counter.is_none() && !cell.gone,
    };
    (!is_empty).then(|| describe_contents(scene, position.info(), square))
}

fn panel_text(position: &dyn AnyPosition, panel: &Panel) -> Option<String> {
    let score = panel.score.map(|score| format!("score {score}"));
    let hand =
        panel.hand.iter().map(|item| format!("{} in hand", count_text(item.count, &item.name)));
    let facts: Vec<String> = score.into_iter().chain(hand).chain(panel.notes.clone()).collect();
    let name = position.info().side(panel.side).name;
    (!facts.is_empty()).then(|| format!("{name}: {}", facts.join(", ")))
}

/// A count with its noun: "1 piece", "3 tiles of 4".
fn count_text(count: u32, name: &str) -> String {
    let (first, rest) =
        name.split_once(' ').map_or((name, ""), |(first, _)| (first, &name[first.len()..]));
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {first}{plural}{rest}")
}

/// The player to move and the time left.
pub(super) fn turn(table: &Table, now: Duration) -> String {
    let Some(player) = table.turn() else { return String::new() };
    let number = table.history().path_to(table.history().current()).len();
    let phase = table.position().scene().phase.map_or(String::new(), |phase| format!(" ({phase})"));
    let time = table.time_left(player, now).map(|left| format!(", {}", time_text(&left)));
    let name = table.name_of(player);
    format!("Move {number}{phase}: {name} to move{}.", time.unwrap_or_default())
}

/// The clocks, one per line.
pub(super) fn clocks(table: &Table, now: Duration) -> String {
    let line = |player| {
        let left = table.time_left(player, now)?;
        Some(format!("{}: {}", table.name_of(player), time_text(&left)))
    };
    let lines: Vec<String> = Player::all(table.players()).filter_map(line).collect();
    match lines.is_empty() {
        true => "There is no clock.".to_owned(),
        false => lines.join("\n"),
    }
}

fn time_text(left: &TimeLeft) -> String {
    let clock = |time: Duration| {
        let seconds = time.as_secs();
        match seconds / 3600 {
            0 => format!("{}:{:02}", seconds / 60, seconds % 60),
            hours => format!("{hours}:{:02}:{:02}", seconds / 60 % 60, seconds % 60),
        }
    };
    let game = left.game.map(|time| format!("{} left", clock(time)));
    let turn = left.turn.map(|time| format!("{} for this turn", clock(time)));
    let parts: Vec<String> = game.into_iter().chain(turn).collect();
    match parts.is_empty() {
        true => "waiting".to_owned(),
        false => parts.join(", "),
    }
}

/// The moves of the main line, one per line, with the current one marked.
pub(super) fn history(table: &Table) -> String {
    let history = table.history();
    let lines = history.main_line().into_iter().skip(1).map(|id| {
        let node = &history[id];
        let mark = if id == history.current() { " (current)" } else { "" };
        format!("{}. {} {}{mark}", node.ply, node.position.side_name(node.player), node.mv)
    });
    let lines: Vec<String> = lines.collect();
    match lines.is_empty() {
        true => "No move has been played.".to_owned(),
        false => lines.join("\n"),
    }
}
