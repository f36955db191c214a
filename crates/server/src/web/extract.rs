//! Reads requests.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::Uri;
use axum::http::header::{AUTHORIZATION, CONTENT_LENGTH, EXPECT};
use axum::http::request::Parts;
use futures_util::StreamExt;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use strata_rules::shorten;
use tokio::time::timeout;

use super::validate::{ApiRequest, parse, read, schema_of, unknown};
use crate::app::App;
use crate::error::ApiError;
use crate::visitors::{BodyTicket, Visitor};

/// The largest body in bytes.
pub(crate) const MAX_BODY: usize = 64 << 10;
/// The largest body with game records in bytes.
pub(crate) const MAX_RECORDS: usize = 1 << 20;

/// The time limit for receiving a body.
const TIMEOUT: Duration = Duration::from_secs(30);

/// A JSON body.
pub(crate) struct JsonBody<T, const MAX: usize = MAX_BODY>(pub(crate) T);

impl<T: ApiRequest, const MAX: usize> FromRequest<Arc<App>> for JsonBody<T, MAX> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, ApiError> {
        let visitor = request.extensions().get().copied().unwrap_or(Visitor::ELSEWHERE);
        let length = request.headers().get(CONTENT_LENGTH);
        let length = length.and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
        let is_too_large = length.is_some_and(|length| length > MAX);
        if is_too_large && request.headers().contains_key(EXPECT) {
            // The client waits for permission before it sends the body.
            return Err(ApiError::TooLarge(MAX));
        }
        let most = if is_too_large { 0 } else { MAX };
        let mut ticket = app.visitors.receive_body(visitor, MAX_BODY);
        let bytes = read_in_time(request.into_body(), most, TIMEOUT, &mut ticket)
            .await?
            .ok_or(ApiError::TooLarge(MAX))?;
        // A request without required fields needs no body.
        let text: &[u8] = if bytes.is_empty() { b"{}" } else { &bytes };
        read(parse(text)?).map(Self)
    }
}

/// This much of a body that is too large is discarded, until nothing arrives for a moment: a client
/// whose connection closes while it still sends may not see the response.
const MAX_DISCARDED: usize = 8 << 20;
const DISCARD_PAUSE: Duration = Duration::from_millis(300);

async fn read_in_time(
    body: Body,
    most: usize,
    limit: Duration,
    ticket: &mut BodyTicket,
) -> Result<Option<Vec<u8>>, ApiError> {
    timeout(limit, read_body(body, most, ticket)).await.map_err(|_| ApiError::TooSlow)?
}

/// Reads a body of at most `most` bytes; `None` if it is larger.
async fn read_body(
    body: Body,
    most: usize,
    ticket: &mut BodyTicket,
) -> Result<Option<Vec<u8>>, ApiError> {
    let mut parts = body.into_data_stream();
    let mut bytes = Vec::new();
    while let Some(part) = parts.next().await {
        let part = part.map_err(|_| {
            ApiError::BadRequest("the connection closed before the end of the body".to_owned())
        })?;
        if bytes.len() + part.len() > most {
            let mut left = MAX_DISCARDED;
            while let Ok(Some(Ok(part))) = timeout(DISCARD_PAUSE, parts.next()).await
                && part.len() <= left
            {
                left -= part.len();
            }
            return Ok(None);
        }
        ticket.grow(part.len())?;
        bytes.extend_from_slice(&part);
    }
    Ok(Some(bytes))
}

/// The query parameters of a request.
pub(crate) struct Query<T>(pub(crate) T);

impl<S: Sync, T: ApiRequest> FromRequestParts<S> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        read_query(&parts.uri).map(Self)
    }
}

/// The names and values of the query parameters.
pub(crate) fn query_pairs(uri: &Uri) -> Vec<(String, String)> {
    axum::extract::Query::try_from_uri(uri).map(|pairs| pairs.0).unwrap_or_default()
}

/// Reads the query parameters of an address.
pub(crate) fn read_query<T: ApiRequest>(uri: &Uri) -> Result<T, ApiError> {
    let schema = schema_of::<T>();
    let mut fields = Map::new();
    for (name, text) in query_pairs(uri) {
        if schema["properties"].get(&name).is_none() {
            return Err(ApiError::BadRequest(unknown("parameter", &name, &schema)));
        }
        let value = parameter_value(&schema["properties"][&name], text);
        if fields.insert(name.clone(), value).is_some() {
            let reason = format!("{}: given more than once", shorten(&name));
            return Err(ApiError::BadRequest(reason));
        }
    }
    read(fields.into())
}

/// The JSON value of a query parameter. A text that is not of the right type stays a text, which is
/// refused later.
fn parameter_value(schema: &Value, text: String) -> Value {
    let kind = &schema["type"];
    let is = |name: &str| kind == name || kind.as_array().is_some_and(|all| all[0] == name);
    let parsed = match text.as_str() {
        "true" if is("boolean") => Some(Value::Bool(true)),
        "false" if is("boolean") => Some(Value::Bool(false)),
        number if is("integer") || is("number") => {
            serde_json::from_str(number).ok().filter(|_| number.trim() == number)
        }
        _ => None,
    };
    parsed.filter(|value| value.is_boolean() || value.is_number()).unwrap_or(Value::String(text))
}

/// The parameters in the path of a request.
pub(crate) struct Path<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Path<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let path = axum::extract::Path::<T>::from_request_parts(parts, state).await;
        // All parameters are texts, so nothing else can be wrong with them.
        path.map(|path| Self(path.0))
            .map_err(|_| ApiError::BadRequest("the address is not valid UTF-8".to_owned()))
    }
}

/// The secret in the header `Authorization`, if there is one.
pub(crate) struct Bearer(pub(crate) Option<String>);

/// The longest secret in characters.
pub(crate) const MAX_SECRET: usize = 64;

impl<S: Sync> FromRequestParts<S> for Bearer {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let Some(value) = parts.headers.get(AUTHORIZATION) else { return Ok(Self(None)) };
        let text = value.to_str().ok().and_then(|text| {
            let (scheme, secret) = text.split_once(' ')?;
            scheme.eq_ignore_ascii_case("bearer").then_some(secret)
        });
        match text.map(str::trim).filter(|text| text.len() <= MAX_SECRET) {
            Some(secret) => Ok(Self(Some(secret.to_owned()))),
            None => Err(ApiError::Unauthorized("expected the header Authorization: Bearer SECRET")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Bounds;
    use crate::visitors::Visitors;

    #[tokio::test]
    async fn body_that_does_not_arrive_times_out() {
        let nothing = futures_util::stream::pending::<Result<Vec<u8>, std::io::Error>>();
        let visitors = Arc::new(Visitors::new(Bounds::default()));
        let mut ticket = visitors.receive_body(Visitor::numbered(1), 9);
        let body = Body::from_stream(nothing);
        let read = read_in_time(body, 9, Duration::ZERO, &mut ticket).await;
        assert_eq!(read, Err(ApiError::TooSlow));
    }
}
