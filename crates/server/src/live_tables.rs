//! The tables in memory. Others are loaded from the store on demand.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::sync::OnceCell;

use crate::app::App;
use crate::error::ApiError;
use crate::live_table::LiveTable;
use crate::secret::is_id;
use crate::sync::lock;

/// The tables in memory.
#[derive(Default)]
pub(crate) struct LiveTables {
    /// A cell is empty while its table is being loaded, so that it is loaded only once.
    cells: Mutex<HashMap<String, Cell>>,
}

type Cell = Arc<OnceCell<Arc<LiveTable>>>;

pub(crate) const UNKNOWN_TABLE: &str = "there is no table with this id";

fn bytes_of(cells: &HashMap<String, Cell>) -> usize {
    cells.values().filter_map(|cell| Some(cell.get()?.bytes())).sum()
}

impl LiveTables {
    /// The table with this id, from memory or from the store.
    pub(crate) async fn get(&self, app: &Arc<App>, id: &str) -> Result<Arc<LiveTable>, ApiError> {
        let unknown = || ApiError::NotFound(UNKNOWN_TABLE.to_owned());
        if !is_id(id) {
            return Err(unknown());
        }
        let mut is_new = false;
        let load = async {
            is_new = true;
            let unavailable = |error: sqlx::Error| {
                tracing::error!(%error, "cannot load a table");
                ApiError::Unavailable("the game cannot be loaded now; try again")
            };
            let stored =
                app.store.load(id, None).await.map_err(unavailable)?.ok_or_else(unknown)?;
            let elsewhere = app.store.elsewhere(id).await.map_err(unavailable)?;
            let live_table = LiveTable::restore(app, stored, elsewhere)?;
            self.make_room(live_table.bytes(), app.config.bounds.table_bytes);
            Ok(live_table)
        };
        let live_table = self.get_or_load(id, load).await?;
        if is_new {
            let (following, app) = (Arc::clone(&live_table), Arc::clone(app));
            // In a separate task, which completes even if the client disconnects.
            let followed = tokio::spawn(async move { following.start_following(&app).await });
            // A panic has been reported already.
            let _ = followed.await;
        }
        Ok(live_table)
    }

    /// The table with this id, if it is in memory.
    pub(crate) fn find(&self, id: &str) -> Option<Arc<LiveTable>> {
        lock(&self.cells).get(id)?.get().cloned()
    }

    /// All tables in memory.
    pub(crate) fn all(&self) -> Vec<Arc<LiveTable>> {
        lock(&self.cells).values().filter_map(|cell| cell.get().cloned()).collect()
    }

    /// Drops unused tables, those first that were not used for the longest time, until there is
    /// room for so many more bytes.
    fn make_room(&self, bytes: usize, most: usize) {
        let mut cells = lock(&self.cells);
        let Some(mut excess) = (bytes_of(&cells) + bytes).checked_sub(most) else { return };
        let mut unused: Vec<_> = cells
            .values()
            .filter(|cell| Arc::strong_count(cell) == 1)
            .filter_map(|cell| cell.get())
            .filter(|table| Arc::strong_count(table) == 1)
            .map(|table| (table.used(), table.bytes(), table.id.clone()))
            .collect();
        unused.sort_unstable();
        for (_, bytes, id) in unused {
            cells.remove(&id);
            excess = excess.saturating_sub(bytes);
            if excess == 0 {
                break;
            }
        }
    }

    /// The table in memory, or else the loaded one.
    async fn get_or_load(
        &self,
        id: &str,
        load: impl Future<Output = Result<Arc<LiveTable>, ApiError>>,
    ) -> Result<Arc<LiveTable>, ApiError> {
        let cell = Arc::clone(lock(&self.cells).entry(id.to_owned()).or_default());
        let live_table = cell.get_or_try_init(|| load).await.cloned();
        if live_table.is_err() {
            let mut cells = lock(&self.cells);
            drop(cell);
            // Others that wait for this cell load the table next, and later ones must find the cell.
            let is_free = |cell: &Cell| Arc::strong_count(cell) == 1 && cell.get().is_none();
            if cells.get(id).is_some_and(is_free) {
                cells.remove(id);
            }
        }
        live_table
    }

    /// Adds a new table.
    pub(crate) fn add(&self, app: &App, live_table: &Arc<LiveTable>) {
        self.make_room(live_table.bytes(), app.config.bounds.table_bytes);
        let cell = Arc::new(OnceCell::new_with(Some(Arc::clone(live_table))));
        lock(&self.cells).insert(live_table.id.clone(), cell);
    }

    /// Drops a table, so that it is loaded from the store the next time.
    pub(crate) fn forget(&self, live_table: &Arc<LiveTable>) {
        let mut cells = lock(&self.cells);
        let is_it = |known: &Arc<LiveTable>| Arc::ptr_eq(known, live_table);
        if cells.get(&live_table.id).and_then(|cell| cell.get()).is_some_and(is_it) {
            cells.remove(&live_table.id);
        }
    }

    /// About how many bytes all tables take.
    pub(crate) fn bytes(&self) -> usize {
        bytes_of(&lock(&self.cells))
    }

    /// The number of tables.
    pub(crate) fn count(&self) -> usize {
        lock(&self.cells).len()
    }

    /// Drops the tables that are idle and not in use.
    pub(crate) fn sweep(&self, idle: Duration) {
        let is_held = |cell: &Cell| {
            let held = |live_table: &Arc<LiveTable>| {
                Arc::strong_count(live_table) > 1 || live_table.is_fresh(idle)
            };
            // A client that disconnected during loading has left an empty cell.
            Arc::strong_count(cell) > 1 || cell.get().is_some_and(held)
        };
        lock(&self.cells).retain(|_, cell| is_held(cell));
    }
}

#[cfg(test)]
mod tests {
    use strata_engine::Catalogue;
    use strata_table::{Seat, Setup};
    use tokio::sync::{oneshot, watch};
    use tokio::task::yield_now;

    use super::*;
    use crate::config::{Config, Storage};

    /// A table, used only by this test.
    async fn live_table(app: &Arc<App>, id: &str) -> Arc<LiveTable> {
        let setup = Setup {
            game: "qawale".to_owned(),
            options: Vec::new(),
            position: None,
            seats: vec![Seat::person(""), Seat::person("")],
            clock: None,
        };
        LiveTable::create(app, id.to_owned(), setup, Vec::new(), None).await.expect("a table")
    }

    #[tokio::test]
    async fn table_is_loaded_once_even_if_the_first_try_fails() {
        let folder = tempfile::tempdir().expect("a folder");
        let config = Config::new(Storage::Folder(folder.path().to_owned()));
        let catalogue = Catalogue {
            games: strata_games::GAMES,
            engine: |_, _| None,
            solver: |_, _| None,
            tables: Vec::new,
        };
        let (_close, closing) = watch::channel(false);
        let (app, _writer) = App::open(config, catalogue, closing).await.expect("an app");
        let found = [live_table(&app, "first").await, live_table(&app, "second").await];
        let live_tables = Arc::new(LiveTables::default());
        let get = |load: oneshot::Receiver<Result<Arc<LiveTable>, ApiError>>| {
            let live_tables = Arc::clone(&live_tables);
            tokio::spawn(async move {
                live_tables.get_or_load("id", async { load.await.expect("it is told") }).await
            })
        };
        let [(fails, a), (loads, b), (comes_later, c)] = [(); 3].map(|()| oneshot::channel());
        let (a, b) = (get(a), get(b));
        yield_now().await;
        let busy = ApiError::Unavailable("try again");
        assert!(fails.send(Err(busy.clone())).is_ok(), "the first one tries");
        assert_eq!(a.await.expect("it ends").err(), Some(busy));
        let c = get(c);
        yield_now().await;
        assert!(loads.send(Ok(Arc::clone(&found[0]))).is_ok(), "the second one tries");
        // This one is not used.
        let _ = comes_later.send(Ok(Arc::clone(&found[1])));
        for got in [b, c] {
            let got = got.await.expect("it ends").expect("a table");
            assert!(Arc::ptr_eq(&got, &found[0]));
        }
        assert_eq!(live_tables.count(), 1);
    }
}
