//! The arguments of `strata serve` and `strata load`.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Args;

#[derive(Debug, Args)]
pub(crate) struct ServeArgs {
    /// The address to listen at [default: 127.0.0.1:8000 or the next port that is free]
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) listen: Option<SocketAddr>,
    /// The folder to keep games in [default: strata/server in the user's data folder]
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    /// Keep games in this database instead, such as postgres://user@host/name
    #[arg(long, value_name = "URL", conflicts_with = "data")]
    pub(crate) database: Option<String>,
    /// Threads that think for bots and analysis [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
    /// Open the page in a browser
    #[arg(long)]
    pub(crate) open: bool,
    /// The path under which a proxy shows the server, such as /strata
    #[arg(long, value_name = "PATH", default_value = "")]
    pub(crate) base_path: String,
    /// Believe the proxy in front about who visitors are (X-Forwarded-For and others)
    #[arg(long)]
    pub(crate) trust_proxy: bool,
    /// Seconds that a player may be away before the others may claim the win
    #[arg(long, value_name = "S", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub(crate) absence: u64,
    /// Log every request
    #[arg(long)]
    pub(crate) verbose: bool,
    /// Let every visitor ask for as much as they like, to measure the server
    #[arg(long, hide = true)]
    pub(crate) no_limits: bool,
}

#[derive(Debug, Args)]
pub(crate) struct LoadArgs {
    /// The server, started with --no-limits [default: one is started for the measurement]
    #[arg(long, value_name = "URL")]
    pub(crate) url: Option<String>,
    /// Games at a time, each between two sockets
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = read_load)]
    pub(crate) games: usize,
    /// Sockets in all; those beyond two for each game look on [default: two for each game]
    #[arg(long, value_name = "N", value_parser = read_load)]
    pub(crate) sockets: Option<usize>,
    /// How long to measure
    #[arg(long, value_name = "S", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub(crate) seconds: u64,
    /// Milliseconds between two moves of a player
    #[arg(long, value_name = "MS", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    pub(crate) every: u64,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

fn read_load(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (1..=100_000).contains(number));
    number.ok_or_else(|| "expected a whole number from 1 to 100000".to_owned())
}
