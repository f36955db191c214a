//! `strata bench`

use std::time::{Duration, Instant};

use anyhow::Result;
use serde::Serialize;
use serde_json::json;
use strata_engine::{Catalogue, bench};
use strata_rules::perft::LastPly;
use strata_rules::{AnyGame, AnyPosition};

use crate::cli::BenchArgs;
use crate::output::Output;
use crate::setup;

/// The approximate time of each measurement of move generation.
const TIME: Duration = Duration::from_millis(1000);
const SEED: u64 = 1;

/// The speed of one game on one thread.
#[derive(Serialize)]
struct Speed {
    game: &'static str,
    options: String,
    counted_depth: u32,
    counted_per_second: f64,
    played_depth: u32,
    played_per_second: f64,
    random_games_per_second: f64,
    random_moves_per_second: f64,
    searched_per_second: f64,
    /// A hash of the search results: equal for searches that behave the same.
    signature: String,
}

pub(crate) fn run(catalogue: Catalogue, args: &BenchArgs, out: &mut Output<'_>) -> Result<()> {
    let names: Vec<&str> = match &args.game {
        Some(game) => vec![game],
        None => catalogue.games.iter().map(|entry| entry.info.id).collect(),
    };
    let opened = names
        .into_iter()
        .map(|name| setup::open_game(catalogue.games, name, &args.options))
        .collect::<Result<Vec<_>>>()?;
    if !args.json {
        out.line("Per second, single-threaded (M: million, k: thousand).")?;
        out.line(&row(&[
            "game",
            "counted",
            "played",
            "random games",
            "random moves",
            "searched",
            "signature",
        ]))?;
    }
    let mut speeds = Vec::new();
    for game in opened {
        let speed = measure(catalogue, &*game)?;
        if !args.json {
            out.line(&row(&[
                speed.game,
                &million(speed.counted_per_second),
                &million(speed.played_per_second),
                &thousand(speed.random_games_per_second),
                &million(speed.random_moves_per_second),
                &million(speed.searched_per_second),
                &speed.signature,
            ]))?;
            out.finish()?;
        }
        speeds.push(speed);
    }
    if args.json {
        out.json(&json!(speeds))?;
    }
    Ok(())
}

fn row(cells: &[&str; 7]) -> String {
    let [game, numbers @ ..] = cells;
    let numbers: String = numbers.iter().map(|cell| format!("{cell:>13}")).collect();
    format!("{game:<12}{numbers}")
}

fn million(value: f64) -> String {
    format!("{:.2} M", value / 1e6)
}

fn thousand(value: f64) -> String {
    format!("{:.1} k", value / 1e3)
}

fn measure(catalogue: Catalogue, game: &dyn AnyGame) -> Result<Speed> {
    let start = game.start();
    let (counted_depth, counted_per_second) = nodes_per_second(&*start, LastPly::Counted);
    let (played_depth, played_per_second) = nodes_per_second(&*start, LastPly::Played);
    let random = start.play_outs(SEED, TIME);
    let seconds = random.time.as_secs_f64();
    let searched = bench(&mut *catalogue.engine_for(&*start), game)?;
    Ok(Speed {
        game: game.info().id,
        options: game.options().text(),
        counted_depth,
        counted_per_second,
        played_depth,
        played_per_second,
        random_games_per_second: random.games as f64 / seconds,
        random_moves_per_second: random.plies as f64 / seconds,
        searched_per_second: searched.nodes_per_second(),
        signature: searched.signature_text(),
    })
}

/// The speed at the greatest depth that takes at most a few times `TIME`.
fn nodes_per_second(start: &dyn AnyPosition, last: LastPly) -> (u32, f64) {
    let mut depth = 1;
    loop {
        let started = Instant::now();
        let nodes = start.perft(depth, last, 1, &|_, _| {});
        let time = started.elapsed();
        // One more ply takes at least ten times as long.
        if time * 8 >= TIME || nodes == 0 {
            let mut rounds = 1;
            while started.elapsed() < TIME {
                start.perft(depth, last, 1, &|_, _| {});
                rounds += 1;
            }
            return (depth, (nodes * rounds) as f64 / started.elapsed().as_secs_f64());
        }
        depth += 1;
    }
}
