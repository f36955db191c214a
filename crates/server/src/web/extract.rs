//! Reading requests, with errors that say what to do.

use std::time::Duration;

use axum::body::Body;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::header::{AUTHORIZATION, CONTENT_LENGTH, EXPECT};
use axum::http::request::Parts;
use futures_util::StreamExt;
use serde::de::DeserializeOwned;
use strata_rules::shorten_to;
use tokio::time::timeout;

use super::wording::in_plain_words;
use crate::error::ApiError;

/// The most bytes that a request may have.
pub(crate) const LARGEST_BODY: usize = 64 << 10;
/// The most bytes of a request that brings records.
pub(crate) const LARGEST_RECORDS: usize = 1 << 20;

/// How long a body may take to come.
const PATIENCE: Duration = Duration::from_secs(30);

/// A JSON body.
pub(crate) struct Sent<T, const MOST: usize = LARGEST_BODY>(pub(crate) T);

impl<S: Sync, T: DeserializeOwned, const MOST: usize> FromRequest<S> for Sent<T, MOST> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, ApiError> {
        let length = request.headers().get(CONTENT_LENGTH);
        let length = length.and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
        let is_too_large = length.is_some_and(|length| length > MOST);
        if is_too_large && request.headers().contains_key(EXPECT) {
            // It waits for leave before it sends anything.
            return Err(ApiError::TooLarge(MOST));
        }
        let most = if is_too_large { 0 } else { MOST };
        let bytes = read_in_time(request.into_body(), most, PATIENCE)
            .await?
            .ok_or(ApiError::TooLarge(MOST))?;
        // An empty body asks for nothing special.
        let text: &[u8] = if bytes.is_empty() { b"{}" } else { &bytes };
        serde_json::from_slice(text).map(Self).map_err(|error| unreadable("JSON", &error))
    }
}

/// So much of what is too large is read over, until nothing comes for a moment: a client that is cut
/// off while it still sends may not see the answer.
const READ_OVER: usize = 8 << 20;
const MOMENT: Duration = Duration::from_millis(300);

async fn read_in_time(
    body: Body,
    most: usize,
    patience: Duration,
) -> Result<Option<Vec<u8>>, ApiError> {
    timeout(patience, read_body(body, most)).await.map_err(|_| ApiError::TooSlow)?
}

/// Reads a body; nothing if it has more than so many bytes.
async fn read_body(body: Body, most: usize) -> Result<Option<Vec<u8>>, ApiError> {
    let mut parts = body.into_data_stream();
    let mut bytes = Vec::new();
    while let Some(part) = parts.next().await {
        let part = part.map_err(|_| ApiError::bad("the request broke off"))?;
        if bytes.len() + part.len() > most {
            let mut left = READ_OVER;
            while let Ok(Some(Ok(part))) = timeout(MOMENT, parts.next()).await
                && part.len() <= left
            {
                left -= part.len();
            }
            return Ok(None);
        }
        bytes.extend_from_slice(&part);
    }
    Ok(Some(bytes))
}

/// The part of the address behind the question mark.
pub(crate) struct Query<T>(pub(crate) T);

impl<S: Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let read = axum::extract::Query::<T>::try_from_uri(&parts.uri);
        read.map(|query| Self(query.0)).map_err(|error| {
            let reason = std::error::Error::source(&error).map(ToString::to_string);
            unreadable("query", &reason.unwrap_or_default())
        })
    }
}

/// The parts of the address between its slashes.
pub(crate) struct Path<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Path<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let read = axum::extract::Path::<T>::from_request_parts(parts, state).await;
        read.map(|path| Self(path.0)).map_err(|error| unreadable("address", &error.body_text()))
    }
}

/// Says what is wrong with what was sent.
pub(crate) fn unreadable(what: &str, reason: &dyn std::fmt::Display) -> ApiError {
    let reason = in_plain_words(&reason.to_string());
    ApiError::Bad(format!("the {what} cannot be read: {}", shorten_to(&reason, 200)))
}

/// The secret that a request shows, if it shows one.
pub(crate) struct Bearer(pub(crate) Option<String>);

/// Longer texts are no secrets.
pub(crate) const LONGEST_SECRET: usize = 64;

impl<S: Sync> FromRequestParts<S> for Bearer {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let Some(value) = parts.headers.get(AUTHORIZATION) else { return Ok(Self(None)) };
        let text = value.to_str().ok().and_then(|text| {
            let (scheme, secret) = text.split_once(' ')?;
            scheme.eq_ignore_ascii_case("bearer").then_some(secret)
        });
        match text.map(str::trim).filter(|text| text.len() <= LONGEST_SECRET) {
            Some(secret) => Ok(Self(Some(secret.to_owned()))),
            None => Err(ApiError::NotAllowed("expected the header Authorization: Bearer SECRET")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_body_that_does_not_come_is_too_slow() {
        let nothing = futures_util::stream::pending::<Result<Vec<u8>, std::io::Error>>();
        let read = read_in_time(Body::from_stream(nothing), 9, Duration::ZERO).await;
        assert_eq!(read, Err(ApiError::TooSlow));
    }
}
