//! The tables in memory. Others are in the store and come when they are asked for.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::sync::OnceCell;

use crate::app::App;
use crate::error::ApiError;
use crate::room::Room;
use crate::secret::is_id;
use crate::visitors::lock;

/// The tables in memory.
#[derive(Default)]
pub(crate) struct Rooms {
    /// A cell is empty while its table is being loaded, so that nobody loads it twice.
    cells: Mutex<HashMap<String, Arc<OnceCell<Arc<Room>>>>>,
}

impl Rooms {
    /// The table with this id, from memory or from the store.
    pub(crate) async fn get(&self, app: &Arc<App>, id: &str) -> Result<Arc<Room>, ApiError> {
        let unknown = || ApiError::NotFound("there is no game with this id".to_owned());
        if !is_id(id) {
            return Err(unknown());
        }
        let cell = Arc::clone(lock(&self.cells).entry(id.to_owned()).or_default());
        let load = async || {
            let kept = app.store.load(id).await.map_err(|error| {
                tracing::error!(%error, "cannot load");
                ApiError::Unavailable("the games cannot be read now: try again")
            })?;
            Room::restore(app, kept.ok_or_else(unknown)?)
        };
        let room = cell.get_or_try_init(load).await.cloned();
        if room.is_err() {
            self.forget(id);
        }
        room
    }

    /// Takes in a new table.
    pub(crate) fn add(&self, room: &Arc<Room>) {
        let cell = Arc::new(OnceCell::new_with(Some(Arc::clone(room))));
        lock(&self.cells).insert(room.id.clone(), cell);
    }

    /// Drops a table: whoever asks for it next gets what the store has.
    pub(crate) fn forget(&self, id: &str) {
        lock(&self.cells).remove(id);
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        lock(&self.cells).len()
    }

    /// Drops the tables that nobody has asked for lately and nobody holds.
    pub(crate) fn sweep(&self, idle: Duration) {
        let is_held = |cell: &Arc<OnceCell<Arc<Room>>>| {
            let held = |room: &Arc<Room>| Arc::strong_count(room) > 1 || room.is_fresh(idle);
            Arc::strong_count(cell) > 1 || cell.get().is_none_or(held)
        };
        lock(&self.cells).retain(|_, cell| is_held(cell));
    }
}
