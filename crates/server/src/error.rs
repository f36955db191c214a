//! What goes wrong, and the answers that say so.

use std::time::Duration;

use axum::Json;
use axum::http::StatusCode;
use axum::http::header::RETRY_AFTER;
use axum::response::{IntoResponse, Response};
use serde_json::json;
use thiserror::Error;

/// When to try again where nobody knows, in seconds.
const USUAL_WAIT: u64 = 5;

/// Why a request was not served. Each is one sentence for whoever asked.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(crate) enum ApiError {
    /// What was sent makes no sense.
    #[error("{0}")]
    Bad(String),
    /// The secret is missing or is not one of this table.
    #[error("{0}")]
    NotAllowed(&'static str),
    /// The request comes from a page of another site.
    #[error("requests from pages of other sites are not served")]
    OtherSite,
    /// There is no such thing.
    #[error("{0}")]
    NotFound(String),
    /// The address takes another method.
    #[error("this address does not take that method; see api/openapi.json")]
    Method,
    /// It does not fit the state of the game.
    #[error("{0}")]
    Conflict(String),
    /// It is too much to read.
    #[error("the request is too large: at most {0} bytes are read")]
    TooLarge(usize),
    /// It does not come to an end.
    #[error("the request took too long to come")]
    TooSlow,
    /// The visitor asks for too much.
    #[error("{0}")]
    TooMany(&'static str),
    /// The visitor has asked for too much, and may ask again after so long.
    #[error("{0}")]
    TooSoon(&'static str, Duration),
    /// The server cannot do it now.
    #[error("{0}")]
    Unavailable(&'static str),
    /// The server cannot do it, and will not be able to.
    #[error("{0}")]
    Lost(&'static str),
}

impl ApiError {
    pub(crate) fn bad(reason: impl ToString) -> Self {
        Self::Bad(reason.to_string())
    }

    pub(crate) const fn status(&self) -> StatusCode {
        match self {
            Self::Bad(_) => StatusCode::BAD_REQUEST,
            Self::NotAllowed(_) => StatusCode::UNAUTHORIZED,
            Self::OtherSite => StatusCode::FORBIDDEN,
            Self::NotFound(_) => StatusCode::NOT_FOUND,
            Self::Method => StatusCode::METHOD_NOT_ALLOWED,
            Self::Conflict(_) => StatusCode::CONFLICT,
            Self::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Self::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Self::TooMany(_) | Self::TooSoon(..) => StatusCode::TOO_MANY_REQUESTS,
            Self::Unavailable(_) | Self::Lost(_) => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    /// In how many seconds it may go better.
    fn retry_after(&self) -> Option<u64> {
        match self {
            Self::TooMany(_) | Self::Unavailable(_) => Some(USUAL_WAIT),
            Self::TooSoon(_, wait) => Some(wait.as_secs_f64().ceil() as u64),
            _ => None,
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let body = Json(json!({ "error": self.to_string() }));
        let mut response = (self.status(), body).into_response();
        if let Some(seconds) = self.retry_after() {
            response.headers_mut().insert(RETRY_AFTER, seconds.into());
        }
        response
    }
}
