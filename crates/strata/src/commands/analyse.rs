//! `strata analyse`

use std::path::Path;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result, bail};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use strata_engine::{
    Catalogue, Engine, Line, MoveQuality, Report, Request, check_searchable, played_value,
};
use strata_records::{Reader, Record, play_recorded, start_position};
use strata_rules::{AnyPosition, find_game, shorten};
use strata_table::wording::{line_move_text, mistake_text, value_text};

use super::{play, search};
use crate::cli::{AnalyseArgs, SearchArgs};
use crate::environment::Input;
use crate::output::{Output, count, file_name};
use crate::setup;

/// The number of lines, if none is given.
const DEFAULT_LINES: usize = 5;

pub(crate) fn run(
    catalogue: Catalogue,
    args: &AnalyseArgs,
    input: Input,
    out: &mut Output<'_>,
) -> Result<()> {
    if let Some(file) = &args.record {
        return annotate_file(catalogue, args, file, input, out);
    }
    let game = args.game.as_deref().unwrap_or_default();
    if play::has_screen(&input, out) && !wants_text(args) {
        return play::analyse(catalogue, game, &args.start, input, out);
    }
    let position = setup::start_position(catalogue.games, game, &args.start)?;
    if position.outcome().is_some() {
        bail!("the game is over: {}", position.status());
    }
    let request = search::request(&args.search, args.lines.unwrap_or(DEFAULT_LINES));
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
    print_table(&*position, &report, out)
}

/// Whether the arguments ask for one search with a printed result.
const fn wants_text(args: &AnalyseArgs) -> bool {
    let SearchArgs { level, movetime, depth, nodes, .. } = &args.search;
    let is_limited = movetime.is_some() || depth.is_some() || nodes.is_some() || level.is_some();
    args.json || args.lines.is_some() || is_limited
}

fn search_position(
    engine: &mut dyn Engine,
    position: &dyn AnyPosition,
    request: &Request,
) -> Result<Report> {
    check_searchable(position)?;
    // Drawn on standard error while the search runs, if that is a terminal.
    let spinner = ProgressBar::new_spinner().with_style(ProgressStyle::with_template("{msg}")?);
    let mut show = |report: Report| {
        if let Some(line) = report.lines.first() {
            let pv: Vec<&str> = line.moves.iter().take(8).map(String::as_str).collect();
            let value = value_text(position, position.turn(), line.value);
            spinner.set_message(format!("depth {}, {value}: {}", report.depth, pv.join(" ")));
            spinner.tick();
        }
    };
    let stop = AtomicBool::new(false);
    let report = engine.search(&position.text(), request, &stop, &mut show);
    spinner.finish_and_clear();
    Ok(report?)
}

fn print_table(position: &dyn AnyPosition, report: &Report, out: &mut Output<'_>) -> Result<()> {
    let rows: Vec<(String, String, String)> = report
        .lines
        .iter()
        .filter_map(|line| {
            let (_, rest) = line.moves.split_first()?;
            let value = value_text(position, position.turn(), line.value);
            Some((line_move_text(line), value, rest.join(" ")))
        })
        .collect();
    let move_width = rows.iter().map(|(mv, ..)| mv.len()).max().unwrap_or(0);
    let value_width = rows.iter().map(|(_, value, _)| value.len()).max().unwrap_or(0);
    for (mv, value, rest) in rows {
        out.line(format!("{mv:<move_width$}  {value:<value_width$}  {rest}").trim_end())?;
    }
    out.line(&format!(
        "depth {}, {}, {:.2} s",
        report.depth,
        count(report.nodes, "node"),
        report.time.as_secs_f64()
    ))
}

/// Prints the games of a file with evaluations.
fn annotate_file(
    catalogue: Catalogue,
    args: &AnalyseArgs,
    path: &Path,
    mut input: Input,
    out: &mut Output<'_>,
) -> Result<()> {
    let game = match &args.game {
        Some(name) => Some(find_game(catalogue.games, name)?.info.id),
        None => None,
    };
    let request = search::request(&args.search, 1);
    let name = file_name(path);
    let file = input.open_file(path).with_context(|| format!("cannot open {name}"))?;
    let mut games = 0;
    for record in Reader::new(file) {
        games += 1;
        let annotated = record.map_err(anyhow::Error::from).and_then(|record| {
            check_game(&record, game)?;
            annotate(catalogue, record, &request)
        });
        out.foreign_text(&annotated.with_context(|| format!("{name}: game {games}"))?)?;
        out.finish()?;
    }
    if games == 0 {
        bail!("{name} contains no games");
    }
    Ok(())
}

/// Refuses records of another game than the one that was named.
fn check_game(record: &Record, wanted: Option<&str>) -> Result<()> {
    match (wanted, record.tag("Game")) {
        (Some(wanted), Some(found)) if !found.eq_ignore_ascii_case(wanted) => {
            bail!("it is a game of {}, not of {wanted}", shorten(found))
        }
        _ => Ok(()),
    }
}

/// The record with an evaluation of every move, and glyphs for mistakes.
fn annotate(catalogue: Catalogue, mut record: Record, request: &Request) -> Result<String> {
    let mut position = start_position(&record, catalogue.games)?;
    let start = position.clone();
    let mut engine = catalogue.engine_for(&*position);
    let mut before = best_line(&mut *engine, &*position, request)?;
    for (ply, played) in (1..).zip(&mut record.moves) {
        let earlier = position.clone();
        let (mv, _) =
            play_recorded(&mut *position, &played.text).with_context(|| format!("ply {ply}"))?;
        let after = best_line(&mut *engine, &*position, request)?;
        let Some(best) = before else { break };
        let next = after.as_ref().map(|line| (position.turn(), line));
        let value = played_value(&*earlier, &mv, Some(&best), next);
        played.comments.extend(value.map(|value| format!("[%eval {value}]")));
        let best_move = best.moves.first().cloned().unwrap_or_default();
        let is_best = best.first_moves().any(|best| *best == mv);
        if !is_best
            && let Some(value) = value
            && let Some(quality) = MoveQuality::between(best.value, value)
        {
            played.glyphs.push(quality.glyph());
            played.comments.push(mistake_text(best.value, value, &best_move));
        }
        before = after;
    }
    Ok(record.write(&*start))
}

/// The best line of a position; none if the game is over.
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
