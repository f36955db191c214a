//! The tests of tables.

mod bots;
mod clocks;
mod commands;
mod common;
mod engine_threads;
mod entry;
mod histories;
mod promises;
mod records;
mod setups;
