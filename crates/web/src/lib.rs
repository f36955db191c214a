//! The core and the engine for the browser.
//!
//! `scripts/build-web` compiles this crate four times to WebAssembly: with the feature `core` for the
//! page, with `learning` for its lessons and puzzles, and with `engine` for its worker, without and with
//! threads. The modules exchange
//! JSON with the page, in the types of `strata-api`. Everything here also runs natively, which is how
//! tests compare the two.

pub mod answers;
#[cfg(feature = "core")]
pub mod game;
#[cfg(feature = "learning")]
pub mod learning;
#[cfg(feature = "learning")]
mod puzzles;
#[cfg(feature = "engine")]
pub mod searcher;
#[cfg(feature = "core")]
pub mod tree;

pub mod bindings;
pub mod json;

use serde::Serialize;
use serde::de::DeserializeOwned;
use strata_api::Refusal;

/// Reads a request.
fn read<T: DeserializeOwned>(request: &str) -> Result<T, Refusal> {
    json::read(request).map_err(|error| Refusal(format!("invalid request: {error}")))
}

/// Writes a response.
fn write(response: &impl Serialize) -> Result<String, Refusal> {
    serde_json::to_string(response).map_err(|error| Refusal(error.to_string()))
}
