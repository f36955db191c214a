//! `strata bench`

use std::time::{Duration, Instant};

use anyhow::Result;
use serde::Serialize;
use serde_json::json;
use strata_rules::perft::LastPly;
use strata_rules::{AnyPosition, GameEntry};

use crate::cli::BenchArgs;
use crate::output::Output;
use crate::setup;

/// Each measurement takes about this long.
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
}

pub(crate) fn run(
    games: &'static [GameEntry],
    args: &BenchArgs,
    out: &mut Output<'_>,
) -> Result<()> {
    let names: Vec<&str> = match &args.game {
        Some(game) => vec![game],
        None => games.iter().map(|entry| entry.info.id).collect(),
    };
    let opened = names
        .into_iter()
        .map(|name| setup::open_game(games, name, &args.options))
        .collect::<Result<Vec<_>>>()?;
    if !args.json {
        out.line("One thread; M is a million a second, k a thousand.")?;
        out.line(&format!(
            "{:<14}{:>16}{:>16}{:>16}{:>16}",
            "game", "nodes counted", "nodes played", "random games", "random moves"
        ))?;
    }
    let mut speeds = Vec::new();
    for game in opened {
        let speed = measure(&*game.start());
        if !args.json {
            out.line(&format!(
                "{:<14}{:>16}{:>16}{:>16}{:>16}",
                speed.game,
                million(speed.counted_per_second),
                million(speed.played_per_second),
                thousand(speed.random_games_per_second),
                million(speed.random_moves_per_second),
            ))?;
            out.finish()?;
        }
        speeds.push(speed);
    }
    if args.json {
        out.json(&json!(speeds))?;
    }
    Ok(())
}

fn million(value: f64) -> String {
    format!("{:.1} M", value / 1e6)
}

fn thousand(value: f64) -> String {
    format!("{:.1} k", value / 1e3)
}

fn measure(start: &dyn AnyPosition) -> Speed {
    let (counted_depth, counted_per_second) = nodes_per_second(start, LastPly::Counted);
    let (played_depth, played_per_second) = nodes_per_second(start, LastPly::Played);
    let random = start.play_outs(SEED, TIME);
    let seconds = random.time.as_secs_f64();
    Speed {
        game: start.info().id,
        options: start.options().text(),
        counted_depth,
        counted_per_second,
        played_depth,
        played_per_second,
        random_games_per_second: random.games as f64 / seconds,
        random_moves_per_second: random.plies as f64 / seconds,
    }
}

/// The speed at the greatest depth that takes no longer than a few times `TIME`.
fn nodes_per_second(start: &dyn AnyPosition, last: LastPly) -> (u32, f64) {
    let mut depth = 1;
    loop {
        let begun = Instant::now();
        let nodes = start.perft(depth, last, 1, &|_, _| {});
        let time = begun.elapsed();
        // One ply more takes at least ten times as long.
        if time * 8 >= TIME || nodes == 0 {
            let mut rounds = 1;
            while begun.elapsed() < TIME {
                start.perft(depth, last, 1, &|_, _| {});
                rounds += 1;
            }
            return (depth, (nodes * rounds) as f64 / begun.elapsed().as_secs_f64());
        }
        depth += 1;
    }
}
