//! `GET /api/games` and `GET /api/levels`

use std::sync::Arc;

use axum::Json;
use axum::extract::State;

use super::types::games::{Game, Level};
use crate::app::App;

pub(crate) async fn list(State(app): State<Arc<App>>) -> Json<Vec<Game>> {
    Json(app.catalogue.games.iter().map(|entry| Game::from(entry.info)).collect())
}

pub(crate) async fn levels() -> Json<Vec<Level>> {
    Json((1..).map_while(strata_engine::Level::new).map(Level::from).collect())
}
