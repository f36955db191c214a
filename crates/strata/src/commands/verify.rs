//! `strata verify`

use std::io::BufRead;

use anyhow::Result;
use strata_records::{ReadError, Reader, verify};
use strata_rules::GameEntry;
use strata_terminal::io_reason;

use crate::cli::VerifyArgs;
use crate::environment::Input;
use crate::output::{AlreadyReported, Output, count, file_name, is_closed_pipe};

pub(crate) fn run(
    games: &'static [GameEntry],
    args: &VerifyArgs,
    mut input: Input,
    out: &mut Output<'_>,
) -> Result<()> {
    let mut faults = 0;
    for path in &args.files {
        let name = file_name(path);
        let found = match input.open_file(path) {
            Ok(source) => check_file(games, source, &name, out),
            Err(error) => {
                out.report_error(&format!("{name}: cannot open: {}", io_reason(&error)));
                faults += 1;
                continue;
            }
        };
        let (games, moves) = (count(found.games as u64, "game"), count(found.moves as u64, "move"));
        let verdict = match found.faults {
            0 => "no faults".to_owned(),
            faults => count(faults as u64, "fault"),
        };
        faults += found.faults;
        // Faults are reported even if the output is closed.
        match out.line(&format!("{name}: {games}, {moves}, {verdict}")) {
            Err(error) if !is_closed_pipe(&error) => return Err(error),
            _ => {}
        }
    }
    if faults > 0 { Err(AlreadyReported.into()) } else { Ok(()) }
}

#[derive(Default)]
struct Found {
    games: usize,
    moves: usize,
    faults: usize,
}

/// Reports every fault of a file on standard error.
fn check_file(
    games: &'static [GameEntry],
    source: impl BufRead,
    name: &str,
    out: &mut Output<'_>,
) -> Found {
    let mut found = Found::default();
    for record in Reader::new(source) {
        let game = found.games + 1;
        match record {
            Ok(record) => {
                let verdict = verify(&record, games);
                found.games += 1;
                found.moves += verdict.plies;
                found.faults += verdict.faults.len();
                for fault in verdict.faults {
                    out.report_error(&format!("{name}: game {game}, {fault}"));
                }
            }
            Err(ReadError::Io(error)) => {
                found.faults += 1;
                out.report_error(&format!("{name}: cannot read: {}", io_reason(&error)));
            }
            Err(error) => {
                found.games += 1;
                found.faults += 1;
                out.report_error(&format!("{name}: game {game}, {error}"));
            }
        }
    }
    if found.games == 0 && found.faults == 0 {
        found.faults += 1;
        out.report_error(&format!("{name}: contains no games"));
    }
    found
}
