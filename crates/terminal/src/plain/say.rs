//! Boards, moves, clocks and values in words.

use std::time::Duration;

use strata_engine::Value;
use strata_render::terminal::{TerminalStyle, draw, rules as draw_rules};
use strata_render::{View, describe_contents};
use strata_rules::{AnyPosition, GameEntry, Panel, Player, Scene, Square};
use strata_table::{Event, History, NodeId, Table, TimeLeft};

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

/// A phrase as the beginning of a sentence; moves and what somebody typed stay as they are.
pub(super) fn capital(phrase: &str) -> String {
    let mut letters = phrase.chars();
    match letters.next() {
        Some(first)
            if phrase
                .split(' ')
                .next()
                .is_some_and(|word| word.chars().all(char::is_alphabetic)) =>
        {
            first.to_uppercase().chain(letters).collect()
        }
        _ => phrase.to_owned(),
    }
}

/// A move with its steps, where they say more than the move itself.
pub(super) fn mv(before: &dyn AnyPosition, mv: &str) -> String {
    let steps = before.steps(mv).unwrap_or_default();
    let steps: Vec<String> = steps.iter().map(ToString::to_string).collect();
    match steps.len() {
        0 | 1 => mv.to_owned(),
        _ => format!("{mv} ({})", steps.join(", ")),
    }
}

/// What happened, as a sentence.
pub(super) fn event(table: &Table, event: &Event) -> Option<String> {
    let name = |player: &Player| table.name_of(*player);
    Some(match event {
        Event::Moved { player, mv: played, node } => {
            let before = table.history().get(*node).and_then(|node| node.parent);
            let before = before.and_then(|node| table.history().position(node))?;
            format!("{} plays {}.", name(player), mv(before, played))
        }
        Event::TookBack { node, .. } => format!("Taken back. {}", place(table.history(), *node)),
        Event::Redone { node } => format!("Played again. {}", place(table.history(), *node)),
        Event::WentTo { node } => format!("Gone there. {}", place(table.history(), *node)),
        Event::DrawOffered { by } => format!("{} offers a draw.", name(by)),
        Event::DrawAccepted { by } => format!("{} takes the draw.", name(by)),
        Event::DrawDeclined { by } => format!("{} declines the draw.", name(by)),
        Event::TakebackOffered { by } => format!("{} asks to take moves back.", name(by)),
        Event::TakebackAccepted { by } => format!("{} agrees to take moves back.", name(by)),
        Event::TakebackDeclined { by } => format!("{} does not take moves back.", name(by)),
        Event::Resigned { player } => format!("{} resigns.", name(player)),
        Event::FlagFell { player } => format!("The time of {} is up.", name(player)),
        Event::Paused => "Paused. Type resume to go on.".to_owned(),
        Event::Resumed => "The game goes on.".to_owned(),
        Event::Renamed { player, .. } => format!("Welcome, {}.", name(player)),
        Event::Finished(finish) => format!("{}. Result: {}.", finish.sentence, finish.result),
    })
}

fn place(history: &History, node: NodeId) -> String {
    match history.get(node) {
        Some(node) if node.ply > 0 => {
            let side = node.position.side_name(node.player);
            format!("The last move is {}, {side} {}.", node.ply, node.mv)
        }
        _ => "This is the start.".to_owned(),
    }
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

/// What a position is worth to somebody. Proven values say so.
pub(super) fn value(name: &str, value: Value) -> String {
    let soon = value.how_soon().unwrap_or_default();
    match value {
        Value::Win(0) => format!("{name} has won"),
        Value::Win(_) => format!("{name} wins {soon}, proven"),
        Value::Loss(0) => format!("{name} has lost"),
        Value::Loss(_) => format!("{name} loses {soon}, proven"),
        Value::Draw => "a draw, proven".to_owned(),
        Value::Estimate(_) => {
            format!(
                "{name} has a winning chance of {:.0} %, estimated",
                value.winning_chance() * 100.0
            )
        }
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
