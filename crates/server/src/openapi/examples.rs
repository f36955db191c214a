//! Examples of requests, which clients can send as they are.

use serde_json::{Map, Value, json};
use strata_rules::{GameEntry, Random};

/// Adds an example to the schema of each request.
pub(super) fn add(schemas: &mut Map<String, Value>, entry: &GameEntry) {
    for (name, example) in all(entry).unwrap_or_default() {
        if let Some(schema) = schemas.get_mut(name) {
            schema["examples"] = json!([example]);
        }
    }
}

fn all(entry: &GameEntry) -> Option<Vec<(&'static str, Value)>> {
    let game = entry.info.id;
    let start = entry.open([]).ok()?.start();
    let mv = start.clone().play_random(&mut Random::new(7))?;
    let step = start.steps(&mv).ok()?.into_iter().next()?;
    let brushes = entry.read_draft(&start.text()).ok()?.brushes();
    let brush = brushes.into_iter().find(|brush| brush.squares == 1)?;
    let person = json!({ "kind": "person", "name": "Ann" });
    let mut seats = vec![json!({ "kind": "bot", "level": 5 }); start.players()];
    seats[0] = person;
    Some(vec![
        ("PositionRequest", json!({ "game": game, "position": start.text(), "steps": [step] })),
        ("FramesRequest", json!({ "game": game, "position": start.text(), "move": mv })),
        (
            "DraftRequest",
            json!({
                "game": game,
                "change": { "put": { "brush": brush.name, "squares": ["a1"] } },
            }),
        ),
        ("RecordsRequest", json!({ "text": format!("[Game \"{game}\"]\n\n1. {mv} *\n") })),
        ("AnalysisRequest", json!({ "game": game, "lines": 2, "seconds": 0.5 })),
        ("TableRequest", json!({ "game": game, "seats": seats, "clock": "5+3" })),
        ("JoinRequest", json!({ "name": "Bob" })),
        ("CommandRequest", json!({ "command": "play", "mv": mv, "ply": 0 })),
        ("QrRequest", json!({ "text": "https://play.example.org/bcdfghkmpqrt" })),
        ("LobbySocketRequest", json!({})),
        ("SocketRequest", json!({ "auth": "A_NQaQW7q7kGfvtOsVwebuq6" })),
    ])
}
