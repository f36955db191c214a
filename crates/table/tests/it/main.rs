//! Tests of tables.

mod annotations;
mod bots;
mod cases;
mod clocks;
mod commands;
mod common;
mod engine_threads;
mod entry;
mod histories;
mod lessons;
mod properties;
mod records;
mod scripted_solver;
mod setups;
