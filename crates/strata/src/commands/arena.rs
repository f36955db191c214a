//! `strata arena`

use std::fs::File;
use std::io::{BufWriter, Write};
use std::time::Duration;

use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use strata_arena::{Match, Progress, Score};
use strata_engine::{Catalogue, Limits};

use crate::cli::ArenaArgs;
use crate::output::{Output, file_name};
use crate::setup;

/// The time for a move when nothing else is said.
const DEFAULT_MOVE_TIME: Duration = Duration::from_millis(100);

pub(crate) fn run(catalogue: Catalogue, args: &ArenaArgs, out: &mut Output<'_>) -> Result<()> {
    let game = setup::open_game(catalogue.games, &args.game, &args.options)?;
    let mut limits = Limits {
        movetime: args.movetime.map(Duration::from_millis),
        nodes: args.nodes,
        ..Limits::default()
    };
    if limits == Limits::default() {
        limits.movetime = Some(DEFAULT_MOVE_TIME);
    }
    let planned = Match {
        specs: [args.a.clone(), args.b.clone()],
        limits,
        games: args.games,
        opening_plies: args.openings,
        sprt: args.sprt,
        threads: usize::from(args.threads),
        seed: args.seed,
    };
    let mut record = match &args.record {
        Some(path) => {
            let file =
                File::create(path).with_context(|| format!("cannot write {}", file_name(path)))?;
            Some(BufWriter::new(file))
        }
        None => None,
    };
    let bar = ProgressBar::new(args.games as u64)
        .with_style(ProgressStyle::with_template("{elapsed} {wide_bar} {pos}/{len} games {msg}")?);
    let show = |progress: Progress<'_>| {
        bar.set_position(progress.score.games());
        bar.set_message(summary(progress.score));
    };
    let writer = record.as_mut().map(|record| record as &mut (dyn Write + Send));
    let (score, forfeits) = planned.play(&*game, catalogue, writer, &show)?;
    if let Some(mut record) = record {
        record.flush().context("cannot write the record")?;
    }
    bar.finish_and_clear();
    let names = [args.a.name(), args.b.name()];
    if args.json {
        let (elo, error) = score.elo();
        return out.json(&json!({
            "game": game.info().id,
            "options": game.options(),
            "a": names[0],
            "b": names[1],
            "score": score,
            "share": score.share(),
            "elo": elo.is_finite().then_some(elo),
            "error": error.is_finite().then_some(error),
            "sprt": args.sprt.map(|sprt| json!({ "ratio": sprt.ratio(&score), "verdict": sprt.verdict(&score) })),
            "forfeits": forfeits,
        }));
    }
    out.line(&format!("{} against {}", names[0], names[1]))?;
    out.line(&summary(&score))?;
    if let Some(sprt) = args.sprt {
        let verdict = format!("{:?}", sprt.verdict(&score)).to_lowercase();
        out.line(&format!(
            "SPRT {},{}: {verdict} (log ratio {:.2})",
            sprt.low,
            sprt.high,
            sprt.ratio(&score)
        ))?;
    }
    for (name, reasons) in names.iter().zip(&forfeits) {
        if let Some(last) = reasons.last() {
            let games = if reasons.len() == 1 { "game" } else { "games" };
            out.line(&format!(
                "{name} forfeited {} {games}, the last because {last}",
                reasons.len()
            ))?;
        }
    }
    Ok(())
}

/// Wins, draws, losses, the share of the points and what they say of strength.
fn summary(score: &Score) -> String {
    let (elo, error) = score.elo();
    let elo = match elo {
        elo if elo.is_finite() && error.is_finite() => format!("Elo {elo:+.0} ± {error:.0}"),
        elo if elo.is_finite() => format!("Elo {elo:+.0}"),
        elo if elo > 0.0 => "all points won".to_owned(),
        _ => "all points lost".to_owned(),
    };
    let Score { wins, draws, losses, .. } = score;
    format!("+{wins} ={draws} -{losses}, {:.1} %, {elo}", score.share() * 100.0)
}
