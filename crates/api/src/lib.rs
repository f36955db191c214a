//! What a page needs to know about positions, moves, records and games, as JSON.
//!
//! The server answers requests with these functions, and the page calls the same ones in the
//! browser (`strata-web`). Nothing here reads a clock, a file or the network.

pub mod analysis;
pub mod commands;
pub mod drafts;
mod html;
pub mod lessons;
pub mod pictures;
pub mod positions;
pub mod records;
pub mod review;
pub mod rules;
pub mod tables;
pub mod types;
pub mod view;
mod view_params;

pub use html::escape;
pub use view_params::{TableViewParams, ThemeName, ViewParams};

/// Why a request cannot be answered, as one sentence.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct Refusal(pub String);

impl Refusal {
    fn new(reason: impl ToString) -> Self {
        Self(reason.to_string())
    }
}
