//! What tables and the API both say in JSON.

use serde_json::{Map, Value, json};
use strata_render::describe_square;
use strata_rules::{GameInfo, Player, Scene};

/// Every square in words.
pub(crate) fn squares_json(scene: &Scene, info: &GameInfo) -> Value {
    let words = |square| (format!("{square}"), json!(describe_square(scene, info, square)));
    Value::Object(scene.squares().map(words).collect::<Map<_, _>>())
}

/// A value as people read it; chances are player 0's, words are the mover's.
pub(crate) fn value_json(value: strata_engine::Value, mover: Player, players: usize) -> Value {
    let chance = match mover {
        Player(0) => Some(value.winning_chance()),
        _ if players == 2 => Some(1.0 - value.winning_chance()),
        _ => None,
    };
    use strata_engine::Value::{Draw, Estimate, Loss, Win};
    let (kind, plies) = match value {
        Win(plies) => ("win", Some(plies)),
        Draw => ("draw", None),
        Loss(plies) => ("loss", Some(plies)),
        Estimate(_) => ("estimate", None),
    };
    json!({
        "text": value.words(),
        "kind": kind,
        "plies": plies,
        "chance": chance,
        "proven": value.is_proven(),
    })
}
