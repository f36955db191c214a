//! Many games at once, to see what a server can bear.

mod game;

use std::io;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use strata_rules::GameEntry;
use tokio::time::Instant;

use crate::client::Client;
use crate::sync::lock;

/// How much to ask of a server.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Load {
    /// Games at a time, each between two sockets.
    pub games: usize,
    /// Sockets in all; those beyond two a game look on.
    pub sockets: usize,
    /// How long.
    pub time: Duration,
    /// How often each player moves.
    pub every: Duration,
}

/// What came of it.
#[derive(Clone, Debug, Default)]
pub struct Measured {
    /// From sending a move to hearing that it is kept.
    pub acknowledged: Times,
    /// From sending a move to seeing it at the other player's socket.
    pub seen: Times,
    /// What went wrong, each time that something did.
    pub faults: Vec<String>,
    /// How long it took.
    pub time: Duration,
}

/// How long something took, many times.
#[derive(Clone, Debug, Default)]
pub struct Times(Vec<Duration>);

impl Times {
    /// How often it was done.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// The time within which so much of it was done: 0.99 of it, say.
    pub fn within(&self, share: f64) -> Duration {
        let place = (self.0.len() as f64 * share).ceil() as usize;
        self.0.get(place.saturating_sub(1)).copied().unwrap_or_default()
    }
}

/// What all games of a load share.
struct Shared {
    client: Client,
    load: Load,
    games: &'static [GameEntry],
    start: Instant,
    measured: Mutex<Measured>,
}

/// Plays games at a server until the time is up.
pub fn run(url: &str, games: &'static [GameEntry], load: Load) -> io::Result<Measured> {
    let client = Client::new(url)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        client.get("healthz").await?;
        // Everybody sits down first; then the moves are spread over the time between two of them.
        let set_up = Duration::from_millis(3 * load.games as u64 + load.sockets as u64);
        let start = Instant::now() + set_up;
        let shared = Arc::new(Shared { client, load, games, start, measured: Mutex::default() });
        let all: Vec<_> = (0..load.games)
            .map(|number| tokio::spawn(game::play(Arc::clone(&shared), number)))
            .collect();
        for one in all {
            // A game that broke down has noted why.
            let _ = one.await;
        }
        let mut measured = lock(&shared.measured).clone();
        measured.time = start.elapsed();
        measured.acknowledged.0.sort_unstable();
        measured.seen.0.sort_unstable();
        Ok(measured)
    })
}
