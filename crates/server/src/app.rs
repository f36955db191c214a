//! Everything a request may need.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use strata_engine::Catalogue;
use strata_rules::{GameEntry, find_game};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::background::Changed;
use crate::blocking::BlockingJobs;
use crate::config::Config;
use crate::error::ApiError;
use crate::live_tables::LiveTables;
use crate::lobby::Lobby;
use crate::metrics::Metrics;
use crate::store::{Store, StoreError};
use crate::time::Time;
use crate::visitors::{Visitor, Visitors};
use crate::workers::Workers;

/// Everything a request may need.
pub(crate) struct App {
    pub(crate) config: Config,
    pub(crate) catalogue: Catalogue,
    pub(crate) time: Time,
    pub(crate) store: Store,
    pub(crate) live_tables: LiveTables,
    pub(crate) lobby: Lobby,
    pub(crate) workers: Workers,
    pub(crate) visitors: Arc<Visitors>,
    pub(crate) metrics: Metrics,
    /// Becomes true when the server shuts down.
    pub(crate) closing: watch::Receiver<bool>,
    /// Whether the server is about to shut down, so that no more visitors should be sent to it.
    pub(crate) draining: Arc<AtomicBool>,
    /// Tables whose presence other servers should learn about.
    pub(crate) presence: Changed,
    /// Tables whose spectators have come or gone.
    pub(crate) spectators: Changed,
    heavy: Arc<BlockingJobs>,
}

impl App {
    /// Opens the storage. The task ends when the app is dropped and everything is written.
    pub(crate) async fn open(
        config: Config,
        catalogue: Catalogue,
        closing: watch::Receiver<bool>,
    ) -> Result<(Arc<Self>, JoinHandle<()>), StoreError> {
        let (store, time, writer) = Store::open(&config.storage).await?;
        if !config.serves_games && store.shared().is_none() {
            return Err(StoreError::Alone);
        }
        let app = Self {
            catalogue,
            time,
            store,
            live_tables: LiveTables::default(),
            lobby: Lobby::default(),
            workers: Workers::start(catalogue, config.threads),
            visitors: Arc::new(Visitors::new(config.bounds)),
            metrics: Metrics::default(),
            closing,
            draining: Arc::default(),
            presence: Changed::default(),
            spectators: Changed::default(),
            heavy: BlockingJobs::new(config.threads),
            config,
        };
        Ok((Arc::new(app), writer))
    }

    /// The game with this id.
    pub(crate) fn game(&self, id: &str) -> Result<&'static GameEntry, ApiError> {
        find_game(self.catalogue.games, id).map_err(|error| ApiError::NotFound(error.to_string()))
    }

    /// Notes that somebody has come to a table or left it.
    pub(crate) fn presence_changed(&self, id: &str) {
        if self.store.shared().is_some() {
            self.presence.add(id);
        }
    }

    /// Notes how many people are connected, for all servers.
    pub(crate) fn count_people(&self) {
        self.store.people.store(self.visitors.streams(), Ordering::Relaxed);
    }

    /// Waits for the server to shut down.
    pub(crate) async fn closed(&self) {
        // A dropped sender also means the end.
        let _ = self.closing.clone().wait_for(|closing| *closing).await;
    }

    /// Runs CPU-bound work on a thread that may block.
    pub(crate) async fn run_blocking<T: Send + 'static>(
        &self,
        visitor: Visitor,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        self.heavy.run(visitor, work).await
    }

    /// Responds with JSON that is made on a thread that may block.
    pub(crate) async fn blocking_json<T: Serialize>(
        &self,
        visitor: Visitor,
        work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
    ) -> Result<Response, ApiError> {
        // Numbers and texts always serialise.
        let write = move || Ok::<_, ApiError>(serde_json::to_vec(&work()?).unwrap_or_default());
        let text = self.run_blocking(visitor, write).await??;
        Ok(([(CONTENT_TYPE, "application/json")], text).into_response())
    }
}
