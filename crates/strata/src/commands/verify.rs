//! `strata verify`

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use anyhow::{Context, Result, bail};
use strata_records::{Reader, verify};
use strata_rules::GameEntry;

use crate::cli::VerifyArgs;
use crate::output::Output;

pub(crate) fn run(
    games: &'static [GameEntry],
    args: &VerifyArgs,
    out: &mut Output<'_>,
) -> Result<()> {
    let mut faults = 0;
    for path in &args.files {
        let name = path.display().to_string();
        let found = check_file(games, open(path)?, &name, out)?;
        let (games, moves) = (count(found.games, "game"), count(found.moves, "move"));
        let verdict = match found.faults {
            0 => "no fault".to_owned(),
            faults => count(faults, "fault"),
        };
        out.line(&format!("{name}: {games}, {moves}, {verdict}"))?;
        faults += found.faults;
    }
    if faults > 0 {
        bail!("{} in the records", count(faults, "fault"));
    }
    Ok(())
}

fn count(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

fn open(path: &Path) -> Result<Box<dyn BufRead>> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin().lock()));
    }
    let file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
    Ok(Box::new(BufReader::new(file)))
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
) -> Result<Found> {
    let mut found = Found::default();
    for record in Reader::new(source) {
        found.games += 1;
        let game = found.games;
        match record {
            Ok(record) => {
                let verdict = verify(&record, games);
                found.moves += verdict.plies;
                found.faults += verdict.faults.len();
                for fault in verdict.faults {
                    out.complain(&format!("{name}: game {game}, {fault}"));
                }
            }
            Err(error) => {
                found.faults += 1;
                out.complain(&format!("{name}: game {game}, {error}"));
            }
        }
    }
    if found.games == 0 {
        bail!("{name}: there is no game in it");
    }
    Ok(found)
}
