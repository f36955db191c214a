//! What a server is started with.

use std::path::PathBuf;
use std::time::Duration;

/// What a server is started with.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where games are kept.
    pub storage: Storage,
    /// How many threads think for bots and analysis.
    pub threads: usize,
    /// The path under which the server is seen: empty, or `/strata`.
    pub base_path: String,
    /// Whether a proxy in front says who the visitors are.
    pub trust_proxy: bool,
    /// How much visitors may ask for.
    pub bounds: Bounds,
}

/// Where games are kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Storage {
    /// In an SQLite file in this folder.
    Folder(PathBuf),
    /// In the database at this address: `postgres://…` or `sqlite://…`.
    Address(String),
}

impl Config {
    /// A server with the usual bounds that keeps its games in `storage`.
    pub fn new(storage: Storage) -> Self {
        let threads = std::thread::available_parallelism().map_or(2, usize::from);
        Self {
            storage,
            threads,
            base_path: String::new(),
            trust_proxy: false,
            bounds: Bounds::default(),
        }
    }
}

/// How much visitors may ask for. A visitor is an address.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bounds {
    /// Requests a second in the long run.
    pub requests_per_second: f64,
    /// Requests at once.
    pub request_burst: f64,
    /// New tables a minute in the long run.
    pub tables_per_minute: f64,
    /// New tables at once.
    pub table_burst: usize,
    /// Sockets, event streams and analyses of one visitor.
    pub streams_per_visitor: usize,
    /// Sockets, event streams and analyses of all visitors.
    pub streams: usize,
    /// Connections of one visitor that are no sockets. Without meaning behind a proxy.
    pub connections_per_visitor: usize,
    /// Connections of all visitors that are no sockets.
    pub connections: usize,
    /// Messages a second that one socket may send in the long run.
    pub messages_per_second: f64,
    /// Seconds of analysis that a visitor may save up.
    pub analysis_seconds: f64,
    /// Seconds of analysis that a visitor gets back each second.
    pub analysis_refill: f64,
    /// How long a player must be away before the others may claim the win.
    pub absence: Duration,
    /// How long bots wait before each move when nobody plays against them.
    pub bot_pace: Duration,
    /// How long a client may take to receive a message.
    pub send_timeout: Duration,
    /// How long a table stays in memory when nobody looks at it.
    pub idle: Duration,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            requests_per_second: 40.0,
            request_burst: 400.0,
            tables_per_minute: 20.0,
            table_burst: 60,
            streams_per_visitor: 60,
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
        }
    }
}

impl Bounds {
    /// Next to none for each visitor, for measuring a server with many players from one address.
    pub fn for_measuring() -> Self {
        Self {
            requests_per_second: 1e9,
            request_burst: 1e9,
            tables_per_minute: 1e9,
            table_burst: usize::MAX,
            streams_per_visitor: usize::MAX,
            connections_per_visitor: usize::MAX,
            ..Self::default()
        }
    }
}
