//! Errors in the arguments, each as one sentence.

use std::error::Error as _;
use std::ffi::OsString;

use clap::CommandFactory;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use strata_rules::{nearest, shorten};

use crate::cli::Cli;

/// What is wrong with the arguments, and what was probably meant or where to read more.
pub(crate) fn sentence(error: &clap::Error, args: &[OsString]) -> String {
    let command = args
        .iter()
        .skip(1)
        .filter_map(|arg| arg.to_str())
        .find(|arg| Cli::command().find_subcommand(arg).is_some());
    let program = command.map_or("strata".to_owned(), |command| format!("strata {command}"));
    let problem = match error.kind() {
        ErrorKind::InvalidSubcommand => {
            return unknown_command(&context(error, ContextKind::InvalidSubcommand));
        }
        ErrorKind::UnknownArgument => unknown_argument(error),
        ErrorKind::ValueValidation | ErrorKind::InvalidValue => invalid_value(error),
        ErrorKind::MissingRequiredArgument => {
            format!("missing {}", context(error, ContextKind::InvalidArg))
        }
        ErrorKind::ArgumentConflict => conflict(error),
        ErrorKind::TooManyValues => {
            format!("{} takes no value", context(error, ContextKind::InvalidArg))
        }
        ErrorKind::InvalidUtf8 => "an argument is not UTF-8 text".to_owned(),
        _ => first_paragraph(error),
    };
    match problem.ends_with('?') {
        true => problem,
        false => format!("{problem} (see {program} --help)"),
    }
}

/// A part of the error's context, without quotes and placeholders such as `<FILE>`.
fn context(error: &clap::Error, kind: ContextKind) -> String {
    match error.get(kind) {
        Some(ContextValue::String(text)) => argument_name(text),
        Some(ContextValue::Strings(texts)) => {
            let names: Vec<String> = texts.iter().map(|text| argument_name(text)).collect();
            names.join(" and ")
        }
        _ => String::new(),
    }
}

/// `--svg <FILE>` is called `--svg`, and `<GAME>` is called `GAME`.
fn argument_name(text: &str) -> String {
    let name = match text.strip_prefix('<') {
        Some(placeholder) => placeholder.trim_end_matches(['>', '.']),
        None => text.split(" <").next().unwrap_or(text),
    };
    if name.is_empty() { String::new() } else { shorten(name) }
}

fn unknown_command(name: &str) -> String {
    let command = Cli::command();
    let names: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
    let words = names.iter().copied();
    match nearest(name, words) {
        Some(meant) => format!("unknown command '{name}'; did you mean '{meant}'?"),
        None => format!("unknown command '{name}'; the commands are {}", names.join(", ")),
    }
}

fn unknown_argument(error: &clap::Error) -> String {
    let name = context(error, ContextKind::InvalidArg);
    let is_option = name.starts_with('-') && !name[1..].starts_with(|c: char| c.is_ascii_digit());
    let kind = if is_option { "unknown option" } else { "unexpected argument" };
    match error.get(ContextKind::SuggestedArg) {
        Some(ContextValue::String(meant)) if is_option => {
            format!("{kind} '{name}'; did you mean '{}'?", argument_name(meant))
        }
        _ => format!("{kind} '{name}'"),
    }
}

fn invalid_value(error: &clap::Error) -> String {
    let argument = context(error, ContextKind::InvalidArg);
    let value = match error.get(ContextKind::InvalidValue) {
        Some(ContextValue::String(value)) if !value.is_empty() => shorten(value),
        _ if error.source().is_none() => return format!("{argument} needs a value"),
        _ => String::new(),
    };
    let reason = error.source().map(ToString::to_string).unwrap_or_default();
    // An address may contain a password.
    let value = if value.contains('@') { String::new() } else { format!(" '{value}'") };
    format!("invalid value{value} for {argument}: {reason}")
}

fn conflict(error: &clap::Error) -> String {
    let argument = context(error, ContextKind::InvalidArg);
    let other = context(error, ContextKind::PriorArg);
    match error.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(command)) => {
            format!("{other} cannot be used with the command {}", shorten(command))
        }
        _ if argument == other => format!("{argument} can be given only once"),
        _ => format!("{argument} cannot be used together with {other}"),
    }
}

/// The beginning of clap's own message, for rare kinds of errors.
fn first_paragraph(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let ends = ["\n\n  tip:", "\n\nUsage:", "\n\nFor more information"];
    let end = ends.iter().filter_map(|end| text.find(end)).min().unwrap_or(text.len());
    let words: Vec<&str> = text[..end].split_whitespace().collect();
    words.join(" ").trim_start_matches("error: ").trim_end_matches('.').to_owned()
}
