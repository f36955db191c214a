//! What goes wrong, and the answers that say so.

use axum::Json;
use axum::http::StatusCode;
use axum::http::header::RETRY_AFTER;
use axum::response::{IntoResponse, Response};
use serde_json::json;
use thiserror::Error;

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
    /// The visitor asks for too much.
    #[error("{0}")]
    TooMany(&'static str),
    /// The server cannot do it now.
    #[error("{0}")]
    Unavailable(&'static str),
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
            Self::TooMany(_) => StatusCode::TOO_MANY_REQUESTS,
            Self::Unavailable(_) => StatusCode::SERVICE_UNAVAILABLE,
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let body = Json(json!({ "error": self.to_string() }));
        let mut response = (self.status(), body).into_response();
        if matches!(self, Self::TooMany(_) | Self::Unavailable(_)) {
            response.headers_mut().insert(RETRY_AFTER, 5.into());
        }
        response
    }
}
