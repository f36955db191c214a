//! Boards, moves, clocks and values in words.

use std::time::Duration;

use strata_render::terminal::{TerminalStyle, draw, rules as draw_rules};
use strata_render::{View, describe_contents};
use strata_rules::{AnyPosition, GameEntry, Panel, Player, Scene, Square};
use strata_table::{Table, TimeLeft};

/// The columns of a board; no terminal is narrower.
const WIDTH: usize = 80;

/// Pictures are made of ASCII characters alone.
const STYLE: TerminalStyle = TerminalStyle { unicode: false, roomy: false, width: WIDTH };

/// The board as a picture.
pub(super) fn board(position: &dyn AnyPosition, flip: bool) -> String {
    let view = View { flip, ..View::default() };
    let picture = draw(&position.scene(), position.info(), &view, STYLE).canvas.to_plain();
    picture.trim_end().to_owned()
}

/// How a game is played.
pub(super) fn rules(entry: &GameEntry) -> String {
    match draw_rules(entry, STYLE, &View::default()) {
        Ok(canvas) => canvas.to_plain().trim_end().to_owned(),
        // A picture is missing; the words are all there.
        Err(_) => entry.info.rules.to_owned(),
    }
}

/// The board in words: a line for everything on it and for everything beside it.
pub(super) fn description(position: &dyn AnyPosition) -> String {
    let scene = position.scene();
    let mut lines: Vec<String> =
        scene.squares().filter_map(|square| square_in_words(position, &scene, square)).collect();
    if lines.is_empty() {
        lines.push("The board is empty.".to_owned());
    }
    lines.extend(scene.panels.iter().filter_map(|panel| panel_in_words(position, panel)));
    lines.join("\n")
}

fn square_in_words(position: &dyn AnyPosition, scene: &Scene, square: Square) -> Option<String> {
    let cell = scene.cell(square);
    let is_bare = match scene.tile_at(square) {
        // A tile is named once.
        Some(tile) => tile.from != square && cell.counter.is_none(),
        None => cell.piece.is_none() && cell.counter.is_none() && !cell.gone,
    };
    (!is_bare).then(|| describe_contents(scene, position.info(), square))
}

fn panel_in_words(position: &dyn AnyPosition, panel: &Panel) -> Option<String> {
    let score = panel.score.map(|score| format!("score {score}"));
    let hand = panel.hand.iter().map(|item| format!("{} in hand", several(item.count, &item.name)));
    let facts: Vec<String> = score.into_iter().chain(hand).chain(panel.notes.clone()).collect();
    let name = position.info().side(panel.side).name;
    (!facts.is_empty()).then(|| format!("{name}: {}", facts.join(", ")))
}

/// So many of something: "1 piece", "3 tiles of 4".
fn several(count: u32, name: &str) -> String {
    let (first, rest) =
        name.split_once(' ').map_or((name, ""), |(first, _)| (first, &name[first.len()..]));
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {first}{plural}{rest}")
}

/// Whose turn it is, and how much time is left.
pub(super) fn turn(table: &Table, now: Duration) -> String {
    let Some(player) = table.turn() else { return String::new() };
    let number = table.history().path_to(table.history().current()).len();
    let phase = table.position().scene().phase.map_or(String::new(), |phase| format!(" ({phase})"));
    let time = table.time_left(player, now).map(|left| format!(", {}", time_in_words(&left)));
    let name = table.name_of(player);
    format!("Move {number}{phase}: {name} to move{}.", time.unwrap_or_default())
}

/// The clocks, one a line.
pub(super) fn clocks(table: &Table, now: Duration) -> String {
    let line = |player| {
        let left = table.time_left(player, now)?;
        Some(format!("{}: {}", table.name_of(player), time_in_words(&left)))
    };
    let lines: Vec<String> = Player::all(table.players()).filter_map(line).collect();
    match lines.is_empty() {
        true => "There is no clock.".to_owned(),
        false => lines.join("\n"),
    }
}

fn time_in_words(left: &TimeLeft) -> String {
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

/// The moves of the main line, one a line, with the current one marked.
pub(super) fn history(table: &Table) -> String {
    let history = table.history();
    let lines = history.main_line().into_iter().skip(1).map(|id| {
        let node = &history[id];
        let here = if id == history.current() { " (here)" } else { "" };
        format!("{}. {} {}{here}", node.ply, node.position.side_name(node.player), node.mv)
    });
    let lines: Vec<String> = lines.collect();
    match lines.is_empty() {
        true => "No move has been played.".to_owned(),
        false => lines.join("\n"),
    }
}
