//! The Universal Game Interface: engines talked to in lines of text.
//!
//! [`serve`] is an engine that listens; [`Client`] talks to one that runs as another program.
//! `docs/protocol.md` describes the lines.

mod client;
mod go;
mod server;

pub use client::{Client, ClientError};
pub use server::serve;
