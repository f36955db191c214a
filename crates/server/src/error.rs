//! Errors of the API.

use std::time::Duration;

use axum::Json;
use axum::http::StatusCode;
use axum::http::header::RETRY_AFTER;
use axum::response::{IntoResponse, Response};
use strata_api::commands::CommandError;
use thiserror::Error;

use crate::api::types::ErrorBody;

/// The value of `Retry-After` if the waiting time is unknown, in seconds.
const DEFAULT_RETRY: u64 = 5;

/// Why a request was refused, as one sentence for the client.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(crate) enum ApiError {
    /// The request is not as the OpenAPI document describes it.
    #[error("{0}")]
    BadRequest(String),
    /// The secret is missing, or it does not own the seat.
    #[error("{0}")]
    Unauthorized(&'static str),
    /// The request comes from a page of another site.
    #[error("requests from pages of other sites are not allowed")]
    OtherSite,
    /// The request is for another host name.
    #[error("this server has another name; if it should serve this one, start it with --host")]
    OtherHost,
    /// The table, game or position does not exist.
    #[error("{0}")]
    NotFound(String),
    /// The address does not support the method.
    #[error("this address does not support this method; see api/openapi.json")]
    Method,
    /// The state of the game does not allow the command.
    #[error("{0}")]
    Conflict(String),
    /// The body is too large.
    #[error("the request body is too large; send at most {0} bytes")]
    TooLarge(usize),
    /// The body took too long to arrive.
    #[error("the request body took too long to arrive; try again")]
    TooSlow,
    /// The request has the right form, but a text in it cannot be used: a position, a move, an option.
    #[error("{0}")]
    Unprocessable(String),
    /// The visitor has too many requests in progress.
    #[error("{0}")]
    TooMany(&'static str),
    /// The visitor has to wait this long.
    #[error("{0}")]
    TooSoon(&'static str, Duration),
    /// The server cannot do it now, but may later.
    #[error("{0}")]
    Unavailable(&'static str),
    /// The server cannot do it, and retrying will not help.
    #[error("{0}")]
    Failed(&'static str),
}

impl ApiError {
    /// A text of the request cannot be used.
    pub(crate) fn unprocessable(reason: impl ToString) -> Self {
        Self::Unprocessable(reason.to_string())
    }

    pub(crate) const fn status(&self) -> StatusCode {
        match self {
            Self::BadRequest(_) => StatusCode::BAD_REQUEST,
            Self::Unauthorized(_) => StatusCode::UNAUTHORIZED,
            Self::OtherSite => StatusCode::FORBIDDEN,
            Self::OtherHost => StatusCode::MISDIRECTED_REQUEST,
            Self::NotFound(_) => StatusCode::NOT_FOUND,
            Self::Method => StatusCode::METHOD_NOT_ALLOWED,
            Self::Conflict(_) => StatusCode::CONFLICT,
            Self::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Self::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Self::Unprocessable(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Self::TooMany(_) | Self::TooSoon(..) => StatusCode::TOO_MANY_REQUESTS,
            Self::Unavailable(_) | Self::Failed(_) => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    /// The value of `Retry-After` in seconds, if retrying may help.
    fn retry_after(&self) -> Option<u64> {
        match self {
            Self::TooMany(_) | Self::Unavailable(_) => Some(DEFAULT_RETRY),
            Self::TooSoon(_, wait) => Some(wait.as_secs_f64().ceil() as u64),
            _ => None,
        }
    }
}

impl From<strata_api::Refusal> for ApiError {
    fn from(refusal: strata_api::Refusal) -> Self {
        Self::Unprocessable(refusal.0)
    }
}

impl From<CommandError> for ApiError {
    fn from(error: CommandError) -> Self {
        match error {
            CommandError::OtherSeat => {
                Self::Unauthorized("this secret does not match the seat of this player")
            }
            CommandError::Conflict(reason) => Self::Conflict(reason.to_owned()),
            CommandError::Missing(..) => Self::unprocessable(error),
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let body = Json(ErrorBody { error: self.to_string() });
        let mut response = (self.status(), body).into_response();
        if let Some(seconds) = self.retry_after() {
            response.headers_mut().insert(RETRY_AFTER, seconds.into());
        }
        response
    }
}
