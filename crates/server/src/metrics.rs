//! What the server counts, in the text form of Prometheus.

use std::fmt::Write;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

/// What the server counts.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    pub(crate) requests: AtomicU64,
    pub(crate) refused: AtomicU64,
    pub(crate) failed: AtomicU64,
    pub(crate) moves: AtomicU64,
    pub(crate) tables_created: AtomicU64,
    pub(crate) thoughts: AtomicU64,
    pub(crate) slow_clients: AtomicU64,
    pub(crate) streams: AtomicI64,
    pub(crate) connections: AtomicI64,
}

/// Adds one.
pub(crate) fn count(counter: &AtomicU64) {
    counter.fetch_add(1, Ordering::Relaxed);
}

impl Metrics {
    /// All of it as text; `tables` are in memory, `waiting` thoughts wait for a thread.
    pub(crate) fn text(&self, tables: usize, waiting: usize) -> String {
        let counter = |name, help, value: &AtomicU64| {
            (name, "counter", help, value.load(Ordering::Relaxed).to_string())
        };
        let gauge = |name, help, value: String| (name, "gauge", help, value);
        let level = |value: &AtomicI64| value.load(Ordering::Relaxed).to_string();
        let all = [
            counter("requests_total", "Requests of any kind", &self.requests),
            counter("requests_refused_total", "Requests answered with 4xx", &self.refused),
            counter("requests_failed_total", "Requests answered with 5xx", &self.failed),
            counter("moves_total", "Moves played and saved", &self.moves),
            counter("tables_created_total", "Tables set up", &self.tables_created),
            counter("thoughts_total", "Questions thought about", &self.thoughts),
            counter("slow_clients_total", "Clients dropped for being slow", &self.slow_clients),
            gauge("streams", "Open sockets and event streams", level(&self.streams)),
            gauge("connections", "Open connections", level(&self.connections)),
            gauge("tables", "Tables in memory", tables.to_string()),
            gauge("thoughts_waiting", "Questions that wait for a thread", waiting.to_string()),
        ];
        let mut text = String::new();
        for (name, kind, help, value) in all {
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "# HELP strata_{name} {help}.\n# TYPE strata_{name} {kind}\nstrata_{name} {value}"
            );
        }
        text
    }
}
