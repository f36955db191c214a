//! `strata solve --database`: workers do the searching.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use serde_json::json;
use strata_engine::short_count;
use strata_engine::solver::{Request, Session, Solution};
use strata_rules::AnyPosition;
use strata_server::{Coordinator, ProofStatus};

use crate::cli::SolveArgs;
use crate::output::{Output, count};

/// Lets workers prove the value of a position.
pub(super) fn solve(
    database: &str,
    position: &dyn AnyPosition,
    session: &dyn Session,
    args: &SolveArgs,
    request: &Request,
) -> Result<Solution> {
    let started = Instant::now();
    let spinner =
        ProgressBar::new_spinner().with_style(ProgressStyle::with_template("{wide_msg}")?);
    let mut show = |status: &ProofStatus| {
        spinner.set_message(progress_text(status));
        spinner.tick();
    };
    let mut coordinator = Coordinator::open(database, position, session, args.job_nodes)?;
    let status = coordinator.prove(&mut show);
    spinner.finish_and_clear();
    let nodes = status?.nodes;
    // With the answers of the workers, this takes a moment.
    let solution = session.solve(request, &AtomicBool::new(false), &mut |_| {})?;
    Ok(Solution { nodes: nodes + solution.nodes, time: started.elapsed(), ..solution })
}

/// "12 jobs done, 2 running, 34 waiting, 34.6 M nodes, about 25 % done, 0.2 core hours left"
fn progress_text(status: &ProofStatus) -> String {
    if status.is_database_away {
        return "the database does not respond; waiting for it".to_owned();
    }
    let ProofStatus { done, running, waiting, set_aside, nodes, .. } = status;
    let nodes = short_count(*nodes);
    let mut text = format!("{} done, {running} running, {waiting} waiting", count(*done, "job"));
    if *set_aside > 0 {
        text += &format!(", {set_aside} set aside");
    }
    text += &format!(", {nodes} nodes, {}", estimate_text(status));
    if *running == 0 && *waiting > 0 {
        text += "; no worker is searching: start one with strata work";
    }
    text
}

/// "about 25 % done, 0.2 core hours left"
fn estimate_text(status: &ProofStatus) -> String {
    let percent = 100.0 * status.progress;
    match status.time_left() {
        None => format!("about {percent:.0} % done"),
        Some(left) => format!("about {percent:.0} % done, {} left", core_time(left)),
    }
}

/// "0.2 core hours", "12 core seconds"
fn core_time(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 360.0 {
        format!("{seconds:.0} core seconds")
    } else {
        format!("{:.1} core hours", seconds / 3600.0)
    }
}

/// Prints how far a proof has got.
pub(super) fn print_status(
    database: &str,
    position: &dyn AnyPosition,
    session: &dyn Session,
    args: &SolveArgs,
    out: &mut Output<'_>,
) -> Result<()> {
    let mut coordinator = Coordinator::open(database, position, session, args.job_nodes)?;
    let Some(status) = coordinator.status()? else {
        bail!("the database has no proof of this position by this version of Strata");
    };
    let ProofStatus { done, running, waiting, set_aside, nodes, search_time, progress, .. } =
        &status;
    if args.json {
        return out.json(&json!({
            "jobs_done": done,
            "jobs_running": running,
            "jobs_waiting": waiting,
            "jobs_set_aside": set_aside,
            "nodes": nodes,
            "core_seconds": search_time.as_secs_f64(),
            "progress": progress,
            "core_seconds_left": status.time_left().map(|left| left.as_secs_f64()),
        }));
    }
    out.line(&format!(
        "Jobs: {done} done, {running} running, {waiting} waiting, {set_aside} set aside"
    ))?;
    out.line(&format!("Cost: {} nodes, {}", HumanCount(*nodes), core_time(*search_time)))?;
    out.line(&format!("Progress: {}", estimate_text(&status)))
}
