//! `strata arena`

use std::fs::File;
use std::io::{BufWriter, Write};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use strata_arena::{Match, Progress, Score, Spec};
use strata_engine::{Catalogue, Limits};
use strata_rules::shorten;
use strata_ugi::ClientError;

use crate::cli::ArenaArgs;
use crate::output::{Output, count, file_name};
use crate::setup;

/// The time per move when no limit is given.
const DEFAULT_MOVE_TIME: Duration = Duration::from_millis(100);

/// The time an engine has for its first move before the match.
const ENGINE_START: Duration = Duration::from_secs(10);

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
    for (argument, spec) in [("--a", &args.a), ("--b", &args.b)] {
        check_engine(argument, spec, &game.start().text())?;
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
        let (elo, error) = elo(&score);
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
            "SPRT {},{}: {verdict} (LLR {:.2})",
            sprt.low,
            sprt.high,
            sprt.ratio(&score)
        ))?;
    }
    for (name, reasons) in names.iter().zip(&forfeits) {
        if let Some(last) = reasons.last() {
            let games = count(reasons.len() as u64, "game");
            out.line(&format!("{name} forfeited {games}; the last reason: {last}"))?;
        }
    }
    Ok(())
}

/// Fails if a player is a program that cannot play the first move of the game.
fn check_engine(argument: &str, spec: &Spec, start: &str) -> Result<()> {
    let (Some(command), Some(started)) = (spec.command(), spec.start()) else { return Ok(()) };
    let first_move = started.and_then(|mut client| {
        client.go(start, &[], "go movetime 10")?;
        client.best_move(Some(ENGINE_START))
    });
    match first_move {
        Ok(_) => Ok(()),
        Err(ClientError::Ended) => {
            bail!("{argument}: {} ended without answering as an engine", shorten(command))
        }
        Err(error) => bail!("{argument}: {}: {error}", shorten(command)),
    }
}

/// The Elo difference and its error. Zero is never negative zero.
fn elo(score: &Score) -> (f64, f64) {
    let (elo, error) = score.elo();
    (elo + 0.0, error)
}

/// Wins, draws and losses, the share of the points, and the Elo difference.
fn summary(score: &Score) -> String {
    let (elo, error) = elo(score);
    let rounded = elo.round() + 0.0;
    let elo = match elo {
        elo if elo.is_finite() && error.is_finite() => format!("Elo {rounded:+.0} ± {error:.0}"),
        elo if elo.is_finite() => format!("Elo {rounded:+.0}"),
        elo if elo > 0.0 => "all points won".to_owned(),
        _ => "all points lost".to_owned(),
    };
    let Score { wins, draws, losses, .. } = score;
    format!("+{wins} ={draws} -{losses}, {:.1}%, {elo}", score.share() * 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn even_matches_are_not_negative() {
        let mut score = Score::default();
        score.add_pair([2, 0]);
        score.add_pair([0, 2]);
        assert!(elo(&score).0.is_sign_positive());
        assert_eq!(summary(&score), "+2 =0 -2, 50.0%, Elo +0 ± 0");
    }
}
