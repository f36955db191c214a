//! The arguments of `strata openings`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::{PositionArgs, values};

#[derive(Debug, Subcommand)]
pub(crate) enum OpeningsCommand {
    /// Print the moves that bots played in a position, with their results
    #[command(after_help = "Example: strata openings show qawale --moves a1nnn")]
    Show(PositionArgs),
    /// Print how the games of each level ended, as Markdown
    #[command(after_help = "Example: strata openings statistics")]
    Statistics,
    /// Play games between bots and write their openings to a file
    #[command(
        after_help = "Example: strata openings make qawale --games 2000 --nodes 1000 openings.txt"
    )]
    Make(MakeOpeningsArgs),
}

#[derive(Debug, Args)]
pub(crate) struct MakeOpeningsArgs {
    /// Name of the game (strata games lists them)
    pub(crate) game: String,
    /// The file to write
    pub(crate) file: PathBuf,
    /// Number of games of level 8
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = values::whole_number(1_usize, 1_000_000))]
    pub(crate) games: usize,
    /// Number of games of each of the levels 1 to 5; a fifth of level 6, and a tenth of level 7
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = values::whole_number(0_usize, 1_000_000))]
    pub(crate) level_games: usize,
    /// Nodes per move of level 8
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = values::whole_number(1_u64, values::MOST_NODES))]
    pub(crate) nodes: u64,
    /// Random seed of the games
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::whole_number(0_u64, u64::MAX))]
    pub(crate) seed: u64,
}
