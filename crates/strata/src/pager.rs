//! Long text, page by page.

use std::env;
use std::io::{self, Write};
use std::process::{Command, ExitStatus, Stdio};

/// Keeps colours, and exits at once if the text fits on the screen.
const LESS_OPTIONS: &str = "FRX";

/// The exit status of a shell that does not find a program.
const NOT_FOUND: i32 = 127;

/// Shows text in the pager of the environment variable `PAGER`, or in `less`. Returns whether there
/// was a pager.
pub(crate) fn show(text: &str) -> bool {
    let pager = env::var("PAGER").unwrap_or_else(|_| "less".to_owned());
    if pager.trim().is_empty() || pager.trim() == "cat" {
        return false;
    }
    match run(&pager, text) {
        Ok(status) => status.code() != Some(NOT_FOUND),
        Err(_) => false,
    }
}

fn run(pager: &str, text: &str) -> io::Result<ExitStatus> {
    ignore_interrupts()?;
    let mut command = Command::new("sh");
    command.arg("-c").arg(pager).stdin(Stdio::piped()).stderr(Stdio::null());
    if env::var_os("LESS").is_none() {
        command.env("LESS", LESS_OPTIONS);
    }
    let mut child = command.spawn()?;
    if let Some(mut input) = child.stdin.take() {
        // The user may leave the pager before it has read everything.
        let _ = input.write_all(text.as_bytes());
    }
    child.wait()
}

/// Ctrl+C belongs to the pager while it runs: without this program it could not read the keyboard.
#[cfg(unix)]
fn ignore_interrupts() -> io::Result<()> {
    let interrupted = std::sync::Arc::default();
    signal_hook::flag::register(signal_hook::consts::SIGINT, interrupted).map(drop)
}

#[cfg(not(unix))]
fn ignore_interrupts() -> io::Result<()> {
    Ok(())
}
