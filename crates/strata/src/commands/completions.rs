//! `strata completions` and `strata man`

use std::fs;

use anyhow::{Context, Result};
use clap::CommandFactory;

use crate::cli::{Cli, CompletionsArgs, ManArgs};
use crate::output::{Output, file_name};

/// Prints the completions for a shell.
pub(crate) fn completions(args: &CompletionsArgs, out: &mut Output<'_>) -> Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "strata", &mut script);
    out.bytes(&script)
}

/// Writes a manual page for each command.
pub(crate) fn man(args: &ManArgs, out: &mut Output<'_>) -> Result<()> {
    let name = file_name(&args.directory);
    let cannot_write = || format!("cannot write {name}");
    fs::create_dir_all(&args.directory).with_context(cannot_write)?;
    clap_mangen::generate_to(Cli::command(), &args.directory).with_context(cannot_write)?;
    out.line(&format!("The manual is in {name}; man -l {name}/strata.1 shows it."))
}
