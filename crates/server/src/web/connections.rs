//! Accepts connections, with time limits and a graceful shutdown.

use std::convert::Infallible;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::http::header::LOCATION;
use axum::http::{HeaderValue, Request, Response, StatusCode, Uri};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tower_service::Service;

use super::guard::Peer;
use super::headers::protect;
use super::write_timeout::{TimeoutStream, is_timeout, set_keepalive};
use crate::app::App;
use crate::metrics::{Gauge, count};

/// How long a client may take to send the head of a request.
const HEAD_TIMEOUT: Duration = Duration::from_secs(20);
/// The shortest time between two warnings.
const WARNINGS: Duration = Duration::from_secs(5);
/// How long connections may take to finish at shutdown.
const SHUTDOWN: Duration = Duration::from_secs(5);

/// Serves connections until the server shuts down.
pub(crate) async fn serve(listener: TcpListener, app: Arc<App>, router: Router) {
    let mut warned: Option<Instant> = None;
    let room = Arc::new(Semaphore::new(app.config.bounds.connections));
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = app.closed() => break,
        };
        let (stream, address) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                // Most likely the process has run out of file handles; some will be freed soon.
                if warned.is_none_or(|last| last.elapsed() > WARNINGS) {
                    tracing::warn!(%error, "cannot accept connections");
                    warned = Some(Instant::now());
                }
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        // If all places are taken, the connection is closed immediately.
        let Ok(place) = Arc::clone(&room).try_acquire_owned() else { continue };
        let guest = match app.config.trust_proxy {
            // All connections come from the proxy.
            true => None,
            false => match app.visitors.open_connection(address.ip().into()) {
                Some(guest) => Some(guest),
                None => continue,
            },
        };
        // Small messages are sent immediately.
        let _ = stream.set_nodelay(true);
        if let Err(error) = set_keepalive(&stream) {
            tracing::debug!(%error, "cannot set keepalive");
        }
        let stream = TimeoutStream::new(stream, app.config.bounds.send_timeout);
        let connection =
            connect(stream, Peer(address), app.config.base_path.clone(), router.clone());
        let app = Arc::clone(&app);
        tokio::spawn(async move {
            let _counted = Gauge::up(&app.metrics.connections);
            let _place = (place, guest);
            let mut connection = pin!(connection);
            let ended = tokio::select! {
                ended = connection.as_mut() => ended,
                () = app.closed() => {
                    connection.as_mut().graceful_shutdown();
                    connection.await
                }
            };
            if let Err(error) = ended {
                if is_timeout(&error) {
                    count(&app.metrics.slow_clients);
                }
                tracing::debug!(%error, "a connection ended early");
            }
        });
    }
    drop(listener);
    // Searches need not finish.
    app.workers.end();
    // When all places are free, all connections but sockets are closed. Sockets close by themselves;
    // connections that take longer are cut off.
    let everyone = u32::try_from(app.config.bounds.connections).unwrap_or(u32::MAX);
    let _ = tokio::time::timeout(SHUTDOWN, room.acquire_many(everyone)).await;
}

type Connection<S> = http1::UpgradeableConnection<TokioIo<TimeoutStream>, S>;

fn connect(
    stream: TimeoutStream,
    peer: Peer,
    base: String,
    router: Router,
) -> Connection<
    impl hyper::service::Service<
        Request<Incoming>,
        Response = Response<Body>,
        Error = Infallible,
        Future: Send,
    >,
> {
    let service = hyper::service::service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(peer);
        let mut router = router.clone();
        let moved = strip_base(&mut request, &base);
        async move {
            match moved {
                Some(response) => Ok(response),
                None => router.call(request).await,
            }
        }
    });
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIMEOUT)
        .max_buf_size(64 << 10)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades()
}

/// Removes the base path from the address, if the proxy has not done so. The base path without a
/// slash redirects to the one with a slash.
fn strip_base(request: &mut Request<Incoming>, base: &str) -> Option<Response<Body>> {
    let path = request.uri().path();
    let rest = path.strip_prefix(base).filter(|_| !base.is_empty())?;
    let query = request.uri().query().map_or(String::new(), |query| format!("?{query}"));
    if rest.is_empty() {
        let mut response = Response::new(Body::empty());
        *response.status_mut() = StatusCode::PERMANENT_REDIRECT;
        let target = HeaderValue::from_str(&format!("{base}/{query}")).ok()?;
        response.headers_mut().insert(LOCATION, target);
        protect(&mut response);
        return Some(response);
    }
    if rest.starts_with('/') {
        *request.uri_mut() = format!("{rest}{query}").parse().unwrap_or(Uri::from_static("/"));
    }
    None
}
