//! The arguments of every command.

mod play;
mod search;
mod serve;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use strata_arena::{Spec, Sprt};
use strata_render::Theme;

pub(crate) use play::PlayArgs;
pub(crate) use search::{AnalyseArgs, BestArgs, SearchArgs};
pub(crate) use serve::{LoadArgs, ServeArgs};

/// STAQS, Clusterfuss, Qawale and Isaac: rules, pictures, records, and an engine that plays them.
#[derive(Debug, Parser)]
#[command(
    name = "strata",
    bin_name = "strata",
    version,
    about,
    args_conflicts_with_subcommands = true
)]
#[command(after_help = "Without a command, strata opens its menu: choose a game and play.")]
pub(crate) struct Cli {
    /// Open the menu as lines of text, for screen readers and scripts
    #[arg(long)]
    pub(crate) plain: bool,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Play a game: against bots, or with others at this screen
    #[command(
        after_help = "Examples:\n  strata play qawale\n  strata play staqs -o players=3 --seat person --seat bot:5 --seat person --name Ann\n  strata play isaac --seat bot:8 --clock 10+5\n  strata play --load game.pgn --seat bot:4"
    )]
    Play(PlayArgs),
    /// Watch bots play
    #[command(after_help = "Example: strata watch clusterfuss -o size=6 --seat bot:3 --seat bot:7")]
    Watch(PlayArgs),
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
    /// Find the best move
    #[command(after_help = "Example: strata best qawale --movetime 500")]
    Best(BestArgs),
    /// Show the best moves with values and lines, or annotate a record
    #[command(after_help = "Example: strata analyse staqs --moves \"c3 b2\" --lines 3")]
    Analyse(AnalyseArgs),
    /// Speak the Universal Game Interface on standard input and output
    #[command(after_help = "Example: strata engine clusterfuss -o size=6")]
    Engine(EngineArgs),
    /// Play a match between two engines
    #[command(
        after_help = "Example: strata arena qawale --a level:5 --b search:uct,movetime=50 --games 100"
    )]
    Arena(ArenaArgs),
    /// Serve the web page and the API
    #[command(after_help = "Example: strata serve --open")]
    Serve(ServeArgs),
    /// Measure a server with many games at once
    #[command(after_help = "Example: strata load --games 1000 --seconds 30")]
    Load(LoadArgs),
    /// Replay every game of record files and name each fault
    #[command(after_help = "Example: strata verify games.pgn")]
    Verify(VerifyArgs),
    /// Measure the speed of the rules and of the search
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
    #[command(flatten)]
    pub(crate) start: StartArgs,
}

/// Options, position and moves of a game.
#[derive(Clone, Debug, Args)]
pub(crate) struct StartArgs {
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
pub(crate) struct EngineArgs {
    /// The game: staqs, clusterfuss, qawale or isaac
    pub(crate) game: String,
    /// Set an option of the game; can be repeated
    #[arg(short = 'o', long = "option", value_name = "KEY=VALUE")]
    pub(crate) options: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct ArenaArgs {
    /// The game: staqs, clusterfuss, qawale or isaac
    pub(crate) game: String,
    /// Set an option of the game; can be repeated
    #[arg(short = 'o', long = "option", value_name = "KEY=VALUE")]
    pub(crate) options: Vec<String>,
    /// The first player: level:5, search:alphabeta,movetime=100 or ugi:COMMAND
    #[arg(long, value_name = "SPEC")]
    pub(crate) a: Spec,
    /// The second player
    #[arg(long, value_name = "SPEC")]
    pub(crate) b: Spec,
    /// How many games to play, two from each opening
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = read_games)]
    pub(crate) games: usize,
    /// Milliseconds a move, for players without limits of their own [default: 100]
    #[arg(long, value_name = "MS")]
    pub(crate) movetime: Option<u64>,
    /// Positions a move, for players without limits of their own
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// Stop as soon as a test between two differences in Elo is decided
    #[arg(long, value_name = "LOW,HIGH", allow_hyphen_values = true, value_parser = read_sprt)]
    pub(crate) sprt: Option<Sprt>,
    /// Random plies before the players take over
    #[arg(long, value_name = "PLIES", default_value_t = 4)]
    pub(crate) openings: usize,
    /// Write all games to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
    /// Games to play at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: u16,
    /// What openings and chance start from
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

fn read_games(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (2..=1_000_000).contains(number));
    number.ok_or_else(|| "expected a whole number from 2 to 1000000".to_owned())
}

fn read_sprt(text: &str) -> Result<Sprt, String> {
    let number = |text: &str| text.trim().parse().ok().filter(|number: &f64| number.is_finite());
    let ends = text.split_once(',').and_then(|(low, high)| Some((number(low)?, number(high)?)));
    match ends {
        Some((low, high)) if low < high => Ok(Sprt { low, high }),
        _ => Err("expected two differences in Elo, the lower first, such as 0,5".to_owned()),
    }
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
