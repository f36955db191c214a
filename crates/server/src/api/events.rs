//! `GET /api/tables/{id}/events`: streams a table as lines of JSON.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt, stream};
use tokio::time::timeout;

use crate::app::App;
use crate::error::ApiError;
use crate::visitors::Visitor;
use crate::web::extract::{Bearer, Path, Query};
use crate::web::stream::Follower;
use strata_api::TableViewParams;

/// The time between two pings of a stream.
pub(crate) const PING: Duration = Duration::from_secs(10);

/// A ping.
pub(crate) const PING_TEXT: &str = r#"{"type":"ping"}"#;

pub(crate) async fn follow(
    State(app): State<Arc<App>>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
    Query(view): Query<TableViewParams>,
    Bearer(secret): Bearer,
) -> Result<Response, ApiError> {
    let live_table = app.live_tables.get(&app, &id).await?;
    let mut follower = Follower::new(&app, live_table, visitor, view)?;
    follower.enter(secret.as_deref()).await?;
    let first = follower.message();
    // Each line is written when the client has received the one before, so nothing queues up.
    let lines = stream::unfold((Some(first), follower), |(first, mut follower)| async move {
        let parts = match first {
            Some(first) => first,
            None => {
                let app = Arc::clone(&follower.app);
                tokio::select! {
                    changed = timeout(PING, follower.changed()) => match changed {
                        Ok(true) => follower.message(),
                        Ok(false) => return None,
                        Err(_) => vec![Bytes::from_static(PING_TEXT.as_bytes())],
                    },
                    () = app.closed() => return None,
                }
            }
        };
        let line = parts.into_iter().chain([Bytes::from_static(b"\n")]);
        Some((stream::iter(line.map(Ok::<_, Infallible>)), (None, follower)))
    });
    let lines = Body::from_stream(lines.flatten());
    Ok(([(CONTENT_TYPE, "application/x-ndjson")], lines).into_response())
}
