//! `POST /api/analysis`: the engine's lines, while it thinks. `POST /api/tables/{id}/hint`.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::Extension;
use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use strata_engine::{Limits, Line, Report, Request};
use strata_rules::{AnyPosition, Player};
use strata_table::{DEFAULT_MOVE_TIME, hint_request};
use tokio::sync::{oneshot, watch};

use super::positions::{OptionsSent, open_position};
use crate::app::App;
use crate::error::ApiError;
use crate::json::value_json;
use crate::secret::SecretHash;
use crate::visitors::Visitor;
use crate::web::extract::{Bearer, Path, Sent};
use crate::workers::{BUSY, Urgency, check_searchable};

/// A position to be thought about, and for how long.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct AnalysisAsked {
    /// The id of a game, as `/api/games` lists them.
    game: String,
    /// Options that are not as usual.
    #[serde(default)]
    options: OptionsSent,
    /// A position as text; the first one of the game if there is none.
    position: Option<String>,
    /// How many lines to report, 3 if nothing is said.
    #[schemars(range(min = 1, max = MOST_LINES))]
    lines: Option<usize>,
    /// How many seconds to think, 30 if nothing is said.
    #[schemars(range(min = SHORTEST, max = LONGEST))]
    seconds: Option<f64>,
    /// How many threads think, 1 if nothing is said, and never more than the server has.
    #[schemars(range(min = 1))]
    threads: Option<usize>,
}

/// The most lines that are reported: all moves of nearly every position.
const MOST_LINES: usize = 1000;
/// The shortest, the longest and the usual time for one analysis, in seconds.
const SHORTEST: f64 = 0.1;
const LONGEST: f64 = 120.0;
const USUAL: f64 = 30.0;
/// Reports come no faster.
const PACE: Duration = Duration::from_millis(100);

/// Stops a search when nobody listens any more.
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

pub(crate) async fn stream_lines(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    Sent(asked): Sent<AnalysisAsked>,
) -> Result<Response, ApiError> {
    let entry = app.game(&asked.game)?;
    let position = open_position(entry, &asked.options, asked.position.as_deref())?;
    if position.outcome().is_some() {
        return Err(ApiError::bad("the game is over: there is nothing to analyse"));
    }
    check_searchable(&*position)?;
    let seconds = asked.seconds.filter(|seconds| seconds.is_finite()).unwrap_or(USUAL);
    let seconds = seconds.clamp(SHORTEST, LONGEST);
    let threads = asked.threads.unwrap_or(1).clamp(1, app.workers.threads());
    // Each thread is paid for.
    let mut paid = app.visitors.search(visitor, seconds, threads)?;
    let ticket = app.visitors.open_stream(visitor)?;
    let lines = asked.lines.unwrap_or(3).clamp(1, MOST_LINES);
    let limits = Limits::movetime(Duration::from_secs_f64(seconds));
    let request = Request { limits, lines, threads, ..Request::default() };
    let stop = Arc::new(AtomicBool::new(false));
    // The latest report only, so that a client who does not read holds nobody up.
    let (sender, receiver) = watch::channel(Bytes::new());
    let stopped = Arc::clone(&stop);
    app.workers.ask(Urgency::Analysis(visitor), &stop, move |engines| {
        if stopped.load(Ordering::Relaxed) {
            return;
        }
        paid.begin();
        let mut told: Option<Instant> = None;
        let mut show = |report: Report| {
            if told.is_none_or(|told| told.elapsed() >= PACE) {
                told = Some(Instant::now());
                sender.send_replace(line_of(&report_json(&*position, &report, false)));
            }
        };
        let last = match engines.search(&*position, &request, &stopped, &mut show) {
            Ok(report) => report_json(&*position, &report, true),
            Err(reason) => json!({ "error": reason }),
        };
        sender.send_replace(line_of(&last));
    })?;
    let state = (receiver, StopOnDrop(stop), ticket, app);
    let lines = stream::unfold(state, |(mut receiver, stop, ticket, app)| async move {
        tokio::select! {
            changed = receiver.changed() => changed.ok()?,
            () = app.closed() => return None,
        }
        let line = receiver.borrow_and_update().clone();
        Some((Ok::<_, std::convert::Infallible>(line), (receiver, stop, ticket, app)))
    });
    Ok(([(CONTENT_TYPE, "application/x-ndjson")], Body::from_stream(lines)).into_response())
}

/// JSON as a line of a stream.
fn line_of(json: &Value) -> Bytes {
    format!("{json}\n").into()
}

/// A line from a position where somebody is to move.
fn line_json(line: &Line, mover: Player, players: usize) -> Value {
    let value = value_json(line.value, mover, players);
    json!({ "mv": line.moves.first(), "value": value, "moves": line.moves })
}

fn report_json(position: &dyn AnyPosition, report: &Report, done: bool) -> Value {
    let (mover, players) = (position.turn(), position.players());
    let lines: Vec<Value> =
        report.lines.iter().map(|line| line_json(line, mover, players)).collect();
    let mut json = json!({
        "depth": report.depth,
        "nodes": report.nodes,
        "ms": u64::try_from(report.time.as_millis()).unwrap_or(u64::MAX),
        "done": done,
        "lines": lines,
    });
    let proven = report.lines.iter().filter(|line| line.value.is_proven());
    let moves = proven.filter_map(|line| {
        let mv = line.moves.first()?;
        let steps = position.steps(mv).ok()?;
        let value = value_json(line.value, mover, players);
        Some(json!({ "mv": mv, "steps": steps, "value": value }))
    });
    json["moves"] = moves.collect();
    json
}

/// `POST /api/tables/{id}/hint`
pub(crate) async fn hint(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
    Bearer(secret): Bearer,
) -> Result<Json<Value>, ApiError> {
    let live_table = app.live_tables.get(&app, &id).await?;
    let held = live_table.players_of(secret.as_deref().map(SecretHash::of)).await;
    if held.is_empty() {
        return Err(ApiError::NotAllowed("hints need the secret of a seat at this table"));
    }
    let (shared, turn, position) = live_table
        .look_at(|table| (table.is_shared(), table.turn(), table.position().boxed_clone()))
        .await;
    if turn.is_none() {
        return Err(ApiError::Conflict("the game is over".to_owned()));
    }
    if shared {
        return Err(ApiError::Conflict("there are no hints against people".to_owned()));
    }
    check_searchable(&*position)?;
    let mut paid = app.visitors.search(visitor, DEFAULT_MOVE_TIME.as_secs_f64(), 1)?;
    let (sender, receiver) = oneshot::channel();
    let stop = Arc::new(AtomicBool::new(false));
    let stopped = Arc::clone(&stop);
    let mover = position.turn();
    let players = position.players();
    app.workers.ask(Urgency::Question(visitor), &stop, move |engines| {
        if !stopped.load(Ordering::Relaxed) {
            paid.begin();
            let _ = sender.send(engines.search(&*position, &hint_request(), &stopped, &mut |_| {}));
        }
    })?;
    let _stop = StopOnDrop(stop);
    let report = receiver.await.map_err(|_| BUSY)?.map_err(ApiError::Bad)?;
    let line = report.lines.first().ok_or(BUSY)?;
    Ok(Json(line_json(line, mover, players)))
}
