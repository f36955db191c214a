//! The command `strata`.

use std::process::ExitCode;

fn main() -> ExitCode {
    strata::run(strata::standard_catalogue(), std::env::args_os())
}
