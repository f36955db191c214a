//! Measures how fast a server answers while many games are played at once.
//!
//! [`run`] plays random games over WebSockets and reports latencies. [`client`] is a small API
//! client, which the tests of the server use as well. [`checker`] decides whether what clients have
//! seen of a failing server is correct.

pub mod checker;
pub mod client;
mod game;

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use strata_rules::GameEntry;
use tokio::time::Instant;

use client::Client;

/// The load to put on a server.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Load {
    /// Concurrent games, each between two sockets.
    pub games: usize,
    /// Sockets in total; those beyond two per game are spectators.
    pub sockets: usize,
    /// How long to measure.
    pub time: Duration,
    /// The time between two moves of one player.
    pub every: Duration,
}

/// The result of a measurement.
#[derive(Clone, Debug, Default)]
pub struct Measured {
    /// From sending a move to its acknowledgement, which comes once the move is saved.
    pub acknowledged: Times,
    /// From sending a move to receiving it on the opponent's socket.
    pub seen: Times,
    /// From sending a move to receiving it on the sockets of spectators.
    pub watched: Times,
    /// Every error that occurred.
    pub faults: Vec<String>,
    /// The measured time.
    pub time: Duration,
}

/// Latencies, sorted.
#[derive(Clone, Debug, Default)]
pub struct Times(Vec<Duration>);

impl Times {
    /// The number of samples.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// The latency at a quantile: `within(0.99)` is the 99th percentile.
    pub fn within(&self, share: f64) -> Duration {
        let place = (self.0.len() as f64 * share).ceil() as usize;
        self.0.get(place.saturating_sub(1)).copied().unwrap_or_default()
    }
}

/// State shared by all games.
struct Shared {
    clients: Vec<Client>,
    load: Load,
    games: &'static [GameEntry],
    start: Instant,
    measured: Mutex<Measured>,
}

impl Shared {
    /// The servers take turns.
    fn client(&self, number: usize) -> &Client {
        &self.clients[number % self.clients.len()]
    }
}

/// Plays games on servers that share a database until the time is up. The players of a game are at
/// different servers.
pub fn run(urls: &[String], games: &'static [GameEntry], load: Load) -> io::Result<Measured> {
    let clients: Vec<Client> = urls.iter().map(|url| Client::new(url)).collect::<Result<_, _>>()?;
    if clients.is_empty() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "there is no server to measure"));
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        for client in &clients {
            client.get("healthz").await?;
        }
        // All players connect first; then their moves are spread evenly over time.
        let set_up = Duration::from_millis(3 * load.games as u64 + load.sockets as u64);
        let start = Instant::now() + set_up;
        let shared = Arc::new(Shared { clients, load, games, start, measured: Mutex::default() });
        let all: Vec<_> = (0..load.games)
            .map(|number| tokio::spawn(game::play(Arc::clone(&shared), number)))
            .collect();
        for one in all {
            // A game that failed has recorded its error.
            let _ = one.await;
        }
        let mut measured = lock(&shared.measured).clone();
        measured.time = start.elapsed();
        measured.acknowledged.0.sort_unstable();
        measured.seen.0.sort_unstable();
        measured.watched.0.sort_unstable();
        Ok(measured)
    })
}

/// Locks a mutex whose data is valid even if another thread panicked while holding it.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
