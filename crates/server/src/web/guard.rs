//! Runs before every request: finds the visitor, applies limits, writes the log.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::error::ApiError;
use crate::metrics::count;
use crate::routes::HEALTH;
use crate::visitors::Visitor;

/// The other end of a connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) SocketAddr);

/// Counts, limits and logs requests.
pub(crate) async fn guard(
    State(app): State<Arc<App>>,
    mut request: Request,
    next: Next,
) -> Response {
    let started = Instant::now();
    count(&app.metrics.requests);
    let visitor = visitor(&request, app.config.trust_proxy);
    request.extensions_mut().insert(visitor);
    let method = request.method().clone();
    // The pattern, not the address: addresses of seats contain secrets.
    let route = request
        .extensions()
        .get::<MatchedPath>()
        .map_or_else(|| "unknown".to_owned(), |path| path.as_str().to_owned());
    let refusal = app
        .visitors
        .request(visitor, 1.0)
        .and_then(|()| check_host(&request, &route, &app))
        .and_then(|()| check_site(&request));
    let response = match refusal {
        Err(error) => error.into_response(),
        Ok(()) => next.run(request).await,
    };
    let status = response.status();
    if status.is_client_error() {
        count(&app.metrics.refused);
    } else if status.is_server_error() {
        count(&app.metrics.failed);
        tracing::error!(%method, route, status = status.as_u16(), "failed");
    }
    let micros = started.elapsed().as_micros();
    tracing::debug!(%method, route, status = status.as_u16(), micros, "served");
    response
}

fn visitor(request: &Request, trust_proxy: bool) -> Visitor {
    let peer = request.extensions().get::<Peer>().map(|peer| peer.0.ip());
    let forwarded = request.headers().get_all("x-forwarded-for").iter().next_back();
    // The last address is the one that the trusted proxy has seen.
    let told = forwarded
        .and_then(|value| read_address(value.to_str().ok()?.rsplit(',').next()?.trim()))
        .filter(|_| trust_proxy);
    Visitor::from(told.or(peer).unwrap_or(IpAddr::from([0, 0, 0, 0])))
}

/// Reads an address as proxies write it: some add brackets or the port.
fn read_address(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    let with_port = || Some(text.parse::<SocketAddr>().ok()?.ip());
    bare.parse().ok().or_else(with_port)
}

/// Refuses requests for other host names, if those of the server are known: the name may lead here
/// only to make a browser believe that the page of another site is ours.
fn check_host(request: &Request, route: &str, app: &App) -> Result<(), ApiError> {
    let hosts = &app.config.hosts;
    if hosts.is_empty() || HEALTH.contains(&route) {
        return Ok(());
    }
    // Browsers always send one.
    let Some(host) = request.headers().get(HOST) else { return Ok(()) };
    let host = host.to_str().unwrap_or_default();
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    match hosts.iter().any(|known| known.eq_ignore_ascii_case(name)) {
        true => Ok(()),
        false => Err(ApiError::OtherHost),
    }
}

/// Refuses requests from pages of other sites. Programs other than browsers send no `Origin`.
fn check_site(request: &Request) -> Result<(), ApiError> {
    let headers = request.headers();
    let changes = request.method() != Method::GET && request.method() != Method::HEAD;
    let is_socket = headers.contains_key("sec-websocket-key");
    if !changes && !is_socket {
        return Ok(());
    }
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    if text("sec-fetch-site").is_some_and(|site| site == "cross-site") {
        return Err(ApiError::OtherSite);
    }
    let Some(origin) = headers.get(ORIGIN) else { return Ok(()) };
    let origin = origin.to_str().ok().and_then(|origin| origin.split_once("://"));
    let host = own_host(headers);
    match (origin, host) {
        (Some((_, origin)), Some(host)) if origin.eq_ignore_ascii_case(host) => Ok(()),
        _ => Err(ApiError::OtherSite),
    }
}

/// The host name of the server as the visitor knows it; proxies pass it on.
pub(crate) fn own_host(headers: &HeaderMap) -> Option<&str> {
    headers.get(HOST).and_then(|host| host.to_str().ok())
}

/// The origin of the server as the visitor knows it: `https://example.org`.
pub(crate) fn own_site(headers: &HeaderMap, trust_proxy: bool) -> String {
    let forwarded = headers.get("x-forwarded-proto").filter(|_| trust_proxy);
    let scheme = if forwarded.is_some_and(|scheme| scheme == "https") { "https" } else { "http" };
    format!("{scheme}://{}", own_host(headers).unwrap_or("localhost"))
}
