//! The arguments of every command.

mod groups;
mod openings;
mod play;
mod puzzle;
mod search;
mod serve;
mod solve;
mod values;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use strata_arena::{Spec, Sprt};
use strata_render::Theme;

pub(crate) use openings::{MakeOpeningsArgs, OpeningsCommand};
pub(crate) use play::{PlayArgs, Side, TableArgs, WatchArgs};
pub(crate) use puzzle::{MakeArgs, PuzzleArgs, PuzzleCommand};
pub(crate) use search::{AnalyseArgs, BestArgs, SearchArgs};
pub(crate) use serve::{BenchServerArgs, ServeArgs, SiteArgs, WorkArgs};
pub(crate) use solve::{CheckArgs, SolveArgs};

/// The command line.
#[derive(Debug, Parser)]
#[command(
    name = "strata",
    bin_name = "strata",
    version = env!("STRATA_VERSION"),
    about,
    help_template = groups::help_template(),
    args_conflicts_with_subcommands = true
)]
#[command(after_help = "Without a command, strata opens its menu: choose a game and play.")]
pub(crate) struct Cli {
    /// Open the menu in text mode, for screen readers and scripts
    #[arg(long)]
    pub(crate) plain: bool,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Play a game against bots, or with others on this device
    #[command(after_help = play::after_help())]
    Play(PlayArgs),
    /// Watch bots play
    #[command(after_help = "Example: strata watch clusterfuss -o size=6 --seat bot:3 --seat bot:7")]
    Watch(WatchArgs),
    /// Learn a game: a lesson of about ten short steps
    #[command(after_help = "Example: strata learn staqs")]
    Learn(LearnArgs),
    /// Solve puzzles, or make new ones
    #[command(
        after_help = "Examples:\n  strata puzzle\n  strata puzzle daily\n  strata puzzle list qawale\n  strata puzzle staqs-12\n  strata puzzle make clusterfuss -o size=5 --count 20 --seed 1"
    )]
    Puzzle(PuzzleArgs),
    /// List the games with their players and options
    #[command(after_help = "Example: strata games --json")]
    Games(GamesArgs),
    /// Show the rules of a game
    #[command(after_help = "Example: strata rules qawale")]
    Rules(RulesArgs),
    /// Show a position: the board, the side to move, the result
    #[command(
        after_help = "Example: strata show clusterfuss -o size=6 --moves \"a6b6\" --svg board.svg"
    )]
    Show(ShowArgs),
    /// List the legal moves, one per line, sorted
    #[command(after_help = "Example: strata moves staqs --moves \"c3 b2\"")]
    Moves(MovesArgs),
    /// Count the move sequences of a given length
    #[command(after_help = "Example: strata perft qawale 4 --divide")]
    Perft(PerftArgs),
    /// Find the best move
    #[command(after_help = "Example: strata best qawale --movetime 500")]
    Best(BestArgs),
    /// Open the analysis board, print the best moves, or annotate a record
    #[command(
        after_help = "Examples:\n  strata analyse qawale\n  strata analyse staqs --moves \"c3 b2\" --lines 3\n  strata analyse --record game.pgn > annotated.pgn"
    )]
    Analyse(AnalyseArgs),
    /// Show which moves bots play, with results, or play such games
    #[command(subcommand, after_help = "Example: strata openings show qawale --moves a1nnn")]
    Openings(OpeningsCommand),
    /// Prove who wins with best play
    #[command(
        after_help = "Examples:\n  strata solve staqs --each-move\n  strata solve clusterfuss -o size=5 --certificate red-wins.cert\n  strata solve clusterfuss -o size=6 --hash 12000 --resume proofs.log\n\nThe exit status is 3 if the value is not proven within the limits."
    )]
    Solve(SolveArgs),
    /// Run as an engine for other programs (Universal Game Interface)
    #[command(after_help = "Example: strata engine clusterfuss -o size=6")]
    Engine(EngineArgs),
    /// Play a match between two engines
    #[command(
        after_help = "Example: strata arena qawale --a level:5 --b search:uct,movetime=50 --games 100"
    )]
    Arena(ArenaArgs),
    /// Play games for training an evaluation
    #[command(
        after_help = "Example: strata datagen clusterfuss positions.bin --games 10000 --nodes 3000"
    )]
    Datagen(DatagenArgs),
    /// Start a server for playing in the browser, with an API
    #[command(after_help = "Example: strata serve --open")]
    Serve(ServeArgs),
    /// Write the page for a static host: play, analyse and learn without a server
    #[command(after_help = "Example: strata site public --base-path /strata")]
    Site(SiteArgs),
    /// Search for the bots, hints and reviews of servers that share a database
    #[command(after_help = "Example: strata work --database postgres://user@host/name --threads 8")]
    Work(WorkArgs),
    /// Measure how many games a server can handle at once
    #[command(after_help = "Example: strata bench-server --games 1000 --seconds 30")]
    BenchServer(BenchServerArgs),
    /// Verify record files: replay every game and report every error
    #[command(after_help = "Example: strata verify games.pgn")]
    Verify(VerifyArgs),
    /// Check the certificate of a solved game with an independent checker
    #[command(
        after_help = "The exit status is 0 if the claim is confirmed, and 1 if it is rejected or refuted.\n\nExample: strata check clusterfuss-6.cert"
    )]
    Check(CheckArgs),
    /// Measure the speed of move generation and search
    #[command(after_help = "Example: strata bench qawale")]
    Bench(BenchArgs),
    /// Print the completions for a shell
    #[command(
        after_help = "Examples:\n  strata completions bash > ~/.local/share/bash-completion/completions/strata\n  strata completions fish > ~/.config/fish/completions/strata.fish"
    )]
    Completions(CompletionsArgs),
    /// Write the manual: a page for every command
    #[command(after_help = "Example: strata man ~/.local/share/man/man1")]
    Man(ManArgs),
}

/// A game and one of its positions.
#[derive(Debug, Args)]
pub(crate) struct PositionArgs {
    /// Name of the game (strata games lists them)
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) start: StartArgs,
}

/// Where a game starts: options, position and moves.
#[derive(Clone, Debug, Args)]
pub(crate) struct StartArgs {
    /// Set an option of the game, such as size=6; can be repeated
    #[arg(short = 'o', long = "option", value_name = "KEY=VALUE")]
    pub(crate) options: Vec<String>,
    /// Start from this position; its text includes the options
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// Play these moves, separated by spaces
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub(crate) moves: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct GamesArgs {
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct RulesArgs {
    /// Name of the game (strata games lists them)
    pub(crate) game: String,
    /// Print everything at once instead of page by page
    #[arg(long)]
    pub(crate) no_pager: bool,
}

#[derive(Debug, Args)]
pub(crate) struct LearnArgs {
    /// Name of the game (strata games lists them)
    pub(crate) game: String,
    /// Text mode, for screen readers and scripts; automatic without a terminal
    #[arg(long)]
    pub(crate) plain: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Print the position with all details as JSON
    #[arg(long, conflicts_with_all = ["svg", "png", "ascii"])]
    pub(crate) json: bool,
    /// Write an SVG picture to this file; - for standard output
    #[arg(long, value_name = "FILE", conflicts_with_all = ["png", "ascii"])]
    pub(crate) svg: Option<PathBuf>,
    /// Write a PNG picture to this file; - for standard output
    #[arg(long, value_name = "FILE", conflicts_with = "ascii")]
    pub(crate) png: Option<PathBuf>,
    /// Use only ASCII characters
    #[arg(long)]
    pub(crate) ascii: bool,
    /// Flip the board
    #[arg(long)]
    pub(crate) flip: bool,
    /// Show stacks from straight above in a picture
    #[arg(long)]
    pub(crate) from_above: bool,
    /// Look of the picture: light or dark, on a wooden board or after felt-, slate- or paper-;
    /// -cb at the end for colour-blind players
    #[arg(long, value_name = "THEME", default_value = "light", value_parser = values::theme)]
    pub(crate) theme: Theme,
}

#[derive(Debug, Args)]
pub(crate) struct MovesArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct PerftArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Length of the sequences, in plies
    #[arg(allow_negative_numbers = true, value_parser = values::whole_number(0_u32, 1000))]
    pub(crate) depth: u32,
    /// Print the count for each first move
    #[arg(long)]
    pub(crate) divide: bool,
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Number of threads [default: one per processor]
    #[arg(long, value_name = "N", value_parser = values::whole_number(1_u16, 1024))]
    pub(crate) threads: Option<u16>,
    /// Play the moves of the last ply instead of only counting them
    #[arg(long)]
    pub(crate) no_bulk: bool,
}

#[derive(Debug, Args)]
pub(crate) struct EngineArgs {
    /// Name of the game (strata games lists them)
    pub(crate) game: String,
    /// Set an option of the game, such as size=6; can be repeated
    #[arg(short = 'o', long = "option", value_name = "KEY=VALUE")]
    pub(crate) options: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct ArenaArgs {
    /// Name of the game (strata games lists them)
    pub(crate) game: String,
    /// Set an option of the game, such as size=6; can be repeated
    #[arg(short = 'o', long = "option", value_name = "KEY=VALUE")]
    pub(crate) options: Vec<String>,
    /// First player: level:5, search:alphabeta,movetime=100 or ugi:COMMAND,option.Level=5; see
    /// docs/protocol.md for all settings
    #[arg(long, value_name = "PLAYER", value_parser = values::player)]
    pub(crate) a: Spec,
    /// Second player
    #[arg(long, value_name = "PLAYER", value_parser = values::player)]
    pub(crate) b: Spec,
    /// Number of games, an even number: each opening is played twice, with sides swapped
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = values::match_games)]
    pub(crate) games: usize,
    /// Milliseconds per move, for players without their own limits [default: 100]
    #[arg(long, value_name = "MS", value_parser = values::whole_number(1_u64, 3_600_000))]
    pub(crate) movetime: Option<u64>,
    /// Nodes per move, for players without their own limits
    #[arg(long, value_name = "N", value_parser = values::whole_number(1_u64, values::MOST_NODES))]
    pub(crate) nodes: Option<u64>,
    /// Stop as soon as an SPRT (sequential probability ratio test) decides between two Elo differences
    #[arg(long, value_name = "LOW,HIGH", allow_hyphen_values = true, value_parser = values::sprt)]
    pub(crate) sprt: Option<Sprt>,
    /// Number of random plies at the start of each game
    #[arg(long, value_name = "PLIES", default_value_t = 4, value_parser = values::whole_number(0_usize, 1000))]
    pub(crate) openings: usize,
    /// Write the games to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
    /// Number of games played at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::whole_number(1_u16, 256))]
    pub(crate) threads: u16,
    /// Random seed of the openings and players
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = values::whole_number(0_u64, u64::MAX))]
    pub(crate) seed: u64,
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct DatagenArgs {
    /// Name of the game (strata games lists them)
    pub(crate) game: String,
    /// Set an option of the game, such as size=6; can be repeated
    #[arg(short = 'o', long = "option", value_name = "KEY=VALUE")]
    pub(crate) options: Vec<String>,
    /// The file of positions; docs/training.md describes it
    pub(crate) file: PathBuf,
    /// Number of games
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = values::whole_number(1_usize, 10_000_000))]
    pub(crate) games: usize,
    /// Nodes per move
    #[arg(long, value_name = "N", default_value_t = 3000, value_parser = values::whole_number(1_u64, values::MOST_NODES))]
    pub(crate) nodes: u64,
    /// Fewest random plies at the start of a game
    #[arg(long, value_name = "PLIES", default_value_t = 2, value_parser = values::whole_number(0_usize, 1000))]
    pub(crate) shortest_opening: usize,
    /// Most random plies at the start of a game
    #[arg(long, value_name = "PLIES", default_value_t = 12, value_parser = values::whole_number(0_usize, 1000))]
    pub(crate) longest_opening: usize,
    /// Number of games played at the same time [default: one per processor]
    #[arg(long, value_name = "N", value_parser = values::whole_number(1_u16, 256))]
    pub(crate) threads: Option<u16>,
    /// Random seed; the same seed repeats the file, whatever the number of threads
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = values::whole_number(0_u64, u64::MAX))]
    pub(crate) seed: u64,
}

#[derive(Debug, Args)]
pub(crate) struct VerifyArgs {
    /// Record files; - for standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// The shell: bash, elvish, fish, powershell or zsh
    #[arg(value_parser = values::shell)]
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Debug, Args)]
pub(crate) struct ManArgs {
    /// Directory of the pages; it is created if it is missing
    pub(crate) directory: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct BenchArgs {
    /// Name of the game [default: all games]
    pub(crate) game: Option<String>,
    /// Set an option of the game, such as size=6; can be repeated
    #[arg(short = 'o', long = "option", value_name = "KEY=VALUE", requires = "game")]
    pub(crate) options: Vec<String>,
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
}
