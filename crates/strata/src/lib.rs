//! The command line of Strata, for any list of games.

mod cli;
mod commands;
mod environment;
mod errors;
mod output;
mod pager;
mod setup;
mod usage;

use std::env;
use std::ffi::OsString;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::process::ExitCode;

use anyhow::bail;
use clap::Parser;
use strata_engine::solver::MakeSolver;
use strata_engine::{Catalogue, MakeEngine};
use strata_rules::shorten_to;
use strata_terminal::Directories;

use cli::{Cli, Command};
pub use environment::{Environment, Input};
use errors::describe;
use output::{AlreadyReported, ExitStatus, Output, is_closed_pipe};

/// The exit status after an error.
const BAD_INPUT: u8 = 2;

/// The most characters of an error message, whatever it quotes.
const LONGEST_MESSAGE: usize = 400;

/// The games of Strata. Their engines and solvers are compiled here, once for the program and its tests.
pub fn standard_catalogue() -> Catalogue {
    Catalogue {
        games: strata_games::GAMES,
        engine: |game, options| strata_games::visit(game, options, MakeEngine),
        solver: |game, options| strata_games::visit(game, options, MakeSolver),
        tables: strata_games::table_contents,
    }
}

/// Runs the command line for a list of games, on the standard streams.
pub fn run(catalogue: Catalogue, args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let (stdin, stdout) = (io::stdin(), io::stdout());
    let environment = Environment {
        input: Input {
            is_terminal: stdin.is_terminal(),
            stream: Box::new(stdin),
            directories: Directories::from_environment(|name| env::var_os(name)),
        },
        is_terminal: stdout.is_terminal(),
        out: &mut BufWriter::new(stdout),
        err: &mut io::stderr(),
    };
    ExitCode::from(run_in(catalogue, args, environment))
}

/// Runs the command line without input or saved games, and returns the exit status; `is_terminal`
/// says whether `out` is a terminal.
pub fn run_with(
    catalogue: Catalogue,
    args: impl IntoIterator<Item = OsString>,
    out: &mut dyn Write,
    err: &mut dyn Write,
    is_terminal: bool,
) -> u8 {
    run_in(catalogue, args, Environment { input: Input::none(), out, err, is_terminal })
}

/// Runs the command line in any environment, and returns the exit status.
pub fn run_in(
    catalogue: Catalogue,
    args: impl IntoIterator<Item = OsString>,
    environment: Environment<'_>,
) -> u8 {
    let Environment { input, out, err, is_terminal } = environment;
    let mut output = Output::new(out, err, is_terminal);
    let args: Vec<OsString> = args.into_iter().collect();
    let result = match Cli::try_parse_from(&args) {
        Ok(Cli { command: Some(command), .. }) => execute(catalogue, &command, input, &mut output),
        Ok(Cli { plain, .. }) => commands::play::menu(catalogue, plain, input, &mut output),
        Err(error) => show_usage(&error, &args, &mut output),
    };
    match result.and_then(|()| output.finish()) {
        Ok(()) => 0,
        Err(error) if is_closed_pipe(&error) => 0,
        Err(error) if error.is::<AlreadyReported>() => BAD_INPUT,
        Err(error) if error.is::<ExitStatus>() => {
            error.downcast_ref().map_or(BAD_INPUT, |ExitStatus(status)| *status)
        }
        Err(error) => {
            output.report_error(&format!(
                "strata: {}",
                shorten_to(&describe(&error), LONGEST_MESSAGE)
            ));
            BAD_INPUT
        }
    }
}

fn execute(
    catalogue: Catalogue,
    command: &Command,
    input: Input,
    out: &mut Output<'_>,
) -> anyhow::Result<()> {
    let games = catalogue.games;
    match command {
        Command::Play(args) => commands::play::play(catalogue, args, input, out),
        Command::Watch(args) => commands::play::watch(catalogue, args, input, out),
        Command::Learn(args) => commands::play::learn(catalogue, args, input, out),
        Command::Puzzle(args) => commands::puzzle::run(catalogue, args, input, out),
        Command::Games(args) => commands::games::run(games, args, out),
        Command::Rules(args) => commands::rules::run(games, args, out),
        Command::Show(args) => commands::show::run(games, args, out),
        Command::Moves(args) => commands::moves::run(games, args, out),
        Command::Perft(args) => commands::perft::run(games, args, out),
        Command::Best(args) => commands::best::run(catalogue, args, out),
        Command::Analyse(args) => commands::analyse::run(catalogue, args, input, out),
        Command::Openings(command) => commands::openings::run(catalogue, command, out),
        Command::Solve(args) => commands::solve::run(catalogue, args, out),
        Command::Engine(args) => commands::engine::run(catalogue, args),
        Command::Arena(args) => commands::arena::run(catalogue, args, out),
        Command::Datagen(args) => commands::datagen::run(catalogue, args, out),
        Command::Serve(args) => commands::serve::run(catalogue, args, out),
        Command::Site(args) => commands::site::run(catalogue, args, out),
        Command::Work(args) => commands::serve::work(catalogue, args, out),
        Command::BenchServer(args) => commands::bench_server::run(games, args, out),
        Command::Verify(args) => commands::verify::run(games, args, input, out),
        Command::Check(args) => commands::check::run(games, args, input, out),
        Command::Bench(args) => commands::bench::run(catalogue, args, out),
        Command::Completions(args) => commands::completions::completions(args, out),
        Command::Man(args) => commands::completions::man(args, out),
    }
}

/// Prints help, or fails with what is wrong with the arguments.
fn show_usage(error: &clap::Error, args: &[OsString], out: &mut Output<'_>) -> anyhow::Result<()> {
    if error.use_stderr() {
        bail!("{}", usage::sentence(error, args))
    }
    out.text(&error.render().to_string())
}
