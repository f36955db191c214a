//! The requests and responses of the API, one type for each.
//!
//! Their doc comments and attributes are the schemas of the server's OpenAPI document and the types
//! of the page (`crates/server/page/api-types.d.ts`). Add a new field here and fill it in where the
//! response is built; then update the generated file with `STRATA_RENEW=1 cargo nextest run -p
//! strata-server generated`.
//!
//! Requests deny unknown fields. Names in JSON are those of the fields.

#![allow(missing_docs, reason = "a field without a comment is described by its type")]

pub mod analysis;
pub mod commands;
pub mod drafts;
pub mod games;
pub mod lobby;
mod pairs;
pub mod positions;
pub mod records;
pub mod tables;

pub use pairs::Pairs;

use schemars::JsonSchema;
use serde::Serialize;

/// Why a request was refused.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Error")]
pub struct ErrorBody {
    /// One sentence: what is wrong, and what to do about it.
    pub error: String,
}
