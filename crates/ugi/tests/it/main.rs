//! Tests of the engine protocol.

mod conversation;
mod server;
