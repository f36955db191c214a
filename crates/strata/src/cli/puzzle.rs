//! The arguments of `strata puzzle`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::values;

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_precedence_over_arg = true)]
pub(crate) struct PuzzleArgs {
    #[command(subcommand)]
    pub(crate) command: Option<PuzzleCommand>,
    /// The puzzle to solve (strata puzzle list shows them) [default: one that suits you]
    pub(crate) id: Option<String>,
    /// Text mode, for screen readers and scripts; automatic without a terminal
    #[arg(long)]
    pub(crate) plain: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum PuzzleCommand {
    /// List the puzzles with their ratings, and which of them you have solved
    List {
        /// Only the puzzles of this game
        game: Option<String>,
        /// Print the result as JSON
        #[arg(long)]
        json: bool,
    },
    /// Solve the next puzzle: one that you have not tried, near your rating
    Next {
        /// Only a puzzle of this game
        game: Option<String>,
        /// Text mode
        #[arg(long)]
        plain: bool,
    },
    /// Solve the puzzle of the day, the same for everybody
    Daily {
        /// Text mode
        #[arg(long)]
        plain: bool,
    },
    /// Make puzzles from games of the engine, and prove them
    Make(MakeArgs),
    /// Compute the ratings of the puzzles in a file again
    Rate {
        /// The file to change
        file: PathBuf,
    },
}

#[derive(Debug, Args)]
pub(crate) struct MakeArgs {
    /// Name of the game (strata games lists them)
    pub(crate) game: String,
    /// Set an option of the game, such as size=6; can be repeated
    #[arg(short = 'o', long = "option", value_name = "KEY=VALUE")]
    pub(crate) options: Vec<String>,
    /// Make a puzzle of this position instead of looking for positions
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true, conflicts_with = "options")]
    pub(crate) position: Option<String>,
    /// Number of puzzles to make
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = values::whole_number(1_usize, 1000))]
    pub(crate) count: usize,
    /// Random seed of the games; the same seed makes the same puzzles
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = values::whole_number(0_u64, u64::MAX))]
    pub(crate) seed: u64,
    /// Most games to play
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = values::whole_number(1_usize, 1_000_000))]
    pub(crate) games: usize,
    /// Most nodes of the solver for a position
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = values::whole_number(1_u64, values::MOST_NODES))]
    pub(crate) nodes: u64,
    /// Most puzzles with a single move to find [default: a tenth]
    #[arg(long, value_name = "N", value_parser = values::whole_number(0_usize, 1000))]
    pub(crate) single: Option<usize>,
    /// Other ends of every game to look at, for games in which only moves are rare
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = values::whole_number(0_usize, 1000))]
    pub(crate) variations: usize,
    /// Only puzzles whose solution a short search sees, for games in which proofs are slow
    #[arg(long)]
    pub(crate) visible: bool,
    /// Add the puzzles to this file, without those that it has already [default: print them]
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
}
