//! `strata perft`

use std::time::Instant;

use anyhow::{Result, bail};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Map, Value, json};
use strata_engine::MOST_MOVES_SEARCHED;
use strata_rules::GameEntry;
use strata_rules::perft::LastPly;

use super::thread_count;
use crate::cli::PerftArgs;
use crate::output::Output;
use crate::setup;

pub(crate) fn run(
    games: &'static [GameEntry],
    args: &PerftArgs,
    out: &mut Output<'_>,
) -> Result<()> {
    let position = setup::position(games, &args.position)?;
    let last = if args.no_bulk { LastPly::Played } else { LastPly::Counted };
    let threads = thread_count(args.threads);
    // Drawn on standard error, and only if that is a terminal.
    let bar = ProgressBar::new(0).with_style(ProgressStyle::with_template(
        "{elapsed} {wide_bar} {pos}/{len} moves, {eta} left",
    )?);
    let progress = |done: usize, all: usize| {
        bar.set_length(all as u64);
        bar.set_position(done as u64);
    };
    if args.divide && args.depth > 0 && position.count_moves() > MOST_MOVES_SEARCHED {
        bail!("--divide lists at most {MOST_MOVES_SEARCHED} moves, and the position has more");
    }
    let started = Instant::now();
    let (counts, nodes) = if args.divide && args.depth > 0 {
        let counts = position.divide(args.depth, last, threads, &progress);
        let nodes = counts.iter().map(|(_, nodes)| nodes).sum();
        (counts, nodes)
    } else {
        (Vec::new(), position.perft(args.depth, last, threads, &progress))
    };
    let seconds = started.elapsed().as_secs_f64();
    bar.finish_and_clear();
    if args.json {
        let mut answer = json!({
            "game": position.info().id,
            "position": position.text(),
            "depth": args.depth,
            "nodes": nodes,
            "seconds": seconds,
        });
        if args.divide {
            let divided: Map<String, Value> =
                counts.into_iter().map(|(mv, nodes)| (mv, nodes.into())).collect();
            answer["divide"] = divided.into();
        }
        out.json(&answer)?;
    } else {
        if args.divide {
            for (mv, nodes) in &counts {
                out.line(&format!("{mv} {nodes}"))?;
            }
        }
        out.line(&nodes.to_string())?;
    }
    Ok(())
}
