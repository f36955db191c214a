//! Tests of the whole program, in one binary to save link time.

mod arena;
#[path = "../../../table/tests/it/cases.rs"]
mod cases;
mod certificates;
mod command_line;
mod conversations;
mod distribution;
mod documents;
mod draw_offers;
mod engine_threads;
mod fifth_game;
#[path = "../../../checker/tests/it/notation.rs"]
mod notation;
#[path = "../../../server/tests/it/own_postgres.rs"]
mod own_postgres;
#[cfg(target_os = "linux")]
mod pager;
#[cfg(target_os = "linux")]
mod pseudo_terminal;
#[cfg(target_os = "linux")]
mod pty;
mod puzzles;
mod rules;
mod serve;
mod shared_proof;
mod streams;
mod tictactoe;
