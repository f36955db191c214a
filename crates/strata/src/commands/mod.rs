//! One file per command.

pub(crate) mod analyse;
pub(crate) mod arena;
pub(crate) mod bench;
pub(crate) mod bench_server;
pub(crate) mod best;
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod datagen;
pub(crate) mod engine;
pub(crate) mod games;
pub(crate) mod moves;
pub(crate) mod openings;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod puzzle;
pub(crate) mod rules;
mod search;
pub(crate) mod serve;
mod shared_proof;
pub(crate) mod show;
pub(crate) mod site;
pub(crate) mod solve;
pub(crate) mod verify;

/// The number of threads: as requested, otherwise one per processor.
fn thread_count(requested: Option<u16>) -> usize {
    let processors = || std::thread::available_parallelism().map_or(1, usize::from);
    requested.map_or_else(processors, usize::from)
}
