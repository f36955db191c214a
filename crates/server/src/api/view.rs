//! Positions as JSON.

use serde_json::{Value, json};
use strata_render::{Mark, View, svg};
use strata_rules::{AnyPosition, Player, Step};
use strata_table::Entry;

use crate::json::squares_json;
use crate::view_params::ViewParams;

/// A position with the steps of a move chosen so far, everything about it.
pub(crate) fn position_json(
    position: &dyn AnyPosition,
    entry: &Entry,
    complete: Option<(Vec<Step>, String)>,
    refused: Option<String>,
    look: ViewParams,
) -> Value {
    let (chosen, complete) = match complete {
        Some((steps, mv)) => (steps, Some(mv)),
        None => (entry.chosen().to_vec(), None),
    };
    let next: &[Step] = if complete.is_some() { &[] } else { entry.next() };
    let scene = position.preview(&chosen);
    let info = position.info();
    let marks = chosen.iter().filter_map(|step| step.square()).map(|s| (s, Mark::Chosen));
    let view = View { marks: marks.collect(), ..look.board() };
    let outcome = position.outcome();
    let players = position.players();
    let sides: Vec<Value> = Player::all(players)
        .map(|player| json!({ "player": player, "side": position.side_name(player) }))
        .collect();
    let mut json = json!({
        "game": info.id,
        "options": position.options(),
        "position": position.text(),
        "status": position.status(),
        "turn": outcome.is_none().then(|| position.turn()),
        "over": outcome.is_some(),
        "result": outcome.map(|outcome| json!({
            "winners": outcome.winners,
            "result": outcome.result(players),
            "sentence": format!("{}: {}", position.verdict(outcome.winners), position.reason().unwrap_or_default()),
        })),
        "players": sides,
        "count_moves": position.count_moves(),
        "svg": svg::svg(&scene, info, &view),
        "squares": squares_json(&scene, info),
        "prompt": position.prompt(&chosen),
        "next": next,
        "chosen": chosen,
        "complete": complete,
        "last_move": scene.last_move,
        "scene": scene,
    });
    if let Some(reason) = refused {
        json["refused"] = reason.into();
    }
    json
}
