//! HTTP: connections, requests, pages and sockets.

pub(crate) mod connections;
mod expected;
pub(crate) mod extract;
pub(crate) mod guard;
pub(crate) mod headers;
mod home;
pub(crate) mod page;
pub(crate) mod preview;
pub(crate) mod router;
pub(crate) mod site;
pub(crate) mod stream;
pub(crate) mod validate;
pub(crate) mod websocket;
pub(crate) mod write_timeout;
