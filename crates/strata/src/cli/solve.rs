//! The arguments of `strata solve` and `strata check`.

use std::path::PathBuf;

use clap::Args;

use super::{PositionArgs, values};

#[derive(Debug, Args)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Give up after this many seconds
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = values::seconds)]
    pub(crate) time: Option<f64>,
    /// Give up after this many nodes
    #[arg(long, value_name = "N", value_parser = values::whole_number(1_u64, values::MOST_NODES))]
    pub(crate) nodes: Option<u64>,
    /// Size of the table in megabytes
    #[arg(long, value_name = "MB", default_value_t = 1024, value_parser = values::whole_number(1_usize, 1_048_576))]
    pub(crate) hash: usize,
    /// Number of threads [default: one per processor]
    #[arg(long, value_name = "N", value_parser = values::whole_number(1_u16, 1024))]
    pub(crate) threads: Option<u16>,
    /// Print the value of every move, not only a best one
    #[arg(long)]
    pub(crate) each_move: bool,
    /// Write a certificate to this file, for strata check
    #[arg(long, value_name = "FILE", conflicts_with = "each_move")]
    pub(crate) certificate: Option<PathBuf>,
    /// Leave out of the certificate what a search of this many positions settles
    #[arg(long, value_name = "N", default_value_t = 1000, requires = "certificate", value_parser = values::whole_number(1_u64, 10_000_000))]
    pub(crate) settle: u64,
    /// Keep proofs in this file; if the search is interrupted, the same command continues it
    #[arg(long, value_name = "FILE")]
    pub(crate) resume: Option<PathBuf>,
    /// Let workers search (see strata work), and keep jobs and results in this PostgreSQL database; if
    /// the command is interrupted, the same command continues it
    #[arg(long, value_name = "URL", value_parser = values::database_url, conflicts_with_all = ["time", "nodes", "each_move", "resume"])]
    pub(crate) database: Option<String>,
    /// Split jobs of more nodes than this
    #[arg(long, value_name = "N", default_value_t = 20_000_000, requires = "database", value_parser = values::whole_number(1_u64, values::MOST_NODES))]
    pub(crate) job_nodes: u64,
    /// Print how far the proof in the database has got
    #[arg(long, requires = "database", conflicts_with = "certificate")]
    pub(crate) status: bool,
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// Certificate file; - for standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Number of threads [default: one per processor]
    #[arg(long, value_name = "N", value_parser = values::whole_number(1_u16, 1024))]
    pub(crate) threads: Option<u16>,
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
}
