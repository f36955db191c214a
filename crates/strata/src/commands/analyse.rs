//! `strata analyse`

use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use strata_engine::{Catalogue, Engine, Line, MoveQuality, Report, Request, played_value, verdict};
use strata_records::{Reader, Record, start_position};
use strata_rules::AnyPosition;

use super::search;
use crate::cli::AnalyseArgs;
use crate::output::{Output, file_name};
use crate::setup;

pub(crate) fn run(catalogue: Catalogue, args: &AnalyseArgs, out: &mut Output<'_>) -> Result<()> {
    if let Some(file) = &args.record {
        return annotate_file(catalogue, file, &search::request(&args.search, 1), out);
    }
    let game = args.game.as_deref().unwrap_or_default();
    let position = setup::start_position(catalogue.games, game, &args.start)?;
    let request = search::request(&args.search, args.lines);
    let mut engine = catalogue.engine_for(&*position);
    let report = search_position(&mut *engine, &*position, &request)?;
    if args.json {
        return out.json(&json!({
            "game": position.info().id,
            "position": position.text(),
            "depth": report.depth,
            "nodes": report.nodes,
            "seconds": report.time.as_secs_f64(),
            "lines": report.lines.iter().map(search::line_json).collect::<Vec<_>>(),
        }));
    }
    print_table(&report, out)
}

fn search_position(
    engine: &mut dyn Engine,
    position: &dyn AnyPosition,
    request: &Request,
) -> Result<Report> {
    // Shown on standard error while it runs, if that is a terminal.
    let spinner = ProgressBar::new_spinner().with_style(ProgressStyle::with_template("{msg}")?);
    let mut show = |report: Report| {
        if let Some(line) = report.lines.first() {
            let pv: Vec<&str> = line.moves.iter().take(8).map(String::as_str).collect();
            let value = search::words(line.value);
            spinner.set_message(format!("depth {} {value} {}", report.depth, pv.join(" ")));
            spinner.tick();
        }
    };
    let stop = AtomicBool::new(false);
    let report = engine.search(&position.text(), request, &stop, &mut show);
    spinner.finish_and_clear();
    Ok(report?)
}

fn print_table(report: &Report, out: &mut Output<'_>) -> Result<()> {
    let widest = |cells: &mut dyn Iterator<Item = usize>| cells.max().unwrap_or(0);
    let moves = widest(&mut report.lines.iter().map(|line| line.moves[0].len()));
    let values = widest(&mut report.lines.iter().map(|line| search::words(line.value).len()));
    for line in &report.lines {
        let (mv, value) = (&line.moves[0], search::words(line.value));
        let rest = line.moves[1..].join(" ");
        let text = format!("{mv:<moves$}  {value:<values$}  {rest}");
        out.line(text.trim_end())?;
    }
    out.line(&format!(
        "depth {}, {} nodes, {:.2} s",
        report.depth,
        report.nodes,
        report.time.as_secs_f64()
    ))
}

fn annotate_file(
    catalogue: Catalogue,
    path: &Path,
    request: &Request,
    out: &mut Output<'_>,
) -> Result<()> {
    let name = file_name(path);
    let file = File::open(path).with_context(|| format!("cannot open {name}"))?;
    for (number, record) in (1..).zip(Reader::new(BufReader::new(file))) {
        let record = record.with_context(|| format!("{name}: game {number}"))?;
        let annotated = annotate(catalogue, record, request)
            .with_context(|| format!("{name}: game {number}"))?;
        out.line(&annotated)?;
    }
    Ok(())
}

/// The record with an evaluation behind every move, and marks where value was lost.
fn annotate(catalogue: Catalogue, mut record: Record, request: &Request) -> Result<String> {
    let mut position = start_position(&record, catalogue.games)?;
    let first = position.turn();
    let mut engine = catalogue.engine_for(&*position);
    let mut before = best_line(&mut *engine, &*position, request)?;
    for (ply, played) in (1..).zip(&mut record.moves) {
        let earlier = position.clone();
        let mv = position.play(&played.text).with_context(|| format!("ply {ply}"))?;
        let after = best_line(&mut *engine, &*position, request)?;
        let Some(best) = before else { break };
        let next = after.as_ref().map(|line| (position.turn(), line));
        let value = played_value(&*earlier, &mv, Some(&best), next);
        played.comments.extend(value.map(|value| format!("[%eval {value}]")));
        let best_move = best.moves.first().cloned().unwrap_or_default();
        if best_move != mv
            && let Some(value) = value
            && let Some(quality) = MoveQuality::between(best.value, value)
        {
            played.glyphs.push(quality.glyph());
            played.comments.push(verdict(best.value, value, &best_move));
        }
        before = after;
    }
    Ok(record.write(position.players(), first))
}

/// The best line of a position; nothing when the game is over.
fn best_line(
    engine: &mut dyn Engine,
    position: &dyn AnyPosition,
    request: &Request,
) -> Result<Option<Line>> {
    if position.outcome().is_some() {
        return Ok(None);
    }
    let report = search_position(engine, position, request)?;
    Ok(report.lines.into_iter().next())
}
