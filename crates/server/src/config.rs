//! The configuration of a server.

use std::path::PathBuf;
use std::time::Duration;

/// The configuration of a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where games are stored.
    pub storage: Storage,
    /// The number of threads that search for bots and visitors. With 0, other processes search.
    pub threads: usize,
    /// Whether it serves games; otherwise it is a worker, which only searches.
    pub serves_games: bool,
    /// The memory that a worker uses for a shared proof, in megabytes.
    pub proof_megabytes: usize,
    /// The path of the server behind a proxy: empty, or `/strata`.
    pub base_path: String,
    /// Whether to trust the `X-Forwarded-` headers of a proxy.
    pub trust_proxy: bool,
    /// The host names of the server; empty for any.
    pub hosts: Vec<String>,
    /// How long the server goes on after it was told to end, while load balancers send visitors
    /// elsewhere.
    pub drain: Duration,
    /// Limits for visitors.
    pub bounds: Bounds,
}

/// Where games are stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Storage {
    /// In an SQLite file in this folder.
    Folder(PathBuf),
    /// In the database at this address: `postgres://…` or `sqlite://…`.
    Address(String),
}

impl Config {
    /// The default configuration with this storage.
    pub fn new(storage: Storage) -> Self {
        let threads = std::thread::available_parallelism().map_or(2, usize::from);
        Self {
            storage,
            threads,
            serves_games: true,
            proof_megabytes: 1024,
            base_path: String::new(),
            trust_proxy: false,
            hosts: Vec::new(),
            drain: Duration::ZERO,
            bounds: Bounds::default(),
        }
    }
}

/// Limits for visitors. A visitor is an address.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bounds {
    /// Requests per second in the long run.
    pub requests_per_second: f64,
    /// Requests at once.
    pub request_burst: f64,
    /// New tables per minute in the long run.
    pub tables_per_minute: f64,
    /// New tables at once.
    pub table_burst: usize,
    /// Tables of one visitor in the lobby.
    pub listed_per_visitor: usize,
    /// Event streams, analyses and sockets of spectators of one visitor.
    pub streams_per_visitor: usize,
    /// Sockets of players of one visitor.
    pub seats_per_visitor: usize,
    /// Sockets, event streams and analyses of all visitors.
    pub streams: usize,
    /// Connections of one visitor, without sockets. Has no effect behind a proxy.
    pub connections_per_visitor: usize,
    /// Connections of all visitors, without sockets.
    pub connections: usize,
    /// Messages per second of one socket in the long run.
    pub messages_per_second: f64,
    /// Seconds of engine time that a visitor can use at once.
    pub analysis_seconds: f64,
    /// Seconds of engine time that a visitor gets back each second.
    pub analysis_refill: f64,
    /// How long a player must be away before the others can claim the win.
    pub absence: Duration,
    /// How long bots wait before each move in games between bots.
    pub bot_pace: Duration,
    /// The time limit for sending a message to a client.
    pub send_timeout: Duration,
    /// How long an unused table stays in memory.
    pub idle: Duration,
    /// With about so many bytes of tables in memory, unused ones are dropped earlier.
    pub table_bytes: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            requests_per_second: 40.0,
            request_burst: 400.0,
            tables_per_minute: 20.0,
            table_burst: 60,
            listed_per_visitor: 8,
            streams_per_visitor: 60,
            seats_per_visitor: 400,
            streams: 10_000,
            connections_per_visitor: 250,
            connections: 20_000,
            messages_per_second: 20.0,
            analysis_seconds: 1_800.0,
            analysis_refill: 0.5,
            absence: Duration::from_secs(60),
            bot_pace: Duration::from_millis(900),
            send_timeout: Duration::from_secs(10),
            idle: Duration::from_secs(300),
            table_bytes: 256 << 20,
        }
    }
}

impl Bounds {
    /// The limits of one visitor, multiplied: for places where many people share an address.
    #[must_use]
    pub fn for_visitors(self, factor: usize) -> Self {
        let times = factor as f64;
        Self {
            requests_per_second: times * self.requests_per_second,
            request_burst: times * self.request_burst,
            tables_per_minute: times * self.tables_per_minute,
            table_burst: self.table_burst.saturating_mul(factor),
            listed_per_visitor: self.listed_per_visitor.saturating_mul(factor),
            streams_per_visitor: self.streams_per_visitor.saturating_mul(factor),
            seats_per_visitor: self.seats_per_visitor.saturating_mul(factor),
            connections_per_visitor: self.connections_per_visitor.saturating_mul(factor),
            analysis_seconds: times * self.analysis_seconds,
            analysis_refill: times * self.analysis_refill,
            ..self
        }
    }

    /// No limits for single visitors, to test a server with many clients from one address.
    pub fn for_measuring() -> Self {
        Self {
            requests_per_second: 1e9,
            request_burst: 1e9,
            tables_per_minute: 1e9,
            table_burst: usize::MAX,
            listed_per_visitor: usize::MAX,
            streams_per_visitor: usize::MAX,
            seats_per_visitor: usize::MAX,
            connections_per_visitor: usize::MAX,
            ..Self::default()
        }
    }
}
