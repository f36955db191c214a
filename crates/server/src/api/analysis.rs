//! `POST /api/analysis`, `POST /api/tables/{id}/hint`

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::Extension;
use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde::Serialize;
use strata_api::analysis::{DEFAULT_LINES, DEFAULT_SECONDS};
use strata_api::positions::open_position;
use strata_engine::check_searchable;
use tokio::sync::watch;

use super::types::analysis::AnalysisRequest;
use crate::analysis::Analysis;
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
    let threads = usize::try_from(analysis.threads.unwrap_or(1)).unwrap_or(usize::MAX);
    let analysis = Analysis {
        game: analysis.game,
        position: position.text(),
        lines: analysis.lines.unwrap_or(DEFAULT_LINES),
        seconds: analysis.seconds.unwrap_or(DEFAULT_SECONDS),
        // Workers, which search if this server has no threads, use one.
        threads: threads.min(app.workers.threads()).max(1),
        explores: analysis.explore,
    };
    let body = match app.workers.is_empty() {
        true => stream_of_worker(app, visitor, analysis).await?,
        false => stream_of_thread(app, visitor, analysis)?,
    };
    Ok(([(CONTENT_TYPE, "application/x-ndjson")], body).into_response())
}

/// The messages of an analysis that a thread of this server does.
fn stream_of_thread(app: Arc<App>, visitor: Visitor, analysis: Analysis) -> Result<Body, ApiError> {
    let mut engine_time = app.visitors.search(visitor, analysis.seconds, analysis.threads)?;
    let ticket = app.visitors.open_stream(visitor)?;
    let position = analysis.read_position(&app).map_err(ApiError::Unprocessable)?;
    let stop = Arc::new(AtomicBool::new(false));
    // The channel holds only the latest report, so that a slow client does not block the search.
    let (sender, receiver) = watch::channel(Bytes::new());
    let stopped = Arc::clone(&stop);
    app.workers.ask(Urgency::Analysis(visitor), &stop, move |engines| {
        if stopped.load(Ordering::Relaxed) {
            return;
        }
        engine_time.start();
        let mut show = |message: &_| drop(sender.send_replace(json_line(message)));
        let last = analysis.run(&*position, engines, &stopped, &mut show);
        show(&last);
    })?;
    let state = (receiver, StopOnDrop(stop), ticket, app);
    Ok(Body::from_stream(stream::unfold(state, |(mut receiver, stop, ticket, app)| async move {
        tokio::select! {
            changed = receiver.changed() => changed.ok()?,
            () = app.closed() => return None,
        }
        let line = receiver.borrow_and_update().clone();
        Some((Ok::<_, std::convert::Infallible>(line), (receiver, stop, ticket, app)))
    })))
}

/// The messages of an analysis that a worker does.
async fn stream_of_worker(
    app: Arc<App>,
    visitor: Visitor,
    analysis: Analysis,
) -> Result<Body, ApiError> {
    let ticket = app.visitors.open_stream(visitor)?;
    let following = jobs::analyse(&app, visitor, &analysis).await?;
    let state = (following, ticket);
    Ok(Body::from_stream(stream::unfold(state, |(mut following, ticket)| async move {
        let line = json_line(&following.next().await?);
        Some((Ok::<_, std::convert::Infallible>(line), (following, ticket)))
    })))
}

/// A message as a line of the stream.
fn json_line(message: &impl Serialize) -> Bytes {
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
