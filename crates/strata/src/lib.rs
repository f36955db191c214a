//! The command line of Strata, for any list of games.

mod cli;
mod commands;
mod output;
mod setup;
mod surroundings;

use std::env;
use std::ffi::OsString;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::process::ExitCode;

use anyhow::bail;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Parser};
use strata_engine::{Catalogue, MakeEngine};
use strata_rules::{shorten, shorten_to};
use strata_terminal::Directories;

use cli::{Cli, Command};
use commands::play::Purpose;
use output::{AlreadyTold, Output, is_closed_pipe};
pub use surroundings::{Input, Surroundings};

/// The exit status of a command that was given something wrong.
const BAD_INPUT: u8 = 2;

/// No message is longer, whatever it quotes.
const LONGEST_MESSAGE: usize = 400;

/// The games of Strata. Their searches are compiled here, once for the program and its tests.
pub fn standard_catalogue() -> Catalogue {
    Catalogue {
        games: strata_games::GAMES,
        engine: |game, options| strata_games::visit(game, options, MakeEngine),
    }
}

/// Runs the command line on a list of games, on the standard streams.
pub fn run(catalogue: Catalogue, args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let (stdin, stdout) = (io::stdin(), io::stdout());
    let surroundings = Surroundings {
        input: Input {
            is_terminal: stdin.is_terminal(),
            stream: Box::new(stdin),
            directories: Directories::from_environment(|name| env::var_os(name)),
        },
        is_terminal: stdout.is_terminal(),
        out: &mut BufWriter::new(stdout),
        err: &mut io::stderr(),
    };
    ExitCode::from(run_in(catalogue, args, surroundings))
}

/// Runs the command line with nothing typed and nothing kept, and returns the exit status;
/// `is_terminal` is said of `out`.
pub fn run_with(
    catalogue: Catalogue,
    args: impl IntoIterator<Item = OsString>,
    out: &mut dyn Write,
    err: &mut dyn Write,
    is_terminal: bool,
) -> u8 {
    run_in(catalogue, args, Surroundings { input: Input::none(), out, err, is_terminal })
}

/// Runs the command line in any surroundings and returns the exit status.
pub fn run_in(
    catalogue: Catalogue,
    args: impl IntoIterator<Item = OsString>,
    surroundings: Surroundings<'_>,
) -> u8 {
    let Surroundings { input, out, err, is_terminal } = surroundings;
    let mut output = Output::new(out, err, is_terminal);
    let result = match Cli::try_parse_from(args) {
        Ok(Cli { command: Some(command), .. }) => execute(catalogue, &command, input, &mut output),
        Ok(Cli { plain, .. }) => commands::play::menu(catalogue, plain, input, &mut output),
        Err(error) => answer_usage(&error, &mut output),
    };
    match result.and_then(|()| output.finish()) {
        Ok(()) => 0,
        Err(error) if is_closed_pipe(&error) => 0,
        Err(error) if error.is::<AlreadyTold>() => BAD_INPUT,
        Err(error) => {
            output.complain(&format!(
                "strata: {}",
                shorten_to(&format!("{error:#}"), LONGEST_MESSAGE)
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
        Command::Play(args) => commands::play::run(catalogue, args, Purpose::Play, input, out),
        Command::Watch(args) => commands::play::run(catalogue, args, Purpose::Watch, input, out),
        Command::Games(args) => commands::games::run(games, args, out),
        Command::Rules(args) => commands::rules::run(games, args, out),
        Command::Show(args) => commands::show::run(games, args, out),
        Command::Moves(args) => commands::moves::run(games, args, out),
        Command::Perft(args) => commands::perft::run(games, args, out),
        Command::Best(args) => commands::best::run(catalogue, args, out),
        Command::Analyse(args) => commands::analyse::run(catalogue, args, out),
        Command::Engine(args) => commands::engine::run(catalogue, args),
        Command::Arena(args) => commands::arena::run(catalogue, args, out),
        Command::Serve(args) => commands::serve::run(catalogue, args, out),
        Command::Load(args) => commands::load::run(games, args, out),
        Command::Verify(args) => commands::verify::run(games, args, out),
        Command::Bench(args) => commands::bench::run(catalogue, args, out),
    }
}

/// Help is an answer; a wrong argument gets one sentence.
fn answer_usage(error: &clap::Error, out: &mut Output<'_>) -> anyhow::Result<()> {
    if !error.use_stderr() {
        return out.text(&error.render().to_string());
    }
    let given = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => shorten(text),
        _ => String::new(),
    };
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let name = given(ContextKind::InvalidSubcommand);
            bail!("there is no command {name}; the commands are {}", command_names())
        }
        ErrorKind::InvalidUtf8 => bail!("an argument is not UTF-8 text (see strata --help)"),
        _ => {}
    }
    // The first paragraph says what is wrong; an argument quoted in it may hold anything.
    let text = error.render().to_string();
    let ends = ["\n\n  tip:", "\n\nUsage:", "\n\nFor more information"];
    let end = ends.iter().filter_map(|end| text.find(end)).min().unwrap_or(text.len());
    let words: Vec<&str> = text[..end].split_whitespace().collect();
    let sentence = words.join(" ");
    let sentence = sentence.trim_start_matches("error: ").trim_end_matches('.');
    bail!("{sentence} (see strata --help)")
}

fn command_names() -> String {
    let command = Cli::command();
    let names: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
    names.join(", ")
}
