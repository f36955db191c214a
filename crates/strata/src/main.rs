//! The command `strata`.

use std::process::ExitCode;

fn main() -> ExitCode {
    strata::run(strata_games::GAMES, std::env::args_os())
}
