//! One file a command.

pub(crate) mod bench;
pub(crate) mod games;
pub(crate) mod moves;
pub(crate) mod perft;
pub(crate) mod rules;
pub(crate) mod show;
pub(crate) mod verify;
