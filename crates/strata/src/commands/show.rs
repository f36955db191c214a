//! `strata show`

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde_json::json;
use strata_render::terminal::{TerminalStyle, draw};
use strata_render::{View, png, svg};
use strata_rules::{AnyPosition, GameEntry, Player};

use crate::cli::ShowArgs;
use crate::output::{Output, file_name};
use crate::setup;

/// Boards with up to this many ranks are drawn with lines between their squares.
const ROOMY_RANKS: u8 = 8;

/// Pixels of a PNG per SVG unit.
const PNG_SCALE: f32 = 1.5;

pub(crate) fn run(
    games: &'static [GameEntry],
    args: &ShowArgs,
    out: &mut Output<'_>,
) -> Result<()> {
    let position = setup::position(games, &args.position)?;
    let (flip, from_above, theme) = (args.flip, args.from_above, args.theme);
    let view = View { flip, from_above, theme, ..View::default() };
    let picture = || svg::svg(&position.scene(), position.info(), &view);
    if args.json {
        out.json(&as_json(&*position))?;
    } else if let Some(file) = &args.svg {
        write_file(file, picture().as_bytes(), out)?;
    } else if let Some(file) = &args.png {
        write_file(file, &png(&picture(), PNG_SCALE)?, out)?;
    } else {
        out.unicode &= !args.ascii;
        print(&*position, &view, out)?;
    }
    Ok(())
}

fn write_file(path: &Path, bytes: &[u8], out: &mut Output<'_>) -> Result<()> {
    if path == Path::new("-") {
        return out.bytes(bytes);
    }
    fs::write(path, bytes).with_context(|| format!("cannot write {}", file_name(path)))
}

fn print(position: &dyn AnyPosition, view: &View, out: &mut Output<'_>) -> Result<()> {
    let scene = position.scene();
    let style = TerminalStyle {
        unicode: out.unicode,
        roomy: scene.height <= ROOMY_RANKS,
        width: out.width,
    };
    let options: String = position
        .options()
        .iter()
        .filter(|(spec, value)| *value != spec.spell(spec.default))
        .map(|(spec, value)| format!(" {}={value}", spec.name))
        .collect();
    let phase = scene.phase.map_or(String::new(), |phase| format!(", {phase}"));
    out.line(&format!("{}{options}{phase}", position.info().name))?;
    out.canvas(&draw(&scene, position.info(), view, style).canvas)?;
    out.line("")?;
    out.line(&position.status())?;
    out.line(&format!("Position {}", position.text()))?;
    Ok(())
}

fn as_json(position: &dyn AnyPosition) -> serde_json::Value {
    let outcome = position.outcome();
    let turn = position.turn();
    let players: Vec<_> = Player::all(position.players())
        .map(|player| json!({ "player": player, "side": position.side_name(player) }))
        .collect();
    json!({
        "game": position.info().id,
        "options": position.options(),
        "position": position.text(),
        "players": players,
        "over": outcome.is_some(),
        "turn": outcome.is_none().then_some(turn),
        "side": outcome.is_none().then(|| position.side_name(turn)),
        "moves": position.count_moves(),
        "result": outcome.map(|outcome| outcome.result(position.players())),
        "winners": outcome.map(|outcome| outcome.winners.iter().collect::<Vec<_>>()),
        "decided_by": outcome.map(|outcome| outcome.decided_by),
        "reason": position.reason(),
        "scene": position.scene(),
    })
}
