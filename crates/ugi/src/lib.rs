//! The Universal Game Interface (UGI), a line-based engine protocol.
//!
//! [`serve`] runs an engine on any input and output; [`Client`] runs an engine as a child process.
//! `docs/protocol.md` describes the commands.

mod client;
mod go;
mod options;
mod search;
mod server;

pub use client::{BestMove, Client, ClientError};
pub use server::serve;
