//! The command line of Strata, for any list of games.

mod cli;
mod commands;
mod markdown;
mod output;
mod setup;

use std::ffi::OsString;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::process::ExitCode;

use anyhow::bail;
use clap::Parser;
use clap::error::ErrorKind;
use strata_rules::GameEntry;

use cli::{Cli, Command};
use output::Output;

/// The exit status of a command that was given something wrong.
const BAD_INPUT: u8 = 2;

/// Runs the command line on a list of games, on the standard streams.
pub fn run(games: &'static [GameEntry], args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let stdout = io::stdout();
    let is_terminal = stdout.is_terminal();
    let mut buffered = BufWriter::new(stdout);
    ExitCode::from(run_with(games, args, &mut buffered, &mut io::stderr(), is_terminal))
}

/// Runs the command line on any streams and returns the exit status; `is_terminal` is said of
/// `out`.
pub fn run_with(
    games: &'static [GameEntry],
    args: impl IntoIterator<Item = OsString>,
    out: &mut dyn Write,
    err: &mut dyn Write,
    is_terminal: bool,
) -> u8 {
    let mut output = Output::new(out, err, is_terminal);
    let result = match Cli::try_parse_from(args) {
        Ok(cli) => execute(games, &cli.command, &mut output),
        Err(error) => answer_usage(&error, &mut output),
    };
    match result.and_then(|()| output.finish()) {
        Ok(()) => 0,
        Err(error) if is_closed_pipe(&error) => 0,
        Err(error) => {
            output.complain(&format!("strata: {error:#}"));
            BAD_INPUT
        }
    }
}

fn execute(
    games: &'static [GameEntry],
    command: &Command,
    out: &mut Output<'_>,
) -> anyhow::Result<()> {
    match command {
        Command::Games(args) => commands::games::run(games, args, out),
        Command::Rules(args) => commands::rules::run(games, args, out),
        Command::Show(args) => commands::show::run(games, args, out),
        Command::Moves(args) => commands::moves::run(games, args, out),
        Command::Perft(args) => commands::perft::run(games, args, out),
        Command::Verify(args) => commands::verify::run(games, args, out),
        Command::Bench(args) => commands::bench::run(games, args, out),
    }
}

/// Whoever reads the output has seen enough: `strata moves staqs | head -1`.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let io_error = error.root_cause().downcast_ref::<io::Error>();
    io_error.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// Help is an answer; a wrong argument gets one sentence.
fn answer_usage(error: &clap::Error, out: &mut Output<'_>) -> anyhow::Result<()> {
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        bail!("expected a command, such as strata show qawale (see strata --help)");
    }
    let text = error.render().to_string();
    if !error.use_stderr() {
        return Ok(out.bytes(text.as_bytes())?);
    }
    let first_paragraph = text.split("\n\n").next().unwrap_or_default();
    let words: Vec<&str> = first_paragraph.split_whitespace().collect();
    let sentence = words.join(" ");
    let sentence = sentence.trim_start_matches("error: ").trim_end_matches('.');
    bail!("{sentence} (see strata --help)")
}
