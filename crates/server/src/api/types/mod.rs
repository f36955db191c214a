//! The requests and responses of the API, one type for each.
//!
//! Their doc comments and attributes are the schemas of the OpenAPI document and the types of the
//! page (`page/api-types.d.ts`): see `schema.rs`. Add a new field here and fill it in where the
//! response is built; then update the generated file with `STRATA_RENEW=1 cargo nextest run -p
//! strata-server generated`.
//!
//! Requests deny unknown fields. Names in JSON are those of the fields.

pub(crate) mod analysis;
pub(crate) mod commands;
pub(crate) mod drafts;
pub(crate) mod games;
pub(crate) mod positions;
pub(crate) mod records;
pub(crate) mod sockets;
pub(crate) mod tables;

use schemars::JsonSchema;
use serde::Serialize;

/// Why a request was refused.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Error")]
pub(crate) struct ErrorBody {
    /// One sentence: what is wrong, and what to do about it.
    pub(crate) error: String,
}
