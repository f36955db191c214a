//! Counters in the text format of Prometheus.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use crate::app::App;

/// Counters.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    pub(crate) requests: AtomicU64,
    pub(crate) refused: AtomicU64,
    pub(crate) failed: AtomicU64,
    pub(crate) moves: AtomicU64,
    pub(crate) tables_created: AtomicU64,
    pub(crate) slow_clients: AtomicU64,
    pub(crate) conflicts: AtomicU64,
    pub(crate) set_aside: AtomicU64,
    pub(crate) proof_jobs: AtomicU64,
    pub(crate) proof_nodes: AtomicU64,
    pub(crate) proof_jobs_set_aside: AtomicU64,
    pub(crate) connections: AtomicUsize,
}

/// Adds one.
pub(crate) fn count(counter: &AtomicU64) {
    counter.fetch_add(1, Ordering::Relaxed);
}

/// Increments a counter while it exists.
pub(crate) struct Gauge<'a>(&'a AtomicUsize);

impl<'a> Gauge<'a> {
    pub(crate) fn up(counter: &'a AtomicUsize) -> Self {
        counter.fetch_add(1, Ordering::Relaxed);
        Self(counter)
    }
}

impl Drop for Gauge<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Metrics {
    /// All counters as text.
    pub(crate) async fn text(&self, app: &App) -> String {
        let counter = |name, help, value: &AtomicU64| {
            (name, "counter", help, value.load(Ordering::Relaxed).to_string())
        };
        let gauge = |name, help, value: usize| (name, "gauge", help, value.to_string());
        // Without the database, these are zero.
        let processes = app.store.processes().await.unwrap_or_default();
        let (open, set_aside) = app.store.count_jobs().await.unwrap_or_default();
        let proof_jobs = app.store.proofs().count_open(app.time.now()).await.unwrap_or_default();
        let [processes, open, set_aside, proof_jobs_open, proof_jobs_running] =
            [processes, open, set_aside, proof_jobs.0, proof_jobs.1]
                .map(|count| usize::try_from(count).unwrap_or(0));
        let connections = self.connections.load(Ordering::Relaxed);
        let lines = [
            counter("requests_total", "Requests of any kind", &self.requests),
            counter("requests_refused_total", "Requests answered with 4xx", &self.refused),
            counter("requests_failed_total", "Requests answered with 5xx", &self.failed),
            counter("moves_total", "Moves played and saved", &self.moves),
            counter("tables_created_total", "Tables created", &self.tables_created),
            counter("searches_total", "Searches started", app.workers.searches()),
            counter("slow_clients_total", "Clients dropped for being slow", &self.slow_clients),
            counter(
                "conflicts_total",
                "Changes repeated after one of another server",
                &self.conflicts,
            ),
            counter(
                "moves_set_aside_total",
                "Bot moves given up after three tries",
                &self.set_aside,
            ),
            gauge("streams", "Open sockets, event streams and analyses", app.visitors.streams()),
            gauge("connections", "Open connections other than sockets", connections),
            gauge("tables", "Tables in memory", app.live_tables.count()),
            gauge("searches_waiting", "Searches waiting for a thread", app.workers.waiting().1),
            gauge("saves_pending", "Tables being saved", app.store.pending()),
            gauge("table_bytes", "Estimated memory of all tables", app.live_tables.bytes()),
            gauge("processes", "Servers and workers on the same database", processes),
            gauge("jobs_open", "Hints and reviews that are not done", open),
            gauge("jobs_set_aside", "Jobs given up after three tries", set_aside),
            counter(
                "proof_jobs_total",
                "Jobs of proofs that this process has finished",
                &self.proof_jobs,
            ),
            counter(
                "proof_nodes_total",
                "Nodes that this process has searched for proofs",
                &self.proof_nodes,
            ),
            counter(
                "proof_jobs_set_aside_total",
                "Jobs of proofs that this process has set aside after three tries of any",
                &self.proof_jobs_set_aside,
            ),
            gauge("proof_jobs_open", "Jobs of all proofs that are not done", proof_jobs_open),
            gauge("proof_jobs_running", "Those of them that a worker does", proof_jobs_running),
        ];
        let mut text = String::new();
        for (name, kind, help, value) in lines {
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "# HELP strata_{name} {help}.\n# TYPE strata_{name} {kind}\nstrata_{name} {value}"
            );
        }
        text
    }
}
