//! The arguments of `strata serve`, `strata work` and `strata bench-server`.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Args;

use super::values;

#[derive(Debug, Args)]
pub(crate) struct ServeArgs {
    /// Port to listen on, reachable from this machine only [default: 8000, or the next free port]
    #[arg(long, value_name = "PORT", value_parser = values::whole_number(0_u16, u16::MAX))]
    pub(crate) port: Option<u16>,
    /// Address to listen on, such as 0.0.0.0:8000 for all networks
    #[arg(long, value_name = "ADDRESS", conflicts_with = "port", value_parser = values::listen_address)]
    pub(crate) listen: Option<SocketAddr>,
    /// Directory to store games in [default: strata/server in your data directory]
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    /// Store games in this database instead, such as postgres://user@host/name; several servers and
    /// workers can share it
    #[arg(long, value_name = "URL", conflicts_with = "data", value_parser = values::database_url)]
    pub(crate) database: Option<String>,
    /// Number of threads for bots and analysis; with 0, workers do it (see strata work) [default: one
    /// per processor]
    #[arg(long, value_name = "N", value_parser = values::whole_number(0_u16, 256))]
    pub(crate) threads: Option<u16>,
    /// Open the page in a browser
    #[arg(long)]
    pub(crate) open: bool,
    /// Path of the server behind a reverse proxy, such as /strata
    #[arg(long, value_name = "PATH")]
    pub(crate) base_path: Option<String>,
    /// Trust the reverse proxy's headers for client addresses (X-Forwarded-For and others)
    #[arg(long)]
    pub(crate) trust_proxy: bool,
    /// Host name of the server; can be repeated. Requests for other names are refused [default: any
    /// name, or localhost if only this machine can connect]
    #[arg(long, value_name = "NAME")]
    pub(crate) host: Vec<String>,
    /// Multiply the limits for one address, where many people share it, such as in a school
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::whole_number(1_usize, 1000))]
    pub(crate) people_per_address: usize,
    /// Seconds to go on after SIGTERM, while a load balancer sends visitors elsewhere
    #[arg(long, value_name = "SECONDS", default_value_t = 0, value_parser = values::whole_number(0_u64, 3600))]
    pub(crate) drain: u64,
    /// Seconds a player may be away before the opponents can claim a win
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = values::whole_number(1_u64, 86_400))]
    pub(crate) absence: u64,
    /// Log every request
    #[arg(long)]
    pub(crate) verbose: bool,
    /// Turn off rate limits, to benchmark the server
    #[arg(long, hide = true)]
    pub(crate) no_limits: bool,
}

#[derive(Debug, Args)]
pub(crate) struct SiteArgs {
    /// Directory to write to
    pub(crate) directory: PathBuf,
    /// Path of the site at its host, such as /strata
    #[arg(long, value_name = "PATH")]
    pub(crate) base_path: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct WorkArgs {
    /// Database of the servers, such as postgres://user@host/name
    #[arg(long, value_name = "URL", value_parser = values::database_url)]
    pub(crate) database: String,
    /// Number of threads [default: one per processor]
    #[arg(long, value_name = "N", value_parser = values::whole_number(1_u16, 256))]
    pub(crate) threads: Option<u16>,
    /// Memory for proofs in megabytes (see strata solve --database)
    #[arg(long, value_name = "MB", default_value_t = 1024, value_parser = values::whole_number(1_usize, 1_048_576))]
    pub(crate) hash: usize,
    /// Address for /healthz, /readyz and /metrics [default: a free port from 8100, reachable from this
    /// machine only]
    #[arg(long, value_name = "ADDRESS", value_parser = values::listen_address)]
    pub(crate) listen: Option<SocketAddr>,
    /// Log every request
    #[arg(long)]
    pub(crate) verbose: bool,
}

#[derive(Debug, Args)]
pub(crate) struct BenchServerArgs {
    /// Server to measure, which must run with --no-limits; can be repeated for servers that share a
    /// database [default: start a temporary one]
    #[arg(long, value_name = "URL", value_parser = values::server_url)]
    pub(crate) url: Vec<String>,
    /// Number of games played at the same time, with two connections each
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = values::whole_number(1_usize, 100_000))]
    pub(crate) games: usize,
    /// Total number of connections; the rest are spectators [default: two per game]
    #[arg(long, value_name = "N", value_parser = values::whole_number(1_usize, 100_000))]
    pub(crate) sockets: Option<usize>,
    /// Duration of the measurement in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = values::whole_number(1_u64, 3600))]
    pub(crate) seconds: u64,
    /// Milliseconds between two moves of a player
    #[arg(long, value_name = "MS", default_value_t = 2000, value_parser = values::whole_number(1_u64, 3_600_000))]
    pub(crate) every: u64,
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
}
