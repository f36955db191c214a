//! `GET /api/games`

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde_json::{Value, json};
use strata_rules::{GameInfo, OptionSpec, Values};

use crate::app::App;

pub(crate) async fn list(State(app): State<Arc<App>>) -> Json<Value> {
    Json(app.catalogue.games.iter().map(|entry| game_json(entry.info)).collect())
}

fn game_json(info: &GameInfo) -> Value {
    json!({
        "id": info.id,
        "name": info.name,
        "summary": info.summary,
        "author": info.author,
        "year": info.year,
        "sides": info.sides,
        "players": { "least": info.least_players, "most": info.sides.len() },
        "draws": info.draws,
        "options": info.options.iter().map(option_json).collect::<Vec<_>>(),
        "picture": format!("api/picture.svg?game={}", info.id),
    })
}

fn option_json(option: &OptionSpec) -> Value {
    let (name, label, help) = (option.name, option.label, option.help);
    match option.values {
        Values::Range(least, most) => json!({
            "name": name, "label": label, "help": help, "kind": "range",
            "default": option.default, "least": least, "most": most,
        }),
        Values::Choice(words) => json!({
            "name": name, "label": label, "help": help, "kind": "choice",
            "default": option.spell(option.default), "choices": words, "labels": option.labels,
        }),
    }
}
