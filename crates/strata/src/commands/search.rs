//! What `strata best` and `strata analyse` share: requests, and lines as JSON.

use std::time::Duration;

use strata_engine::{Level, Limits, Line, Request, Value};

use crate::cli::SearchArgs;

/// The search time when no limit is given.
const DEFAULT_MOVE_TIME: Duration = Duration::from_secs(1);

/// The search request of the arguments.
pub(crate) fn request(args: &SearchArgs, lines: usize) -> Request {
    let mut limits = Limits {
        movetime: args.movetime.map(Duration::from_millis),
        depth: args.depth,
        nodes: args.nodes,
        ..Limits::default()
    };
    let level = args.level.and_then(Level::new);
    if limits == Limits::default() && level.is_none() {
        limits.movetime = Some(DEFAULT_MOVE_TIME);
    }
    Request {
        limits,
        search: args.search,
        level,
        lines,
        threads: usize::from(args.threads),
        megabytes: args.hash,
        seed: args.seed,
        ..Request::default()
    }
}

/// A line as JSON. `plies` is null unless the distance is exact.
pub(crate) fn line_json(line: &Line) -> serde_json::Value {
    let (kind, plies) = match line.value {
        Value::Win(distance) => ("win", distance.exact()),
        Value::Loss(distance) => ("loss", distance.exact()),
        Value::Draw => ("draw", None),
        Value::Estimate(_) => ("estimate", None),
    };
    let estimate = match line.value {
        Value::Estimate(estimate) => Some(estimate),
        _ => None,
    };
    serde_json::json!({
        "move": line.moves.first(),
        "value": kind,
        "proven": line.value.is_proven(),
        "plies": plies,
        "estimate": estimate,
        "chance": line.value.winning_chance(),
        "line": line.moves,
        "mirrors": line.mirrors,
    })
}
