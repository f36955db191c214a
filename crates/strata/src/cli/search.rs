//! The arguments of commands that think.

use std::path::PathBuf;

use clap::Args;
use strata_engine::Search;

use super::{PositionArgs, StartArgs};

/// How to think.
#[derive(Debug, Args)]
pub(crate) struct SearchArgs {
    /// Play like this level, from 1 (random) to 8 (full strength)
    #[arg(long, value_name = "1-8", value_parser = clap::value_parser!(u8).range(1..=8))]
    pub(crate) level: Option<u8>,
    /// Milliseconds to think [default: 1000 if nothing else limits the search]
    #[arg(long, value_name = "MS")]
    pub(crate) movetime: Option<u64>,
    /// Plies to look ahead
    #[arg(long, value_name = "N")]
    pub(crate) depth: Option<u32>,
    /// Positions to look at
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// Threads to think with
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: u16,
    /// Megabytes to remember positions in
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = read_megabytes)]
    pub(crate) hash: usize,
    /// What chance starts from; with fixed nodes and one thread, results repeat
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// The search: auto, alphabeta, mcts or uct
    #[arg(long, value_name = "SEARCH", default_value = "auto")]
    pub(crate) search: Search,
}

fn read_megabytes(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (1..=65_536).contains(number));
    number.ok_or_else(|| "expected a whole number from 1 to 65536".to_owned())
}

#[derive(Debug, Args)]
pub(crate) struct BestArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct AnalyseArgs {
    /// The game: staqs, clusterfuss, qawale or isaac; a record names its own
    #[arg(required_unless_present = "record")]
    pub(crate) game: Option<String>,
    #[command(flatten)]
    pub(crate) start: StartArgs,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
    /// How many of the best moves to show
    #[arg(long, value_name = "K", default_value_t = 5)]
    pub(crate) lines: usize,
    /// Write this record file again with evaluations and marks
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    pub(crate) record: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}
