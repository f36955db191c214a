//! `POST /api/analysis`, `POST /api/tables/{id}/hint`

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
use strata_api::analysis::{
    DEFAULT_LINES, DEFAULT_SECONDS, KnownMoves, MIN_SEARCH, REPORT_INTERVAL, describe,
};
use strata_api::positions::open_position;
use strata_engine::{Limits, Report, Request, check_searchable};
use tokio::sync::watch;

use super::types::ErrorBody;
use super::types::analysis::{AnalysisMessage, AnalysisRequest};
use crate::app::App;
use crate::error::ApiError;
use crate::jobs;
use crate::secret::SecretHash;
use crate::visitors::Visitor;
use crate::web::extract::{Bearer, JsonBody, Path};
use crate::workers::Urgency;

/// Stops a search when the client disconnects.
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

pub(crate) async fn stream_lines(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    JsonBody(analysis): JsonBody<AnalysisRequest>,
) -> Result<Response, ApiError> {
    let entry = app.game(&analysis.game)?;
    let position = open_position(entry, &analysis.options, analysis.position.as_deref())?;
    if position.outcome().is_some() {
        return Err(ApiError::unprocessable("the game is over; send a position with a legal move"));
    }
    check_searchable(&*position).map_err(|error| ApiError::Unprocessable(error.to_string()))?;
    let seconds = analysis.seconds.unwrap_or(DEFAULT_SECONDS);
    let threads = usize::try_from(analysis.threads.unwrap_or(1)).unwrap_or(usize::MAX);
    let threads = threads.min(app.workers.threads());
    let mut engine_time = app.visitors.search(visitor, seconds, threads)?;
    let ticket = app.visitors.open_stream(visitor)?;
    let lines = analysis.lines.unwrap_or(DEFAULT_LINES);
    let (time, explores) = (Duration::from_secs_f64(seconds), analysis.explore);
    let stop = Arc::new(AtomicBool::new(false));
    // The channel holds only the latest report, so that a slow client does not block the search.
    let (sender, receiver) = watch::channel(Bytes::new());
    let stopped = Arc::clone(&stop);
    app.workers.ask(Urgency::Analysis(visitor), &stop, move |engines| {
        if stopped.load(Ordering::Relaxed) {
            return;
        }
        engine_time.start();
        let started = Instant::now();
        let explored = if explores { engines.explore(&*position, &stopped) } else { None };
        let known = KnownMoves::new(&*position, explored);
        if explores || lines == 0 {
            let empty = Report { depth: 0, nodes: 0, time: Duration::ZERO, lines: Vec::new() };
            sender.send_replace(json_line(&describe(&*position, empty, &known, lines == 0)));
        }
        if lines == 0 {
            return;
        }
        let left = time.saturating_sub(started.elapsed()).max(MIN_SEARCH);
        let limits = Limits::movetime(left);
        let request = Request { limits, lines, threads, ..Request::default() };
        let mut last_sent: Option<Instant> = None;
        let mut show = |report: Report| {
            if last_sent.is_none_or(|time| time.elapsed() >= REPORT_INTERVAL) {
                last_sent = Some(Instant::now());
                sender.send_replace(json_line(&describe(&*position, report, &known, false)));
            }
        };
        let last = match engines.search(&*position, &request, &stopped, &mut show) {
            Ok(report) => describe(&*position, report, &known, true),
            Err(error) => AnalysisMessage::Failed(ErrorBody { error }),
        };
        sender.send_replace(json_line(&last));
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

/// A message as a line of the stream.
fn json_line(message: &AnalysisMessage) -> Bytes {
    let mut line = serde_json::to_vec(message).unwrap_or_default();
    line.push(b'\n');
    line.into()
}

/// `POST /api/tables/{id}/hint`
pub(crate) async fn hint(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
    Bearer(secret): Bearer,
) -> Result<Json<serde_json::Value>, ApiError> {
    let live_table = app.live_tables.get(&app, &id).await?;
    let players = live_table.players_of(&app, secret.as_deref().map(SecretHash::of)).await;
    if players.is_empty() {
        return Err(ApiError::Unauthorized("a hint needs the secret of a seat at this table"));
    }
    let (shared, turn, position) = live_table
        .with_table(|table| (table.is_shared(), table.turn(), table.position().boxed_clone()))
        .await;
    if turn.is_none() {
        return Err(ApiError::Conflict("the game is over".to_owned()));
    }
    if shared {
        return Err(ApiError::Conflict(
            "hints are only available in games against bots".to_owned(),
        ));
    }
    check_searchable(&*position).map_err(|error| ApiError::Conflict(error.to_string()))?;
    Ok(Json(jobs::hint(&app, visitor, &*position).await?))
}
