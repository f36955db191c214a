//! Tests of the engine with the four games.

mod agreement;
mod solved;
mod tactics;
