//! `GET /api/games`

use std::sync::Arc;

use axum::Json;
use axum::extract::State;

use super::types::games::Game;
use crate::app::App;

pub(crate) async fn list(State(app): State<Arc<App>>) -> Json<Vec<Game>> {
    Json(app.catalogue.games.iter().map(|entry| Game::from(entry.info)).collect())
}
