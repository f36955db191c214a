//! What all requests have in common.

mod bundle;
pub(crate) mod connections;
pub(crate) mod extract;
pub(crate) mod guard;
pub(crate) mod headers;
pub(crate) mod page;
pub(crate) mod preview;
pub(crate) mod router;
mod shrink;
pub(crate) mod stream;
pub(crate) mod websocket;
mod wording;
pub(crate) mod write_timeout;
