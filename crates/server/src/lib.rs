//! Plays any game in the browser and over the network: pages, a JSON API, sockets, storage.
//!
//! [`start`] serves on a listener until it is stopped. Start reading at `routes.rs`, the list of all
//! addresses. `strata-api` has the requests and responses, `live_table/` is a table in memory,
//! `store/` saves it, `workers/` runs the engine.

mod analysis;
mod api;
mod app;
mod background;
mod blocking;
mod config;
mod error;
mod jobs;
mod live_table;
mod live_tables;
mod lobby;
mod metrics;
mod openapi;
mod proofs;
mod routes;
mod run;
mod schema;
mod secret;
mod store;
mod sync;
mod time;
mod visitors;
mod web;
mod workers;

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use strata_engine::Catalogue;
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use app::App;
use background::Background;
pub use config::{Bounds, Config, Storage};
pub use proofs::{Coordinator, ProofError, ProofStatus};
pub use run::{Listen, log_to_standard_error, run};
pub use store::StoreError;
pub use web::site::write_site;

/// Why a server does not start.
#[derive(Debug, Error)]
pub enum StartError {
    /// The storage cannot be opened.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The base path is invalid.
    #[error("base path {0}: expected a path such as /strata")]
    BasePath(String),
    /// The address to listen on is not available.
    #[error("cannot listen: {0}")]
    Listen(#[from] std::io::Error),
}

/// A running server.
#[derive(Debug)]
pub struct Running {
    address: SocketAddr,
    close: watch::Sender<bool>,
    served: JoinHandle<()>,
    draining: Arc<AtomicBool>,
}

/// Starts a server.
pub async fn start(
    mut config: Config,
    catalogue: Catalogue,
    listener: TcpListener,
) -> Result<Running, StartError> {
    let base = web::page::tidy_base(&config.base_path);
    config.base_path = base.ok_or_else(|| StartError::BasePath(config.base_path.clone()))?;
    let address = listener.local_addr()?;
    let (close, closing) = watch::channel(false);
    let (app, writer) = App::open(config, catalogue, closing).await?;
    let router = web::router::router(&app);
    let draining = Arc::clone(&app.draining);
    let served = tokio::spawn(async move {
        let background = Background::start(&app);
        web::connections::serve(listener, Arc::clone(&app), router).await;
        background.stop(&app).await;
        app.store.close();
        let _ = tokio::time::timeout(Duration::from_secs(5), writer).await;
    });
    Ok(Running { address, close, served, draining })
}

impl Running {
    /// The address on which it listens.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Reports that it is not ready, so that load balancers send new visitors elsewhere.
    pub fn drain(&self) {
        self.draining.store(true, Ordering::Relaxed);
    }

    /// Stops accepting requests, and waits until the running ones are finished.
    pub async fn stop(self) {
        self.close.send_replace(true);
        // A panic has been reported already.
        let _ = self.served.await;
    }
}
