//! The arguments of every command.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use strata_render::Theme;

/// STAQS, Clusterfuss, Qawale and Isaac: rules, positions, pictures and records.
#[derive(Debug, Parser)]
#[command(name = "strata", bin_name = "strata", version, about, subcommand_required = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List the games with their players and options
    #[command(after_help = "Example: strata games --json")]
    Games(GamesArgs),
    /// Explain how a game is played
    #[command(after_help = "Example: strata rules qawale")]
    Rules(RulesArgs),
    /// Show a position: the board, whose turn it is, the result
    #[command(
        after_help = "Example: strata show clusterfuss -o size=6 --moves \"a6b6\" --svg board.svg"
    )]
    Show(ShowArgs),
    /// List the legal moves, one a line, sorted
    #[command(after_help = "Example: strata moves staqs --moves \"c3 b2\"")]
    Moves(MovesArgs),
    /// Count the sequences of exactly DEPTH moves
    #[command(after_help = "Example: strata perft qawale 4 --divide")]
    Perft(PerftArgs),
    /// Replay every game of record files and name each fault
    #[command(after_help = "Example: strata verify games.pgn")]
    Verify(VerifyArgs),
    /// Measure the speed of the rules: node counts and random games a second
    #[command(after_help = "Example: strata bench qawale")]
    Bench(BenchArgs),
}

fn read_depth(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("expected a whole number from 0 to {}", u32::MAX))
}

/// A game and a position of it.
#[derive(Debug, Args)]
pub(crate) struct PositionArgs {
    /// The game: staqs, clusterfuss, qawale or isaac
    pub(crate) game: String,
    /// Set an option of the game; can be repeated
    #[arg(short = 'o', long = "option", value_name = "KEY=VALUE")]
    pub(crate) options: Vec<String>,
    /// Start from this position text, which carries its options
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// Play these moves, separated by spaces
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub(crate) moves: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct GamesArgs {
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct RulesArgs {
    /// The game: staqs, clusterfuss, qawale or isaac
    pub(crate) game: String,
}

#[derive(Debug, Args)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Print the position and everything known of it as JSON
    #[arg(long, conflicts_with_all = ["svg", "png", "ascii"])]
    pub(crate) json: bool,
    /// Write a picture as SVG; - is standard output
    #[arg(long, value_name = "FILE", conflicts_with_all = ["png", "ascii"])]
    pub(crate) svg: Option<PathBuf>,
    /// Write a picture as PNG; - is standard output
    #[arg(long, value_name = "FILE", conflicts_with = "ascii")]
    pub(crate) png: Option<PathBuf>,
    /// Use only ASCII characters
    #[arg(long)]
    pub(crate) ascii: bool,
    /// Look from the other side of the board
    #[arg(long)]
    pub(crate) flip: bool,
    /// The colours: light, dark, light-cb or dark-cb (safe for colour-blind players)
    #[arg(long, value_name = "THEME", default_value = "light")]
    pub(crate) theme: Theme,
}

#[derive(Debug, Args)]
pub(crate) struct MovesArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct PerftArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// The length of the sequences
    #[arg(allow_negative_numbers = true, value_parser = read_depth)]
    pub(crate) depth: u32,
    /// Show the count below each legal move
    #[arg(long)]
    pub(crate) divide: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Threads to count with [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Play every move of the last ply instead of counting them
    #[arg(long)]
    pub(crate) no_bulk: bool,
}

#[derive(Debug, Args)]
pub(crate) struct VerifyArgs {
    /// The record files; - is standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct BenchArgs {
    /// The game; all of them if none is named
    pub(crate) game: Option<String>,
    /// Set an option of the game; can be repeated
    #[arg(short = 'o', long = "option", value_name = "KEY=VALUE", requires = "game")]
    pub(crate) options: Vec<String>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}
