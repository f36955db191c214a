//! The arguments of commands that search.

use std::path::PathBuf;

use clap::Args;
use strata_engine::{Level, Search};

use super::{PositionArgs, StartArgs, values};

/// How to search.
#[derive(Debug, Args)]
pub(crate) struct SearchArgs {
    /// Playing level, from 1 (random) to 8 (full strength); strata play --help lists them
    #[arg(long, value_name = "LEVEL", value_parser = values::whole_number(Level::LOWEST.number(), Level::HIGHEST.number()))]
    pub(crate) level: Option<u8>,
    /// Search for this many milliseconds [default: 1000, unless another limit is given]
    #[arg(long, value_name = "MS", value_parser = values::whole_number(1_u64, 86_400_000))]
    pub(crate) movetime: Option<u64>,
    /// Search to this depth in plies
    #[arg(long, value_name = "N", value_parser = values::whole_number(1_u32, 1000))]
    pub(crate) depth: Option<u32>,
    /// Search this many nodes
    #[arg(long, value_name = "N", value_parser = values::whole_number(1_u64, values::MOST_NODES))]
    pub(crate) nodes: Option<u64>,
    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::whole_number(1_u16, 256))]
    pub(crate) threads: u16,
    /// Size of the transposition table in megabytes
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = values::whole_number(1_usize, 65_536))]
    pub(crate) hash: usize,
    /// Random seed; with --nodes and one thread, the same seed repeats a result
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = values::whole_number(0_u64, u64::MAX))]
    pub(crate) seed: u64,
    /// Search algorithm: auto, alphabeta, mcts or uct
    #[arg(long, value_name = "SEARCH", default_value = "auto", value_parser = values::search)]
    pub(crate) search: Search,
}

#[derive(Debug, Args)]
pub(crate) struct BestArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct AnalyseArgs {
    /// Name of the game (strata games lists them); optional with --record
    #[arg(required_unless_present = "record")]
    pub(crate) game: Option<String>,
    #[command(flatten)]
    pub(crate) start: StartArgs,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
    /// Number of moves to print, best first [default: 5]
    #[arg(long, value_name = "N", value_parser = values::whole_number(1_usize, 200_000))]
    pub(crate) lines: Option<usize>,
    /// Print the games of this record file with evaluations; - for standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["json", "options", "position", "moves", "lines"])]
    pub(crate) record: Option<PathBuf>,
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
}
