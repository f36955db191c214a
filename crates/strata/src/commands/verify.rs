//! `strata verify`

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use anyhow::Result;
use strata_records::{ReadError, Reader, verify};
use strata_rules::GameEntry;

use crate::cli::VerifyArgs;
use crate::output::{AlreadyReported, Output, file_name, is_closed_pipe};

pub(crate) fn run(
    games: &'static [GameEntry],
    args: &VerifyArgs,
    out: &mut Output<'_>,
) -> Result<()> {
    let mut faults = 0;
    for path in &args.files {
        let name = file_name(path);
        let found = match open(path) {
            Ok(source) => check_file(games, source, &name, out),
            Err(error) => {
                out.report_error(&format!("{name}: cannot open: {error}"));
                faults += 1;
                continue;
            }
        };
        let (games, moves) = (count(found.games, "game"), count(found.moves, "move"));
        let verdict = match found.faults {
            0 => "no fault".to_owned(),
            faults => count(faults, "fault"),
        };
        faults += found.faults;
        // Faults are found and told even if nobody reads the summary.
        match out.line(&format!("{name}: {games}, {moves}, {verdict}")) {
            Err(error) if !is_closed_pipe(&error) => return Err(error),
            _ => {}
        }
    }
    if faults > 0 { Err(AlreadyReported.into()) } else { Ok(()) }
}

fn count(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

fn open(path: &Path) -> io::Result<Box<dyn BufRead>> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin().lock()));
    }
    Ok(Box::new(BufReader::new(File::open(path)?)))
}

#[derive(Default)]
struct Found {
    games: usize,
    moves: usize,
    faults: usize,
}

/// Names every fault of a file on standard error.
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
            Err(error @ ReadError::Io(_)) => {
                found.faults += 1;
                out.report_error(&format!("{name}: {error}"));
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
        out.report_error(&format!("{name}: there is no game in it"));
    }
    found
}
