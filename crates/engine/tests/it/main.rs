//! Tests of the engine with the four games.

mod agreement;
mod distances;
mod playing;
mod solved;
mod tactics;
