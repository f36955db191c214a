//! `strata solve`

use std::fs::{self, File};
use std::io::BufWriter;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use serde_json::json;
use strata_checker::hex;
use strata_engine::solver::{
    LogError, Progress, Proof, Request, Solution, SolveError, SolvedMove, Wdl,
};
use strata_engine::{Catalogue, short_count};
use strata_rules::AnyPosition;
use strata_table::wording::mirrored_move_text;

use super::{shared_proof, thread_count};
use crate::cli::SolveArgs;
use crate::output::{ExitStatus, Output, file_name};
use crate::setup;
use strata_certifier::Certifier;

/// The exit status if the value is not proven within the limits.
const NOT_PROVEN: u8 = 3;

pub(crate) fn run(catalogue: Catalogue, args: &SolveArgs, out: &mut Output<'_>) -> Result<()> {
    let position = setup::position(catalogue.games, &args.position)?;
    if args.certificate.is_some() && args.position.start.position.is_some() {
        bail!("a certificate starts at the start of the game: use --moves instead of --position");
    }
    if let Some(path) = &args.certificate {
        check_writable(path)?;
        let rules = strata_checker::rules(position.info().id, &position.options().text());
        rules.map_err(|reason| anyhow!("no certificate: {reason}"))?;
    }
    let solver = catalogue.solver_for(&*position).context("this game has no solver")?;
    let request = request(args);
    if let Some(database) = &args.database {
        let session = solver.session(&position.text(), args.hash)?;
        if args.status {
            return shared_proof::print_status(database, &*position, &*session, args, out);
        }
        let solution = shared_proof::solve(database, &*position, &*session, args, &request)?;
        return conclude(catalogue, args, &*position, &solution, &*session, out);
    }
    // Drawn on standard error while the search runs, if that is a terminal.
    let style = ProgressStyle::with_template("{wide_msg}")?;
    let spinner = ProgressBar::new_spinner().with_style(style);
    if request.prepare {
        spinner.set_message("preparing");
        spinner.tick();
    }
    let mut show = |progress: &Progress| {
        spinner.set_message(progress_text(progress, request.time));
        spinner.tick();
    };
    let stop = AtomicBool::new(false);
    let proven = solver.prove(&position.text(), &request, &stop, &mut show);
    spinner.finish_and_clear();
    let (solution, proof) = proven.map_err(|error| describe_log_error(error, args))?;
    conclude(catalogue, args, &*position, &solution, &*proof, out)
}

/// Writes the certificate and prints the solution.
fn conclude(
    catalogue: Catalogue,
    args: &SolveArgs,
    position: &dyn AnyPosition,
    solution: &Solution,
    proof: &dyn Proof,
    out: &mut Output<'_>,
) -> Result<()> {
    let digest = match (&args.certificate, solution.value) {
        (Some(path), Some(value)) => Some(write_certificate(catalogue, args, path, proof, value)?),
        _ => None,
    };
    if args.json {
        out.json(&solution_json(position, solution, digest.as_deref()))?;
    } else {
        print(position, args, solution, digest.as_deref(), out)?;
    }
    match solution.value {
        Some(_) => Ok(()),
        None => Err(ExitStatus(NOT_PROVEN).into()),
    }
}

/// Says which file an error of the log is about.
fn describe_log_error(error: SolveError, args: &SolveArgs) -> anyhow::Error {
    match (error, &args.resume) {
        (SolveError::Log(LogError::Io(error)), Some(path)) => {
            anyhow::Error::from(error).context(format!("cannot use {}", file_name(path)))
        }
        (SolveError::Log(error), Some(path)) => anyhow!("{}: {error}", file_name(path)),
        (error, _) => error.into(),
    }
}

fn request(args: &SolveArgs) -> Request {
    /// With a shorter time limit, it is not worth while to compute endgames first.
    const LONG_SECONDS: f64 = 600.0;
    Request {
        time: args.time.map(Duration::from_secs_f64),
        nodes: args.nodes,
        megabytes: args.hash,
        threads: thread_count(args.threads),
        each_move: args.each_move,
        patience: None,
        distance: true,
        log: args.resume.clone(),
        prepare: args.nodes.is_none() && args.time.is_none_or(|time| time >= LONG_SECONDS),
    }
}

/// "12 s of 60 s, 34.6 M nodes, 2.9 M/s, 1 of 6 moves solved, done by ply 3/57 12/41, about 5 min left"
fn progress_text(progress: &Progress, limit: Option<Duration>) -> String {
    let seconds = progress.time.as_secs_f64();
    let limit = limit.map_or_else(String::new, |limit| format!(" of {} s", limit.as_secs_f64()));
    let speed = short_count((progress.nodes as f64 / seconds.max(0.001)) as u64);
    let nodes = short_count(progress.nodes);
    let mut text = format!("{seconds:.0} s{limit}, {nodes} nodes, {speed}/s");
    if let Some((done, all)) = progress.moves {
        text += &format!(", {done} of {all} moves solved");
    }
    if !progress.path.is_empty() {
        let plies = progress.path.iter().map(|(done, all)| format!("{done}/{all}"));
        text += &format!(", done by ply {}", plies.collect::<Vec<_>>().join(" "));
    }
    if let Some(left) = time_left(progress) {
        text += &format!(", about {left} left unless a move decides earlier");
    }
    text
}

/// The least time and the least share of the tree from which the time left is estimated.
const MIN_ESTIMATE_SECONDS: f64 = 5.0;
const MIN_ESTIMATE_SHARE: f64 = 0.02;

/// The time that the rest of the tree takes, "40 s" or "5 min", if it takes as long as what is done and no
/// move makes the others superfluous; `None` as long as too little is done.
fn time_left(progress: &Progress) -> Option<String> {
    let (seconds, share) = (progress.time.as_secs_f64(), share_done(progress));
    if seconds < MIN_ESTIMATE_SECONDS || share < MIN_ESTIMATE_SHARE {
        return None;
    }
    let left = seconds / share - seconds;
    Some(match left {
        ..100.0 => format!("{left:.0} s"),
        100.0..6_000.0 => format!("{:.0} min", left / 60.0),
        _ => format!("{:.0} h", left / 3_600.0),
    })
}

/// The share of the tree that is done, if all moves of a position take equally long.
fn share_done(progress: &Progress) -> f64 {
    let share_below = |below: f64, (done, all): &(u32, u32)| {
        (f64::from(*done) + below) / f64::from((*all).max(1))
    };
    let share = progress.path.iter().rev().fold(0.0, share_below);
    match progress.moves {
        None => share,
        Some((solved, all)) => (solved as f64 + share) / all.max(1) as f64,
    }
}

/// Says now that a file cannot be written, rather than after a long search.
fn check_writable(path: &Path) -> Result<()> {
    let is_new = !path.exists();
    let opened = File::options().write(true).create(true).truncate(false).open(path);
    opened.with_context(|| format!("cannot write {}", file_name(path)))?;
    if is_new {
        // An empty file would look like a result.
        let _ = fs::remove_file(path);
    }
    Ok(())
}

fn write_certificate(
    catalogue: Catalogue,
    args: &SolveArgs,
    path: &Path,
    proof: &dyn Proof,
    value: Wdl,
) -> Result<String> {
    let start = &args.position.start;
    let game = setup::open_game(catalogue.games, &args.position.game, &start.options)?;
    let certifier = Certifier::new(&*game, proof, args.settle, thread_count(args.threads))?;
    let moves = start.moves.as_deref().unwrap_or_default();
    let spinner = ProgressBar::new_spinner().with_style(ProgressStyle::with_template("{msg}")?);
    let mut show = |entries: usize| {
        spinner.set_message(format!("{} positions in the certificate", HumanCount(entries as u64)));
        spinner.tick();
    };
    let name = file_name(path);
    let file = File::create(path).with_context(|| format!("cannot write {name}"))?;
    let digest = certifier.write(moves, value, BufWriter::new(file), &mut show);
    spinner.finish_and_clear();
    Ok(hex(&digest.with_context(|| format!("cannot write {name}"))?))
}

/// "Red wins", "a draw": the value for the player to move.
fn value_text(position: &dyn AnyPosition, value: Wdl) -> String {
    let player = position.turn();
    match value {
        Wdl::Win => format!("{} wins", position.side_name(player)),
        Wdl::Draw => "a draw".to_owned(),
        Wdl::Loss => format!("{} wins", position.side_name(player.other())),
    }
}

fn print(
    position: &dyn AnyPosition,
    args: &SolveArgs,
    solution: &Solution,
    digest: Option<&str>,
    out: &mut Output<'_>,
) -> Result<()> {
    let name_of = |solved: &SolvedMove| mirrored_move_text(&solved.mv, &solved.mirrors);
    if args.each_move {
        let names: Vec<String> = solution.moves.iter().map(name_of).collect();
        let width = names.iter().map(String::len).max().unwrap_or(0);
        for (solved, name) in solution.moves.iter().zip(names) {
            let value = solved.value.map(|value| value_text(position, value));
            out.line(&format!("{name:<width$}  {}", value.as_deref().unwrap_or("not proven")))?;
        }
    }
    let mut sentence = match solution.value {
        None => "Not proven within the limits".to_owned(),
        Some(Wdl::Draw) => "Proven: a draw".to_owned(),
        Some(value) => format!("Proven: {}", value_text(position, value)),
    };
    if let Some(plies) = solution.plies {
        sentence += &format!(" in {plies} plies");
    }
    if let (false, Some(solved), Some(Wdl::Win | Wdl::Draw)) =
        (args.each_move, solution.moves.first(), solution.value)
    {
        sentence += &format!(" with {}", name_of(solved));
    }
    let seconds = solution.time.as_secs_f64();
    out.line(&format!("{sentence} ({} nodes, {seconds:.1} s).", HumanCount(solution.nodes)))?;
    if let (Some(path), Some(digest)) = (&args.certificate, digest) {
        out.line(&format!("Certificate: {}, SHA-256 {digest}", file_name(path)))?;
    }
    Ok(())
}

fn solution_json(
    position: &dyn AnyPosition,
    solution: &Solution,
    digest: Option<&str>,
) -> serde_json::Value {
    let name = |value: Option<Wdl>| {
        value.map(|value| match value {
            Wdl::Win => "win",
            Wdl::Draw => "draw",
            Wdl::Loss => "loss",
        })
    };
    let moves = solution.moves.iter().map(|solved| {
        json!({ "move": solved.mv, "mirrors": solved.mirrors, "value": name(solved.value) })
    });
    json!({
        "game": position.info().id,
        "position": position.text(),
        "value": name(solution.value),
        "plies": solution.plies,
        "moves": moves.collect::<Vec<_>>(),
        "nodes": solution.nodes,
        "seconds": solution.time.as_secs_f64(),
        "certificate_sha256": digest,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn progress(seconds: u64, moves: Option<(usize, usize)>, path: &[(u32, u32)]) -> Progress {
        Progress {
            nodes: 30_000_000,
            time: Duration::from_secs(seconds),
            moves,
            path: path.to_vec(),
        }
    }

    #[test]
    fn progress_says_what_is_done_and_estimates_the_time_left() {
        let text = progress_text(&progress(30, None, &[(2, 8), (1, 2)]), None);
        let expected = "30 s, 30.0 M nodes, 1.0 M/s, done by ply 2/8 1/2, about 66 s left unless a move \
                        decides earlier";
        assert_eq!(text, expected);
        let each_move = progress(30, Some((1, 4)), &[(1, 2), (0, 4)]);
        assert_eq!(time_left(&each_move).as_deref(), Some("50 s"));
        let hours = progress(3_600, None, &[(1, 10)]);
        assert_eq!(time_left(&hours).as_deref(), Some("9 h"));
        let minutes = progress(600, None, &[(1, 2)]);
        assert_eq!(time_left(&minutes).as_deref(), Some("10 min"));
    }

    #[test]
    fn no_time_left_is_estimated_from_too_little() {
        assert_eq!(time_left(&progress(4, None, &[(1, 2)])), None);
        assert_eq!(time_left(&progress(1_000, None, &[(0, 50), (9, 10)])), None);
        assert_eq!(time_left(&progress(1_000, None, &[])), None);
    }
}
